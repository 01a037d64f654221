"""Candidates for the name of an inline type, made from its place, shortest first (D10.1)."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id, frozen, replace, unescape
from compiler.ir.types import Alias, Const, Declaration, Enum, Model, Ref, Union
from passes.name_schemas.roots import Root, Words
from passes.support.names.english import chained, folded, pascal, singular

LENGTH = 45
"""A longer name leaves out the middle of its path, as long as it then still differs from all others."""
LONGEST = 90
"""A name that is longer still comes after all that are not."""
BOUND = 200
"""The length at which every name is cut."""
TITLE = 50
"""A longer title is a sentence, not a name."""

_DIGITS = 8
_WORD_START = lazy_pattern(r"(?<=[^A-Z])[A-Z]")

KIND_WORDS: dict[type[Declaration], Words] = {
    Model: ("Object",),
    Enum: ("Enum",),
    Union: ("Union",),
    Alias: ("Alias",),
}
"""What a member of a union is called that says nothing else; two of a kind get their ordinals as well."""
NOWHERE = Root(())


@frozen
class Step:
    """A part of a path: what it adds to a name.

    An ``optional`` one is only said where names would be equal; before one that is ``titled`` nothing need be said.
    """

    words: Words
    optional: bool = False
    item: bool = False
    titled: bool = False
    ordinal: Words = ()
    """Said last of all, for members of a union that have one name."""


class Places:
    """Names inline declarations by where they stand."""

    def __init__(
        self,
        roots: Mapping[Id, Root],
        named: Mapping[Id, Words],
        types: Mapping[Id, Declaration],
        vocabulary: Vocabulary,
    ) -> None:
        self.vocabulary = vocabulary
        self.roots = roots
        self.named = named
        self.types = types
        self.cases = {
            case.type.target: (union, index)
            for union in types.values()
            if isinstance(union, Union)
            for index, case in enumerate(union.cases)
            if isinstance(case.type, Ref)
        }

    def candidates(self, at: Id, said: Words = ()) -> Iterator[Words]:
        """Yield the names that an inline declaration may have, the most readable first, and long ones last.

        ``said``: what is said instead of the last step.
        """
        long: list[Words] = []
        for name in self._candidates(at, said):
            if sum(map(len, name)) <= LONGEST:
                yield name
            else:
                long.append(name)
        yield from long

    def _candidates(self, at: Id, said: Words) -> Iterator[Words]:
        root_at, root, steps = self._path(at)
        if said and steps:
            steps = (*steps[:-1], Step(said))
        title = self._title(at, bool(steps), root)
        if title:
            yield title
        base = root.short if root_at in self.named else self._title(root_at, False, root) or root.short
        yield from self._forms(base, steps)
        told = tuple(replace(step, words=step.words + step.ordinal) for step in steps)
        if told != steps:
            yield from self._forms(base, told)
        for start in (root.short, *root.longer):
            yield self._joined(start, steps)
            yield _plain(start, told)

    def _forms(self, base: Words, steps: tuple[Step, ...]) -> Iterator[Words]:
        """Yield the names that say a part of the path, or all that tells things apart."""
        yield self._short(base, steps, 2)
        yield self._short(base, steps, 3)
        for index in (0, *range(len(steps) - 3, 0, -1)) if len(steps) > 3 else ():
            yield self._joined(base, (steps[index], *_last(steps, 2)))
        if len(steps) > 3:
            yield self._joined(base, (steps[0], *_last(steps, 3)))
        yield self._joined(base, steps)
        yield _plain(base, tuple(step for step in steps if not step.optional))

    def placed(self, at: Id, name: Words) -> Words:
        """Return a name with the words of the place that an inline type stands in."""
        _, root, _ = self._path(at)
        place = root.short[:-1] if root.titled else root.short
        return place if folded(place).endswith(folded(name)) else place + name

    def _title(self, at: Id, below: bool, root: Root) -> Words:
        """Return the title as words, where it names the thing: at roots and for members of unions."""
        declared = self.types.get(at)
        if declared is None or not declared.title or len(declared.title) > TITLE:
            return ()
        if at in self.cases and at.split("/")[-2:-1] in (["oneOf"], ["anyOf"]):
            return words(declared.title, self.vocabulary)
        return words(declared.title, self.vocabulary) if root.titled and not below else ()

    def _path(self, at: Id) -> tuple[Id, Root, tuple[Step, ...]]:
        """Return the root of a place, as the identity of its schema and as words, and the steps from there."""
        prefix, role, tail = at.rpartition("#")
        if not role or tail[:1] in ("", "/"):
            prefix, tail = at, ""
        rest: list[str] = []
        while prefix not in self.roots and prefix and (prefix not in self.named or prefix == at):
            prefix, _, token = prefix.rpartition("/")
            rest.append(token)
        rest.reverse()
        root = self.roots.get(prefix) or self._overridden_root(prefix)
        if root is None:
            return at, NOWHERE, tuple(Step(words(unescape(token), self.vocabulary)) for token in rest)
        schema = prefix
        if rest[:1] == ["content"] and len(rest) > 2:
            schema, rest = f"{prefix}/{'/'.join(rest[:3])}", rest[3:]
        elif rest[:1] == ["schema"]:
            schema, rest = f"{prefix}/schema", rest[1:]
        steps = tuple(self._steps(schema, rest))
        return schema, root, (*steps, Step(words(tail, self.vocabulary))) if tail else steps

    def _overridden_root(self, at: Id) -> Root | None:
        """Return the root that an inline type with an override is, and, as its longer name, what it would be called."""
        if at not in self.named:
            return None
        _, root, steps = self._path(at)
        return Root(self.named[at], (_plain(root.short, steps),))

    def _steps(self, at: Id, tokens: list[str]) -> Iterator[Step]:
        index = 0
        before: Words = ()
        while index < len(tokens):
            token = tokens[index]
            value = unescape(tokens[index + 1]) if index + 1 < len(tokens) else ""
            match token:
                case "properties" | "$defs" | "definitions" | "schemas":
                    before = words(value, self.vocabulary)
                    yield Step(before)
                case "items":
                    yield Step(("Item",), item=True)
                    value = ""
                case "additionalProperties" | "unevaluatedProperties":
                    yield Step(("Value",))
                    value = ""
                case "patternProperties":
                    yield Step(("Value",))
                    yield Step(words(value, self.vocabulary), optional=True)
                case "oneOf" | "anyOf":
                    whole = "/".join([at, *tokens[: index + 2]])
                    titled = bool(self._title(whole, True, NOWHERE))
                    said = self._case(whole, value)
                    if folded(said) == folded(before) and whole in self.cases:  # a member called as its union is
                        said, titled = _kind_words(self.types[whole]), False
                    ordinal = (str(int(value) + 1),) if value.isdecimal() and said[:1] != ("Option",) else ()
                    yield Step(said, optional=whole not in self.cases, titled=titled, ordinal=ordinal)
                case "itemSchema" | "contentSchema":  # what they hold is the item, or the text, itself
                    value = ""
                case "prefixItems":
                    yield Step(("Item", value) if value else ("Item",))
                case "type":
                    yield Step(words(value, self.vocabulary), optional=True)
                case "allOf":
                    yield Step(("Part", value), optional=True)
                case _:
                    yield Step(words(unescape(token), self.vocabulary))
                    value = ""
            index += 2 if value else 1

    def _case(self, at: Id, ordinal: str) -> Words:
        """Return the words for a member of a union: its title, its constant, else its kind."""
        found = self.cases.get(at)
        declared = self.types.get(at)
        if found is None or declared is None:
            return ("Option", str(int(ordinal) + 1)) if ordinal.isdecimal() else words(ordinal, self.vocabulary)
        if declared.title and len(declared.title) <= TITLE:
            return words(declared.title, self.vocabulary)
        union, index = found
        tags = union.cases[index].tags if isinstance(union, Union) else ()
        return (
            words(tags[0], self.vocabulary)
            if len(tags) == 1
            else _constant(declared, self.vocabulary) or _kind_words(declared)
        )

    def _short(self, base: Words, steps: tuple[Step, ...], count: int) -> Words:
        """Return the name from the last title on, and where it is long, only with its last ``count`` steps."""
        for index in range(len(steps) - 1, 0, -1):
            if steps[index - 1].titled:
                base, steps = steps[index - 1].words, steps[index:]
                break
        said = self._joined(base, steps)
        text = "".join(said)
        if len(steps) <= count or len(text if text.isascii() else pascal(said)) <= LENGTH:
            return said
        return self._joined(base, _last(steps, count))

    @staticmethod
    def _joined(base: Words, steps: tuple[Step, ...]) -> Words:
        """Chain the steps; an item is called by the singular of its list."""
        name = base
        fresh = False
        for step in steps:
            if step.optional:
                continue
            one = singular(name[-1]) if step.item and fresh and name else None
            name = (*name[:-1], one) if one is not None else chained(name, step.words)
            fresh = not step.item
        return name


def _kind_words(declared: Declaration) -> Words:
    return next(said for kind, said in KIND_WORDS.items() if isinstance(declared, kind))


def _last(steps: tuple[Step, ...], count: int) -> tuple[Step, ...]:
    """Return the last steps; an item needs its list before it, and a member that has no name its union."""
    while count < len(steps) and (steps[-count].item or steps[-count].words in KIND_WORDS.values()):
        count += 1
    return steps[-count:]


def _plain(base: Words, steps: tuple[Step, ...]) -> Words:
    """Say everything."""
    return base + tuple(word for step in steps for word in step.words)


def _constant(declared: Declaration, vocabulary: Vocabulary) -> Words:
    """Return the first constant that a model's required fields hold."""
    if isinstance(declared, Model):
        for item in declared.fields:
            if item.required and isinstance(item.type, Const) and isinstance(item.type.value, str):
                return words(item.type.value, vocabulary)
    return ()


@functools.lru_cache(maxsize=10_000)
def bounded(text: str) -> str:
    """Cut a name in Pascal case that no file could have after a word; a number made of all of it keeps it its own."""
    if len(text) <= BOUND:
        return text
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % 10**_DIGITS
    ends = [match.start() for match in _WORD_START.finditer(text, BOUND // 2, BOUND - _DIGITS + 1)]
    head = text[: ends[-1] if ends else BOUND - _DIGITS]
    return f"{head}{number:0{_DIGITS}}"
