"""A value for each `x-codegen-*` key, which the help of a wrong one shows."""

from __future__ import annotations

_RENAME = "[{operationId: ^get, methodNameOverride: get}]"
_PAGES = "[{operationId: ^list, type: url, outputs: {results: $.data, nextUrl: $.next}}]"
_EXAMPLES = {
    "name-override": "list",
    "max-method-params": "4",
    "ignore": "true",
    "pagination": "{type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], outputs: {results: $.data}}",
    "group": "travel.trips",
    "webhooks": "{security: {type: standard-webhooks}}",
    "extension-rewrite": "{x-codegen-ignore: x-acme-hidden}",
    "retries": "{strategy: backoff, statusCodes: [429, 5XX]}",
    "timeout": "10000",
    "idempotency": "{header: Idempotency-Key}` or `false",
    "errors": "{statusCodes: [409, 5XX]}",
    "error-message": "true",
    "unknown-values": "disallow",
    "enums": "[outward, return]",
    "globals": "{parameters: [{name: X-Tenant, in: header, schema: {type: string}}]}",
    "server-id": "sandbox",
    "sse-sentinel": "'[DONE]'",
    "stream-switch": "stream",
    "deprecation-message": "Use journeys.",
    "usage-example": "true",
    "env": "ACME_API_KEY",
}
_OF_ROOT = {"name-override": _RENAME, "pagination": _PAGES}
"""What looks different at the root."""


def example_of(key: str, written: str, *, root: bool) -> str | None:
    """Return the help for a key with a wrong value: what one looks like that is right."""
    value = _OF_ROOT.get(key) if root and key in _OF_ROOT else _EXAMPLES.get(key)
    return f"write it like `{written}: {value}`" if value is not None else None
