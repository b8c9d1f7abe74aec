"""Contracts: positions from their fills, funding, settlement, and what each command moves."""

from amounts import ONE, portion, read, times, write
from fees import AGENTS as AGENTS_OWNER
from fees import fact_of
from margin import notional_of
from noun import Noun, add, own, sums_of
from positions import Holding, charged, closed, funded, grown, holding_of, last_worth
from dataclasses import replace

AGENTS, CLEARING = "house/contract-agents", "house/contract-clearing"
INSURANCE, GRANTS, FEES = "house/contract-insurance", "house/contract-grants", "house/fees"
# Closes of the whole position or of a part that no order makes: the agents are on the other side.
LAST = {"delivery", "delisting", "settlement", "split", "account-end"}
ENDS = {"delivery", "delisting", "settlement"}
KINDS = {"contract", "position", "funding", "insurance"}


def space_of(symbol):
    return "contract" if symbol.endswith("-PERP") else "futures"


class Contracts(Noun):
    """Other readers look at its books and positions before it takes an event."""

    noun = "contracts"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self.specs = {}
        self.holdings = {}
        self._opened = {}
        # By symbol: the index of funding so far, and the last funding that raised it.
        self.index = {}
        self._due = {}
        self._over = {}
        # Prices of closes at which a contract ended.
        self._last = {}
        # What orders hold.
        self._held = {}
        self.fund, self.granted = 0, 0
        self._command = None
        self._began = 0
        self._expected, self._posted = {}, {}

    def lot(self, symbol):
        return read(self.specs[symbol]["lotSize"])

    def take(self, event):
        command = event.correlation, event.causation
        if command != self._command:
            self._end()
            self._command = command
        if event.kind not in KINDS:
            return
        if not self._posted and not self._expected:
            self._began = event.position
        for (account, asset), units in sums_of(event.postings).items():
            add(self._posted, account, asset, units)
        if event.kind == "contract":
            self._book(event)
        elif event.kind == "position":
            self._position(event)
        elif event.kind == "funding":
            self._funding(event)
        else:
            self._insurance(event)

    def finish(self):
        self._end()

    def _end(self):
        """Books and positions move together: what they moved is compared when a command is over."""
        if self._expected or self._posted:
            self.compare_moves(self._began, "the command", self._expected, self._posted)
        self._expected, self._posted = {}, {}

    def _move(self, account, units):
        add(self._expected, account, "USDT", units)

    def _own(self, data, bucket, units):
        self._move(own(data["ownerId"], space_of(data["symbol"]), bucket), units)

    # Books

    def _book(self, event):
        fact, data = fact_of(event), event.data
        symbol = event.id
        if fact == "BookOpened":
            self.specs[symbol] = data["spec"]
        elif fact == "OrderAccepted":
            self._holds(symbol, data["order"]["owner"], data["order"]["orderId"], data["held"])
        elif fact in ("OrderAmended", "OrderReduced"):
            self._holds(symbol, data["owner"], data["orderId"], data["held"])
        elif fact == "OrdersSplit":
            self.specs[symbol] = data["spec"]
            for order in data["orders"]:
                self._holds(symbol, order["owner"], order["orderId"], order["held"])
        elif fact == "OrderCancelled":
            self._cancelled(event, symbol, data)
        elif fact == "OrderMatched":
            self._matched(event, symbol, data)

    def _holds(self, symbol, owner, order_id, text):
        held = read(text)
        more = held - self._held.get(order_id, 0)
        self._held[order_id] = held
        space = space_of(symbol)
        self._move(own(owner, space, "available"), -more)
        self._move(own(owner, space, "frozen"), more)

    def _cancelled(self, event, symbol, data):
        order_id, heir = data["orderId"], data["heldBy"]
        held = self._held.get(order_id, 0)
        if heir is not None:
            self._held[order_id], self._held[heir] = 0, self._held[heir] + held
        released = 0 if heir is not None else held
        self.same(event.position, order_id, {"released": write(released)}, data)
        if heir is None:
            self._holds(symbol, data["owner"], order_id, "0")

    def _matched(self, event, symbol, data):
        spec = self.specs[symbol]
        price, quantity = data["priceTicks"] * read(spec["tickSize"]), data["lots"] * read(spec["lotSize"])
        notional = notional_of(price, quantity)
        figures = {"price": write(price), "quantity": write(quantity), "notional": write(notional)}
        self.same(event.position, data["tradeId"], figures, data)
        taker = data["takerSide"]
        other = "sell" if taker == "buy" else "buy"
        for role, side in (("maker", other), ("taker", taker)):
            fee = read(data[f"{role}Fee"])
            self._move(FEES, fee)
            if data[f"{role}OrderId"] is None:
                self._agents(notional if side == "buy" else -notional)
                self._move(AGENTS, -fee)
            else:
                # What its fill takes of the hold follows in the events of its position.
                self._holds(symbol, data[f"{role}Owner"], data[f"{role}OrderId"], data[f"{role}Held"])

    def _agents(self, paid):
        """Agents buy and sell as with money."""
        self._move(AGENTS, -paid)
        self._move(CLEARING, paid)

    # Positions

    def _position(self, event):
        data = event.data
        handler = {
            "PositionOpened": self._grown,
            "PositionIncreased": self._grown,
            "PositionReduced": self._shrunk,
            "PositionClosed": self._shrunk,
            "PositionFunded": self._funded,
            "PositionMarginAdjusted": self._adjusted,
            "PositionDividend": self._dividend,
            "PositionSplit": self._split,
            "PositionLiquidated": self._taken_over,
        }.get(event.type)
        if handler is None:
            return
        key = data["ownerId"], data["symbol"], data["side"]
        before = self.holdings.get(key)
        if data["symbol"] in self._over and event.type != "PositionLiquidated":
            self.find(event.position, f"{event.type} of {data['symbol']}, which was settled before")
        handler(event, data, before)
        if "after" not in data:
            return
        self._opened[key] = data["after"]["number"]
        self.holdings[key] = holding_of(data["side"], data["after"])
        if self.holdings[key] is None:
            del self.holdings[key]

    def _said(self, event, figures, after):
        """Every figure of an event, and the position after it. Older events say nothing of what is unpaid."""
        data, told = event.data, after.told()
        if "unpaid" not in data["after"]:
            del told["unpaid"]
        what = f"{event.type} of {data['ownerId']} in {data['symbol']}"
        self.same(event.position, what, figures, data)
        self.same(event.position, f"{what}: after it, the position", told, data["after"])
        if after.margin < 0:
            self.find(event.position, f"{what} leaves a margin below zero")

    def _settled(self, event, before):
        """Whatever moves a position settles its funding first."""
        data = event.data
        if before is None:
            self.find(event.position, f"{event.type} of {data['ownerId']} in {data['symbol']}, who has no such position")
            return None
        index = self.index.get(data["symbol"], 0)
        if before.index != index:
            what = f"{data['ownerId']} in {data['symbol']} is settled up to {write(before.index)}, not {write(index)}"
            self.find(event.position, what)
        return before

    def _grown(self, event, data, before):
        key = data["ownerId"], data["symbol"], data["side"]
        number = self._opened.get(key, 0) + 1
        start = before or Holding(data["side"], number, 0, index=self.index.get(data["symbol"], 0))
        self._settled(event, start)
        quantity, price = data["lots"] * self.lot(data["symbol"]), read(data["price"])
        fee, margin = read(data["fee"]), read(data["margin"])
        notional = notional_of(price, quantity)
        after = grown(start, data["lots"], notional, fee, margin)
        self._said(event, {"quantity": write(quantity), "notional": write(notional)}, after)
        # The fill gave the hold back; what it opens by is taken of that.
        self._own(data, "available", -(margin + fee))
        self._own(data, "frozen", margin)

    def _shrunk(self, event, data, before):
        before = self._settled(event, before)
        if before is None or data["lots"] > before.lots:
            return
        cause, quantity = data["cause"], data["lots"] * self.lot(data["symbol"])
        price, fee = read(data["price"]), read(data["fee"])
        is_last = cause in LAST
        worth = last_worth(data["side"], price, quantity) if is_last else notional_of(price, quantity)
        after, realised, released, paid, shortfall = closed(before, data["lots"], worth, fee, cause == "gap")
        figures = {"quantity": write(quantity), "notional": write(worth), "realised": write(realised)}
        figures.update(released=write(released), shortfall=write(shortfall))
        if "fundingPaid" in data:
            figures["fundingPaid"] = write(paid)
        if is_last or cause == "deleveraging":
            figures["fee"] = "0"
        self._said(event, figures, after)
        if is_last and cause != "split" and after.lots:
            self.find(event.position, f"lots of {data['ownerId']} stayed open after its {cause}")
        self._own(data, "frozen", after.margin - before.margin)
        self._own(data, "available", released)
        self._move(CLEARING, -realised)
        self._move(AGENTS, paid - shortfall)
        if data["orderId"] is None:
            self._move(FEES, fee)
        if cause in ENDS:
            self._last.setdefault(data["symbol"], set()).add(data["price"])
        if is_last:
            self._agents(worth if data["side"] == "long" else -worth)

    def _funded(self, event, data, before):
        if before is None:
            return self.find(event.position, f"{data['ownerId']} is funded in {data['symbol']} without a position")
        symbol = data["symbol"]
        index = self.index.get(symbol, 0)
        after, paid, shortfall, rounding = funded(before, self.lot(symbol), index)
        figures = {"index": write(index), "dueAt": self._due.get(symbol), "paid": write(paid)}
        figures.update(shortfall=write(shortfall), rounding=write(rounding))
        self._said(event, figures, after)
        self._own(data, "frozen", -paid)
        self._move(AGENTS, paid)

    def _adjusted(self, event, data, before):
        before = self._settled(event, before)
        if before is None:
            return
        more = read(data["amount"])
        self._said(event, {}, replace(before, margin=before.margin + more))
        self._own(data, "available", -more)
        self._own(data, "frozen", more)

    def _dividend(self, event, data, before):
        before = self._settled(event, before)
        if before is None:
            return
        quantity = before.lots * self.lot(data["symbol"])
        # A long gets what a short pays.
        open_ = replace(before, index=0, unpaid=0).open(self.lot(data["symbol"]), -read(data["perShare"]))
        after, paid, shortfall = charged(before, open_.owed)
        figures = {"quantity": write(quantity), "paid": write(paid), "shortfall": write(shortfall)}
        self._said(event, figures, after)
        self._own(data, "frozen", -paid)
        self._move(AGENTS, paid)

    def _split(self, event, data, before):
        before = self._settled(event, before)
        if before is None:
            return
        lots, rest = divmod(before.lots * data["newShares"], data["oldShares"])
        if rest:
            return self.find(event.position, f"{before.lots} lots make no whole ones after the split")
        lot = self.lot(data["symbol"])
        figures = {"lotsBefore": before.lots, "quantityBefore": write(before.lots * lot), "quantity": write(lots * lot)}
        self._said(event, figures, replace(before, lots=lots))

    def _taken_over(self, event, data, before):
        """Agents take insured lots at the mark, and others at the bankruptcy price."""
        if data["step"] != "take-over":
            return
        lot, sign = self.lot(data["symbol"]), 1 if data["side"] == "long" else -1
        self._agents(sign * notional_of(read(data["markPrice"]), data["insuredLots"] * lot))
        self._agents(sign * notional_of(read(data["price"]), data["agentLots"] * lot))

    # Funding and settlement

    def _funding(self, event):
        data, symbol = event.data, event.data["symbol"]
        if event.type == "ContractFunded":
            charge = times(read(data["rate"]), read(data["markPrice"]), "even")
            index = self.index.get(symbol, 0) + charge
            self.same(event.position, f"the funding of {symbol}", {"charge": write(charge), "index": write(index)}, data)
            self.index[symbol], self._due[symbol] = read(data["index"]), data["dueAt"]
        elif event.type == "ContractFundingPosted":
            self.same(event.position, f"the funding of {symbol}", {"dueAt": self._due.get(symbol)}, data)
            for (owner, of, side), holding in self.holdings.items():
                if of == symbol and holding.index != self.index.get(symbol, 0):
                    self.find(event.position, f"the {side} position of {owner} in {symbol} has not paid")
        elif event.type == "ContractSettled":
            self._report.compare(self.noun)
            self._over[symbol] = event.position
            for price in self._last.get(symbol, ()):
                self.same(event.position, f"the settlement of {symbol}", {"price": price}, data)
            for owner, of, side in self.holdings:
                if of == symbol:
                    self.find(event.position, f"{symbol} is over, and the {side} position of {owner} is open")

    def _insurance(self, event):
        data, sum_ = event.data, read(event.data["amount"])
        self.fund += sum_
        figures = {"balance": write(self.fund)}
        if event.type == "InsuranceFundGranted":
            self.granted += sum_
            figures["granted"] = write(self.granted)
            if self.rules is not None:
                values = self.rules.values("contract.insurance", data["policy"]["version"]) or {}
                self.same(event.position, "the insurance fund", {"granted": values.get("openingUsdt")}, data)
        else:
            # Lots left their owner at one price, and agents took them at the other.
            sign, quantity = 1 if data["side"] == "long" else -1, data["lots"] * self.lot(data["symbol"])
            gain = notional_of(read(data["markPrice"]), quantity) - notional_of(read(data["price"]), quantity)
            figures["amount"] = write(sign * gain)
        self.same(event.position, "the insurance fund", figures, data)
        if self.fund < 0:
            self.find(event.position, "the insurance fund has less than nothing")
        self._move(GRANTS if event.type == "InsuranceFundGranted" else CLEARING, -sum_)
        self._move(INSURANCE, sum_)
