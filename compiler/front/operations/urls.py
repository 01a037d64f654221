"""Checks URLs that clients request themselves: server and token URLs. Unusable ones are reported at compile time.

All reports are warnings: a caller may give another base URL or token URL.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from compiler.base.patterns import lazy_pattern
from compiler.front.mistakes.wording import show_sign
from compiler.front.objects.entry import Entry
from compiler.front.session.session import Session
from compiler.ir.credentials import Flow
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.servers import Server

_NO_URL = lazy_pattern(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]")
"""Characters that a URI cannot have (RFC 3986 2)."""
_VARIABLE = lazy_pattern(r"\{([^{}]*)\}")
_HOST = lazy_pattern(r"(?:(?:[a-z0-9-]+\.)+[a-z]{2,}|\d+(?:\.\d+){3}|localhost)(?::\d+)?(?:/|$)", re.IGNORECASE)
"""A host without a scheme, which would be read as a path or, before a port, as a scheme."""
RUN = {"clientCredentials", "password"}
"""The flows that a client runs itself."""


_ADDRESS = lazy_pattern(r"[^@\s]+@[^@\s]+\Z")


def check_addresses(entry: Entry, *names: str, address: str = "") -> None:
    """Warn of invalid URLs and e-mail addresses for readers; they are shown as they are."""
    for key in (*names, *([address] if address else ())):
        text = entry.raw.get(key)
        if not isinstance(text, str):
            continue
        if key == address and not _ADDRESS.match(text):
            problem, help_ = "it is not an e-mail address", "write it like `team@example.com`"
        elif key != address and (found := _NO_URL.search(text)) is not None:
            problem, help_ = (
                f"it contains {show_sign(found[0])}, which is not allowed in a URL",
                "write it like `https://example.com`",
            )
        else:
            continue
        entry.session.reports.add("CG0375", entry.at(key), help=help_, key=key, problem=problem)


def check_server(session: Session, at: Id, server: Server) -> None:
    """Warn of a server's URL that no client can use, its variables being the defaults."""
    what, place = "the server's URL", child(at, "url")
    if _sign(session, place, what, _VARIABLE.sub("", server.url)):
        return
    for variable in server.variables:
        where = child(at, "variables", variable.wire, "default")
        if _sign(session, where, f"the default of `{variable.wire}`", variable.default):
            return
    defaults = {variable.wire: variable.default for variable in server.variables}
    url = _VARIABLE.sub(lambda found: defaults.get(found[1]) or "1", server.url)
    _shape(session, place, what, url, "https://api.example.com/v1", at_root=True)


def check_flow(session: Session, at: Id, flow: Flow) -> None:
    """Warn of URLs from which a client requests tokens; callers run the other flows."""
    if flow.kind not in RUN:
        return
    example = "https://auth.example.com/token"
    if flow.token_url is None:
        help_ = f"say where tokens are: `tokenUrl: {example}`"
        what, problem = f"the flow `{flow.kind}`", "has no `tokenUrl`"
        session.reports.add("CG1109", at, at_key=True, help=help_, what=what, problem=problem)
    urls = ("tokenUrl", "the token URL", flow.token_url), ("refreshUrl", "the refresh URL", flow.refresh_url)
    for key, what, url in urls:
        if url is not None and not _sign(session, child(at, key), what, url):
            _shape(session, child(at, key), what, url, example)


def _sign(session: Session, at: Id, what: str, url: str) -> bool:
    found = _NO_URL.search(url)
    if found is None:
        return False
    in_braces = _VARIABLE.search(url) if found[0] == "{" else None
    help_ = f"only URLs of servers have variables: write what {in_braces[0]} stands for" if in_braces else None
    session.reports.add("CG1108", at, help=help_, what=what, sign=show_sign(found[0]))
    return True


def _shape(session: Session, at: Id, what: str, url: str, example: str, *, at_root: bool = False) -> None:
    problem = _problem(url, at_root=at_root)
    if problem is not None:
        session.reports.add("CG1109", at, help=f"write it like `{example}`", what=what, problem=problem)


def _problem(url: str, *, at_root: bool) -> str | None:
    """Return what is wrong with a URL; paths are appended to one `at_root`."""
    if _HOST.match(url):
        return "begins with a host and has no `https://` before it"
    parts = _split(url)
    if parts is None:
        return "has an invalid port or address"
    if parts.scheme and parts.scheme.lower() not in ("http", "https"):
        return f"has the scheme `{parts.scheme}`, but SDKs use http and https"
    if parts.scheme and not parts.hostname:
        return "has no host"
    if parts.netloc.lower() in ("http:", "https:"):
        return "has a scheme twice"
    if "@" in parts.netloc:
        return "contains credentials, which belong in a security scheme"
    if "#" in url:
        return "has a fragment, which is not sent"
    return "has a query, and paths are appended to it" if at_root and "?" in url else None


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port > 0 else None
    except ValueError:
        return None
