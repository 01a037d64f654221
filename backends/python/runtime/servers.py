"""Servers: the base URLs of requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import ConfigurationError

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_ABSOLUTE = re.compile(r"https?://[^/?#@\s]+(?:/[^?#\s]*)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Server:
    """A server as the API's document declares it, with the defaults of its variables."""

    url: str
    name: str | None = None
    variables: Mapping[str, str] = field(default_factory=dict[str, str])
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The allowed values of variables that are restricted."""

    def fill(self, variables: Mapping[str, str]) -> str:
        """Put values into the URL; the others are the defaults.

        Raises:
            ConfigurationError: a variable has no value, or one that is not allowed.
        """
        url = _VARIABLE.sub(lambda found: self._value(found[1], variables), self.url)
        if not _ABSOLUTE.match(url):
            for name in _VARIABLE.findall(self.url):
                if not self._value(name, variables):
                    raise _no_value(name)
        return url

    def _value(self, name: str, variables: Mapping[str, str]) -> str:
        value = variables.get(name, self.variables.get(name))
        if value is None:
            raise _no_value(name)
        allowed = self.values.get(name, ())
        if allowed and value not in allowed:
            known = ", ".join(map(repr, allowed))
            raise ConfigurationError(
                f"the server variable {name!r} must be one of {known}, not {value!r}"
            )
        return value


def _no_value(name: str) -> ConfigurationError:
    return ConfigurationError(f"the server variable {name!r} has no value")


def choose_server(servers: tuple[Server, ...], chosen: int | str | None) -> Server | None:
    """Find a server by its index or its name; by default the first."""
    if chosen is None:
        return servers[0] if servers else None
    if isinstance(chosen, int):
        if 0 <= chosen < len(servers):
            return servers[chosen]
        raise ConfigurationError(f"there is no server {chosen}; there are {len(servers)}")
    for server in servers:
        if server.name == chosen:
            return server
    names = ", ".join(repr(server.name) for server in servers if server.name)
    raise ConfigurationError(
        f"there is no server {chosen!r}; there are: {names or 'none with a name'}"
    )


def absolute(url: str) -> str:
    """Check a base URL and remove its last slash.

    Raises:
        ConfigurationError: it is not scheme, host and path. The error does not show a URL that
            may hold a password.
    """
    if not _ABSOLUTE.match(url):
        shown = "" if "@" in url else f" {url!r}"
        said = f"the base URL{shown} is not origin/path, without user and password"
        raise ConfigurationError(f"{said}: give base_url=")
    return url.rstrip("/")
