"""Exact amounts: whole numbers of 10^-18 of an asset, and every rounding by its name."""

import re

DECIMALS = 18
ONE = 10**DECIMALS
_SHAPE = re.compile(r"(-?)([0-9]{1,30})(?:\.([0-9]{1,18}))?")


def read(text):
    """A decimal text as units. Raises ValueError for anything else."""
    found = _SHAPE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f"{text!r} is no amount")
    sign, whole, part = found.groups()
    units = int(whole + (part or "").ljust(DECIMALS, "0"))
    return -units if sign else units


def write(units):
    """The shortest decimal text."""
    whole, part = divmod(abs(units), ONE)
    decimals = str(part).rjust(DECIMALS, "0").rstrip("0")
    return f"{'-' if units < 0 else ''}{whole}{'.' + decimals if decimals else ''}"


def divide(dividend, divisor, rounding):
    """`down` is towards zero, `up` away from it, `even` to the nearest and halves to the even one."""
    if divisor < 0:
        dividend, divisor = -dividend, -divisor
    whole, rest = divmod(abs(dividend), divisor)
    if rounding == "up" and rest:
        whole += 1
    elif rounding == "even" and (2 * rest > divisor or (2 * rest == divisor and whole % 2)):
        whole += 1
    return -whole if dividend < 0 else whole


def times(one, other, rounding):
    return divide(one * other, ONE, rounding)


def over(one, other, rounding):
    return divide(one * ONE, other, rounding)


def portion(value, part, whole, rounding):
    return divide(value * part, whole, rounding)


def step(value, grain, rounding):
    """Whole steps of a size."""
    return divide(value, grain, rounding) * grain


def cut(value, decimals, rounding):
    return step(value, 10 ** (DECIMALS - decimals), rounding)


def money(value, rounding):
    """As many decimals as USDT has in the ledger."""
    return cut(value, 8, rounding)
