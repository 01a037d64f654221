"""Servers and retries in the plan; the rest of the wire half is in :mod:`compiler.ir.wire`."""

from __future__ import annotations

from compiler.ir.node import TextKind, arg, blocks, flag, key, node


@node("server-variable")
class ServerVariable:
    """A variable of a server's URL."""

    wire: str = arg()
    default: str = key("")
    values: tuple[str, ...] = key(())
    description: str | None = key(text=TextKind.PROSE)


@node("server")
class Server:
    """A server; if its URL is relative, the caller must give a base URL (sdk 6)."""

    url: str = arg()
    server_id: str | None = key()
    description: str | None = key(text=TextKind.PROSE)
    variables: tuple[ServerVariable, ...] = blocks("variable")

    @property
    def closed(self) -> dict[str, tuple[str, ...]]:
        """The values of variables with a fixed list of values; a default that is not in the list is included."""
        listed = ((item, dict.fromkeys((*item.values, item.default))) for item in self.variables if item.values)
        return {item.wire: tuple(values) for item, values in listed}


UNSAFE_METHODS = frozenset({"POST", "PATCH"})
"""Methods that are not idempotent: sent twice, they may do their work twice (RFC 9110 9.2.2)."""


@node("retries")
class Retries:
    """`x-codegen-retries` (D14); times in milliseconds."""

    strategy: str = arg("backoff")
    """``backoff`` or ``none``."""
    status_codes: tuple[str, ...] = key(("429", "500", "502", "503", "504"))
    initial_interval: int = key(500)
    max_interval: int = key(8_000)
    max_elapsed_time: int = key(60_000)
    exponent: float = key(2.0)
    connection_errors: bool = key(True)
    unsafe: bool = flag()
    """Methods that are not idempotent are retried too, without an idempotency key (D16.5)."""

    @property
    def most(self) -> int:
        """The most retries of a request."""
        return 0 if self.strategy == "none" else 2
