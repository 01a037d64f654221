"""What programs name of a package besides methods: the options of its client, its modules, and what they export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from compiler.source import escape_token
from compiler.source.location import TextPlace
from migrate.adopt.facts import Placed

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api
    from migrate.adopt.published.published import Published

_SCHEMES = "/components/securitySchemes"
_DROPPED = frozenset(("auth", "authentication", "authorization", "scheme", "security"))
"""Words of security schemes that names of options leave out."""
_SECRETS = frozenset(("token", "key", "secret"))
"""What the option of the only credential ends in."""


@frozen
class Exports:
    """The options of the client with the environment variables that stand in for them ("": none), and the names that
    each public module has, that of the package itself being "".
    """

    options: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, frozenset[str]] = field(default_factory=dict)


def credential_options(published: Published, api: Api, *, first: bool) -> Iterator[Placed]:
    """Yield the names of the options that take credentials, and their environment variables.

    An option is that of the security scheme of its words, without `auth`; of an only scheme, that of the only option
    that ends in `token`, `key` or `secret`.
    """
    listed = api.value(_SCHEMES)
    schemes = {name: frozenset(_words(name)) - _DROPPED for name in listed} if isinstance(listed, dict) else {}
    options = {name: frozenset(_words(name)) for name in published.exports.options}
    found = {
        scheme: name
        for scheme, said in schemes.items()
        for name, own in options.items()
        if own and own in (said, frozenset(_words(scheme)))
    }
    secrets = [name for name, own in options.items() if _words(name)[-1] in _SECRETS and "webhook" not in own]
    if not found and len(schemes) == len(secrets) == 1:
        found = {next(iter(schemes)): secrets[0]}
    origin = published.methods[0].origin if published.methods else TextPlace(published.name, 1, 1)
    for scheme, name in found.items():
        at, variable = f"{_SCHEMES}/{escape_token(scheme)}", published.exports.options[name]
        if _words(scheme) != _words(name):
            value: Json = name.removeprefix("With") if first else {published.language: name.removeprefix("With")}
            yield Placed(at, "name-override", value, origin, source=published.name)
        if variable:
            yield Placed(at, "env", variable, origin, source=published.name)


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in words(name.removeprefix("With"), PLAIN))
