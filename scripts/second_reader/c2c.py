"""C2C: prices and payments by the published spread on the index that the order names, and what it credits."""

from amounts import ONE, cut, read, times, write
from noun import Noun, moved, own

SELLERS = "house/c2c-sellers"
# ISO 4217: currencies without a minor unit.
WHOLE = {"JPY", "KRW", "VND", "CLP", "ISK", "HUF"}


class C2c(Noun):
    noun = "c2c"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._orders = {}

    def take(self, event):
        if event.type == "C2cOrderPlaced":
            self._placed(event, event.data)
        elif event.type == "C2cCompleted":
            self._completed(event, event.data)

    def _placed(self, event, data):
        self._orders[data["orderId"]] = data
        values, policy = data["policy"]["inputs"], data["policy"]
        if self.rules is not None:
            published = self.rules.values("c2c.rules", policy["version"])
            if published is None:
                return self.find(event.position, f"{policy['name']} v{policy['version']} was never published")
            self.same(event.position, f"the rules of {data['orderId']}", published, values)
            values = published
        margin = read(values["spread"]) + (0 if data["opensAt"] is None else read(values["closedMargin"]))
        price = cut(times(read(data["index"]), ONE + margin, "up"), 4, "up")
        decimals = 0 if data["currency"] in WHOLE else 2
        pays = cut(times(read(data["amount"]), price, "up"), decimals, "up")
        figures = {"margin": write(margin), "price": write(price), "payAmount": write(pays)}
        self.same(event.position, data["orderId"], figures, data)

    def _completed(self, event, data):
        order = self._orders.get(data["orderId"])
        if order is None:
            return self.find(event.position, f"{data['orderId']} was credited and never placed")
        arrived = sum(read(wire["amount"]) for wire in data["wires"])
        if arrived < read(order["payAmount"]):
            self.find(event.position, f"{data['orderId']} was credited for {write(arrived)}, less than was to be paid")
        spot = own(order["ownerId"], "spot", "available")
        self.moves(event, moved((SELLERS, spot, order["asset"], read(order["amount"]))), data["orderId"])
