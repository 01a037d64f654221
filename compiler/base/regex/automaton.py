"""Searches for many expressions at once, in one pass over a text.

Each expression is an automaton of states that wait for a character (Thompson's construction), and a place in a text is
known by the set of states that were reached. The sets that were met are kept with the sets that they lead to, so that
a further text takes a look into a table for each of its characters. A set costs as many steps as it has states;
the caller counts these and may end the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from compiler.base.regex.parse import Assertion, Char, Choice, RegexError, Repeat, Row, Tree

MAX_STATES = 20_000
"""Those of one expression."""
_KEPT = 500_000
"""So many states may stand in the sets that are kept: some tens of megabytes."""
_CHAR, _SPLIT, _ASSERT, _FOUND = range(4)
_START, _LINE, _WORD, _OTHER, _END = range(5)
_Set = frozenset[int]
_Move = tuple["_Point", _Set]
_NOTHING: Final[_Set] = frozenset()


@dataclass(slots=True, eq=False)
class _Point:
    """Where a search stands: the states that were reached, what was before, and where characters lead."""

    states: _Set
    before: int
    moves: dict[str, _Move] = field(default_factory=dict)


class Searcher:
    """Several expressions. ``whole``: one matches a text as a whole, else a part of it."""

    def __init__(self, trees: Iterable[Tree], *, whole: bool = False) -> None:
        self._ops: list[tuple[int, Tree | int, int]] = []
        self._starts = [self._add_expression(index, tree, whole) for index, tree in enumerate(trees)]
        self._begun: dict[tuple[int, str], tuple[_Set, _Set]] = {}
        """What begins before a character, by what is before it."""
        self._points: dict[tuple[_Set, int], _Point] = {}
        self._size = 0

    @property
    def states(self) -> int:
        """How many states the expressions have, which is what making them takes."""
        return len(self._ops)

    def search(self, text: str, spend: Callable[[int], None]) -> _Set:
        """Return the indexes of the expressions that match; ``spend`` is told the steps, and may raise."""
        point, found = self._point(_NOTHING, _START), _NOTHING
        spend(len(text) // 4 + 1)
        for char in text:
            move = point.moves.get(char)
            if move is None:
                move = self._move(point, char, spend)
            point = move[0]
            if move[1]:
                found |= move[1]
        return found | self._move(point, "", spend)[1]

    # ----------------------------------------------------------------------- sets of states

    def _move(self, point: _Point, char: str, spend: Callable[[int], None]) -> _Move:
        """Return what a character leads to, and which expressions match before it; "" is the end of the text."""
        after = _kind(char)
        begun = self._begun.get((point.before, char))
        if begun is None:
            begun = self._begun[point.before, char] = self._step(self._starts, point.before, after, char, spend)
        states, found = begun
        if point.states:
            onward, more = self._step(point.states, point.before, after, char, spend)
            states, found = states | onward, found | more
        spend(len(states))
        moved = (self._point(states, after), found)
        point.moves[char] = moved
        return moved

    def _step(
        self, states: Iterable[int], before: int, after: int, char: str, spend: Callable[[int], None]
    ) -> tuple[_Set, _Set]:
        """Return the states that a character leads to, and the expressions that match before it."""
        holding = _holding(before, after)
        waiting = list(states)
        seen, reached, found = set(waiting), set(), set()
        while waiting:
            kind, what, following = self._ops[waiting.pop()]
            if kind == _CHAR:
                assert isinstance(what, Char)
                if char and what.of.has(char):
                    reached.add(following)
                continue
            if kind == _FOUND:
                found.add(following)
                continue
            if kind == _ASSERT:
                assert isinstance(what, Assertion)
                onward: Sequence[int] = (following,) if what.kind in holding else ()
            else:
                assert isinstance(what, int)
                onward = (what, following)
            for state in onward:
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
        spend(len(seen))
        return frozenset(reached), frozenset(found)

    def _point(self, states: _Set, before: int) -> _Point:
        point = self._points.get((states, before))
        if point is None:
            self._size += len(states) + 50
            if self._size > _KEPT:
                self._forget()
            point = self._points[states, before] = _Point(states, before)
        return point

    def _forget(self) -> None:
        for point in self._points.values():
            point.moves.clear()  # they lead to each other, and nothing collects circles while codegen runs
        self._points.clear()
        self._begun.clear()
        self._size = 0

    # ----------------------------------------------------------------------- states

    def _add_expression(self, index: int, tree: Tree, whole: bool) -> int:
        room = len(self._ops) + MAX_STATES
        end = self._new(_FOUND, 0, index)
        if whole:
            return self._add(Row((Assertion("^"), tree, Assertion("$"))), end, room)
        return self._add(tree, end, room)

    def _new(self, kind: int, what: Tree | int, following: int) -> int:
        self._ops.append((kind, what, following))
        return len(self._ops) - 1

    def _add(self, tree: Tree, following: int, room: int) -> int:
        """Add the states of a part, from its end to its start; return where it starts."""
        if len(self._ops) > room:
            raise RegexError("pattern too large")
        match tree:
            case Char():
                return self._new(_CHAR, tree, following)
            case Assertion():
                return self._new(_ASSERT, tree, following)
            case Row(parts):
                for part in reversed(parts):
                    following = self._add(part, following, room)
                return following
            case Choice(parts):
                start = self._add(parts[-1], following, room)
                for part in reversed(parts[:-1]):
                    start = self._new(_SPLIT, self._add(part, following, room), start)
                return start
            case Repeat(part, least, most):
                return self._add_repeat(part, least, most, following, room)

    def _add_repeat(self, part: Tree, least: int, most: int | None, following: int, room: int) -> int:
        if most is None:
            again = self._new(_SPLIT, following, following)
            self._ops[again] = (_SPLIT, self._add(part, again, room), following)
            following = again
        else:
            end = following
            for _ in range(most - least):
                following = self._new(_SPLIT, self._add(part, following, room), end)
        for _ in range(least):
            following = self._add(part, following, room)
        return following


def _kind(char: str) -> int:
    if not char:
        return _END
    if char == "\n":
        return _LINE
    return _WORD if char == "_" or (char.isascii() and char.isalnum()) else _OTHER


def _holding(before: int, after: int) -> str:
    """Return the assertions that hold between two characters."""
    holding = "b" if (before == _WORD) != (after == _WORD) else "B"
    if before in (_START, _LINE):
        holding += "(^" if before == _START else "("
    if after in (_END, _LINE):
        holding += ")$" if after == _END else ")"
    return holding
