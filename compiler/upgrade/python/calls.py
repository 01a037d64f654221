"""Arguments of calls, as the new signature takes them: names, positions, fields of the body, request objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import libcst as cst

from compiler.base.frozen import frozen
from compiler.upgrade.edits import Edits
from compiler.upgrade.python.given import Given, Opened, Reader, UnclearError, members
from compiler.upgrade.python.source import Source
from compiler.upgrade.renames import BODY, REQUEST, Argument, Move

OPTIONS = "options"
"""The argument with the settings of one call, which may hold the whole body."""
_STEP = b"    "
_NEVER_NONE = (cst.BaseString, cst.BaseNumber, cst.Dict, cst.List, cst.Tuple, cst.Set, cst.ListComp, cst.DictComp,
               cst.Comparison)  # fmt: skip


@frozen
class Enclosed:
    """Values that go into an object, what stands before each of them, and around all of them."""

    items: list[Given]
    prefixes: list[bytes]
    opening: bytes
    closing: bytes


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
        self._made, self._dropped = made, dropped

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
        flat = list(members(read))
        self._check(flat, new, move, whole)
        fields = [item for item in flat if whole and item.source.startswith(f"{BODY}/")]
        kept = [item for item in fields if not _is_none(item.node)]
        keys = [f'"{item.source[len(BODY) + 1 :]}": '.encode() for item in kept]
        body = Enclosed(kept, keys, new[BODY].name.encode() + b"={", b"}") if kept else None
        if move.new.request:
            inside = [item for item in flat if item.source and (item not in fields or item in kept)]
            self._flatten(read, outer=inside)
            prefixes = [b"" if item in kept else f"{new[item.source].name}=".encode() for item in inside]
            request = Enclosed(inside, prefixes, self._made(move.new.request) + b"(", b")") if inside else None
            self._enclose(request, body)
        else:
            self._flatten(read, outer=fields)
            self._enclose(body)
        for item in fields:
            if item not in kept:
                self._remove(item)
        if move.new.request:
            return
        self._alone([item for item in flat if item not in fields], new, move)

    def _is_new(self, args: Sequence[cst.Arg], move: Move) -> bool:
        """Whether a call has names that only the new signature knows: somebody has rewritten it already."""
        old, new = ({item.name for item in call.arguments or ()} | ({REQUEST} if call.request else set())
                    for call in (move.old, move.new) if call is not None)  # fmt: skip
        names = {item.keyword.value for item in args if item.keyword is not None} - {OPTIONS}
        return bool(names - old) and names <= new

    def _renamed(self, args: Sequence[cst.Arg], move: Move) -> None:
        for item in args:
            if item.star == "**":
                raise UnclearError(f"`{self._source.written(item).rstrip(', ')}` may hold arguments that changed")
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

    def _remove(self, item: Given) -> None:
        """Take an argument away, with the comma behind or before it."""
        text, (start, end) = self._source.text, item.whole
        behind = re.compile(rb"\s*,[ \t]*").match(text, end)
        if behind is not None:
            end = behind.end()
        else:
            before = re.compile(rb",\s*\Z").search(text, 0, start)
            start = before.start() if before is not None else start
        self._edits.replace((start, end))

    # ------------------------------------------------------------------ objects

    def _flatten(self, read: Sequence[Given | Opened], outer: list[Given], around: int | None = None) -> None:
        """Take away the objects around members; members that go into another object are edited there. ``around``: the
        column of an object around, which is taken away, too."""
        for part in read:
            if not isinstance(part, Opened):
                continue
            column = self._column(part.whole[0]) if around is None else around
            self._flatten(part.inside, outer, column)
            if part.name is not None:
                self._dropped(part.name)
            if not part.inside:
                self._edits.replace(part.whole)
                continue
            first = part.inside[0].whole[0]
            tail = self._source.text[part.ends : part.whole[1]]
            if self._own_line(part.whole[0]):
                comment = re.search(rb"#[^\n]*\n\s*", tail)
                self._edits.replace((part.whole[0], first))
                self._edits.replace((part.ends, part.whole[1]), comment.group() if comment else b"")
                if not outer:
                    self._shift((first, part.ends), self._column(first) - column)
                continue
            space = re.compile(rb"\s*\Z").search(self._source.text, part.whole[0], first)
            self._edits.replace((part.whole[0], space.start() if space is not None else first))
            follows = re.compile(rb"\s*,").match(self._source.text, part.whole[1])
            left = tail[:-1] if follows is None else tail[:-1].replace(b",", b"", 1)
            self._edits.replace((part.ends, part.whole[1]), left)

    def _shift(self, span: tuple[int, int], by: int) -> None:
        """Move lines to the left, as far as they are indented so, unless a text of several lines is in them."""
        text = self._source.text[slice(*span)]
        if by <= 0 or b'"""' in text or b"'''" in text or not self._own_line(span[0]):
            return
        for match in re.finditer(rb"\n([ ]*)(?=[^\s])", text):
            if len(match[1]) >= by:
                at = span[0] + match.start(1)
                self._edits.replace((at, at + by))

    def _enclose(self, made: Enclosed | None, within: Enclosed | None = None) -> None:
        """Put arguments into an object at the place of the first, and some of them into an object in it."""
        if made is None:
            return
        text, inside = self._source.text, made.items
        nested = within.items if within is not None else []
        apart = [index for index, item in enumerate(inside) if item in nested]
        between = [text[left.whole[1] : right.whole[0]] for left, right in pairwise(inside)]
        together = all(re.fullmatch(rb"\s*,(\s|#[^\n]*\n)*", part) for part in between)
        if not together or apart != list(range(apart[0], apart[0] + len(apart)) if apart else []):
            self._move(made, within)
            return
        first, last = inside[0].whole[0], inside[-1].whole[1]
        lines = self._own_line(first) and b"\n" in text[first:last] + b"".join(between)
        indent = text[self._source.line_start(first) : first] if lines else b""

        def opened(by: Enclosed, depth: int) -> bytes:
            return by.opening + (b"\n" + indent + _STEP * depth if lines else b"")

        for index, (item, prefix) in enumerate(zip(inside, made.prefixes, strict=True)):
            before = opened(made, 1) if index == 0 else b""
            if within is not None and item in nested:
                at = nested.index(item)
                before += (opened(within, 2) if at == 0 else b"") + within.prefixes[at]
            self._edits.replace((item.whole[0], item.value[0]), before + prefix)
        deep = (nested[0].whole[0], nested[-1].whole[1]) if nested else (last, last)
        if lines:
            self._indent((first, last), deep)
        if within is not None:
            self._edits.insert(deep[1], (b",\n" + indent + _STEP if lines else b"") + within.closing)
        self._edits.insert(last, (b",\n" + indent if lines else b"") + made.closing)

    def _move(self, made: Enclosed, within: Enclosed | None) -> None:
        """Put arguments into an object that do not stand together: their values are moved to the first."""
        parts: list[bytes | tuple[int, int]] = [made.opening]
        nested = within.items if within is not None else []
        for index, (item, prefix) in enumerate(zip(made.items, made.prefixes, strict=True)):
            if within is None or item not in nested:
                parts += [b", " if index else b"", prefix, item.value]
            elif item is nested[0]:
                parts += [b", " if index else b"", within.opening]
                for at, (field, key) in enumerate(zip(nested, within.prefixes, strict=True)):
                    parts += [b", " if at else b"", key, field.value]
                parts.append(within.closing)
        self._edits.replace(made.items[0].whole, *parts, made.closing)
        for item in made.items[1:]:
            self._remove(item)

    def _indent(self, span: tuple[int, int], deep: tuple[int, int]) -> None:
        """Move lines to the right, those of the object within twice."""
        text = self._source.text[slice(*span)]
        if b'"""' in text or b"'''" in text:
            return
        for match in re.finditer(rb"\n(?=[ \t]*[^\s])", text):
            at = span[0] + match.end()
            self._edits.insert(at, _STEP * (2 if deep[0] < at < deep[1] else 1))

    def _own_line(self, at: int) -> bool:
        return not self._source.text[self._source.line_start(at) : at].strip()

    def _column(self, at: int) -> int:
        line = self._source.text[self._source.line_start(at) : at]
        return len(line) - len(line.lstrip())

    def _never_none(self, node: cst.BaseExpression) -> bool:
        if isinstance(node, _NEVER_NONE) or (isinstance(node, cst.Name) and node.value in ("True", "False")):
            return True
        return self._reader.never_none(node)


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"
