"""Functions and methods."""

from __future__ import annotations

from collections.abc import Sequence

from backends.python.code.literals import is_of_names
from backends.python.code.statements import SURE, Doc, Stmt, decorated, suite, sure
from backends.writer.ruff import INDENT, WIDTH, Expr, Sized, enclosed, laid, listed, opens, standing, width_of


class Param(Sized):
    """A parameter ``name: annotation = default``; the name may be ``*``, ``/``, ``*args`` or ``**kwargs``."""

    __slots__ = ("annotation", "default", "name")

    def __init__(self, name: str, annotation: Expr | None = None, default: Expr | None = None) -> None:
        self.name, self.annotation, self.default = name, annotation, default
        text = name if annotation is None else f"{name}: {annotation.text}"
        if default is not None:
            text += f"{'=' if annotation is None else ' = '}{default.text}"
        self.text = text

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the parameter on several lines: its annotation may break."""
        if self.annotation is None:
            return self.text
        rest = "" if self.default is None else f" = {self.default.text}"
        start = column + width_of(self.name) + len(": ")
        return f"{self.name}: {laid(self.annotation, depth, start, width_of(rest) + after)}{rest}"


SELF = Param("self")
CLS = Param("cls")
STAR = Param("*")


class Function(Stmt):
    """A function or a method. ``body`` None prints a stub: ``...`` on the line of the signature."""

    __slots__ = ("body", "coroutine", "decorators", "doc", "name", "params", "result", "stub")
    defines = True

    def __init__(
        self,
        name: Expr,
        params: Sequence[Param],
        result: Expr | None,
        body: Sequence[Stmt] | None,
        *,
        doc: str | None = None,
        decorators: Sequence[Expr] = (),
        coroutine: bool = False,
    ) -> None:
        self.apart = True
        self.name, self.params, self.result, self.body = name, params, result, body
        self.doc, self.decorators, self.coroutine = doc, decorators, coroutine
        self.stub = body is None and doc is None

    def checked(self) -> Stmt:
        """Let the syntax check skip the function if all its names, types and decorators are surely right.

        Its body has only words of ours, names, and literals.
        """
        names = [param.name for param in self.params if param is not STAR]
        types = [param.annotation for param in self.params if param.annotation is not None]
        words = [item.text for item in (*types, *([] if self.result is None else [self.result]), *self.decorators)]
        known = len(set(names)) == len(names) and all(map(str.isidentifier, [self.name.text, *names]))
        known = known and all(map(is_of_names, words))
        return self.repeated() if known else self

    def repeated(self) -> SureFunction:
        """Let the syntax check skip the function: its parts are parsed elsewhere, of a twin or piece by piece."""
        return SureFunction(self)

    def code(self, depth: int) -> str:
        """Return the text of the definition."""
        params, column = self._signature(depth)
        result = f"{self._result(depth, column + len(' -> '))}:"
        head = f"{'async def' if self.coroutine else 'def'} {self.name.text}"
        return f"{decorated(self.decorators, depth)}{head}({params}){result}{self._block(depth + 1)}"

    def _result(self, depth: int, column: int) -> str:
        if self.result is None:
            return ""
        end = len(": ..." if self.stub else ":")
        lay = standing if self.params or opens(self.result, column) else enclosed
        return f" -> {lay(self.result, depth, column, end)}"

    def _block(self, depth: int) -> str:
        if self.stub:
            return " ..."
        doc = [] if self.doc is None else [Doc(self.doc)]
        return suite([*doc, *(self.body or [])], depth)

    def _signature(self, depth: int) -> tuple[str, int]:
        """Print the parameters: on the line of the name, on one line of their own, or one per line.

        Returns:
            The text between the parentheses, and the column after the closing one.
        """
        indent = len(INDENT) * depth
        start = indent + len("async def " if self.coroutine else "def ") + self.name.width + 1
        text = ", ".join([param.text for param in self.params])
        width = width_of(text)
        if not self.params or start + width + self._after() <= WIDTH:
            return text, start + width + 1
        if indent + len(INDENT) + width <= WIDTH and self._closes(indent):
            return f"\n{INDENT * (depth + 1)}{text}\n{INDENT * depth}", indent + 1
        return listed(self.params, depth), indent + 1

    def _after(self) -> int:
        """Count the columns that follow the last parameter on its line."""
        result = 0 if self.result is None else self.result.width + 4
        return 1 + result + (5 if self.stub else 1)

    def _closes(self, indent: int) -> bool:
        """Tell whether the line of the closing parenthesis fits, so that parameters need not be one per line."""
        return len(self.params) > 1 and indent + self._after() <= WIDTH


class SureFunction(Stmt):
    """A function that the syntax check may skip."""

    __slots__ = ("function",)
    defines = True

    def __init__(self, function: Function) -> None:
        super().__init__(True)
        self.function = function

    def code(self, depth: int) -> str:
        """Return the text of the definition."""
        return sure(self.function.code(depth).replace(SURE, ""))
