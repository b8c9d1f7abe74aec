"""Funds: net asset values from their closes, units, payouts and fees."""

from amounts import cut, divide, money, over, portion, read, times, write
from custody import begins, dates_from
from noun import Noun, add, moved, own

HOUR_MS = 3_600_000
ASSETS = {"low": "LOWFUND", "balanced": "BALFUND"}
UNITS, MARKET, FEES = "house/fund-units", "house/fund-market", "house/fees"
CARRIERS = {"dividend": "house/dividends", "split": "house/splits", "delisting": "house/delistings"}


class Fund:
    """A fund as its own events make it."""

    def __init__(self):
        self.cash, self.units, self.nav = 0, 0, None
        self.held = {}
        self.next = None
        # By date: the value that requests get, or None.
        self.struck = {}

    def change(self, asset, quantity):
        held = self.held.get(asset, 0) + quantity
        if held:
            self.held[asset] = held
        else:
            self.held.pop(asset, None)


class Funds(Noun):
    noun = "funds"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._funds = {level: Fund() for level in ASSETS}
        self._waiting = {}
        self._expected = {}
        # By owner and fund: units, and what they had cost.
        self._owned = {}

    def take(self, event):
        handler = {
            "FundPurchaseRequested": self._purchase,
            "FundPlanPurchaseRequested": self._purchase,
            "FundRedemptionRequested": self._redemption,
            "FundUnitsIssued": self._issued,
            "FundUnitsRedeemed": self._redeemed,
            "FundRequestCancelled": self._ended,
            "FundRequestFailed": self._ended,
            "FundOpened": self._opened,
            "FundFlowPlaced": self._said,
            "FundFlowEnded": self._flowed,
            "FundStruck": self._struck,
            "FundStrikeMissed": self._missed,
        }.get(event.type)
        if handler is not None:
            handler(event, event.data)

    def finish(self):
        for request_id, (position, _) in self._expected.items():
            self.find(position, f"the fund never says what became of {request_id}")

    def _purchase(self, event, data):
        owner, sum_ = data["ownerId"], read(data["amount"])
        available, frozen = (own(owner, "finance", bucket) for bucket in ("available", "frozen"))
        self.moves(event, moved((available, frozen, "USDT", sum_)), data["requestId"])
        self._limited(event, data)
        self._waits(event, data, {"side": "purchase", "quantity": data["amount"]})

    def _limited(self, event, data):
        if self.rules is None:
            return
        version = data["policy"]["version"]
        values = self.rules.values("fund.rules", version)
        self._report.compare(self.noun)
        if values is None or version not in self.rules.followed("fund.rules", event.at):
            self.find(event.position, f"{data['requestId']} follows fund.rules v{version}, which were not in force")
        elif not read(values["minUsdt"]) <= read(data["amount"]) <= read(values["maxUsdt"]):
            self.find(event.position, f"{data['requestId']} of {data['amount']} is outside the published limits")

    def _redemption(self, event, data):
        self.moves(event, {}, data["requestId"])
        self._waits(event, data, {"side": "redemption", "quantity": data["units"]})

    def _waits(self, event, data, told):
        strikes = begins(data["date"]) + 22 * HOUR_MS
        self.same(event.position, data["requestId"], {"strikesAt": strikes}, data)
        if not event.at < data["firstCloseAt"] <= strikes:
            self.find(event.position, f"{data['requestId']} waits for a value that is partly known")
        self._waiting[data["requestId"]] = data
        self._expected[data["requestId"]] = event.position, {**told, "level": data["level"], "date": data["date"]}

    def _due(self, event, data):
        """The request, once it is settled at the value of its date."""
        request = self._waiting.pop(data["requestId"], None)
        if request is None:
            self.find(event.position, f"{data['requestId']} was settled and did not wait")
            return None
        nav = self._funds[data["level"]].struck.get(request["date"])
        self.same(event.position, data["requestId"], {"nav": nav, "date": request["date"]}, data)
        return request

    def _issued(self, event, data):
        request = self._due(event, data)
        if request is None:
            return
        paid, nav = read(request["amount"]), read(data["nav"])
        units = cut(over(paid, nav, "down"), 6, "down")
        figures = {"amount": request["amount"], "units": write(units)}
        self.same(event.position, data["requestId"], figures, data)
        frozen, asset = own(request["ownerId"], "finance", "frozen"), ASSETS[request["level"]]
        sums = moved((frozen, f"house/fund-{request['level']}", "USDT", paid), (UNITS, frozen, asset, units))
        self.moves(event, sums, data["requestId"])
        had, cost = self._owned.get((request["ownerId"], request["level"]), (0, 0))
        self._owned[request["ownerId"], request["level"]] = had + units, cost + paid
        self._expected[data["requestId"]] = event.position, {"cash": write(paid), "units": write(units)}

    def _redeemed(self, event, data):
        request = self._due(event, data)
        if request is None:
            return
        units = read(request["units"])
        paid = money(times(units, read(data["nav"]), "down"), "down")
        had, cost = self._owned.get((request["ownerId"], request["level"]), (0, 0))
        part = min(cost, money(portion(cost, units, had, "even"), "even"))
        self._owned[request["ownerId"], request["level"]] = had - units, cost - part
        figures = {"units": request["units"], "paid": write(paid), "cost": write(part)}
        self.same(event.position, data["requestId"], figures, data)
        available, frozen = (own(request["ownerId"], "finance", bucket) for bucket in ("available", "frozen"))
        fund, asset = f"house/fund-{request['level']}", ASSETS[request["level"]]
        self.moves(event, moved((fund, available, "USDT", paid), (frozen, UNITS, asset, units)), data["requestId"])
        self._expected[data["requestId"]] = event.position, {"cash": write(-paid), "units": write(-units)}

    def _ended(self, event, data):
        request = self._waiting.pop(data["requestId"], None)
        if request is None:
            return self.find(event.position, f"{data['requestId']} ended and did not wait")
        figures = {"amount": request.get("amount"), "units": request.get("units")}
        self.same(event.position, data["requestId"], figures, data)
        available, frozen = (own(request["ownerId"], "finance", bucket) for bucket in ("available", "frozen"))
        back = read(request.get("amount") or "0")
        self.moves(event, moved((frozen, available, "USDT", back)), data["requestId"])
        self._expected[data["requestId"]] = event.position, {"cash": "0", "units": "0"}

    def _opened(self, event, data):
        self._funds[data["level"]].next = data["date"]

    def _said(self, event, data):
        expected = self._expected.pop(data["requestId"], None)
        if expected is None:
            return self.find(event.position, f"{event.type} is about {data['requestId']}, where nothing happened")
        self.same(event.position, data["requestId"], expected[1], data)

    def _flowed(self, event, data):
        self._said(event, data)
        fund = self._funds[data["level"]]
        fund.cash += read(data["cash"])
        fund.units += read(data["units"])

    def _missed(self, event, data):
        self._dated(event, data)
        self._funds[data["level"]].struck[data["date"]] = None

    def _dated(self, event, data):
        fund = self._funds[data["level"]]
        following = dates_from(data["date"], 2)[1]
        self.same(event.position, f"the fund {data['level']}", {"date": fund.next, "nextDate": following}, data)
        fund.next = data["nextDate"]

    def _struck(self, event, data):
        level, fund = data["level"], self._funds[data["level"]]
        self._dated(event, data)
        what = f"the fund {level} of {data['date']}"
        for action in data["actions"]:
            fund.cash += read(action["cash"])
            fund.change(action["asset"], read(action["quantity"]))
        valued = {close["asset"]: read(close["quantity"]) for close in data["closes"]}
        if valued != fund.held:
            self.find(event.position, f"{what} values other holdings than it has")
        gross = fund.cash + sum(worth_of(close) for close in data["closes"])
        fee = self._fee(event, data, gross, fund.units)
        nav = money(over(gross - fee, fund.units, "even"), "even") if fund.units else None
        figures = {
            **{"cash": write(fund.cash), "units": write(fund.units), "gross": write(gross), "fee": write(fee)},
            "nav": write(nav) if nav is not None else fund.nav or "1",
        }
        self.same(event.position, what, figures, data)
        self._flows(event, data, what)
        self.moves(event, self._strike_moves(data, fee), what)
        for trade in data["trades"]:
            fund.change(trade["asset"], read(trade["quantity"]))
            fund.cash -= worth_of(trade)
        if any(quantity < 0 for quantity in fund.held.values()):
            self.find(event.position, f"{what} sold more than it held")
        fund.cash -= fee
        fund.nav = data["nav"]
        fair = any("fair" in close for close in data["closes"])
        fund.struck[data["date"]] = None if fair else data["nav"]

    def _fee(self, event, data, gross, units):
        of_year = data["policy"]["inputs"].get("fee")
        if self.rules is not None:
            found = self.rules.in_force("fund.rules", begins(data["date"]) + 22 * HOUR_MS)
            version, values = found or (None, {})
            self.same(event.position, "the rules of the fund", {"version": version}, data["policy"])
            of_year = values.get("lowFee" if data["level"] == "low" else "balancedFee", of_year)
        if not units or gross <= 0 or of_year is None:
            return 0
        return money(divide(times(gross, read(of_year), "even"), 365, "down"), "even")

    def _flows(self, event, data, what):
        """All that waits for the date."""
        mine = [one for one in self._waiting.values() if (one["level"], one["date"]) == (data["level"], data["date"])]
        figures = {
            "purchases": write(sum(read(one["amount"]) for one in mine if "amount" in one)),
            "redemptions": write(sum(read(one["units"]) for one in mine if "units" in one)),
        }
        self.same(event.position, what, figures, data)

    def _strike_moves(self, data, fee):
        fund, sums = f"house/fund-{data['level']}", {}
        lines = [(fund, FEES, "USDT", fee)]
        for action in data["actions"]:
            carrier = CARRIERS[action["kind"]]
            lines += [(carrier, fund, "USDT", read(action["cash"]))]
            lines += [(carrier, fund, action["asset"], read(action["quantity"]))]
        for trade in data["trades"]:
            lines += [(MARKET, fund, trade["asset"], read(trade["quantity"]))]
            lines += [(fund, MARKET, "USDT", worth_of(trade))]
        for (account, asset), units in moved(*lines).items():
            add(sums, account, asset, units)
        return sums


def worth_of(line):
    return times(read(line["quantity"]), read(line["price"]), "down")
