"""Why a method is called so, and stands in its group (D3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from compiler.ir.types import Name, Origin
from passes.support.names.distinct import name_key
from passes.support.names.first_places import sources_of, wished_places
from passes.support.names.mode import MODES, explained, is_auto
from passes.support.names.paths import Placed, Spoke
from passes.support.names.sources import Judged, Source, judge_ids

if TYPE_CHECKING:
    from compiler.ir.node import Id
    from compiler.ir.nodes import Operation, Sdk
    from passes.context import Context

_MOST = 4
"""How many partners of a collision are named."""
_SPOKE: Mapping[Spoke, str] = {
    Spoke.FRAGMENT: "the fragment of the path names the method",
    Spoke.METHOD: "the HTTP method names it",
    Spoke.ACT: "the last segment of the path tells what to do: an act, which is the method (rule 2)",
    Spoke.VERB: "the operationId begins with a verb of its own (rule 3)",
    Spoke.ROW: "the operationId begins with a common word that the HTTP method alone does not say (rule 4)",
    Spoke.PLACE: "the HTTP method, and what the path leads to, an item, a collection or a thing, name it (rule 5)",
}


class NameReasons:
    """Tells what named a method."""

    def __init__(self, context: Context, places: Callable[[str], str]) -> None:
        """Take the surroundings of the build, and what writes the place of an identity."""
        self._context, self._vocabulary, self._places = context, context.vocabulary, places

    def inferred(self, sdk: Sdk, old: Operation, new: Operation) -> Iterator[str]:
        """Yield what named a method, and grouped it."""
        judged = judge_ids(sdk.operations, self._vocabulary)
        mode, why = self._mode(sdk, judged)
        auto = is_auto(sdk, self._context)
        source, own = sources_of(sdk.operations, judged, mode, auto=auto)[old.id], judged[old.id]
        if auto and old.operation_id and own.source is Source.PATH:
            said = f"the operationId `{old.operation_id}` says nothing more than path, tag and method"
            yield f"{said}: the path names it (D3.8)"
        elif source.source is Source.WORD:
            said = f"of the operationId `{old.operation_id}`, `{source.text}` is its author's own"
            yield f"{said}: it names the method (D3.8)"
        elif source.source is Source.TAG:
            yield "there is no operationId, as other operations have: tag and path name it (D3.8)"
        else:
            yield f"names follow from {'paths' if mode == 'path' else 'operationIds'}: {why} (generation.names, D3.8)"
        wishes = wished_places(replace(sdk, names=mode), self._context)
        placed = wishes[old.id]
        if old.groups is not None:
            yield f"the group is what x-codegen-group says: {self._places(f'{old.id}/x-codegen-group')}"
        elif source.source is Source.PATH:
            yield f"the group is made of the static segments of `{old.path}`"
        elif old.tags:
            yield f"the group is the first tag, `{old.tags[0]}` (D2.3)"
        elif placed.group:
            yield f"the group is `{'.'.join(placed.group)}`: there is no tag"
        else:
            yield "there is no tag and no x-codegen-group: the method is the client's own (D2.3)"
        if source.source in (Source.PATH, Source.TAG):
            yield from self._from_path(new, wishes)
        elif not old.operation_id:
            yield "the name is made of method and path: there is no operationId"
        else:
            assert new.name is not None
            is_word = source.source is Source.WORD
            text = f"`{source.text}`" if is_word else f"the operationId `{old.operation_id}`"
            yield from self._from_id(text, new.name, placed)

    def _from_id(self, text: str, name: Name, placed: Placed) -> Iterator[str]:
        """Tell what of an operationId, or of its author's part, is the name."""
        if name.origin is Origin.LOCK:
            yield f"an earlier build called it `{name.text}`, which codegen.lock keeps"
        elif name.origin is Origin.COLLISION:
            yield from self.met(placed.name, ())
        elif text.endswith(f"`{name.text}`"):
            yield f"the name is {text}"
        elif text.endswith(f"{name.text}`"):
            cut = text.partition("`")[2].removesuffix(f"{name.text}`")
            yield f"the name is {text} without `{cut}`, which its group says"
        else:
            yield f"the name is {text} without what its group says"

    def _mode(self, sdk: Sdk, judged: Mapping[Id, Judged]) -> tuple[str, str]:
        """Return the source of names, and who chose it."""
        kept = self._context.lock.kept.get("paths#names")
        for chosen, who in ((sdk.names, "the document says so"), (self._context.names, "gen.yaml says so")):
            if chosen in MODES:
                return chosen, who
        if kept in MODES:
            return kept, "codegen.lock keeps the choice of an earlier build"
        return explained(sdk.operations, judged, self._vocabulary)

    def _from_path(self, new: Operation, wishes: Mapping[Id, Placed]) -> Iterator[str]:
        name, placed = new.name, wishes[new.id]
        if name is None:
            return
        yield f"`{placed.name}`: {_SPOKE[placed.spoke]} (docs/names.md#names-from-paths)"
        if name.origin is Origin.LOCK:
            yield f"an earlier build called it `{name.text}`, which codegen.lock keeps"
        elif name.text != placed.name:
            same = [at for at, other in wishes.items() if at != new.id and self._is_like(other, placed)]
            yield from self.met(placed.name, same)

    def _is_like(self, other: Placed, placed: Placed) -> bool:
        keys = [
            (name_key(" ".join(item.group), self._vocabulary), name_key(item.name, self._vocabulary))
            for item in (other, placed)
        ]
        return keys[0] == keys[1]

    def met(self, name: str, partners: Iterable[Id]) -> Iterator[str]:
        """Tell who else wanted a name."""
        named = [self.place_text(at) for at in islice(partners, _MOST)]
        if named:
            yield f"others of the group would be `{name}`, too, and each takes what tells it apart (D3.6):"
            yield from named
        else:
            yield f"`{name}` is another's in the group, or the name of a group beside it (D3.6)"

    def place_text(self, at: Id) -> str:
        """Write an identity with its place."""
        return f"{at} ({self._places(at)})"
