"""Fetches documents over http(s), only from hosts that the user named (D1.3)."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from typing import IO, Any
from urllib.parse import urlsplit

_TIMEOUT = 20.0
_DEADLINE = 120.0
_BLOCK = 1 << 16


class FetchError(Exception):
    """The document could not be fetched; the text says why."""


class HostNotAllowedError(FetchError):
    """The URL, or one it redirects to, is on a host that `--allow-remote` does not name."""

    def __init__(self, url: str, host: str) -> None:
        super().__init__(f"the host {host} is not allowed")
        self.url = url
        self.host = host


def fetch(url: str, allowed_hosts: frozenset[str], max_bytes: int) -> bytes:
    """Return the body at `url`, at most one byte more than `max_bytes` (the caller's limit check sees it).

    Raises `HostNotAllowedError` before anything is sent to a host that is not allowed, and `FetchError` otherwise.
    """
    _check_host(url, allowed_hosts)
    opener = urllib.request.build_opener(_Redirects(allowed_hosts))
    request = urllib.request.Request(url, headers={"Accept": "application/yaml, application/json, */*;q=0.5"})
    try:
        with opener.open(request, timeout=_TIMEOUT) as response:
            return _read(response, max_bytes)
    except urllib.error.HTTPError as error:
        raise FetchError(f"the server answered {error.code}") from None
    except urllib.error.URLError as error:
        raise FetchError(_reason(error.reason)) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise FetchError(_reason(error)) from None


def _reason(error: BaseException | str) -> str:
    """Return the cause of an error without its number, which differs from system to system."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:] or type(error).__name__


def _read(response: IO[bytes], max_bytes: int) -> bytes:
    """Read the body in blocks, so that a server that sends bytes slowly cannot block the build for ever."""
    deadline = time.monotonic() + _DEADLINE
    body = bytearray()
    while len(body) <= max_bytes and (block := response.read(_BLOCK)):
        body += block
        if time.monotonic() > deadline:
            raise FetchError(f"the body took longer than {_DEADLINE:.0f} seconds")
    return bytes(body)


def _check_host(url: str, allowed_hosts: frozenset[str]) -> None:
    """Compare the host, with its port if the user named one."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise FetchError(str(error)) from None
    if parts.scheme not in ("http", "https") or not ({host, f"{host}:{port}"} & allowed_hosts):
        raise HostNotAllowedError(url, host)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to allowed hosts only."""

    def __init__(self, allowed_hosts: frozenset[str]) -> None:
        self._allowed_hosts = allowed_hosts

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        _check_host(newurl, self._allowed_hosts)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
