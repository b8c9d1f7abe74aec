"""Liquidations: figures, whether they were due, prices, the insurance fund's part, and who was deleveraged."""

from amounts import ONE, read, times, write
from margin import (
    NOTICE_MS,
    balance_of,
    bankruptcy_price,
    bracket_of,
    closing_fee,
    is_due,
    maintenance,
    notional_of,
    published_brackets,
    raised_brackets,
    score,
)
from noun import Noun
from positions import funded

BEAT_MS = 250
MINUTE_MS = 60_000
# What one order may be of: lots, and ticks times lots.
LOTS_MOST = 9 * 10**9
TICK_LOTS_MOST = 2**53 - 1
GAP_INITIAL = read("1.2")


class Liquidations(Noun):
    """Looks at the positions of `contracts` before they take an event."""

    noun = "liquidations"

    def __init__(self, realm, rules, report, contracts):
        super().__init__(realm, rules, report)
        self._contracts = contracts
        # By owner, contract and side: the beat at which the market gave no more.
        self._spent = {}
        # Who must be deleveraged in this command.
        self._queue = []

    def take(self, event):
        if self.rules is None:
            return
        if event.type == "PositionLiquidated":
            self._liquidated(event, event.data)
        elif event.type == "PositionDeleveraged":
            self._deleveraged(event, event.data)

    def finish(self):
        for position, expected in self._queue:
            self.find(position, f"{expected['ownerId']} was to be deleveraged and was not")

    def _deleveraged(self, event, data):
        if not self._queue:
            return self.find(event.position, f"{data['ownerId']} was deleveraged without a take-over")
        _, expected = self._queue.pop(0)
        self.same(event.position, "the deleveraging", expected, data)

    def _liquidated(self, event, data):
        what = f"the liquidation of {data['ownerId']} in {data['symbol']}"
        holding = self._contracts.holdings.get((data["ownerId"], data["symbol"], data["side"]))
        terms = self._terms(event, data, what)
        if holding is None or terms is None:
            return self.find(event.position, f"{what} has no position, or follows nothing that was published")
        brackets, rules, insurance = terms
        lot, index = self._contracts.lot(data["symbol"]), self._contracts.index.get(data["symbol"], 0)
        settled, *_ = funded(holding, lot, index)
        position, mark, rate = settled.open(lot, index), read(data["markPrice"]), read(data["takerRate"])
        raised = raised_brackets(brackets, read(data["gap"]["rate"])) if data["gap"] else None
        judged = raised or brackets
        notional = notional_of(mark, position.quantity)
        bracket = bracket_of(judged, notional)
        figures = {
            **{"lots": settled.lots, "quantity": write(position.quantity), "fundingIndex": write(settled.index)},
            **{"notional": write(notional), "marginBalance": write(balance_of(position, mark))},
            "maintenanceMargin": write(maintenance(notional, judged)),
            "closingFee": write(closing_fee(position, mark, rate)),
            **{"bracket": bracket.number, "maintenanceRate": write(bracket.rate)},
        }
        self.same(event.position, what, figures, data)
        if not is_due(position, mark, judged, rate):
            return self.find(event.position, f"{what} was not due: its margin balance is above what it must be")
        if raised is not None and is_due(position, mark, brackets, rate):
            return self.find(event.position, f"{what} was for a close, and its margin was spent")
        if data["step"] == "reduce":
            self._reduced(event, data, (position, settled.lots, mark), (brackets, raised, rate, rules), what)
        elif data["step"] == "take-over":
            self._taken_over(event, data, (position, settled.lots, mark), (rate, insurance), what)

    def _terms(self, event, data, what):
        """Brackets, rules and insurance that the event names, where they were in force at its beat."""
        underlying = data["symbol"].partition("-")[0]
        kind = "contract.crypto" if self.rules.classes.get(underlying) == "crypto" else "contract.others"
        at = data["beat"] * BEAT_MS
        found = []
        for policy, name in zip(data["policies"], (kind, "contract.rules", "contract.insurance")):
            values = self.rules.values(name, policy["version"])
            if policy["name"] != name or values is None or not self._in_force(name, policy["version"], at, name == kind):
                self.find(event.position, f"{what}: {policy['name']} v{policy['version']} was not in force")
                return None
            found.append(values)
        rates = [self._taker_rate(at), self._taker_rate(at - MINUTE_MS)]
        if read(data["takerRate"]) not in rates:
            self.find(event.position, f"{what}: its fee {data['takerRate']} was not in force")
        return published_brackets(found[0]), found[1], found[2]

    def _in_force(self, name, version, at, is_brackets):
        notice = NOTICE_MS if is_brackets else 0
        looked = [self.rules.in_force(name, each - notice) for each in (at, at - MINUTE_MS)]
        return version in [one[0] for one in looked if one is not None]

    def _taker_rate(self, at):
        """Of the lowest tier, with a day's notice."""
        found = self.rules.in_force("contract.fees", at - NOTICE_MS)
        return None if found is None else read(str(found[1]["taker0"]))

    def _tick(self, symbol):
        return read(self._contracts.specs[symbol]["tickSize"])

    def _reduced(self, event, data, reached, terms, what):
        position, lots, mark = reached
        brackets, raised, rate, rules = terms
        each = notional_of(mark, position.quantity) // lots
        if raised is not None:
            closing = lots - within_margin(position, lots, mark, raised, rate)
        else:
            start = bracket_of(brackets, lots * each).start
            closing = lots if start == 0 else lots - start // each
        bankrupt = bankruptcy_price(position, rate)
        away, tick = mark * read(rules["liquidationBand"]) // ONE, self._tick(data["symbol"])
        if data["side"] == "long":
            limit = max(1, -(-max(mark - away, bankrupt) // tick))
        else:
            limit = min(mark + away, bankrupt) // tick
        most = min(LOTS_MOST, TICK_LOTS_MOST // limit) if limit else LOTS_MOST
        figures = {"orderLots": min(closing, most), "limitPrice": write(limit * tick)}
        self.same(event.position, what, figures, data)
        if data["isSpent"]:
            self._spent[data["ownerId"], data["symbol"], data["side"]] = data["beat"]

    def _taken_over(self, event, data, reached, terms, what):
        position, lots, mark = reached
        rate, insurance = terms
        symbol, side = data["symbol"], data["side"]
        if self._spent.get((data["ownerId"], symbol, side)) != data["beat"]:
            self.find(event.position, f"{what}: the market had not been asked at its beat")
        tick, lot = self._tick(symbol), self._contracts.lot(symbol)
        bankrupt = bankruptcy_price(position, rate)
        price = max(1, -(-bankrupt // tick) if side == "long" else bankrupt // tick) * tick
        gain_of = lambda quantity: position.sign * (notional_of(mark, quantity) - notional_of(price, quantity))
        due = max(read(insurance["openingUsdt"]) - self._contracts.granted, 0)
        cover = min(read(insurance["eventMaxUsdt"]), self._contracts.fund + due)
        loss = -gain_of(position.quantity)
        insured = lots if loss <= cover else cover * lots // loss
        open_ = self._open_lots(symbol)
        against = (open_["long"] - open_["short"]) * position.sign
        agents = min(lots - insured, max(0, against - insured))
        given = self._deleveraging(data, lots - insured - agents, price, mark)
        figures = {
            **{"price": write(price), "insuredLots": insured, "fundGain": write(gain_of(insured * lot))},
            **{"deleveragedLots": sum(one["lots"] for one in given)},
            "agentLots": lots - insured - sum(one["lots"] for one in given),
        }
        self.same(event.position, what, figures, data)
        for one in given:
            self._queue.append((event.position, one))

    def _open_lots(self, symbol):
        found = {"long": 0, "short": 0}
        for (_, of, side), holding in self._contracts.holdings.items():
            if of == symbol:
                found[side] += holding.lots
        return found

    def _deleveraging(self, data, lots, price, mark):
        """By rank, without those whose own margin the price would eat up."""
        if lots == 0:
            return []
        symbol, opposite = data["symbol"], "short" if data["side"] == "long" else "long"
        lot, index = self._contracts.lot(symbol), self._contracts.index.get(symbol, 0)
        queue = []
        for (owner, of, side), holding in self._contracts.holdings.items():
            if (of, side) != (symbol, opposite):
                continue
            settled, *_ = funded(holding, lot, index)
            position = settled.open(lot, index)
            if balance_of(position, price) >= 0:
                queue.append((-score(position, mark), owner, holding.lots))
        queue.sort()
        given = []
        for place, (negative, owner, held) in enumerate(queue, 1):
            taken = min(lots, held)
            if taken == 0:
                break
            lots -= taken
            rank = {"score": write(-negative), "place": place, "queueLength": len(queue)}
            given.append({"ownerId": owner, "lots": taken, "price": write(price), **rank})
        return given


def within_margin(position, lots, mark, brackets, rate):
    """How many lots the margin covers once the others are closed at the mark: what opening them would take."""
    each = notional_of(mark, position.quantity) // lots
    left = balance_of(position, mark) - times(lots * each, rate, "up")
    covers = lambda kept: times(maintenance(kept * each, brackets), GAP_INITIAL, "up") <= left
    low, high = 0, lots - 1
    while low < high:
        kept = (low + high + 1) // 2
        low, high = (kept, high) if covers(kept) else (low, kept - 1)
    return low
