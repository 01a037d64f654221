"""Names of the SDK in texts, `getattr(trip, "seat_no")`, and in keywords of what is said of other calls."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from migrate.upgrade.edits import Edits
from migrate.upgrade.moves import other_convention
from migrate.upgrade.python.assignments import set_in_body
from migrate.upgrade.python.source import Source, dotted
from migrate.upgrade.python.value import CLIENT
from migrate.upgrade.python.values import Values
from migrate.upgrade.renames import Renames

_OF_FIRST = {"getattr", "hasattr", "setattr", "delattr", "patch.object", "patch.multiple", "spy", "monkeypatch.setattr"}
"""Functions whose second argument names an attribute of the first."""
_OF_ANY = ("attrgetter", "methodcaller", "patch", "setattr", "delattr", "eval", "exec")
"""Functions whose first argument names something, from modules or from a value that comes later."""
_ASSERTING = ("assert_called_with", "assert_called_once_with", "assert_any_call", "assert_awaited_with",
              "assert_awaited_once_with", "assert_any_await", "call")  # fmt: skip
"""Methods of mocks whose arguments are those of another call."""
_CONFIGURED = (
    "Mock",
    "MagicMock",
    "AsyncMock",
    "NonCallableMock",
    "configure_mock",
    "patch.multiple",
    "create_autospec",
)


class Texts:
    """Rewrites names in the arguments of calls, in patterns and in classes; ``mark`` tells what cannot be rewritten."""

    def __init__(
        self, source: Source, renames: Renames, values: Values, edits: Edits, mark: Callable[[cst.CSTNode, str], None]
    ) -> None:
        self._source, self._renames, self._values = source, renames, values
        self._edits, self._mark = edits, mark
        self._changed = renames.changed_names | {old for old, new in renames.types.items() if old != new}
        self._arguments = {name for move in renames.methods.values() for name in move.names}
        self.heirs: dict[str, str] = {}
        """The classes of the SDK that classes of the file inherit from; "" for those that inherit from none."""

    def look(self, node: cst.Call) -> None:
        """Look at a call of any function."""
        called = dotted(node.func)
        last, pair = called.rpartition(".")[2], ".".join(called.split(".")[-2:])
        first, second = ([*(arg.value for arg in node.args), None, None])[:2]
        if (last in _OF_FIRST or pair in _OF_FIRST) and first is not None and isinstance(second, cst.SimpleString):
            self._member(first, second)
        elif last in _OF_ANY:
            for arg in node.args:
                if isinstance(arg.value, cst.SimpleString) and arg.keyword is None:
                    self._mark_text(arg.value)
        mock = last in _CONFIGURED or pair in _CONFIGURED
        for arg in node.args:
            word = arg.keyword.value if arg.keyword is not None else ""
            if (last in _ASSERTING and word in self._arguments) or (mock and word in self._changed):
                self._mark(arg, _may_be(word))
            elif mock and arg.star == "**" and isinstance(arg.value, cst.Dict):
                for item in arg.value.elements:
                    if isinstance(item, cst.DictElement) and isinstance(item.key, cst.SimpleString):
                        self._mark_text(item.key)

    def match(self, node: cst.MatchClass) -> None:
        """Give the fields in a pattern their new names."""
        value = self._values.of(node.cls)
        fields = self._renames.fields.get(value.text, {}) if value is not None and value.kind == "class" else {}
        for item in node.kwds:
            new = fields.get(item.key.value, "")
            if new is None:
                self._mark(item, f"`{item.key.value}` is gone")
            elif new:
                self._edits.replace(self._source.span(item.key), new.encode())

    def look_at_class(self, node: cst.ClassDef) -> None:
        """Mark what overrides a field or a group that has another name now."""
        value = self._values.of(node.name)
        base = value.text if value is not None and value.kind == "class" else ""
        self.heirs[node.name.value] = base
        of_client = bool(base) and self._values.instance(value) == CLIENT
        names = self._renames.groups if of_client else self._renames.fields.get(base, {})
        for name, item in set_in_body(node) if base else ():
            if names.get(name, name) != name:
                self._mark(item, f"`{name}` overrides `{base}.{name}`, which has another name or place now")

    def _member(self, owner: cst.BaseExpression, text: cst.SimpleString) -> None:
        """Lead a text that names an attribute of a value to where that is now."""
        value, name = self._values.of(owner), str(text.evaluated_value)
        made: str | None = name
        if value is None:
            self._mark_text(text)
        elif value.kind in ("client", "group", "mirror"):
            path = f"{value.text}.{name}" if value.text else name
            if path not in self._renames.methods and path not in self._renames.groups:
                return
            move = self._renames.methods.get(path)
            to = self._renames.groups.get(path) if move is None else move.new.path if move.new is not None else None
            now = self._renames.groups.get(value.text) if value.text else ""
            if to is None or now is None or not to.startswith(f"{now}." if now else "") or \
                    path in self._renames.scattered or \
                    (move is not None and other_convention(move, self._renames) is not None):  # fmt: skip
                self._mark(text, f"`client.{path}` is `client.{to}` now" if to else f"`client.{path}` is gone")
                return
            made = to.removeprefix(f"{now}.")
        else:
            kind = value.text.rstrip("?") if value.kind in ("typed", "class") else ""
            made = {**self._renames.members.get(kind, {}), **self._renames.fields.get(kind, {})}.get(name, name)
        if made is None:
            self._mark(text, f"`{name}` is gone")
        elif made != name:
            *groups, last = made.split(".")
            self._edits.insert(self._source.outer(owner)[1], "".join(f".{word}" for word in groups).encode())
            self._edits.replace(self._source.span(text), self._source.text_of(text).replace(name, last).encode())

    def _mark_text(self, text: cst.SimpleString) -> None:
        value = text.evaluated_value
        found = [word for word in value.split(".") if word in self._changed] if isinstance(value, str) else []
        if found:
            self._mark(text, _may_be(found[0]))


def _may_be(name: str) -> str:
    return f"if this is of the SDK, `{name}` has another name or place now"
