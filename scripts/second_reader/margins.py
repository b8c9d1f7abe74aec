"""What orders of contracts hold, and what their fills put up."""

from amounts import ONE, money, over, portion, read, times, write
from fees import AGENTS, fact_of
from margin import notional_of
from noun import Noun
from spot import worst_of


class Margins(Noun):
    """By the leverage, mark price and rates that the order names: initial margin, loss against the mark, fees of opening and closing."""

    noun = "margins"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._specs = {}
        self._orders = {}
        self._worst = {}
        # Of fills of this command: (lots, cost). Of market orders: what is left of what they hold.
        self._taken = {}
        self._exact = {}
        self._command = None
        self._began = 0

    def take(self, event):
        command = event.correlation, event.causation
        if command != self._command:
            self._end()
            self._command, self._began = command, event.position
        fact, data = fact_of(event), event.data
        if event.type in ("PositionOpened", "PositionIncreased"):
            return self._grown(event, data)
        if event.kind != "contract":
            return
        if fact in ("BookOpened", "OrdersSplit"):
            self._specs[event.id] = data["spec"]
        if fact == "OrderAccepted":
            self._accepted(event, data)
        elif fact == "OrderAmended":
            order = self._orders[data["orderId"]]
            order.update({name: data[name] for name in ("priceTicks", "stopTicks", "lots")})
            if "markTicks" in data:
                order["margin"] = {**order["margin"], "markTicks": data["markTicks"]}
            self._worst[data["orderId"]] = worst_of(data["fees"])
            self._holds(event, order, data["remainingLots"], data["held"])
        elif fact == "OrderTrailed":
            self._orders[data["orderId"]].update(priceTicks=data["priceTicks"], stopTicks=data["stopTicks"])
        elif fact == "OrdersSplit":
            self._split(event, data)
        elif fact == "OrderMatched":
            for role in ("maker", "taker"):
                if data[f"{role}OrderId"] is not None and data[f"{role}Owner"] != AGENTS:
                    self._filled(event, data, role)

    def finish(self):
        self._end()

    def _end(self):
        for order_id, held in self._exact.items():
            self._report.compare(self.noun)
            if held:
                self.find(self._began, f"{order_id} held {write(held)} more than its fills took")
        self._taken, self._exact = {}, {}

    def _accepted(self, event, data):
        order = dict(data["order"])
        self._orders[order["orderId"]] = order
        self._worst[order["orderId"]] = worst_of(data["fees"])
        if order["kind"] == "market" and order["timeInForce"] not in ("OPG", "ATC"):
            self._exact[order["orderId"]] = read(data["held"])
        else:
            self._holds(event, order, order["lots"], data["held"])

    def _split(self, event, data):
        for one in data["orders"]:
            order = self._orders[one["orderId"]]
            order.update({name: one[name] for name in ("priceTicks", "stopTicks", "lots")})
            if "markTicks" in one:
                order["margin"] = {**order["margin"], "markTicks": one["markTicks"]}

    def _holds(self, event, order, lots, told):
        held = {"held": write(self._held_for(event.id, order, lots))}
        self.same(event.position, order["orderId"], held, {"held": told})

    def _filled(self, event, data, role):
        order = self._orders[data[f"{role}OrderId"]]
        order_id, lots = order["orderId"], data["lots"]
        cost = self._cost(event.id, order, data, read(data[f"{role}Fee"]))
        self._taken[order_id] = lots, cost
        if order_id not in self._exact:
            return self._holds(event, order, data[f"{role}RemainingLots"], data[f"{role}Held"])
        self._exact[order_id] -= cost
        self.same(event.position, order_id, {f"{role}Held": write(self._exact[order_id])}, data)

    def _worth(self, symbol, ticks, lots):
        spec = self._specs[symbol]
        return notional_of(ticks * read(spec["tickSize"]), lots * read(spec["lotSize"]))

    def _held_for(self, symbol, order, lots):
        if is_reducing(order):
            return 0
        worth, marked = self._worth(symbol, order["priceTicks"], lots), self._worth(symbol, mark_of(order), lots)
        rate, worse = self._worst[order["orderId"]], max(worth, marked)
        return initial(order, worse, rate) + lost(order, worth, marked) + money(times(worse, rate, "down"), "down")

    def _cost(self, symbol, order, data, fee):
        """By its own price and fee, and no more than was held for its lots."""
        if is_reducing(order):
            return 0
        worth, marked = read(data["notional"]), self._worth(symbol, mark_of(order), data["lots"])
        wanted = initial(order, worth, self._worst[order["orderId"]]) + lost(order, worth, marked) + fee
        return min(wanted, self._held_for(symbol, order, data["lots"]))

    def _grown(self, event, data):
        """A fill puts up what it took, less its fee; where it closed another position first, its lots' part of it."""
        if data["orderId"] not in self._taken:
            return self.find(event.position, f"{data['orderId']} has no fill")
        lots, cost = self._taken[data["orderId"]]
        part = cost if lots == data["lots"] else money(portion(cost, data["lots"], lots, "down"), "down")
        self.same(event.position, data["orderId"], {"margin": write(part - read(data["fee"]))}, data)


def is_reducing(order):
    """An order that only closes holds nothing."""
    side = order.get("positionSide")
    if side == "both":
        return order.get("reduceOnly") is True
    return (order["side"] == "sell") == (side == "long")


def is_long(order):
    side = order.get("positionSide")
    return side == "long" or (side != "short" and order["side"] == "buy")


def mark_of(order):
    return order["stopTicks"] if order["stopTicks"] is not None else order["margin"]["markTicks"]


def initial(order, worth, rate):
    """Initial margin, and the fee of closing at the price at which it is lost."""
    margin = money(over(worth, order["margin"]["leverage"] * ONE, "down"), "down")
    end = worth - margin if is_long(order) else worth + margin
    return margin + money(times(end, rate, "down"), "down")


def lost(order, worth, marked):
    """What an order loses at once against the mark."""
    return max(money(worth - marked if is_long(order) else marked - worth, "down"), 0)
