"""Connection pools of httpx2, with the proxies and limits that they have.

httpx2 is imported when the first request is sent. Its pools are used without its client, since
this package does redirects, retries and logging itself, and the client would log URLs with the
keys in them.
"""

from __future__ import annotations

import functools
import os
import ssl
from copy import copy
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from .errors import ConfigurationError
from .limits import AsyncConnections, Connections


class Pools:
    """Connection pools, one for each proxy that is in use.

    Args:
        proxy: the URL of a proxy for all requests; else the environment names proxies.
        max_connections: how many connections a pool has at most.
    """

    def __init__(self, proxy: str | None = None, max_connections: int | None = None) -> None:
        self.given: bool = proxy is not None or max_connections is not None
        self._proxy = proxy
        self._max = 100 if max_connections is None else max_connections
        if self._max < 1:
            raise ConfigurationError(f"max_connections is {self._max}: it must be 1 or more")
        if proxy is not None and not _is_proxy(proxy):
            raise ConfigurationError("proxy is not a proxy URL, such as http://localhost:3128")
        self._environment = {} if proxy is not None else getproxies()
        self._made: dict[str | None, Any] = {}
        self._process = os.getpid()

    def find(self, url: str, kind: str) -> Any:
        """Find the pool for a URL; ``kind`` is the httpx2 class of a new pool."""
        if self._process != os.getpid():
            # The connections of the parent process are not ours: they stay unused.
            self._process, self._others, self._made = os.getpid(), self._made, {}
        proxy = _proxy(self._environment, url) if self._environment else self._proxy
        pool = self._made.get(proxy)
        return self._made.setdefault(proxy, self._make(proxy, kind)) if pool is None else pool

    def _make(self, proxy: str | None, kind: str) -> Any:
        httpx = httpx2_module()
        limits = httpx.Limits(
            max_connections=self._max, max_keepalive_connections=20, keepalive_expiry=5.0
        )
        try:
            made = getattr(httpx, kind)(verify=tls_context(), proxy=proxy, limits=limits)
        except (ImportError, ValueError) as error:  # SOCKS needs a package of its own
            raise ConfigurationError(f"the proxy cannot be used: {error}") from None
        # httpx2 has no argument for what opens its connections.
        limited = Connections if kind == "HTTPTransport" else AsyncConnections
        made._pool._network_backend = limited(made._pool._network_backend)
        return made

    def empty(self) -> Pools:
        """Make pools of the same settings."""
        made = copy(self)
        made._made = {}
        return made

    def take(self) -> list[Any]:
        """Return all pools, to close them."""
        pools, self._made = self._made, {}
        return [*pools.values()]


@functools.cache
def tls_context() -> ssl.SSLContext:
    """Make the TLS context that all clients share: reading the CA file takes long."""
    context: ssl.SSLContext = httpx2_module().create_ssl_context()
    return context


@functools.cache
def httpx2_module() -> Any:
    """Import httpx2.

    Raises:
        ConfigurationError: it is not installed.
    """
    try:
        import httpx2
    except ImportError as error:
        raise ConfigurationError("install httpx2, or give the client an http_client") from error
    return httpx2


def _proxy(proxies: dict[str, str], url: str) -> str | None:
    parts = urlsplit(url)
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if proxy is None or proxy_bypass(parts.hostname or ""):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _is_proxy(url: str) -> bool:
    """Tell whether a URL is a proxy's; it is never shown, since it may hold a password."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https", "socks5", "socks5h") and bool(parts.hostname)
    except ValueError:
        return False
