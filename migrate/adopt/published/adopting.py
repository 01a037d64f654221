"""What a published SDK says, as facts: how each operation is called, what its types are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from compiler.ir.media import is_json
from compiler.source import escape_token, split_pointer
from migrate.adopt.facts import Call, Placed, TypeName, Unmatched
from migrate.adopt.published.conventions import conventions
from migrate.adopt.published.correspondence import corresponding
from migrate.adopt.published.exports import credential_options
from migrate.adopt.published.matching import Operations, grouped, one_call
from migrate.adopt.published.published import GO, PARAMS, folded
from migrate.adopt.published.schemas import COMPONENTS, Schemas, children

if TYPE_CHECKING:
    from migrate.adopt.api import Api, Called
    from migrate.adopt.facts import Fact, Facts
    from migrate.adopt.published.correspondence import Correspondence
    from migrate.adopt.published.published import Published, PublishedMethod

MAXIMUM = "maxMethodParams"
_ROOM = "Schema"
"""What is added to the name of a component that the SDK does not have, if one of its types is called so."""
HELPER = "a helper that its maker wrote by hand: it sends no request of its own"


def adopt_published(published: Published, api: Api, facts: Facts, *, first: bool = True) -> None:
    """Add what a published SDK says, which counts more than what the document says.

    Names from Go are for Go alone, whose conventions differ. Others are for all languages in the first SDK that is
    read; those of further ones are for their own language.
    """
    source = published.name
    language = None if first and published.language != GO else published.language
    for text, place in published.unread:
        facts.add(Unmatched(text, "it does not fit what such a file has", place, source))
    operations = Operations(api)
    for method in published.methods:
        if method.request is None:
            facts.add(Unmatched(f"{method.path}()", HELPER, method.origin, source))
        elif operations.of(method) is None:
            said = f"{method.request.method} /{method.request.path.lstrip('/')}"
            why = "the document has no such operation"
            facts.add(Unmatched(f"{method.path}() ({said})", why, method.origin, source))
    for endpoint, methods in grouped(published, operations).items():
        kept = one_call(methods)
        for method in methods:
            if method not in kept:
                why = f"it calls {endpoint} as {kept[0].path}() does, with other arguments: its maker wrote it by hand"
                facts.add(Unmatched(f"{method.path}()", why, method.origin, source))
        kept = [item for item in kept if not item.streams] or kept  # a stream is no alias of what answers at once
        groups = tuple(dict.fromkeys(".".join(method.groups) for method in kept))
        names = tuple(dict.fromkeys(method.name.strip("_") for method in kept))
        facts.add(Call(endpoint, groups, names[0], kept[0].origin, names[1:], language, source))
        facts.add(*_other_bodies(kept[0], api.operations[endpoint], api, language, source))
    _without_maximum(published, facts)
    facts.add(*conventions(published, api, first=first), *credential_options(published, api, first=first))
    facts.add(*_types(corresponding(published, api), api, language, source))


def _other_bodies(
    method: PublishedMethod, called: Called, api: Api, language: str | None, source: str
) -> Iterator[Fact]:
    """Yield what leaves out the bodies of an operation that a published method does not send.

    The method is that of JSON where there is some, so that a form is another one: if the form alone has all arguments
    of the published one, the name is to be the form's.
    """
    schemas, at = Schemas(api), f"{called.at}/requestBody"
    known = {folded(str(item.get("name"))) for item in api.parameters(called)}
    given = {folded(name) for name in (*method.arguments, *method.positional)} - known
    fields = {
        media: set(map(folded, schemas.properties(f"{place}/schema")))
        for media, place in children(api.value(f"{at}/content"), f"{at}/content")
    }
    everything = set[str]().union(*fields.values())
    lacks = {media: len((given & everything) - names) for media, names in fields.items()}
    whole = [media for media, count in lacks.items() if not count]
    json = next((media for media in fields if is_json(media)), None)
    if json is None or json in whole or not whole:
        return
    yield Placed(f"{at}/content/{escape_token(json)}", "ignore", language or True, method.origin, source=source)


def _types(found: Correspondence, api: Api, language: str | None, source: str) -> Iterator[Fact]:
    """Yield the names of types, and why some cannot be had."""
    theirs = {partner.at for name, partner in found.partners.items() if "." not in name}
    for name, partner in found.partners.items():
        if "." in name or name.endswith(PARAMS):
            continue
        at, own, origin = partner.at, f"{COMPONENTS}/{escape_token(name)}", found.types[name].origin
        taken = partner.another and api.value(own) is not None
        if taken or not partner.can_be_named:
            why = "a component of the document has this name" if taken else "another type has this schema's name"
            yield Unmatched(f"the type name {name} ({at})", why, origin, source)
        elif partner.another or split_pointer(at)[-1] != name or "/properties/" in at:
            yield TypeName(at, name, origin, language, source, another=partner.another)
            own = found.components.get(folded(name), own)  # `Pay-Stubs-List` is called `PayStubsList`, too
            room = f"{name}{_ROOM}"
            is_theirs = own in theirs or partner.another or at == own or api.value(own) is None
            if not is_theirs and api.value(f"{COMPONENTS}/{room}") is None:
                yield TypeName(own, room, origin, language, source)


def _without_maximum(published: Published, facts: Facts) -> None:
    """Drop another generator's maximum of arguments: its request objects hold the body's fields, and ours a `body`."""
    key = f"{published.language}.{MAXIMUM}"
    if not any(method.arguments for method in published.methods):
        return  # api.md does not show them
    why = "with it, bodies would be members of a request object; the published SDK takes their fields, as codegen does"
    for setting in [item for item in facts.settings if item.key == key]:
        facts.settings.remove(setting)
        facts.add(Unmatched(f"{key}: {setting.value}", why, setting.origin, setting.source))
