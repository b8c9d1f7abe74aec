"""Custody: holds, accruals by revealed rates, penalties and payouts."""

from datetime import datetime, timedelta, timezone

from amounts import money, read, times, write
from noun import Noun, moved, own

MINUTE_MS = 60_000
TREASURY, HOLDS, GRANTS = "house/treasury", "house/treasury-holds", "house/treasury-grants"


def begins(date):
    """The first instant of a UTC date."""
    return int(datetime.fromisoformat(date).replace(tzinfo=timezone.utc).timestamp()) * 1000


def dates_from(first, count):
    day = datetime.fromisoformat(first)
    return [(day + timedelta(days=n)).strftime("%Y-%m-%d") for n in range(count)]


class Custody(Noun):
    noun = "custody"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._open = {}
        self._requests = {}
        # What the treasury must say of an order next.
        self._expected = {}
        # Revealed rates, and payments by rates that were not revealed yet.
        self._rates = {}
        self._awaited = []
        self._next = None
        self._granted = 0

    def take(self, event):
        handler = {
            "CustodyBought": self._bought,
            "CustodyRedemptionRequested": self._requested,
            "CustodyContinued": self._continued,
            "CustodyRedemptionRejected": self._continued,
            "CustodyRedeemed": self._ended,
            "CustodyCompleted": self._ended,
            "CustodyTreasuryGranted": self._given,
            "CustodyRatesBegun": self._begun,
            "CustodyCovered": self._said,
            "CustodyCoverEnded": self._said,
            "CustodyRateRevealed": self._revealed,
        }.get(event.type)
        if handler is not None:
            handler(event, event.data)

    def finish(self):
        for order_id, (position, _) in self._expected.items():
            self.find(position, f"the treasury never says what became of {order_id}")
        for position, order_id, key, _ in self._awaited:
            self.find(position, f"{order_id} was paid by a rate that was never revealed: {key}")

    def _rules(self, event, order_id, version):
        if self.rules is None:
            return None
        values = self.rules.values("custody.rules", version)
        if values is None or version not in self.rules.followed("custody.rules", event.at):
            self.find(event.position, f"{order_id} follows custody.rules v{version}, which were not in force")
        return values

    def _bought(self, event, data):
        order_id, product = data["orderId"], data["productId"]
        values = self._rules(event, order_id, data["policy"]["version"])
        if values is not None:
            expected = {name: values[name] for name in ("cycleDays", "rateMin", "rateMax")}
            expected["penaltyRate"] = values[f"{product}Penalty"]
            expected["penalty"] = "flat" if product == "flat" else "remaining-days"
            self.same(event.position, order_id, expected, data)
            self._within(event, data, values)
        principal = read(data["principal"])
        highest = money(times(principal, read(data["rateMax"]) * data["cycleDays"], "up"), "up")
        dates = dates_from(data["firstDate"], data["cycleDays"])
        self.same(event.position, order_id, {"highest": write(highest), "lastDate": dates[-1]}, data)
        if begins(dates[0]) <= event.at:
            self.find(event.position, f"{order_id} earns a date that had begun")
        self._open[order_id] = data
        told = {name: data[name] for name in ("productId", "principal", "highest", "rateMin", "rateMax")}
        self._expected[order_id] = event.position, told
        self.moves(event, self._hold(data, 1), order_id)

    def _within(self, event, data, values):
        """Smallest, largest and all together: advanced verification doubles what one order may be of."""
        product, sum_ = data["productId"], read(data["principal"])
        most = read(values[f"{product}MaxUsdt"]) * (2 if data["advanced"] and product != "vip" else 1)
        mine = (data["ownerId"], product)
        held = [read(one["principal"]) for one in self._open.values() if (one["ownerId"], one["productId"]) == mine]
        quota = read(values[f"{product}QuotaUsdt"])
        self._report.compare(self.noun)
        if not read(values[f"{product}MinUsdt"]) <= sum_ <= most or sum(held) + sum_ > quota:
            self.find(event.position, f"{data['orderId']} of {data['principal']} is outside the published limits")

    def _hold(self, order, sign):
        available, frozen = (own(order["ownerId"], "finance", bucket) for bucket in ("available", "frozen"))
        principal, highest = sign * read(order["principal"]), sign * read(order["highest"])
        return moved((available, frozen, "USDT", principal), (TREASURY, HOLDS, "USDT", highest))

    def _requested(self, event, data):
        order = self._open.get(data["orderId"])
        if order is None:
            return self.find(event.position, f"{data['orderId']} is not in custody")
        dates = dates_from(order["firstDate"], order["cycleDays"])
        left = sum(begins(date) > event.at for date in dates)
        share = read(order["penaltyRate"]) * (1 if order["penalty"] == "flat" else left)
        penalty = write(money(times(read(order["principal"]), share, "down"), "down"))
        self.same(event.position, data["orderId"], {"notBegun": left, "penalty": penalty}, data)
        self._requests[data["orderId"]] = data

    def _continued(self, event, data):
        if self._requests.pop(data["orderId"], {}).get("requestId") != data["requestId"]:
            self.find(event.position, f"{data['orderId']} had no such request")

    def _ended(self, event, data):
        order_id = data["orderId"]
        order, request = self._open.pop(order_id, None), self._requests.pop(order_id, None)
        if order is None:
            return self.find(event.position, f"{order_id} is not in custody")
        early = event.type == "CustodyRedeemed"
        if early:
            asked = {name: (request or {}).get(name) for name in ("requestId", "penalty")}
            self.same(event.position, order_id, asked, data)
        self._dated(event, order, data["rates"], early)
        principal, highest = read(order["principal"]), read(order["highest"])
        penalty = read(request["penalty"]) if early and request else 0
        interest = money(times(principal, sum(read(rate) for rate in data["rates"]), "down"), "down")
        back = principal - penalty + interest
        figures = {"principal": order["principal"], "interest": write(interest), "returned": write(back)}
        figures["highest"] = order["highest"]
        self.same(event.position, order_id, figures, data)
        told = {"principal": order["principal"], "highest": order["highest"]}
        told.update(interest=write(interest), penalty=write(penalty))
        self._expected[order_id] = event.position, told
        available, frozen = (own(order["ownerId"], "finance", bucket) for bucket in ("available", "frozen"))
        sums = moved(
            (frozen, available, "USDT", principal - penalty),
            (frozen, TREASURY, "USDT", penalty),
            (HOLDS, available, "USDT", interest),
            (HOLDS, TREASURY, "USDT", highest - interest),
        )
        self.moves(event, sums, order_id)

    def _dated(self, event, order, rates, early):
        """One rate for each date that was revealed by then, and each is the one that was revealed for all."""
        dates = dates_from(order["firstDate"], order["cycleDays"])
        late = order["maturesAt"] - begins(order["lastDate"])
        known = [date for date in dates if begins(date) + late <= event.at]
        due = len(known) if early else order["cycleDays"]
        self.same(event.position, order["orderId"], {"dates": due}, {"dates": len(rates)})
        for date, rate in zip(dates, rates):
            key = key_of(order, date)
            if key not in self._rates:
                self._awaited.append((event.position, order["orderId"], key, rate))
            else:
                self.same(event.position, f"{order['orderId']} on {date}", {"rate": self._rates[key]}, {"rate": rate})

    def _given(self, event, data):
        self._granted += read(data["granted"])
        self.same(event.position, "the grant to the treasury", {"total": write(self._granted)}, data)
        values = self._rules(event, "the grant", data["policy"]["version"])
        if values is not None:
            self.same(event.position, "the grant to the treasury", {"total": values["grantUsdt"]}, data)
        self.moves(event, moved((GRANTS, TREASURY, "USDT", read(data["granted"]))), "the grant to the treasury")

    def _begun(self, event, data):
        self._next = data["date"]

    def _said(self, event, data):
        expected = self._expected.pop(data["orderId"], None)
        if expected is None or (event.type == "CustodyCoverEnded") != ("interest" in expected[1]):
            return self.find(event.position, f"{event.type} is about {data['orderId']}, where nothing happened")
        self.same(event.position, data["orderId"], expected[1], data)

    def _revealed(self, event, data):
        self.same(event.position, "the revealed rates", {"date": self._next}, data)
        self._next = data["nextDate"]
        for rate in data["rates"]:
            self._rates[key_of(rate, data["date"])] = rate["rate"]
            if not read(rate["rateMin"]) <= read(rate["rate"]) <= read(rate["rateMax"]):
                self.find(event.position, f"the rate {rate['rate']} of {data['date']} is outside its band")
        left = []
        for position, order_id, key, rate in self._awaited:
            if key in self._rates:
                self.same(position, f"{order_id} on {data['date']}", {"rate": self._rates[key]}, {"rate": rate})
            else:
                left.append((position, order_id, key, rate))
        self._awaited = left


def key_of(band, date):
    return f"{band['productId']} {band['rateMin']} to {band['rateMax']} on {date}"
