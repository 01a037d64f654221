"""Verification of webhook signatures, over the raw bytes and in constant time."""

from __future__ import annotations

import binascii
import hashlib
import hmac
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence

from .errors import SDKError

Secret = str | bytes

STANDARD_TOLERANCE = 300
"""Seconds that the clocks of a standard webhook's sender and receiver may differ."""


PUBLIC = "whpk_"
"""What a public key of a standard webhook begins with."""


class SignatureError(SDKError):
    """A webhook without a valid signature."""


class Signature:
    """A signature in one header: ``sha256=...`` as at GitHub, ``t=...,v1=...`` as at Stripe.

    Args:
        header: the header that carries it.
        encoding: ``hex`` or ``base64``.
        prefix: the text before the signature.
        signed: what is signed, of ``{body}`` and ``{timestamp}``.
        timestamp_key: the key of the timestamp, where the header is a list of keys and values.
        signature_key: the key of the signatures in such a list.
        tolerance: how many seconds a timestamp may differ from now; None for any number.
    """

    __slots__ = (
        "encoding",
        "header",
        "prefix",
        "signature_key",
        "signed",
        "timestamp_key",
        "tolerance",
    )

    def __init__(
        self,
        header: str,
        *,
        encoding: str = "hex",
        prefix: str = "",
        signed: str = "{body}",
        timestamp_key: str | None = None,
        signature_key: str | None = None,
        tolerance: int | None = None,
    ) -> None:
        self.header = header.lower()
        self.encoding: str = encoding
        self.prefix: str = prefix
        self.signed: str = signed
        self.timestamp_key: str | None = timestamp_key
        self.signature_key: str | None = signature_key
        self.tolerance: int | None = tolerance

    def verify(
        self,
        headers: Mapping[str, str],
        body: bytes,
        secrets: Sequence[Secret],
        *,
        now: float | None = None,
    ) -> None:
        """Check a webhook; ``headers`` have lower case names.

        Raises:
            SignatureError: no signature matches a secret, or the timestamp is too far off.
        """
        value = headers.get(self.header)
        if value is None:
            raise SignatureError(f"the header {self.header} is missing")
        timestamp, signatures = self._parts(value)
        if self.timestamp_key is not None:
            check_age(timestamp, self.tolerance, now)
        message = self._message(timestamp, body)
        given = map(self._small, signatures)
        if not any_fits((self._sign(secret, message) for secret in secrets), [*given]):
            raise SignatureError("the signature is not valid")

    def _parts(self, value: str) -> tuple[str, list[str]]:
        """Split the header's value into the timestamp and the signatures."""
        if self.timestamp_key is None and self.signature_key is None:
            return "", [value.strip()]
        pairs = [part.strip().partition("=")[::2] for part in value.split(",")]
        stamps = [text for key, text in pairs if key == self.timestamp_key]
        found = [text for key, text in pairs if key == self.signature_key]
        return (stamps[0] if stamps else ""), found

    def _small(self, text: str) -> str:
        """Write hexadecimal in lower case: some senders use capitals."""
        if self.encoding != "hex" or not text.startswith(self.prefix):
            return text
        return self.prefix + text[len(self.prefix) :].lower()

    def _message(self, timestamp: str, body: bytes) -> bytes:
        before, _, after = self.signed.replace("{timestamp}", timestamp).partition("{body}")
        return before.encode() + body + after.encode()

    def _sign(self, secret: Secret, message: bytes) -> str:
        key = secret.encode() if isinstance(secret, str) else secret
        digest = hmac.new(key, message, hashlib.sha256).digest()
        text = digest.hex() if self.encoding == "hex" else b64encode(digest).decode()
        return self.prefix + text


class StandardWebhooks:
    """Signatures as in standardwebhooks.com: ``webhook-id``, ``-timestamp`` and ``-signature``.

    A secret ``whsec_...`` verifies those of version ``v1`` (HMAC), a public key ``whpk_...`` those
    of ``v1a`` (Ed25519).
    """

    __slots__ = ("tolerance",)

    def __init__(self, tolerance: int | None = STANDARD_TOLERANCE) -> None:
        self.tolerance: int | None = tolerance

    def verify(
        self,
        headers: Mapping[str, str],
        body: bytes,
        secrets: Sequence[Secret],
        *,
        now: float | None = None,
    ) -> None:
        """Check a webhook; ``headers`` have lower case names."""
        names = ("webhook-id", "webhook-timestamp", "webhook-signature")
        found = [headers.get(name) for name in names]
        event, timestamp, signatures = (text or "" for text in found)
        if None in found:
            raise SignatureError(f"the header {names[found.index(None)]} is missing")
        check_age(timestamp, self.tolerance, now)
        message = f"{event}.{timestamp}.".encode() + body
        keys = [
            secret for secret in secrets if isinstance(secret, str) and secret.startswith(PUBLIC)
        ]
        shared = [secret for secret in secrets if secret not in keys]
        given = [text.removeprefix("v1,") for text in signatures.split() if text.startswith("v1,")]
        signed = [
            text.removeprefix("v1a,") for text in signatures.split() if text.startswith("v1a,")
        ]
        fits = any_fits((self._sign(secret, message) for secret in shared), given)
        if not fits and not any_verifies(keys, signed, message):
            raise SignatureError("the signature is not valid")

    @staticmethod
    def _sign(secret: Secret, message: bytes) -> str:
        key = secret
        if isinstance(key, str):
            try:
                key = b64decode(key.removeprefix("whsec_"), validate=True)
                if not key:
                    raise ValueError
            except (binascii.Error, ValueError):
                raise SignatureError("a secret is not base64") from None
        return b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()


def any_verifies(keys: Iterable[str], given: Sequence[str], message: bytes) -> bool:
    """Tell whether a signature is that of one of the public keys.

    Raises:
        SignatureError: a key is not a public key.
    """
    from .ed25519 import verifies

    found = False
    for key in keys:
        public = _decoded(key.removeprefix(PUBLIC))
        if public is None or len(public) != 32:
            raise SignatureError("a public key is not 32 bytes in base64")
        signatures = (_decoded(text) for text in given)
        found |= any(verifies(public, text, message) for text in signatures if text is not None)
    return found


def _decoded(text: str) -> bytes | None:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def check_age(timestamp: str, tolerance: int | None, now: float | None) -> None:
    """Refuse a timestamp (seconds since 1970) that is too old or too far ahead.

    Raises:
        SignatureError: it is, or it is not a number.
    """
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 20:
        raise SignatureError("the timestamp is not a number")
    age = (time.time() if now is None else now) - int(timestamp)
    if tolerance is not None and abs(age) > tolerance:
        raise SignatureError(f"the timestamp is {age:.0f} seconds old")


def any_fits(expected: Iterable[str], given: Sequence[str]) -> bool:
    """Compare every signature with every expected one, in constant time."""
    fits = False
    for right in expected:
        for text in given:
            fits |= hmac.compare_digest(right.encode(), text.encode("utf-8", "replace"))
    return fits
