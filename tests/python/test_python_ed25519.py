"""The Ed25519 of Python's runtime, which verifies Standard Webhooks' asymmetric signatures (`v1a`, D9.3).

Receivers of every language judge tests/wire/webhooks/asymmetric.yaml. The valid vectors are those of RFC 8032 7.1; the
invalid ones have faults that implementations have accepted: scalars that are not reduced, points of small order,
encodings that are not canonical.
"""

from __future__ import annotations

import hashlib
import sys
from types import ModuleType

import pytest

from backends.python.runtime import ed25519
from backends.python.runtime.ed25519 import ORDER, P, computed, verifies

VECTORS = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
        "655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
        "b00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
        "c027beceea1ec40a",
    ),
)  # fmt: skip
SECRET = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
KEY, _, _ = (bytes.fromhex(text) for text in VECTORS[0])
SMALL = (0, 1, P - 1, P, P + 1)
"""The y of points whose order divides 8, as they may be written; two more are computed."""


def sign(message: bytes) -> bytes:
    """Sign as RFC 8032 5.1.6 says."""
    digest = hashlib.sha512(SECRET).digest()
    scalar = (int.from_bytes(digest[:32], "little") & ((1 << 254) - 8)) | (1 << 254)
    nonce = int.from_bytes(hashlib.sha512(digest[32:] + message).digest(), "little") % ORDER
    first = ed25519._bytes(ed25519._times(nonce, ed25519._BASE))
    hashed = int.from_bytes(hashlib.sha512(first + KEY + message).digest(), "little") % ORDER
    return first + ((nonce + hashed * scalar) % ORDER).to_bytes(32, "little")


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_vectors_of_the_rfc_verify(key: str, message: str, signature: str) -> None:
    public, text, given = (bytes.fromhex(item) for item in (key, message, signature))
    for verify in (verifies, computed):
        assert verify(public, given, text)
        assert not verify(public, given, text + b"\0")
        for at in range(0, 64, 7):
            changed = bytearray(given)
            changed[at] ^= 1
            assert not verify(public, bytes(changed), text)


def test_a_scalar_is_reduced_and_a_point_has_one_spelling() -> None:
    message = b"m"
    given = sign(message)
    assert given == bytes.fromhex(VECTORS[0][2]) or verifies(KEY, given, message)
    scalar = int.from_bytes(given[32:], "little")
    grown = given[:32] + (scalar + ORDER).to_bytes(32, "little")
    one, other = (P + 1).to_bytes(32, "little"), (1 | 1 << 255).to_bytes(32, "little")
    for verify in (verifies, computed):
        assert not verify(KEY, grown, message)
        assert not verify(KEY, one + given[32:], message) and not verify(KEY, other + given[32:], message)
        assert not verify(KEY, given[:63], message) if verify is verifies else True
    assert not verifies(KEY[:31], given, message)


def small_keys() -> list[bytes]:
    """Every spelling of the points whose order divides 8."""
    roots = [int.from_bytes(bytes.fromhex(text), "little") for text in _OF_ORDER_8]
    found = [y | sign << 255 for y in (*SMALL, *roots) for sign in (0, 1)]
    return [number.to_bytes(32, "little") for number in found]


_OF_ORDER_8 = (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)


@pytest.mark.parametrize("key", small_keys(), ids=bytes.hex)
def test_with_a_key_of_small_order_nobody_signs(key: bytes) -> None:
    """R is the neutral element and S is 0: eight of any messages would fit."""
    forged = (1).to_bytes(32, "little") + bytes(32)
    assert ed25519._is_small(key)
    assert not any(verifies(key, forged, bytes([number])) for number in range(32))


def test_the_points_of_small_order_are_all() -> None:
    """A key that is none of them is none after all."""
    listed = {int.from_bytes(key, "little") & ((1 << 255) - 1) for key in small_keys()}
    assert not ed25519._is_small(KEY)
    for text in _OF_ORDER_8:
        point = ed25519._point(bytes.fromhex(text))
        assert point is not None
        multiples = [ed25519._bytes(ed25519._times(number, point)) for number in range(1, 9)]
        assert len(set(multiples)) == 8
        assert {int.from_bytes(one, "little") & ((1 << 255) - 1) for one in multiples} <= listed


def test_a_library_judges_as_this_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `cryptography` is installed it verifies; here something stands in its place."""
    seen: list[bytes] = []
    modules = {"cryptography": ModuleType("c"), "cryptography.exceptions": ModuleType("e")}
    deep = "cryptography.hazmat.primitives.asymmetric.ed25519"

    class InvalidSignature(Exception):  # noqa: N818 (as the library has it)
        pass

    class Key:
        @classmethod
        def from_public_bytes(cls, key: bytes) -> Key:
            seen.append(key)
            return cls()

        def verify(self, signature: bytes, message: bytes) -> None:
            if not computed(seen[-1], signature, message):
                raise InvalidSignature

    modules["cryptography.exceptions"].InvalidSignature = InvalidSignature  # type: ignore[attr-defined]
    modules[deep] = ModuleType("d")
    modules[deep].Ed25519PublicKey = Key  # type: ignore[attr-defined]
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    given = sign(b"m")
    assert verifies(KEY, given, b"m") and not verifies(KEY, given, b"n") and seen == [KEY, KEY]
