"""Tiers of orders and fees of fills, from what was traded and the published tables."""

from datetime import datetime, timezone

from amounts import cut, read, times, write
from noun import Noun

DAY_MS = 86_400_000
# Tiers change an hour after the days that they follow from.
SETTLES_MS = 3_600_000
VOLUME_DAYS = 30
TIERS = 8
AGENTS = "house"
MARKET = "market"
PREFIXES = {"spot": "Spot", "contract": "Contract"}


def fact_of(event):
    """The name of an event of a book without its product, or None."""
    prefix = PREFIXES.get(event.kind)
    return None if prefix is None or not event.type.startswith(prefix) else event.type[len(prefix) :]


class Fees(Noun):
    noun = "fees"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        # By policy and owner, then by UTC day.
        self._volumes = {}
        # What open orders pay, and what orders pay that came with others.
        self._orders = {}
        self._kept = {}
        self._decimals = {}

    def take(self, event):
        fact = fact_of(event)
        if fact is None:
            return
        data, policy = event.data, f"{event.kind}.fees"
        if fact == "BookOpened":
            self._decimals[event.stream] = data["spec"]["quoteDecimals"]
        elif fact == "OrderAccepted":
            self._accepted(event, data["order"], data["fees"], policy)
        elif fact == "OrderAmended":
            self._amended(event, data, policy)
        elif fact == "OrderMatched":
            self._matched(event, data, policy)
        elif fact == "OrderCancelled":
            self._orders.pop(data["orderId"], None)

    def _accepted(self, event, order, fees, policy):
        order_id, parent = order["orderId"], order.get("parent")
        if order.get("attached") is not None or parent is not None or order.get("wholePosition"):
            self._kept[order_id] = fees
        if parent is None:
            return self._terms(event, order_id, order["owner"], fees, policy)
        self._orders[order_id] = fees
        self._as_agreed(event, order_id, parent["orderId"], fees)

    def _amended(self, event, data, policy):
        order_id, fees = data["orderId"], data["fees"]
        if data.get("byFill"):
            return self._as_agreed(event, order_id, order_id, fees)
        if order_id in self._kept or data.get("attached"):
            self._kept[order_id] = fees
        self._terms(event, order_id, data["owner"], fees, policy)

    def _as_agreed(self, event, order_id, source, fees):
        if source not in self._kept:
            return self.find(event.position, f"{order_id} came with no order")
        self.same(event.position, order_id, self._kept[source], fees)

    def _terms(self, event, order_id, owner, fees, policy):
        self._orders[order_id] = fees
        if self.rules is None:
            return
        day = int(datetime.fromisoformat(fees["day"]).replace(tzinfo=timezone.utc).timestamp()) * 1000 // DAY_MS
        if not 0 <= (event.at - SETTLES_MS) // DAY_MS - day <= 1:
            self.find(event.position, f"{order_id} has the tier of {fees['day']}, which is another day")
        values = self.rules.values(policy, fees["policyVersion"]) if fees["policy"] == policy else None
        if values is None:
            what = f"{order_id} pays by {fees['policy']} v{fees['policyVersion']}, no published version of {policy}"
            return self.find(event.position, what)
        # A liquidation pays by the lowest tier, whatever the owner has traded.
        volume = 0 if event.actor == MARKET else self._volume(policy, owner, day)
        tier = max((n for n in range(TIERS) if n == 0 or volume >= read(str(values[f"from{n}"]))), default=0)
        rates = {side: write(read(str(values[f"{side}{tier}"]))) for side in ("maker", "taker")}
        self.same(event.position, order_id, {**rates, "tier": tier, "volume": write(volume)}, fees)

    def _volume(self, policy, owner, day):
        days = self._volumes.get((policy, owner), {})
        return sum(days.get(of, 0) for of in range(day - VOLUME_DAYS, day))

    def _matched(self, event, data, policy):
        notional = times(read(data["price"]), read(data["quantity"]), "down")
        maker, taker = self._rates(event, data["makerOrderId"]), self._rates(event, data["takerOrderId"])
        paid = fees_of(notional, maker, taker, self._decimals.get(event.stream, 0))
        expected = {
            "notional": write(notional),
            "makerFee": write(paid[0]),
            "takerFee": write(paid[1]),
            "makerTerms": terms_of(maker, "maker"),
            "takerTerms": terms_of(taker, "taker"),
        }
        self.same(event.position, data["tradeId"], expected, data)
        # Trades between users count for nobody.
        sides = {data["makerOrderId"]: data["makerOwner"], data["takerOrderId"]: data["takerOwner"]}
        if sides.keys() & {None} and (owner := next((sides[id] for id in sides if id is not None), None)):
            days = self._volumes.setdefault((policy, owner), {})
            days[event.at // DAY_MS] = days.get(event.at // DAY_MS, 0) + notional
        if data["makerRemainingLots"] == 0:
            self._orders.pop(data["makerOrderId"], None)

    def _rates(self, event, order_id):
        if order_id is not None and order_id not in self._orders:
            self.find(event.position, f"{order_id} was never accepted")
        return self._orders.get(order_id)


def fees_of(notional, maker, taker, decimals):
    """(of the maker, of the taker): rounded down, and a rebate is at most what the other side pays."""
    fee = lambda rate: cut(times(notional, read(rate), "down"), decimals, "down")
    asked = 0 if maker is None else fee(maker["maker"])
    if taker is None:
        return asked, max(-asked, 0)
    paid = fee(taker["taker"])
    return max(asked, -paid), paid


def terms_of(fees, role):
    if fees is None:
        return None
    return {"rate": write(read(fees[role])), "tier": fees["tier"], "policyVersion": fees["policyVersion"]}
