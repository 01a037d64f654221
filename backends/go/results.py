"""Prints the return type of a method that has several results (D13): an interface that only they implement.

::

    type TripsGetResult interface {
        isTripsGetResult()
    }

    func (*Trip) isTripsGetResult() {}
"""

from __future__ import annotations

from collections.abc import Sequence

from backends.go.docs import an
from backends.go.names import Names
from backends.go.source import File
from backends.go.text import comment
from backends.go.types import Types, denull, is_plain
from backends.writer.gofmt import block, function
from compiler.ir.types import Nullable, Type
from compiler.ir.wire import BodyKind, Decode
from compiler.plan.type_facts import result_word


class Results:
    """The interface of one operation's results, and the type of each of them."""

    def __init__(self, types: Types, names: Names, key: str, name: str, found: Sequence[Type]) -> None:
        self.types, self.names = types, names
        self.found = found
        self._key = key
        self.name = names.public("result", key, name)

    def member(self, type_: Type) -> str:
        """Name the type of a result: a pointer to a model, else a wrapper type."""
        inner, _ = denull(type_)
        target = self.types.model(inner)
        if target is not None:
            return f"*{self.types.name(target)}"
        word, held = result_word(inner, self.types.surface), self._held(inner)
        first = next(item for item in self.found if result_word(item, self.types.surface) == word)
        key = f"{self._key} {word}"
        if self._held(first) != held:
            key += f" {held}"  # such as a type called Integer beside an integer
        return self.names.public("result member", key, self.name + word)

    def _held(self, type_: Type) -> str:
        return self.types.result(denull(type_)[0], File("", None))

    def reader(self, decode: Decode) -> str | None:
        """Print the function that decodes a body as its result type; None if it is not requested (D13)."""
        if decode.type not in self.found:
            return None
        function = (
            "textAs" if decode.kind is BodyKind.TEXT else "bytesAs" if decode.kind is BodyKind.BYTES else "readAs"
        )
        return f"{function}[{self.member(decode.type)}]"

    def declare(self, file: File) -> None:
        """Print the interface and what implements it."""
        members = {self.member(item): item for item in self.found}
        shown = ", ".join(f"[{member}]" for member in members)
        marker = f"is{self.name}"
        null = ", or null" if any(isinstance(item, Nullable) for item in self.found) else ""
        doc = comment(f"{self.name} is one of {shown}; nil if the response has no body{null}.")
        file.declare(*doc, block(f"type {self.name} interface {{", [f"{marker}()"]))
        for member, item in members.items():
            if not member.startswith("*"):
                self._wrapper(member, denull(item)[0], file)
            file.declare(function(f"func ({member}) {marker}()"))

    def _wrapper(self, name: str, type_: Type, file: File) -> None:
        held = self.types.result(type_, file)
        doc = comment(f"{name} is {an(held)} as a [{self.name}].")
        if is_plain(self.types, type_) or held == "[]byte":
            file.declare(*doc, f"type {name} {held}")
        else:
            declare_wrapper(file, doc, name, held)


def declare_wrapper(file: File, doc: Sequence[str], name: str, held: str) -> None:
    """Print a struct that wraps a value without methods of its own, and is serialized as that value."""
    file.declare(*doc, block(f"type {name} struct {{", [f'Value {held} `sdk:"value"`']))
    marshaler = function(f"func (m {name}) MarshalJSON() ([]byte, error)", "return encode(m.Value)")
    file.declare("// MarshalJSON implements json.Marshaler.", marshaler)
