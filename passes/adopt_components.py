"""Make a schema of another file the component whose only content is a reference to it (D10.1).

Before::

    alias @schemas/Trip type=@"schemas/Trip.yaml#"
    model @"schemas/Trip.yaml#" { field "id" type=string }
    model @schemas/Booking { field "trip" type=@schemas/Trip }

After::

    model @"schemas/Trip.yaml#" { name "Trip" field "id" type=string }
    model @schemas/Booking { field "trip" type=@"schemas/Trip.yaml#" }

Documents in several files list their schemas under `components`, each as a `$ref`. Such a component and the schema are
one type and have one name, which the schema gets before the schemas of other files. A component with another name, or
with more than `$ref`, stays an alias: if there were several, a new one could change the name of the type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.identity import component_name
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Sdk
from compiler.ir.references import end
from compiler.ir.types import Alias, Declaration, Name, Origin, Ref
from passes.context import Context
from passes.support.components import is_component
from passes.support.names.english import folded
from passes.support.type_references import Typed, redirected_declaration, redirected_holder
from passes.support.walk import Holders


def run(sdk: Sdk, context: Context) -> Sdk:
    """Drop such components, and point to the schemas that they name."""
    adopted = dict(_adopted(sdk.types, context.vocabulary))
    if not adopted:
        return sdk
    to = {at: end(adopted, at) for at in adopted}
    names = {target: component_name(at) for at, target in sorted(to.items(), reverse=True) if "#" not in at}
    types = {
        at: _rename(redirected_declaration(item, to), names.get(at)) for at, item in sdk.types.items() if at not in to
    }

    def moved(holder: Typed) -> Typed:
        return redirected_holder(holder, to)

    rewritten = Holders(moved, moved, moved, lambda _: None).rewrite(sdk)
    unused = tuple(dict.fromkeys(to.get(at, at) for at in sdk.unused))
    return replace(rewritten, types=types, unused=unused)


def _adopted(types: Mapping[Id, Declaration], vocabulary: Vocabulary) -> Iterator[tuple[Id, Id]]:
    """Yield the components that are nothing but a reference to one of another file with their own name."""
    for at, item in types.items():
        if not isinstance(item, Alias) or not isinstance(item.type, Ref) or item != Alias(id=at, type=item.type):
            continue
        target = item.type.target
        file, sep, _ = target.partition("#")
        if sep and file != at.partition("#")[0] and is_component(at) and is_component(target):
            called = types[target].name
            if called is None and _words(at, vocabulary) == _words(target, vocabulary):
                yield at, target


def _words(at: Id, vocabulary: Vocabulary) -> str:
    return folded(words(component_name(at), vocabulary))


def _rename(item: Declaration, name: str | None) -> Declaration:
    return replace(item, name=Name(name, Origin.SPEC)) if name is not None else item
