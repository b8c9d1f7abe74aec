"""Conversions: what a quote holds, what it pays by its prices and spread, and what of the rules it was made by."""

from amounts import ONE, cut, money, over, read, times, write
from noun import Noun, add, moved, own

SECOND_MS = 1000
HOUSE = "house/conversion"
HALF = ONE // 2


class Conversions(Noun):
    noun = "conversions"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._quotes = {}

    def take(self, event):
        if event.type == "ConversionQuoted":
            self._quoted(event, event.data)
        elif event.type == "FundsConverted":
            self._converted(event, event.data)
        elif event.type == "ConversionQuoteEnded":
            self._ended(event, event.data)

    def _quoted(self, event, data):
        self._quotes[data["quoteId"]] = data
        inputs = data["policy"]["inputs"]
        self._published(event, data["policy"])
        for leg in data["legs"]:
            self.same(event.position, f"the spread of {leg['currency']}", {"spreadRate": spread_of(leg, inputs)}, leg)
        self._priced(event, data["legs"], data["to"], data["receives"])
        seconds = inputs["dustQuoteSeconds" if data["kind"] == "dust" else "quoteSeconds"]
        expires = {"expiresAt": data["quotedAt"] + seconds * SECOND_MS}
        self.same(event.position, data["quoteId"], expires, data)
        self.same(event.position, data["quoteId"], figures_of(data["legs"]), inputs)
        self.moves(event, holds(data, 1), f"the hold of {data['quoteId']}")

    def _published(self, event, policy):
        """All values of the rules stand in the quote, because they apply at its acceptance too."""
        if self.rules is None:
            return
        values = self.rules.values("conversion.rules", policy["version"])
        if values is None or policy["name"] != "conversion.rules":
            return self.find(event.position, f"{policy['name']} v{policy['version']} was never published")
        self.same(event.position, "the rules of the quote", values, policy["inputs"])

    def _priced(self, event, legs, to, receives):
        total = 0
        for leg in legs:
            sold, price = read(leg["amount"]), read(leg["priceUsdt"])
            worth = times(sold, price, "down")
            kept = times(worth, ONE - read(leg["spreadRate"]), "down")
            brings = money(over(kept, read(to["priceUsdt"]), "down"), "down")
            total += brings
            figures = {"worthUsdt": write(money(worth, "down")), "receives": write(brings)}
            self.same(event.position, f"{leg['amount']} {leg['currency']}", figures, leg)
        self.same(event.position, to["currency"], {"receives": write(total)}, {"receives": receives})

    def _converted(self, event, data):
        quote = self._quotes.pop(data["quoteId"], None)
        if quote is None:
            return self.find(event.position, f"{data['quoteId']} was carried out and never quoted")
        told = {name: quote[name] for name in ("legs", "to", "quotedAt", "expiresAt")}
        self.same(event.position, data["quoteId"], {**told, "received": quote["receives"]}, data)
        now = data["atAcceptance"]
        self._priced(event, now["legs"], now["to"], now["receives"])
        inputs = {**quote["policy"]["inputs"], "offered": quote["receives"], "current": now["receives"]}
        self.same(event.position, data["quoteId"], {"policy": {**quote["policy"], "inputs": inputs}}, data)
        if event.at >= quote["expiresAt"]:
            self.find(event.position, f"{data['quoteId']} was carried out after its end")
        if has_moved(quote, now):
            self.find(event.position, f"{data['quoteId']} was carried out, and its price had moved too far")
        available, frozen = (own(quote["ownerId"], "spot", bucket) for bucket in ("available", "frozen"))
        sums = moved(*((frozen, HOUSE, leg["currency"], read(leg["amount"])) for leg in quote["legs"]))
        bought = read(quote["receives"])
        add(sums, HOUSE, quote["to"]["currency"], -bought)
        add(sums, available, quote["to"]["currency"], bought)
        self.moves(event, sums, data["quoteId"])

    def _ended(self, event, data):
        quote = self._quotes.pop(data["quoteId"], None)
        if quote is None:
            return self.find(event.position, f"{data['quoteId']} ended and was never quoted")
        released = [{"currency": leg["currency"], "amount": leg["amount"]} for leg in quote["legs"]]
        self.same(event.position, data["quoteId"], {"released": released, "policy": quote["policy"]}, data)
        now = data["atAcceptance"]
        if now is not None:
            self._priced(event, now["legs"], now["to"], now["receives"])
            if data["reason"] == "refused" and not has_moved(quote, now):
                self.find(event.position, f"{data['quoteId']} was refused, and its price had not moved too far")
        self.moves(event, holds(quote, -1), f"the hold of {data['quoteId']}")


def spread_of(leg, inputs):
    """The published minimum, or more where the price is likely to move more; never more than a half."""
    wanted = times(read(leg["volatility"]), read(inputs["volatilityFactor"]), "up")
    return write(max(min(wanted, HALF), read(inputs["spreadRate"])))


def figures_of(legs):
    """What legs are worth together, and the share of it that their spread costs."""
    worth = sum(read(leg["worthUsdt"]) for leg in legs)
    cost = sum(times(read(leg["worthUsdt"]), read(leg["spreadRate"]), "down") for leg in legs)
    share = cut(over(cost, worth, "even"), 6, "even") if worth else 0
    return {"worthUsdt": write(worth), "quotedSpread": write(share)}


def holds(quote, sign):
    available, frozen = (own(quote["ownerId"], "spot", bucket) for bucket in ("available", "frozen"))
    return moved(*((available, frozen, leg["currency"], sign * read(leg["amount"])) for leg in quote["legs"]))


def has_moved(quote, now):
    """Whether the quote gives more than the market by then, beyond what the rules tolerate."""
    least = times(at_index(quote), ONE - read(quote["policy"]["inputs"]["moveToleranceRate"]), "up")
    return at_index(now) < least


def at_index(terms):
    worth = sum(times(read(leg["amount"]), read(leg["priceUsdt"]), "down") for leg in terms["legs"])
    return over(worth, read(terms["to"]["priceUsdt"]), "down")
