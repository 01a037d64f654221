"""Which operations may be sent twice: idempotency keys, and the methods that need one (D16.5)."""

from __future__ import annotations

from compiler.ir.nodes import Operation, Parameter, Sdk
from compiler.ir.servers import UNSAFE_METHODS, Retries
from compiler.ir.types import Kind, Scalar, bare
from compiler.ir.wire import Place
from passes.support.type_queries import Types

KEYABLE_METHODS = UNSAFE_METHODS | {"PUT", "DELETE"}
"""Methods that also send a caller's key, if the root names the header."""
KEY_HEADERS = frozenset({"idempotency-key", "x-idempotency-key"})
"""How a header parameter is called, in lower case, that takes an idempotency key."""
REFUSED = "429"
"""The status which says that a request had no effect."""


def key_header(operation: Operation, sdk: Sdk) -> str | None:
    """Return the header of the idempotency key: what the operation says or declares, else what the root says."""
    if operation.idempotency is not None:
        return operation.idempotency or None
    declared = next((item.wire for item in operation.parameters if _takes_key(item, sdk.types)), None)
    if declared is not None:
        return declared
    return (sdk.idempotency or None) if operation.method in KEYABLE_METHODS else None


def _takes_key(parameter: Parameter, types: Types) -> bool:
    """A key is a text of our own making."""
    if parameter.place is not Place.HEADER or parameter.wire.lower() not in KEY_HEADERS or parameter.type is None:
        return False
    found = bare(parameter.type, types)
    return isinstance(found, Scalar) and found.kind is Kind.STRING and parameter.media_type is None


def comes_short(operation: Operation, sdk: Sdk) -> bool:
    """Tell whether an operation is not retried despite configured retries, since it might do its work twice."""
    retries: Retries | None = operation.retries or sdk.retries
    if retries is None or not retries.most or retries.unsafe or operation.method not in UNSAFE_METHODS:
        return False
    asks = retries.connection_errors or any(status != REFUSED for status in retries.status_codes)
    return asks and key_header(operation, sdk) is None
