"""Isolated margin of contracts: what positions are worth, what they must be worth, and at which price nothing is left."""

from dataclasses import dataclass

from amounts import ONE, money, over, read, times

BRACKETS = 8
NOTICE_MS = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Bracket:
    number: int
    start: int
    end: int
    rate: int
    less: int


@dataclass(frozen=True, slots=True)
class Open:
    """A position as the formulas see it: amounts in units, `owed` of funding."""

    side: str
    quantity: int
    entry: int
    margin: int
    owed: int

    @property
    def sign(self):
        return 1 if self.side == "long" else -1


def brackets_of(rows):
    """Of (end, rate) of each: what is deducted makes the maintenance margin continuous where the rate rises."""
    found = []
    for number, (end, rate) in enumerate(rows, 1):
        before = found[-1] if found else Bracket(0, 0, 0, 0, 0)
        less = before.less + times(before.end, rate - before.rate, "even")
        found.append(Bracket(number, before.end, end, rate, less))
    return found


def published_brackets(values):
    return brackets_of([(read(str(values[f"to{n}"])), read(str(values[f"rate{n}"]))) for n in range(1, BRACKETS + 1)])


def raised_brackets(brackets, rate):
    """While margins are raised before a close, no rate is below the gap."""
    return brackets_of([(bracket.end, max(bracket.rate, rate)) for bracket in brackets])


def bracket_of(brackets, notional):
    return next((bracket for bracket in brackets if notional <= bracket.end), brackets[-1])


def maintenance(notional, brackets):
    bracket = bracket_of(brackets, notional)
    return money(times(notional, bracket.rate, "up") - bracket.less, "up")


def notional_of(price, quantity):
    return times(price, quantity, "even")


def balance_of(position, mark):
    gained = position.sign * (notional_of(mark, position.quantity) - position.entry)
    return position.margin - position.owed + gained


def closing_fee(position, price, rate):
    return money(times(notional_of(price, position.quantity), rate, "up"), "up")


def required(position, mark, brackets, rate):
    return maintenance(notional_of(mark, position.quantity), brackets) + closing_fee(position, mark, rate)


def is_due(position, mark, brackets, rate):
    """Whether it is to be liquidated."""
    return balance_of(position, mark) <= required(position, mark, brackets, rate)


def bankruptcy_price(position, rate):
    """Not rounded to ticks; zero where a long cannot lose so much."""
    covered = position.entry - position.sign * (position.margin - position.owed)
    share = ONE - position.sign * rate
    rounding = "up" if position.side == "long" else "down"
    return max(over(covered, times(position.quantity, share, "even"), rounding), 0)


def score(position, mark):
    """The place in the queue of deleveraging: profit ratio times leverage, a loss ratio divided by it."""
    pnl = position.sign * (notional_of(mark, position.quantity) - position.entry)
    balance = balance_of(position, mark)
    ratio = over(pnl, position.entry, "even")
    if balance <= 0:
        return ratio
    leverage = over(notional_of(mark, position.quantity), balance, "even")
    if pnl > 0:
        return times(ratio, leverage, "even")
    return ratio if leverage == 0 else over(ratio, leverage, "even")


def funding_owed(side, quantity, start, end):
    """Who pays is rounded up and who receives down."""
    owed = (1 if side == "long" else -1) * times(quantity, end - start, "even")
    return money(owed, "up" if owed > 0 else "down")
