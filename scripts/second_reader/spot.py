"""Fills of spot orders: what each side gave and got, and what orders hold."""

from amounts import ONE, cut, read, times, write
from fees import AGENTS, fact_of
from noun import Noun, add, own

MAKERS = "house/market-maker"
FEES = "house/fees"


class Spot(Noun):
    noun = "fills"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._specs = {}
        # By order: the order, what it holds, and its worse fee.
        self._orders = {}
        self._held = {}
        self._worst = {}

    def take(self, event):
        if event.kind != "spot":
            return
        fact, data = fact_of(event), event.data
        if fact == "BookOpened":
            self._specs[event.stream] = data["spec"]
        elif fact == "OrderAccepted":
            self._accepted(event, data)
        elif fact == "OrderMatched":
            self._matched(event, data)
        elif fact == "OrderAmended":
            self._changes(event, data, {name: data[name] for name in ("priceTicks", "stopTicks", "lots")})
            self._worst[data["orderId"]] = worst_of(data["fees"])
        elif fact == "OrderReduced":
            self._changes(event, data, {})
        elif fact == "OrderTrailed":
            self._orders[data["orderId"]].update(priceTicks=data["priceTicks"])
        elif fact == "OrderCancelled":
            self._cancelled(event, data)
        elif fact == "OrdersSplit":
            self._split(event, data)

    def _asset(self, stream, order):
        spec = self._specs[stream]
        return spec["base"] if order["side"] == "sell" else spec["quote"]

    def _hold(self, event, order, more):
        return {
            (own(order["owner"], "spot", "available"), self._asset(event.stream, order)): -more,
            (own(order["owner"], "spot", "frozen"), self._asset(event.stream, order)): more,
        }

    def _accepted(self, event, data):
        order = dict(data["order"])
        order_id = order["orderId"]
        self._orders[order_id] = order
        self._held[order_id] = read(data["held"])
        self._worst[order_id] = worst_of(data["fees"])
        self.moves(event, self._hold(event, order, self._held[order_id]), f"the hold of {order_id}")

    def _changes(self, event, data, changed):
        order = self._orders[data["orderId"]]
        order.update(changed)
        held = read(data["held"])
        more = held - self._held[data["orderId"]]
        self._held[data["orderId"]] = held
        self.moves(event, self._hold(event, order, more), f"the hold of {data['orderId']}")

    def _cancelled(self, event, data):
        order_id, heir = data["orderId"], data["heldBy"]
        order, held = self._orders.pop(order_id), self._held.pop(order_id)
        if heir is not None:
            self._held[heir] += held
        released = 0 if heir is not None else held
        self.same(event.position, order_id, {"released": write(released)}, data)
        self.moves(event, self._hold(event, order, -released), f"the hold of {order_id}")

    def _split(self, event, data):
        self._specs[event.stream] = data["spec"]
        sums = {}
        for one in data["orders"]:
            order = self._orders[one["orderId"]]
            order.update(priceTicks=one["priceTicks"], stopTicks=one["stopTicks"], lots=one["lots"])
            more = read(one["held"]) - self._held[one["orderId"]]
            self._held[one["orderId"]] = read(one["held"])
            for (account, asset), units in self._hold(event, order, more).items():
                add(sums, account, asset, units)
        # Shares on hold for a sell are split with the holding, in an event of their own.
        base = data["spec"]["base"]
        self.moves(event, {key: units for key, units in sums.items() if key[1] != base}, "the split of orders")

    def _matched(self, event, data):
        spec = self._specs[event.stream]
        price = data["priceTicks"] * read(spec["tickSize"])
        quantity = data["lots"] * read(spec["lotSize"])
        notional = times(price, quantity, "even")
        figures = {"price": write(price), "quantity": write(quantity), "notional": write(notional)}
        self.same(event.position, data["tradeId"], figures, data)
        sums = {}
        taker = data["takerSide"]
        other = "sell" if taker == "buy" else "buy"
        for role, side in (("maker", other), ("taker", taker)):
            fill = (side, quantity, notional, read(data[f"{role}Fee"]))
            if data[f"{role}OrderId"] is None:
                agents_pay(sums, spec, fill)
            else:
                self._side(event, sums, role, fill)
        add(sums, FEES, spec["quote"], read(data["makerFee"]) + read(data["takerFee"]))
        self.moves(event, sums, data["tradeId"])

    def _side(self, event, sums, role, fill):
        data, spec = event.data, self._specs[event.stream]
        order_id = data[f"{role}OrderId"]
        order = self._orders[order_id]
        side, quantity, notional, fee = fill
        cost = quantity if side == "sell" else notional + fee
        left = self._reserve(spec, order, data[f"{role}RemainingLots"], self._held[order_id] - cost, order_id)
        self.same(event.position, order_id, {f"{role}Held": write(left)}, data)
        told = read(data[f"{role}Held"])
        freed = self._held[order_id] - cost - told
        self._held[order_id] = told
        if freed < 0:
            self.find(event.position, f"the hold of {order_id} does not cover its fill")
        frozen, available = (own(order["owner"], "spot", bucket) for bucket in ("frozen", "available"))
        given, got = (spec["base"], spec["quote"]) if side == "sell" else (spec["quote"], spec["base"])
        add(sums, frozen, given, -cost - freed)
        add(sums, available, given, freed)
        add(sums, available, got, notional - fee if side == "sell" else quantity)

    def _reserve(self, spec, order, lots, rest, order_id):
        """What an order holds for lots that may still fill. A market buy holds what it is about to take."""
        if order["kind"] == "market" and order["side"] == "buy" and order["timeInForce"] not in ("OPG", "ATC"):
            return rest
        if order["side"] == "sell":
            return lots * read(spec["lotSize"])
        worth = times(order["priceTicks"] * read(spec["tickSize"]), lots * read(spec["lotSize"]), "even")
        return cut(times(worth, ONE + self._worst[order_id], "up"), spec["quoteDecimals"], "up")


def agents_pay(sums, spec, fill):
    side, quantity, notional, fee = fill
    sign = 1 if side == "buy" else -1
    add(sums, MAKERS, spec["base"], sign * quantity)
    add(sums, MAKERS, spec["quote"], -sign * notional - fee)


def worst_of(fees):
    """The worse of the two rates: what a hold is reckoned by."""
    return max(read(fees["maker"]), read(fees["taker"]), 0)
