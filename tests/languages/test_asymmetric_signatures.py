"""Standard Webhooks' asymmetric signatures (`v1a`, Ed25519): the same verdicts in every language (D9.3).

The valid vectors are those of RFC 8032 7.1; the invalid ones have faults that implementations have accepted:
scalars that are not reduced, points of small order, encodings that are not canonical.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import time
from base64 import b64encode
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from backends.python.runtime import ed25519
from backends.python.runtime.ed25519 import ORDER, P, computed, verifies
from backends.python.runtime.signatures import SignatureError, StandardWebhooks
from tests.support.documents import document, object_of, sends
from tests.support.go_things import Driver
from tests.support.printed import Printed, print_sdk
from tests.support.run import run_program
from tests.support.typescript_things import print_typescript
from tests.wire.test_wire_go import check_reading
from tests.wire.test_wire_webhooks_typescript import check_error, receive

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


# --------------------------------------------------------------------------- the arithmetic


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


# --------------------------------------------------------------------------- receivers

NOW = int(time.time())
TOLERANCE = 86_400
"""Seconds: many other tests may run between this time and a use of it."""
BODY = b'{"type":"order.made","id":"o1"}'
MESSAGE = f"msg_1.{NOW}.".encode() + BODY
GOOD = b64encode(sign(MESSAGE)).decode()
PUBLIC = f"whpk_{b64encode(KEY).decode()}"
OTHER = f"whpk_{b64encode(bytes.fromhex(VECTORS[1][0])).decode()}"
SHARED = "whsec_c2VjcmV0"


def _grown() -> str:
    given = sign(MESSAGE)
    return b64encode(given[:32] + (int.from_bytes(given[32:], "little") + ORDER).to_bytes(32, "little")).decode()


def _hmac() -> str:
    import hmac

    return b64encode(hmac.new(b"secret", MESSAGE, hashlib.sha256).digest()).decode()


FORGED = b64encode((1).to_bytes(32, "little") + bytes(32)).decode()
CASES: dict[str, tuple[list[str], str, bool]] = {
    "one": ([PUBLIC], f"v1a,{GOOD}", True),
    "among others": ([PUBLIC], f"v1,AAAA v1a,AAAA v2,x v1a,{GOOD}", True),
    "of the second key": ([OTHER, PUBLIC], f"v1a,{GOOD}", True),
    "beside a shared secret": ([SHARED, PUBLIC], f"v1,{_hmac()}", True),
    "either will do": ([PUBLIC, SHARED], f"v1,AAAA v1a,{GOOD}", True),
    "of another key": ([OTHER], f"v1a,{GOOD}", False),
    "as another version": ([PUBLIC], f"v1,{GOOD}", False),
    "of a shared secret alone": ([PUBLIC], f"v1,{_hmac()}", False),
    "as a shared one's version": ([SHARED], f"v1a,{_hmac()}", False),
    "of a scalar that is not reduced": ([PUBLIC], f"v1a,{_grown()}", False),
    "too short": ([PUBLIC], f"v1a,{GOOD[:80]}", False),
    "no base64": ([PUBLIC], "v1a,*", False),
    "none": ([PUBLIC], "v1a,", False),
    "of a key that is too short": ([f"whpk_{b64encode(KEY[:31]).decode()}"], f"v1a,{GOOD}", False),
    "of a key that is no base64": (["whpk_*"], f"v1a,{GOOD}", False),
} | {
    f"forged for {key.hex()}": ([f"whpk_{b64encode(key).decode()}"], f"v1a,{FORGED}", False) for key in small_keys()
}  # fmt: skip
"""By what is said of the signature: the secrets, the header, whether it is accepted."""
MADE = object_of("type", "id", type={"const": "order.made"}, id="string")
DOCUMENT = document(
    "Shop",
    {},
    webhooks={"order.made": {"post": sends("made", MADE, responses={"200": {"description": "d"}})}},
) | {"x-codegen-webhooks": {"security": {"type": "standard-webhooks", "toleranceSeconds": TOLERANCE}}}


@pytest.mark.parametrize("case", CASES)
def test_python(case: str) -> None:
    secrets, signature, fits = CASES[case]
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(NOW), "webhook-signature": signature}
    try:
        StandardWebhooks(tolerance=TOLERANCE).verify(headers, BODY, secrets)
    except SignatureError:
        assert not fits
    else:
        assert fits


def test_a_printed_package_has_what_it_needs(tmp_path: Path) -> None:
    """The module is copied where webhooks are; `isinstance` of nothing else comes along."""
    folder = print_sdk(DOCUMENT, "python", tmp_path, {"packageName": "signed_shop"}).folder
    assert (folder / "signed_shop" / "_runtime" / "ed25519.py").is_file()
    code = "\n".join([
        "from signed_shop import WebhookReceiver", f"receiver = WebhookReceiver(secrets={[SHARED, PUBLIC]})",
        f"headers = {{'webhook-id': 'msg_1', 'webhook-timestamp': '{NOW}', 'webhook-signature': 'v1a,{GOOD}'}}",
        f"print(receiver.read('order.made', headers, {BODY!r}).id)",
    ])  # fmt: skip
    assert run_program([sys.executable, "-c", code], folder) == "o1\n"


def vector(case: str) -> dict[str, Any]:
    """A case as a vector of webhooks (tests/wire/webhooks)."""
    secrets, signature, fits = CASES[case]
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(NOW), "webhook-signature": signature}
    made = {"event": "order.made", "secrets": secrets, "headers": headers, "body": BODY.decode()}
    return made if fits else {**made, "rejects": "signature"}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_typescript(case: str) -> None:
    check_error(vector(case), receive(print_shop(), vector(case)))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_go(case: str) -> None:
    check_reading(shop_driver(), vector(case))


@functools.cache
def print_shop() -> Printed:
    return print_typescript(DOCUMENT, "signed_shop")


@functools.cache
def shop_driver() -> Driver:
    return Driver(DOCUMENT, "shop")
