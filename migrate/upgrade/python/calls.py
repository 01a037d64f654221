"""Arguments of calls, as the new signature takes them: names, positions, fields of the body, request objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import libcst as cst

from compiler.base.frozen import replace
from migrate.upgrade.edits import Edits, Span
from migrate.upgrade.python.given_arguments import Given, Opened, Reader, UnclearError, members
from migrate.upgrade.python.objects import Enclosed, Objects
from migrate.upgrade.python.source import Source
from migrate.upgrade.renames import BODY, REQUEST, Argument, Move

OPTIONS = "options"
"""The argument with the settings of one call, which may hold the whole body."""
_NEVER_NONE = (cst.BaseString, cst.BaseNumber, cst.Dict, cst.List, cst.Tuple, cst.Set, cst.ListComp, cst.DictComp,
               cst.Comparison)  # fmt: skip


class Arguments:
    """Rewrites the arguments of calls. ``made`` returns how a class is written in the file; ``dropped`` is told of
    names of classes that are not used any more."""

    def __init__(
        self,
        source: Source,
        edits: Edits,
        reader: Reader,
        made: Callable[[str], bytes],
        dropped: Callable[[cst.BaseExpression], None],
    ) -> None:
        self._source, self._edits, self._reader = source, edits, reader
        self._made, self._objects = made, Objects(source, edits, dropped)

    def rewrite(self, args: Sequence[cst.Arg], move: Move) -> None:
        """Rewrite the arguments of a call. Raises `UnclearError`, before anything is rewritten."""
        if move.new is None or move.same_call:
            return
        if move.old.arguments is None or move.new.arguments is None:
            self._renamed(args, move)
            return
        whole = any(item.source == BODY for item in move.new.arguments)
        read = self._reader.read(args, move.old, opens_body=not whole)
        new = {item.source: item for item in move.new.arguments}
        if self._is_new(args, move):
            return
        gone: list[Span] = []
        read = self._without_constants(read, new, move, gone)
        flat = list(members(read))
        self._check(flat, new, move, whole)
        for span in gone:
            self._edits.replace(span)
        fields = [item for item in flat if whole and item.source.startswith(f"{BODY}/")]
        kept = [item for item in fields if not _is_none(item.node)]
        keys = [f'"{item.source[len(BODY) + 1 :]}": '.encode() for item in kept]
        body = (
            Enclosed(kept, keys, new[BODY].name.encode() + b"={", b"}", self._constants(new, fields)) if kept else None
        )
        if move.new.request:
            inside = [item for item in flat if item.source and (item not in fields or item in kept)]
            self._objects.flatten(read, outer=inside)
            prefixes = [b"" if item in kept else f"{new[item.source].name}=".encode() for item in inside]
            request = Enclosed(inside, prefixes, self._made(move.new.request) + b"(", b")") if inside else None
            self._objects.enclose(request, body)
        else:
            self._objects.flatten(read, outer=fields)
            self._objects.enclose(body)
        for item in fields:
            if item not in kept:
                self._objects.remove_given(item)
        if move.new.request:
            return
        self._alone([item for item in flat if item not in fields], new, move)

    def _constants(self, new: Mapping[str, Argument], fields: list[Given]) -> tuple[bytes, ...]:
        """Return the members with constants that a body has, where no argument gave them."""
        found = self._reader.constants(new[BODY].type, 1)
        given = {item.source for item in fields}
        return tuple(f'"{wire}": {value!r}'.replace("'", '"').encode() for wire, value in found.items()
                     if f"{BODY}/{wire}" not in given)  # fmt: skip

    def _without_constants(
        self, read: Sequence[Given | Opened], new: Mapping[str, Argument], move: Move, spans: list[Span]
    ) -> list[Given | Opened]:
        """Return what a call gives without the constants of a body whose fields are arguments now: they are none, since
        they are filled in. ``spans``: takes what has to go."""
        body = next((item for item in move.old.arguments or () if item.source == BODY), None)
        found = {f"{BODY}/{wire}" for wire in self._reader.constants(body.type if body is not None else "", 0)}
        made: list[Given | Opened] = []
        for part in read:
            if isinstance(part, Given):
                made.append(part)
                continue
            inside = self._without_constants(part.inside, new, move, spans)
            gone = [item for item in inside if isinstance(item, Given) and item.source in found - set(new)]
            if not gone or len(gone) == len(inside):
                made.append(replace(part, inside=tuple(inside)))
                continue
            kept = [item for item in inside if item not in gone]
            for item, following in pairwise(inside):
                if item in gone and following.whole[0] <= kept[-1].whole[0]:
                    spans.append((item.whole[0], following.whole[0]))
            spans.append((kept[-1].whole[1], inside[-1].whole[1]))
            made.append(replace(part, inside=tuple(kept)))
        return made

    def _is_new(self, args: Sequence[cst.Arg], move: Move) -> bool:
        """Whether a call has names that only the new signature knows: somebody has rewritten it already."""
        old, new = ({item.name for item in call.arguments or ()} | ({REQUEST} if call.request else set())
                    for call in (move.old, move.new) if call is not None)  # fmt: skip
        names = {item.keyword.value for item in args if item.keyword is not None} - {OPTIONS}
        return bool(names - old) and names <= new

    def _renamed(self, args: Sequence[cst.Arg], move: Move) -> None:
        for item in args:
            if item.star == "**":
                raise UnclearError(f"`{self._source.text_of(item).rstrip(', ')}` may hold arguments that changed")
            if item.keyword is not None and item.keyword.value in move.renamed:
                self._edits.replace(self._source.span(item.keyword), move.renamed[item.keyword.value].encode())

    def _check(self, flat: list[Given], new: dict[str, Argument], move: Move, whole: bool) -> None:
        old = {item.source: item for item in move.old.arguments or ()}
        given = {item.source for item in flat}
        for item in flat:
            field = item.source.startswith(f"{BODY}/")
            if not item.source or item.source in new or (field and whole):
                known = old.get(item.source)
                if field and whole and known is not None and known.optional and not known.nullable and \
                        not self._never_none(item.node) and not _is_none(item.node):  # fmt: skip
                    raise UnclearError(f"`{known.name}` may be None, which a dictionary sends as null")
                continue
            if item.source == BODY:
                if any(other.name is not None and self._source.text[slice(*other.name)] == OPTIONS.encode()
                       for other in flat):  # fmt: skip
                    raise UnclearError("its body has to go into `options`, which are given already")
                continue
            word = old[item.source].name if item.source in old else item.source.rpartition("/")[2]
            raise UnclearError(f"argument `{word}` is gone")
        has_body = any(source == BODY or source.startswith(f"{BODY}/") for source in given)
        for source, argument in new.items():
            of_body = source == BODY or source.startswith(f"{BODY}/")
            if not argument.optional and source not in given and source not in old and not (of_body and has_body):
                raise UnclearError(f"argument `{argument.name}` is required now")

    # ------------------------------------------------------------------ arguments one by one

    def _alone(self, flat: list[Given], new: dict[str, Argument], move: Move) -> None:
        """Give each argument its new name or position, where it stands."""
        old = {item.source: item for item in move.old.arguments or ()}
        order = [item.source for item in (move.new.arguments if move.new else None) or () if not item.by_name]
        if self._reordered(flat, new, old, order):
            return
        by_position = True
        for index, item in enumerate(flat):
            argument = new.get(item.source)
            if argument is None:
                by_position = by_position and not item.by_name
                if item.source == BODY:
                    start = item.whole[0]
                    self._edits.replace((start, item.value[0]), f'{OPTIONS}={{"{BODY}": '.encode())
                    self._edits.insert(item.value[1], b"}")
                continue
            here = by_position and index < len(order) and order[index] == item.source
            changed = item.source not in old or old[item.source].by_name
            if here and (not item.by_name or changed or item.name is None):
                self._edits.replace((item.whole[0], item.value[0]), b"")
                continue
            by_position = False
            name = argument.name.encode()
            if item.name is not None:
                self._edits.replace(item.name, name)
            else:
                self._edits.replace((item.whole[0], item.value[0]), name + b"=")

    def _reordered(
        self, flat: list[Given], new: dict[str, Argument], old: Mapping[str, Argument], order: list[str]
    ) -> bool:
        """Put the arguments by position first, in their order now, where that is another one: the others get names."""
        by_source = {item.source: item for item in flat if item.source in new}
        first: list[Given] = []
        for source in order:
            item = by_source.get(source)
            if item is None or (item.name is not None and source in old and not old[source].by_name):
                break  # who gave it by name keeps to that
            first.append(item)
        between = [self._source.text[left.whole[1] : right.whole[0]] for left, right in pairwise(flat)]
        alien = any(item.source not in new and (item.source or item.name is None) for item in flat)
        if alien or first == flat[: len(first)] or any(re.fullmatch(rb"\s*,\s*", part) is None for part in between):
            return False
        parts: list[bytes | tuple[int, int]] = []
        for item, comma in zip([*first, *(item for item in flat if item not in first)], [*between, b""], strict=True):
            name = b"" if item in first or item.source not in new else new[item.source].name.encode() + b"="
            parts += [name, item.value if item.source in new else item.whole, comma]
        self._edits.replace((flat[0].whole[0], flat[-1].whole[1]), *parts)
        return True

    def remove(self, arg: cst.Arg) -> None:
        """Take an argument away that stands by its name."""
        self._objects.remove(arg)

    def _never_none(self, node: cst.BaseExpression) -> bool:
        if isinstance(node, _NEVER_NONE) or (isinstance(node, cst.Name) and node.value in ("True", "False")):
            return True
        return self._reader.never_none(node)


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"
