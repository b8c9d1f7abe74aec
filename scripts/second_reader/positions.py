"""What moves a position: fills, closes, funding, margin, dividends and splits."""

from dataclasses import dataclass, replace

from amounts import money, portion, read, times, write
from margin import Open, funding_owed

NAMES = {
    **{"entry": "entryNotional", "margin": "margin", "index": "fundingIndex"},
    **{"fees": "fees", "funding": "funding", "unpaid": "unpaid", "realised": "realised"},
}


@dataclass(frozen=True, slots=True)
class Holding:
    side: str
    number: int
    lots: int
    entry: int = 0
    margin: int = 0
    index: int = 0
    fees: int = 0
    funding: int = 0
    unpaid: int = 0
    realised: int = 0

    def told(self):
        """As events say it."""
        amounts = {name: write(getattr(self, field)) for field, name in NAMES.items()}
        return {"number": self.number, "lots": self.lots, **amounts}

    def open(self, lot, index):
        quantity = self.lots * lot
        owed = self.unpaid + funding_owed(self.side, quantity, self.index, index)
        return Open(self.side, quantity, self.entry, self.margin, owed)


def holding_of(side, told):
    """From an event, or None where no lots are left."""
    amounts = {field: read(told.get(name, "0")) for field, name in NAMES.items()}
    return Holding(side, told["number"], told["lots"], **amounts) if told["lots"] else None


def grown(before, lots, notional, fee, margin):
    return replace(
        before,
        lots=before.lots + lots,
        entry=before.entry + notional,
        margin=before.margin + margin,
        fees=before.fees + fee,
    )


def closed(before, lots, notional, fee, keeps_margin):
    """(after, realised, released, funding paid, shortfall) of lots that are closed."""
    cost = money(portion(before.entry, lots, before.lots, "even"), "even")
    margin = money(portion(before.margin, lots, before.lots, "down"), "down")
    realised = notional - cost if before.side == "long" else cost - notional
    rest = before.margin - margin
    back = margin + realised - fee
    missing = max(-back, 0)
    taken = min(missing, rest)
    is_last = lots == before.lots
    coming = max(back, 0) + (rest - taken if is_last else 0)
    paid = min(before.unpaid, coming)
    released = coming - paid
    left = 0 if is_last else rest - taken
    if keeps_margin and not is_last:
        left, released = left + released, 0
    after = replace(
        before,
        lots=before.lots - lots,
        entry=before.entry - cost,
        margin=left,
        fees=before.fees + fee,
        funding=before.funding + paid,
        unpaid=before.unpaid - paid,
        realised=before.realised + realised,
    )
    return after, realised, released, paid, missing - taken


def charged(before, owed):
    """(after, paid, shortfall): what the margin does not cover stays owed."""
    everything = before.unpaid + owed
    paid = min(everything, before.margin)
    after = replace(
        before, margin=before.margin - paid, funding=before.funding + paid, unpaid=everything - paid
    )
    return after, paid, owed - paid


def funded(before, lot, index):
    """(after, paid, shortfall, rounding) of funding up to an index."""
    quantity = before.lots * lot
    owed = funding_owed(before.side, quantity, before.index, index)
    exact = times(quantity, index - before.index, "even")
    after, paid, shortfall = charged(before, owed)
    return replace(after, index=index), paid, shortfall, owed - (exact if before.side == "long" else -exact)


def last_worth(side, price, quantity):
    """What a long gets is rounded down, and what a short pays is rounded up."""
    rounding = "down" if side == "long" else "up"
    return money(times(price, quantity, rounding), rounding)
