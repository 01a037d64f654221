"""Rewrites one file of a program in Python."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

import libcst as cst

from compiler.base.frozen import frozen
from migrate.upgrade.edits import Edits, Span, Told
from migrate.upgrade.moves import other_convention
from migrate.upgrade.python.calls import Arguments
from migrate.upgrade.python.chains import chain_of, rewrite_chain
from migrate.upgrade.python.given_arguments import Reader, UnclearError
from migrate.upgrade.python.imports import Imports
from migrate.upgrade.python.places import MIRRORS
from migrate.upgrade.python.source import MARK, Source, dotted
from migrate.upgrade.python.texts import Texts
from migrate.upgrade.python.value import CLIENT, Value
from migrate.upgrade.python.values import Values
from migrate.upgrade.renames import Move, Renames

_PASSING = {"partial": 1, "to_thread": 1}
"""Functions that hand on the arguments behind a method that they are given first."""

_OF_MOCKS = {"return_value", "side_effect", "called", "call_count", "call_args", "call_args_list", "reset_mock",
             "assert_called", "assert_called_once", "assert_not_called", "assert_called_with", "assert_awaited",
             "assert_called_once_with", "assert_any_call", "assert_awaited_with"}  # fmt: skip
"""What mocks of methods have; those with arguments are looked at where they are called."""


_COMMON = {name for kind in (dict, list, str, bytes, set, tuple) for name in dir(kind)}
"""Methods that values of every program have: where their types are not known, hardly one is of the SDK."""


@frozen
class Question:
    """An expression whose type decides whether what follows is of the SDK."""

    span: Span
    text: str


@frozen
class Rewritten:
    """A file after rewriting: its text, what was left alone, and what a type checker may tell."""

    text: bytes
    told: tuple[Told, ...]
    questions: tuple[Question, ...]
    heirs: Mapping[str, str]
    """The classes of the SDK that its classes inherit from; "" for those that inherit from none."""


def rewrite(
    source: Source,
    renames: Renames,
    asked: Mapping[Span, Value],
    passed_on: Set[str],
    heirs: Mapping[str, str],
    *,
    checked: bool,
) -> Rewritten:
    """Rewrite a file. ``checked``: a type checker was asked all that it can tell, and ``asked`` has its answers;
    ``heirs``: the classes of all files that inherit from some of the SDK."""
    rewriter = _Rewriter(source, renames, Values(source, renames, dict(asked), passed_on, heirs), passed_on, checked)
    source.module.visit(rewriter)
    return rewriter.result()


class _Rewriter(cst.CSTVisitor):
    def __init__(self, source: Source, renames: Renames, values: Values, passed_on: Set[str], checked: bool) -> None:
        self._source, self._renames, self._values, self._checked = source, renames, values, checked
        self._edits = Edits(source.text)
        self._imports = Imports(source, renames, self._edits, passed_on)
        self._reader = Reader(source, self._values, renames)
        self._arguments = Arguments(source, self._edits, self._reader, self._imports.spell_class, self._imports.drop)
        self._texts = Texts(source, renames, values, self._edits, self._mark)
        self._names = _names(renames)
        self._of_sdk = re.search(rb"^\s*(from|import)\s+" + re.escape(renames.package[0].encode()) + rb"\b",
                                 source.text, re.MULTILINE) is not None  # fmt: skip
        self._viewed: set[str] = set()
        """Types that were told already to be two now."""
        self._listed: list[Told] = []
        self._marks: dict[tuple[int, str], int] = {}
        self._questions: dict[Span, Question] = {}

    def result(self) -> Rewritten:
        """Return what all visits found."""
        self._imports.rewrite()
        for node, text in self._imports.lost_imports():
            self._mark(node, text)
        self._imports.finish()
        for doubt in self._reader.doubtful:
            span = self._source.span(doubt)
            self._questions.setdefault(span, Question(span, ""))
        told = []
        for (at, text), place in sorted(self._marks.items()):
            start = self._source.line_start(at)
            line = self._source.text[start:at]
            indent = line[: len(line) - len(line.lstrip())]
            self._edits.insert(start, indent + f"{MARK}{text}\n".encode())
            told.append((place, text))
        return Rewritten(
            self._edits.result(),
            tuple(self._listed)
            + tuple(Told(self._source.name, self._edits.line(at, self._source.line(at)), text) for at, text in told),
            tuple(self._questions.values()),
            self._texts.heirs,
        )

    def _mark(self, node: cst.CSTNode, text: str) -> None:
        """Leave a comment above the statement of a node."""
        at = self._source.span(self._source.statement(node))[0]
        self._marks.setdefault((at, text), self._source.span(node)[0])

    def _list(self, node: cst.CSTNode, text: str) -> None:
        """Tell of a node in the report alone."""
        line = self._source.line(self._source.span(node)[0])
        self._listed.append(Told(self._source.name, line, text, marked=False))

    # ------------------------------------------------------------------ nodes

    def visit_Comment(self, node: cst.Comment) -> None:
        """Take away the comments of an earlier run, which stand on lines of their own."""
        start, end = self._source.span(node)
        line = self._source.line_start(start)
        if node.value.startswith(MARK) and not self._source.text[line:start].strip():
            after = self._source.text.find(b"\n", end)
            self._edits.replace((line, after + 1 if after >= 0 else end))

    def visit_Attribute(self, node: cst.Attribute) -> None:
        """Rewrite what a known value has, and ask for the type of one that is not known."""
        owner, value, name = self._values.of(node.value), self._values.of(node), node.attr.value
        kind = owner.kind if owner is not None else ""
        if value is not None and value.kind in ("method", "raw"):
            if kind in ("client", "group", "mirror"):
                self._method(node, value)
        elif kind in ("client", "group", "mirror") and owner is not None:
            self._group(node, owner, value)
        elif kind == "typed" and owner is not None:
            fields = self._renames.fields.get(owner.text.rstrip("?"), {})
            if name in fields:
                self._member(node, fields[name], f"{owner.text.rstrip('?')}.{name}")
        elif kind == "class" and owner is not None:
            members = self._renames.members.get(owner.text, {})
            if name in members:
                self._member(node, members[name], f"{owner.text}.{name}")
        elif kind == "module" and value is not None and value.kind == "class":
            self._class(node, value.text)
        elif owner is None and not self._source.has_in_import(node):
            self._unknown(node)

    def visit_Call(self, node: cst.Call) -> None:
        """Rewrite the arguments of a call."""
        self._texts.look(node)
        function = self._values.of(node.func)
        if function is None:
            self._passing(node)
            return
        if function.kind in ("method", "raw"):
            self._call(node, node.args, function.text)
        elif function.kind == "same" or (function.kind == "class" and self._values.of(node) == CLIENT):
            self._keywords(node, self._renames.options)
        elif function.kind == "class":
            self._keywords(node, self._renames.fields.get(function.text, {}))
        elif function.kind == "partial":
            self._keywords(node, self._renames.methods[function.text].names)

    def visit_MatchClass(self, node: cst.MatchClass) -> None:
        """Rewrite the names of fields in a pattern."""
        self._texts.match(node)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        """Mark what overrides a field or a group that has another name now."""
        self._texts.look_at_class(node)

    # ------------------------------------------------------------------ what is done to them

    def _method(self, node: cst.Attribute, value: Value) -> None:
        parent = self._source.parent(node)
        called = parent if isinstance(parent, cst.Call) and parent.func is node else None
        move, _ = self._streaming(value.text, called.args if called is not None else ())
        if move.new is None:
            self._mark(node, f"`client.{value.text}` is gone")
            return
        chain = chain_of(node, self._values)
        if move.new.path != value.text or (chain.start.text and chain.start_now(self._renames) != chain.start.text):
            try:
                rewrite_chain(chain, move.new.path, self._source, self._edits, self._renames)
            except UnclearError as error:
                self._mark(node, f"`client.{value.text}` is `client.{move.new.path}` now: {error}")
        if not move.same_call and not self._is_handled(node):
            self._mark(node, f"`client.{move.new.path}` takes other arguments; it is not called here")

    def _is_handled(self, node: cst.Attribute) -> bool:
        """Whether the arguments of a method are seen: it is called here, or under the name that it is given."""
        parent = self._source.parent(node)
        match parent:
            case cst.Call():
                return parent.func is node
            case cst.Attribute():
                return parent.attr.value in _OF_MOCKS
            case cst.Assign():
                return all(isinstance(item.target, cst.Name) for item in parent.targets)
            case cst.Arg():
                call = self._source.parent(parent)
                return isinstance(call, cst.Call) and call.args[0] is parent and \
                    dotted(call.func).rpartition(".")[2] in _PASSING  # fmt: skip
            case _:
                return False

    def _group(self, node: cst.Attribute, owner: Value, value: Value | None) -> None:
        if value is not None and value.kind in ("group", "mirror") and value.text:
            parent = self._source.parent(node)
            if isinstance(parent, cst.Attribute) and parent.value is node:
                return  # the last attribute decides
            if isinstance(parent, (cst.Comparison, cst.ComparisonTarget)):
                return  # nobody compares groups: it is another attribute of the name
            group = self._renames.groups.get(value.text)
            if value.text in self._renames.scattered:
                group = self._values.places.of(node, value.text)
                if not group:
                    text = f"{self._renames.scattering(value.text)}; which of them are meant is not seen here"
                    self._mark(node, text)
                    return
            if group is None:
                self._mark(node, f"the methods of `client.{value.text}` went to several groups")
            elif group != value.text:
                try:
                    rewrite_chain(chain_of(node, self._values), group, self._source, self._edits, self._renames)
                except UnclearError as error:
                    self._mark(node, f"`client.{value.text}` is `client.{group}` now: {error}")
        elif value is None and owner.text and self._renames.groups.get(owner.text) != owner.text:
            self._mark(node, f"`client.{owner.text}.{node.attr.value}` is not known, and its group moved")
        elif value is None and owner.text in self._renames.scattered:
            self._list(node, f"`client.{owner.text}.{node.attr.value}` is not known, and "
                             f"{self._renames.scattering(owner.text)}")  # fmt: skip

    def _member(self, node: cst.Attribute, new: str | None, path: str) -> None:
        if new is None:
            self._mark(node, f"`{path}` is gone")
        else:
            self._edits.replace(self._source.span(node.attr), new.encode())

    def _class(self, node: cst.Attribute, name: str) -> None:
        new = self._renames.types.get(name, name) if name not in self._renames.clients else self._renames.clients[name]
        if name.startswith("Async") and name[5:] in self._renames.clients:
            new = f"Async{self._renames.clients[name[5:]]}"
        if new is None:
            self._mark(node, f"`{name}` is gone")
            return
        if name in self._renames.views and name not in self._viewed:
            self._viewed.add(name)
            self._mark(node, self._renames.views[name])
        if new != name:
            self._edits.replace(self._source.span(node.attr), new.encode())

    def _streaming(self, path: str, args: Sequence[cst.Arg]) -> tuple[Move, cst.Arg | None]:
        """Return what became of a method, of the one that streams where an argument said that it does, and the
        argument if nothing takes it any more."""
        move = self._renames.methods[path]
        for arg in args if move.twin else ():
            if arg.keyword is not None and arg.keyword.value == move.switch and isinstance(arg.value, cst.Name):
                if arg.value.value == "True":
                    return self._renames.methods[move.twin], arg
                if arg.value.value == "False":
                    return move, arg
        return move, None

    def _call(self, node: cst.Call, args: Sequence[cst.Arg], path: str) -> None:
        move, gone = self._streaming(path, args)
        try:
            self._arguments.rewrite([arg for arg in args if arg is not gone], move)
            if gone is not None:
                self._arguments.remove(gone)
        except UnclearError as error:
            self._mark(node, f"`client.{(move.new or move.old).path}` takes other arguments: {error}")

    def _passing(self, node: cst.Call) -> None:
        name = dotted(node.func).rpartition(".")[2]
        value = self._values.of(node.args[0].value) if name in _PASSING and node.args else None
        if value is None or value.kind != "method":
            return
        move = self._renames.methods[value.text]
        if name == "partial" and move.new is not None and other_convention(move, self._renames) is not None:
            self._mark(node, f"`client.{move.new.path}` takes other arguments, and gets them in several places")
        else:
            self._call(node, node.args[1:], value.text)

    def _keywords(self, node: cst.Call, names: Mapping[str, str | None]) -> None:
        for arg in node.args:
            word = arg.keyword.value if arg.keyword is not None else None
            if word is not None and word in names and names[word] != word:
                new = names[word]
                if new is None:
                    self._mark(node, f"`{word}` is gone")
                else:
                    self._edits.replace(self._source.span(arg.keyword), new.encode())  # type: ignore[arg-type]

    # ------------------------------------------------------------------ what is not known

    def _unknown(self, node: cst.Attribute) -> None:
        """Ask what the value of an attribute is, if the attribute has a name that changed."""
        name = node.attr.value
        if name not in self._names:
            return
        span = self._source.span(node.value)
        self._questions.setdefault(span, Question(span, name))
        like = _like(node, self._renames)
        if like is not None:
            if not (like.same_path and like.same_call):
                self._mark(node, _tell_change(like))
        elif self._checked and self._of_sdk and name not in _COMMON and isinstance(self._source.parent(node), cst.Call):
            moves = [move for path, move in self._renames.methods.items()
                     if path.rpartition(".")[2] == name and not (move.same_path and move.same_call)]  # fmt: skip
            if moves:
                self._list(node, f"`.{name}` may be a method of the SDK that changed; the type here is not known")


def _tell_change(move: Move) -> str:
    what = "is gone" if move.new is None else \
        "takes other arguments" if move.same_path else f"is `client.{move.new.path}` now"  # fmt: skip
    return f"if this is the client, `client.{move.old.path}` {what}"


def _like(node: cst.Attribute, renames: Renames) -> Move | None:
    """Return what became of the method that a chain looks like, from its first group on."""
    names: list[str] = []
    at: cst.BaseExpression = node
    while isinstance(at, cst.Attribute):
        if at.attr.value not in MIRRORS:
            names.insert(0, at.attr.value)
        at = at.value
    for index in range(len(names) - 1):
        move = renames.methods.get(".".join(names[index:]))
        if move is not None:
            return move
    return None


def _names(renames: Renames) -> set[str]:
    """Return the names of attributes that matter: of methods and groups that changed, and of fields."""
    found = set()
    for path, move in renames.methods.items():
        if not (move.same_path and move.same_call):
            found |= set(path.split("."))
    for fields in renames.fields.values():
        found |= set(fields)
    return found
