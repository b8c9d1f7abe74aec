"""Orders of all books: what of each is left after its fills."""

from fees import fact_of
from noun import Noun


class Orders(Noun):
    noun = "orders"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        # By order: (lots, of these left).
        self._lots = {}

    def take(self, event):
        fact, data = fact_of(event), event.data
        if fact == "OrderAccepted":
            order = data["order"]
            # A market buy by budget says no lots.
            if order["budgetTickLots"] is None:
                self._lots[order["orderId"]] = order["lots"], order["lots"]
        elif fact == "OrderMatched":
            for role in ("maker", "taker"):
                self._left(event, data, f"{role}OrderId", f"{role}RemainingLots", 0, data["lots"])
        elif fact == "OrderAmended":
            lots, left = self._lots.get(data["orderId"], (0, 0))
            self._left(event, data, "orderId", "remainingLots", data["lots"] - lots, 0)
        elif fact == "OrderReduced":
            self._left(event, data, "orderId", "remainingLots", -data["lots"], 0)
        elif fact == "OrdersSplit":
            for one in data["orders"]:
                self._lots[one["orderId"]] = one["lots"], one["remainingLots"]
        elif fact == "OrderCancelled":
            self._left(event, data, "orderId", "remainingLots", 0, 0)
            self._lots.pop(data["orderId"], None)

    def _left(self, event, data, name, told, more, filled):
        """`more` lots were ordered, and so many filled."""
        order_id = data[name]
        if order_id not in self._lots:
            return
        lots, left = self._lots[order_id]
        lots, left = lots + more, left + more - filled
        self.same(event.position, order_id, {told: left}, data)
        self._lots[order_id] = lots, left
