"""Reads types as a surface writes them, and tells whether the values of one are values of another in a language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from compiler.base.frozen import mutable
from compiler.commands.diff.findings import Level

if TYPE_CHECKING:
    from compiler.plan.breaks import Breaks
    from compiler.surface.surface import Symbol

Values = frozenset[Any]
"""The kinds of values that a type has in a language: names of plain types, ``const`` with a value, lists and maps with
those of their items, models by their names."""
_USES = re.compile(r" \((sent)?(?:, )?(received)?\)\Z")
_NAME = re.compile(r"[\w.]+")
_JSON = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def uses_of(rest: str) -> tuple[str, bool, bool]:
    """Part what a symbol of a type says: what it is, and whether it is sent and received."""
    match = _USES.search(rest)
    what = rest.removeprefix(": ")
    if match is None:
        return what, False, False
    return _USES.sub("", what), match[1] is not None, match[2] is not None


def parted(text: str, by: str) -> Iterator[str]:
    """Part a text where it says ``by``, and not inside of types and strings."""
    depth, start, quoted = 0, 0, False
    for index, sign in enumerate(text):
        if sign == '"' and text[index - 1 : index] != "\\":
            quoted = not quoted
        elif not quoted and sign in "<(":
            depth += 1
        elif not quoted and sign in ">)" and text[index - 1 : index] != "-":
            depth -= 1
        elif not quoted and depth == 0 and text.startswith(by, index):
            yield text[start:index]
            start = index + len(by)
    if text[start:]:
        yield text[start:]


@mutable
class Types:
    """The types of one version of a surface.

    ``renamed``: names of types in the other version that are the same as in this one, by that of this one.
    """

    breaks: Breaks
    what: Mapping[str, str]
    members: Mapping[str, list[Symbol]]
    settings: Mapping[str, str]
    renamed: Mapping[str, str]

    def now(self, text: str) -> str:
        """Return a type with the names that the other version has for the same types."""
        return _NAME.sub(lambda match: self.renamed.get(match[0], match[0]), text) if self.renamed else text

    # ------------------------------------------------------------------ values

    def values(self, text: str, missing: bool = False) -> Values:
        """Return what values a type has; ``missing``: there may be none."""
        found = frozenset(self._values(text, ()))
        return found | {self.breaks.absent} if missing else found

    def _values(self, text: str, inside: tuple[str, ...]) -> Iterator[Any]:
        if text == "none":
            yield "null"
            return
        if text.endswith("?"):
            yield "null"
            yield from self._values(text[:-1], inside)
            return
        several = [*parted(text, " | ")]
        if len(several) > 1:
            for one in several:
                yield from self._values(one, inside)
            return
        for word in ("list", "map", "pages", "stream"):
            if text.startswith(f"{word}<"):
                inner = text[len(word) + 1 : -1]
                yield word, frozenset(item for one in parted(inner, " | ") for item in self._values(one, inside))
                return
        if text.startswith("const<"):
            yield "const", text[6:-1]
        elif text not in self.what:
            yield from self._plain(text)
        elif text in inside:
            yield "type", self.renamed.get(text, text)
        else:
            yield from self._values_of_name(text, (*inside, text))

    def _plain(self, text: str) -> Iterable[str]:
        kinds = self.breaks.kinds(self.settings)
        kind = text.partition("/")[0]
        return kinds.get(text) or kinds.get(kind) or (kind,)

    def _values_of_name(self, name: str, inside: tuple[str, ...]) -> Iterator[Any]:
        what, _, _ = uses_of(self.what[name])
        if what.startswith("alias of "):
            yield from self._values(what.removeprefix("alias of "), inside)
        elif what.endswith(("enum", "union")):
            found: list[Any] = []
            for item in self.members.get(name, ()):
                if item.kind == "member":
                    found.append(("const", item.rest.removeprefix(" = ")))
                else:
                    found += self._values(item.path.partition(".")[2], inside)
            yield from found
            if what.startswith("open ") and ("unknown", "enum") not in found:  # else a member takes what is not known
                yield "unknown", what.removeprefix("open ")
        else:
            yield "type", self.renamed.get(name, name)

    # ------------------------------------------------------------------ in a language with one type for each

    def printed(self, text: str, missing: bool = False, sent: bool = True) -> object:
        """Return what stands for a type where types must be equal (:attr:`Breaks.held`)."""
        assert self.breaks.held is not None
        inner = text.removesuffix("?")
        return self.breaks.held(self.kind(inner), missing, inner != text, sent), self._printed(inner)

    def held_as_sent(self, owner: str) -> Iterator[str]:
        """Yield the fields of a type that are held otherwise because it is sent."""
        for item in self.members.get(owner, ()):
            missing, _, type_ = item.rest.partition(": ")
            if item.kind == "field" and self.printed(type_, missing == "?") != self.printed(
                type_, missing == "?", False
            ):
                yield item.path.partition(".")[2]

    def meaning(self, text: str) -> object:
        """Return what is the same for two types between which programs see no difference."""
        return self.values(text) if self.breaks.held is None else self.printed(text)

    def _printed(self, text: str) -> object:
        if text.endswith("?"):
            return self.printed(text)
        if " | " in text:
            return tuple(sorted(map(str, map(self._printed, parted(text, " | ")))))
        for word in ("list", "map", "pages", "stream"):
            if text.startswith(f"{word}<"):
                return word, tuple(self._printed(one) for one in parted(text[len(word) + 1 : -1], " | "))
        if text.startswith("const<"):
            return tuple(self._plain(_json_type(text[6:-1])))
        if text not in self.what:
            return tuple(self._plain(text))
        what, _, _ = uses_of(self.what[text])
        if what.startswith("alias of "):
            return self._printed(what.removeprefix("alias of "))
        return self.renamed.get(text, text)

    def kind(self, text: str) -> str:
        """Return what a type is: ``list``, ``model``, ``text enum``, ``union``, the name of a scalar ..."""
        for word in ("list", "map"):
            if text.startswith(f"{word}<"):
                return word
        if text.startswith("const<"):
            return _json_type(text[6:-1])
        if text not in self.what:
            return text.partition("/")[0]
        what = uses_of(self.what[text])[0].removeprefix("open ")
        if what.startswith("alias of "):
            return self.kind(what.removeprefix("alias of ").removesuffix("?"))
        if what != "enum":
            return what.partition(" ")[0]
        values = [_json(item.rest.removeprefix(" = ")) for item in self.members.get(text, ())]
        return "text enum" if all(isinstance(value, str) and value for value in values) else "enum"


def fits(values: Values, others: Values, breaks: Breaks) -> bool:
    """Tell whether all these values are also values of another type."""
    return all(_is_one(value, others, breaks) for value in values)


def _expected(values: Values, others: Values) -> Values:
    """Return the values that programs do not expect anyhow: other texts of an open enum are no surprise to them."""
    if ("unknown", "enum") not in others:
        return values
    return frozenset(
        value for value in values if not (isinstance(value, tuple) and value[0] == "const" and value[1].startswith('"'))
    )


def _is_one(value: Any, others: Values, breaks: Breaks) -> bool:
    if value in others or "any" in others:
        return True
    match value:
        case ("const", text):
            kind = _json_type(text)
            return any(one in others for one in (kind, *breaks.kinds({}).get(kind, ())))
        case ("unknown", "enum"):
            return any(one in others for one in ("string", *breaks.kinds({}).get("string", ())))
        case ("list" | "map" | "pages" | "stream" as word, items):
            inner = [other[1] for other in others if isinstance(other, tuple) and other[0] == word]
            if word in ("list", "map") and breaks.exact_items:
                return any(fits(items, one, breaks) and fits(one, items, breaks) for one in inner)
            return any(fits(items, one, breaks) for one in inner)
        case str():
            return any(one in others for one in breaks.within.get(value, ()))
    return False


def _json_type(text: str) -> str:
    return _JSON.get(type(_json(text)), "any")


def _json(text: str) -> Any:
    """Return a value; a surface that was edited may hold anything."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return ()


def level_of(
    old: Types, new: Types, before: tuple[str, bool], after: tuple[str, bool], sent: bool, received: bool
) -> Level:
    """Return what it means for programs that a type, and whether a value may be missing, are others.

    What is received may be less than before, what is sent may be more; in a language where types must be equal,
    neither.
    """
    if old.breaks.held is not None:
        same = old.printed(*before, sent) == new.printed(*after, sent)
        return Level.DOCS if same else Level.BREAK
    was, now = old.values(*before), new.values(*after)
    if was == now:
        return Level.DOCS
    narrower, wider = fits(_expected(now, was), was, old.breaks), fits(was, now, old.breaks)
    if (received and not narrower) or (sent and not wider) or not (narrower or wider):
        return Level.BREAK
    return Level.NOTE
