"""Verification of Ed25519 signatures (RFC 8032), by ``cryptography`` where it is installed.

All inputs are public, so nothing has to take constant time.
"""

from __future__ import annotations

import hashlib
from importlib import import_module

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, P) % P
_ROOT = pow(2, (P - 1) // 4, P)
_SIGN = 1 << 255

Point = tuple[int, int, int, int]
"""Extended coordinates: x = X/Z, y = Y/Z, x * y = T/Z."""


def verifies(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a signature is the key's; with a key of small order anybody can sign."""
    if len(key) != 32 or len(signature) != 64 or _is_small(key):
        return False
    try:
        refused = import_module("cryptography.exceptions").InvalidSignature
        library = import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    except ImportError:
        return computed(key, signature, message)
    try:
        library.Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (refused, ValueError):
        return False
    return True


def computed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Verify as 5.1.7 says, without the cofactor: R is compared byte by byte."""
    public, given = _point(key), signature[:32]
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(given + key + message).digest()
    hashed = int.from_bytes(digest, "little") % ORDER
    x, y, z, t = public
    found = _sum(_times(scalar, _BASE), _times(hashed, (-x % P, y, z, -t % P)))
    return _bytes(found) == given


def _is_small(key: bytes) -> bool:
    """Tell whether the order of a point divides 8, in any encoding."""
    point = _point(key, strict=False)
    return point is not None and _bytes(_times(8, point)) == _bytes(_ZERO)


def _point(text: bytes, strict: bool = True) -> Point | None:
    """Read a point (5.1.3); None if it is not one, or, if strict, not in canonical form."""
    number = int.from_bytes(text, "little")
    sign, y = divmod(number, _SIGN)
    if y >= P:
        if strict:
            return None
        y -= P
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * _ROOT % P
    if (x * x - square) % P or (strict and not x and sign):
        return None
    if x & 1 != sign:
        x = -x % P
    return x, y, 1, x * y % P


def _sum(one: Point, other: Point) -> Point:
    """Add two points (5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * _D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar: int, point: Point) -> Point:
    found = _ZERO
    while scalar:
        if scalar & 1:
            found = _sum(found, point)
        point = _sum(point, point)
        scalar >>= 1
    return found


def _bytes(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    number = (y * inverse % P) | ((x * inverse % P) & 1) << 255
    return number.to_bytes(32, "little")


_ZERO: Point = (0, 1, 1, 0)
_BASE = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little")) or _ZERO
