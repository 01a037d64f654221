"""Reads a file of Python by libcst: its definitions, uses, imports and texts. The only module that uses libcst."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider


class Mention(NamedTuple):
    """A name or a text, the class, function or variable that it belongs to (dotted; "" is the module), and its node."""

    text: str
    owner: str
    node: cst.CSTNode


class Imported(NamedTuple):
    """A name that is imported from a module; "" means the module itself, ``*`` all of its names."""

    module: str
    name: str
    node: cst.CSTNode


@dataclass(slots=True)
class Module:
    """The content of a file. ``lines`` finds the line of a node."""

    lines: Callable[[cst.CSTNode], int]
    defined: list[Mention] = field(default_factory=list)
    """Classes, functions, variables and attributes."""
    parameters: list[Mention] = field(default_factory=list)
    used: list[Mention] = field(default_factory=list)
    """Names, without those of attributes and keyword arguments."""
    members: list[Mention] = field(default_factory=list)
    """Names of attributes and of keyword arguments where they are used."""
    imported: list[Imported] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    """Names that the file defines or imports."""
    literals: list[Mention] = field(default_factory=list)
    docs: list[Mention] = field(default_factory=list)
    comments: list[Mention] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)
    """Variables of the module that are another one, and which."""
    strange: list[Mention] = field(default_factory=list)
    """Constructs that no printer writes: other statements, comprehensions, templates."""


class UnreadableError(Exception):
    """The text is not Python; ``line`` is the line of the syntax error."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def read(text: str) -> Module:
    """Read a file.

    Raises:
        UnreadableError: it is not Python.
    """
    try:
        tree = cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise UnreadableError(error.raw_line, error.message) from None
    module = Module(_lines(tree))
    tree.visit(_Reader(module))
    return module


def expression(text: str) -> Module | None:
    """Read a quoted expression; None where the text is not one."""
    try:
        tree = cst.parse_expression(text)
    except cst.ParserSyntaxError:
        return None
    module = Module(lambda node: 1)
    tree.visit(_Reader(module))
    return module


def _lines(tree: cst.Module) -> Callable[[cst.CSTNode], int]:
    """Find lines on demand: computing positions takes longer than all the rest, and a correct file needs none."""

    places = cache(lambda: MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider))

    def line(node: cst.CSTNode) -> int:
        found = places().get(node)
        return found.start.line if found is not None else 1

    return line


_STATEMENTS = (cst.AnnAssign, cst.Assign, cst.Import, cst.ImportFrom, cst.Pass, cst.Return)
_CALLS = ("super().__init__", "self.__take__", "self._register", "later")
"""Functions that are called only for their effect."""
_TESTS = ("TYPE_CHECKING", "not TYPE_CHECKING")
_WORDS = "__nullable__"
"""What is given a row of names in one literal."""
_EMPTY = cst.Module([])


class _Reader(cst.CSTVisitor):
    """Fills a module."""

    def __init__(self, module: Module) -> None:
        super().__init__()
        self.module = module
        self.scopes: list[str] = []
        self.functions = 0
        self.told: set[int] = set()
        """Nodes that the enclosing node has already handled."""

    @property
    def owner(self) -> str:
        return ".".join(self.scopes)

    def _note(self, found: list[Mention], text: str, node: cst.CSTNode) -> None:
        found.append(Mention(text, self.owner, node))

    def _strange(self, node: cst.CSTNode) -> None:
        self._note(self.module.strange, type(node).__name__, node)

    # ------------------------------------------------------------------ definitions

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._define(node.name)
        self.scopes.append(node.name.value)

    def leave_ClassDef(self, original_node: cst.ClassDef) -> None:
        self.scopes.pop()

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._define(node.name)
        self.scopes.append(node.name.value)
        self.functions += 1

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        self.scopes.pop()
        self.functions -= 1

    def visit_Param(self, node: cst.Param) -> None:
        self._define(node.name, self.module.parameters)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        self._target(node.target)
        if not self.scopes and isinstance(node.value, cst.Name):
            self.module.same[_code(node.target)] = node.value.value
        self.scopes.append(_code(node.target))

    def leave_AnnAssign(self, original_node: cst.AnnAssign) -> None:
        self.scopes.pop()

    def visit_Assign(self, node: cst.Assign) -> None:
        for item in node.targets:
            self._target(item.target)
        self.scopes.append(_code(node.targets[0].target))

    def leave_Assign(self, original_node: cst.Assign) -> None:
        self.scopes.pop()

    def _target(self, target: cst.BaseExpression) -> None:
        match target:
            case cst.Name():
                self._define(target)
            case cst.Attribute():
                self._note(self.module.defined, target.attr.value, target)
            case cst.Tuple():
                for element in target.elements:
                    self._target(element.value)
            case _:
                self._strange(target)

    def _define(self, name: cst.Name, found: list[Mention] | None = None) -> None:
        self.told.add(id(name))
        self.module.bound.add(name.value)
        self._note(self.module.defined if found is None else found, name.value, name)

    # ------------------------------------------------------------------ uses

    def visit_Name(self, node: cst.Name) -> None:
        if id(node) not in self.told:
            self._note(self.module.used, node.value, node)

    def visit_Attribute(self, node: cst.Attribute) -> None:
        if id(node) not in self.told:
            self.told.add(id(node.attr))
            self._note(self.module.members, node.attr.value, node)
            if isinstance(node.value, cst.SimpleString | cst.ConcatenatedString) and node.attr.value == "split":
                self.told.add(id(node.value))
                for word in str(node.value.evaluated_value).split():
                    self._note(self.module.literals, word, node.value)

    def visit_Arg(self, node: cst.Arg) -> None:
        if node.keyword is not None:
            self.told.add(id(node.keyword))
            self._note(self.module.members, node.keyword.value, node)

    def visit_Import(self, node: cst.Import) -> None:
        for alias in node.names:
            self._import(_code(alias.name), "", alias)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        module = "." * len(node.relative) + (_code(node.module) if node.module is not None else "")
        if node.module is not None:
            self._tell(node.module)
        if isinstance(node.names, cst.ImportStar):
            self.module.imported.append(Imported(module, "*", node))
            return
        for alias in node.names:
            self._import(module, _code(alias.name), alias)

    def _import(self, module: str, name: str, alias: cst.ImportAlias) -> None:
        self._tell(alias.name)
        other = alias.asname.name if alias.asname is not None else alias.name
        self._tell(other)
        self.module.bound.add(_code(other))
        self.module.imported.append(Imported(module, name, alias))

    def _tell(self, name: cst.CSTNode) -> None:
        """Resolve a dotted name through its import."""
        self.told.add(id(name))
        if isinstance(name, cst.Attribute):
            self._tell(name.value)
            self.told.add(id(name.attr))

    # ------------------------------------------------------------------ texts

    def visit_SimpleString(self, node: cst.SimpleString) -> None:
        self._text(node, node.evaluated_value)

    def visit_ConcatenatedString(self, node: cst.ConcatenatedString) -> bool:
        self._text(node, node.evaluated_value)
        return False

    def _text(self, node: cst.CSTNode, value: str | bytes | None) -> None:
        if value is None:
            self._strange(node)
        elif id(node) not in self.told:
            text = value if isinstance(value, str) else value.decode("latin-1")
            for said in text.split() if self.scopes[-1:] == [_WORDS] else [text]:
                self._note(self.module.literals, said, node)

    def visit_Comment(self, node: cst.Comment) -> None:
        self._note(self.module.comments, node.value, node)

    # ------------------------------------------------------------------ statements

    def visit_Module(self, node: cst.Module) -> None:
        self._body(node.body)

    def visit_IndentedBlock(self, node: cst.IndentedBlock) -> None:
        self._body(node.body)

    def _body(self, body: Sequence[cst.BaseStatement]) -> None:
        for at, line in enumerate(body):
            if isinstance(line, cst.SimpleStatementLine):
                for statement in line.body:
                    self._statement(statement, documents=at == 0 or not self.functions)
                if len(line.body) > 1:
                    self._strange(line)
            elif isinstance(line, cst.If):
                self._branches(line)
            elif not isinstance(line, cst.ClassDef | cst.FunctionDef):
                self._strange(line)

    def _statement(self, statement: cst.BaseSmallStatement, documents: bool) -> None:
        if isinstance(statement, _STATEMENTS):
            return
        value = statement.value if isinstance(statement, cst.Expr) else None
        if isinstance(value, cst.SimpleString) and documents:
            self.told.add(id(value))
            self._note(self.module.docs, str(value.evaluated_value), value)
        elif not (isinstance(value, cst.Call) and _code(value.func) in _CALLS):
            self._strange(statement)

    def _branches(self, node: cst.If) -> None:
        if _code(node.test) in _TESTS and not isinstance(node.orelse, cst.If):
            return
        if not self._asks(node) and not self._streams(node):
            self._strange(node)

    def _asks(self, node: cst.If) -> bool:
        """Tell whether a model sets a field only where it is present: ``if "x" in o:``, ``if x is not UNSET:``."""
        match node:
            case cst.If(
                test=cst.Comparison(left=left, comparisons=[cst.ComparisonTarget(operator=operator, comparator=right)]),
                body=cst.IndentedBlock(body=[cst.SimpleStatementLine(body=[cst.Assign()])]),
                orelse=None,
            ):
                asked = (type(left), type(operator), _code(right).lstrip("_"), self.scopes[-1:])
                return asked in (
                    (cst.SimpleString, cst.In, "o", ["__read__"]),
                    (cst.Name, cst.IsNot, "UNSET", ["__init__"]),
                )
        return False

    def _streams(self, node: cst.If) -> bool:
        """Tell whether a method returns a stream where an argument asks for one (D13.2): ``if stream: return ...``."""
        match node:
            case cst.If(
                test=cst.Name(),
                body=cst.IndentedBlock(body=[cst.SimpleStatementLine(body=[cst.Return(value=value)])]),
                orelse=None,
            ) if self.functions:
                call = value.expression if isinstance(value, cst.Await) else value
                return isinstance(call, cst.Call) and _code(call.func) == "self._engine.stream"
        return False

    def visit_SimpleStatementSuite(self, node: cst.SimpleStatementSuite) -> None:
        """Visit a body on the line of its head: only ``...`` after a signature may be one."""
        for statement in node.body:
            if not (isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Ellipsis)):
                self._strange(statement)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _strange
    visit_NamedExpr = visit_Yield = visit_FormattedString = visit_TemplatedString = _strange


def _code(node: cst.CSTNode) -> str:
    return _EMPTY.code_for_node(node)


def within(owner: str) -> Iterator[str]:
    """Yield a class or function and all that enclose it, the module last."""
    while owner:
        yield owner
        owner = owner.rpartition(".")[0]
    yield ""
