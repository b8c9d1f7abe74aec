"""Signatures of Ed25519 as RFC 8032 writes them (5.1), on whole numbers of Python.

A point is (X, Y, Z, T) with x = X/Z, y = Y/Z and x * y = T/Z, added as in 5.1.4.
"""

import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)
WINDOW = 4


def _add(one, other):
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a = (y1 - x1) * (y2 - x2) % P
    b = (y1 + x1) * (y2 + x2) % P
    c = 2 * t1 * t2 * D % P
    d = 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _recover(y, sign):
    """The x of a point, or None where there is none."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x % 2 != sign else x


def _point(raw):
    number = int.from_bytes(raw, "little")
    y = number & (2**255 - 1)
    x = _recover(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def _same(one, other):
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


def _table(point):
    """Every digit times every power of the window: a product is then additions alone."""
    rows = []
    for _ in range(0, 256, WINDOW):
        row = [NEUTRAL]
        for _ in range(2**WINDOW - 1):
            row.append(_add(row[-1], point))
        rows.append(row)
        point = _add(row[-1], point)
    return rows


def _times(table, scalar):
    product = NEUTRAL
    for row in table:
        digit = scalar & (2**WINDOW - 1)
        if digit:
            product = _add(product, row[digit])
        scalar >>= WINDOW
    return product


_BASE = None


def _base():
    global _BASE
    if _BASE is None:
        y = 4 * pow(5, P - 2, P) % P
        x = _recover(y, 0)
        _BASE = _table((x, y, 1, x * y % P))
    return _BASE


class PublicKey:
    """A key checks thousands of signatures, so its multiples are computed once. Raises ValueError for 32 bytes that are none."""

    def __init__(self, raw):
        point = _point(raw) if len(raw) == 32 else None
        if point is None:
            raise ValueError("no public key of Ed25519")
        self.raw = raw
        x, y, z, t = point
        self._minus = _table((P - x, y, z, P - t))

    def verifies(self, message, signature):
        """Whether s * B - k * A is R: without the cofactor, as OpenSSL does."""
        if len(signature) != 64:
            return False
        r, s = signature[:32], int.from_bytes(signature[32:], "little")
        if s >= ORDER:
            return False
        expected = _point(r)
        if expected is None:
            return False
        k = int.from_bytes(hashlib.sha512(r + self.raw + message).digest(), "little") % ORDER
        return _same(_add(_times(_base(), s), _times(self._minus, k)), expected)
