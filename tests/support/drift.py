"""Compares the languages: their plans of one document, and a manifest of each in a common spelling."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from backends import load_backend
from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from compiler.diagnostics import Diagnostics
from compiler.driver.options import InputOptions
from compiler.ir.wire import Pages
from compiler.plan.plan import Argument, Group, Method, Plan
from tests.support import printed

LANGUAGES = ("python", "typescript", "go")
"""The targets that are SDKs, which may not drift apart."""

PINNED = 3
"""The one limit of arguments that manifests are compared under; left alone, languages differ in it (D4.7)."""


def plans_of(document: Path, folder: Path, prefix: str | None = None, *, keep_going: bool = False) -> dict[str, Plan]:
    """Compile a document once and plan it for every language under the pinned limit.

    Args:
        document: the OpenAPI document.
        folder: where gen.yaml goes.
        prefix: the vendor prefix of its extensions, where that is another's.
        keep_going: leave out operations that hold an error of the document (D1.4).
    """
    config = folder / "gen.yaml"
    sections = {language: {"maxMethodParams": PINNED} for language in LANGUAGES}
    config.write_text(json.dumps({"configVersion": "2.0.0", "generation": {"sdkClassName": "Acme"}, **sections}))
    options = InputOptions(document=str(document), config=str(config), extension_prefix=prefix)
    return printed.plans_of(options, LANGUAGES, Diagnostics(), keep_going=keep_going)


# --------------------------------------------------------------------------- manifests


_LEADS = {lead for name in LANGUAGES for lead in (*load_backend(name).profile.digit_prefix.values(), "_")}
_LEAD = re.compile(rf"^(?:{'|'.join(sorted(lead.casefold() for lead in _LEADS))})(?=\d)")
"""What some language puts before a name that begins with a digit."""

_CUT = 60
"""How much of a name is compared: a language cuts what is too long in its spelling, and ends it in a digest (D10.2)."""


def plain(ident: str) -> str:
    """An identifier in no language's spelling: ``list_trips``, ``listTrips`` and ``ListTrips_`` are one."""
    return _LEAD.sub("", "".join(words(ident, PLAIN)).casefold(), count=1)[:_CUT]


def among(idents: Mapping[str, str]) -> dict[str, str]:
    """Identifiers of one scope; what one language keeps apart by case, another does by number (D10.2)."""
    found = {at: plain(ident) for at, ident in idents.items()}
    names = set(found.values())
    return {at: base if (base := name.rstrip("0123456789")) in names else name for at, name in found.items()}


def operations(plan: Plan) -> dict[tuple[str, ...], tuple[object, ...]]:
    """Every method by its group and its operation: its name, what it takes, and how it is paged."""
    return {
        (*path, method.operation): (plain(method.ident), *_taken(method), _paged(plan, method))
        for path, group in groups(plan.surface.root, ())
        for method in group.methods
    }


def groups(group: Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Group]]:
    """Every group with the names that lead to it from the client."""
    yield path, group
    for inner in group.groups:
        yield from groups(inner, (*path, plain(inner.ident)))


def _taken(method: Method) -> tuple[object, ...]:
    request = method.request and (plain(method.request.ident), method.request.required)
    return request, tuple(map(_argument, method.arguments))


def _argument(item: Argument) -> tuple[object, ...]:
    return plain(item.ident), item.place, item.wire, item.type, item.required, item.nullable


def _paged(plan: Plan, method: Method) -> tuple[str, ...]:
    pages = plan.wire.operations[method.operation].pages
    return () if pages is None else pager_words(pages)


def pager_words(pages: Pages) -> tuple[str, ...]:
    """The words of the closed vocabulary that say how an operation is paged (D6.4)."""
    words = (*(item.kind for item in pages.advances), *(item.kind for item in pages.stops))
    return words if pages.url is None else (*words, "url")


def models(plan: Plan) -> dict[str, tuple[object, ...]]:
    """Every declared type by its identity: its name, and its members' by what they are on the wire.

    The body of an error leaves its name to the class where both stand in one place (D10.6), and a type says what it is
    where the language has its name (D10.5); members of unions are called after types.
    """
    return {
        at: (
            _without_role(plain(name.ident), ("body",) if at in plan.errors else ()),
            {key: _without_role(member) for key, member in among(name.members).items()},
        )
        for at, name in plan.surface.types.items()
    }


def _without_role(ident: str, more: tuple[str, ...] = ()) -> str:
    roles = ("model", "enum", "union", "value", *more)
    return next((ident.removesuffix(role) for role in roles if ident.endswith(role)), ident)


def events(plan: Plan) -> dict[str, tuple[object, ...]]:
    """Every webhook and callback by its identity, with the names of its payload and of its handler."""
    return {at: (plain(name.ident), plain(name.handler)) for at, name in plan.surface.events.items()}


def options(plan: Plan) -> Mapping[str, object]:
    """What a client is configured with."""
    return {
        "client": plain(plan.surface.client),
        "schemes": among(plan.surface.schemes),
        "variables": among(plan.surface.server_variables),
        "globals": among(plan.surface.global_parameters),
    }
