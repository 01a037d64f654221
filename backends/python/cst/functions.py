"""Functions and methods."""

from __future__ import annotations

from collections.abc import Sequence

from backends.python.cst.expressions import INDENT, LINE, At, Expr, stacked, width_of
from backends.python.cst.statements import Doc, Stmt, decorated, suite


class Param:
    """A parameter ``name: annotation = default``; the name may be ``*``, ``/``, ``*args`` or ``**kwargs``."""

    __slots__ = ("annotation", "default", "name", "text")

    def __init__(self, name: str, annotation: Expr | None = None, default: Expr | None = None) -> None:
        self.name, self.annotation, self.default = name, annotation, default
        text = name if annotation is None else f"{name}: {annotation.text}"
        if default is not None:
            text += f"{'=' if annotation is None else ' = '}{default.text}"
        self.text = text

    @property
    def width(self) -> int:
        """The width of the parameter on one line."""
        return width_of(self.text)

    def inside(self, at: At) -> str:
        """Lay the parameter out on a line of its own; its annotation may break."""
        if self.annotation is None or at.fits(self.width):
            return self.text
        rest = "" if self.default is None else f" = {self.default.text}"
        place = At(at.depth, at.nest, at.column + Expr(self.name).width + 2, len(rest) + at.tail)
        return f"{self.name}: {self.annotation.inside(place)}{rest}"


SELF = Param("self")
CLS = Param("cls")
STAR = Param("*")


class Function(Stmt):
    """A function or a method. ``body`` None prints a stub: ``...`` on the line of the signature."""

    __slots__ = ("body", "coroutine", "decorators", "doc", "name", "params", "result")
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
        note: str | None = None,
    ) -> None:
        super().__init__(True, note)
        self.name, self.params, self.result, self.body = name, params, result, body
        self.doc, self.decorators, self.coroutine = doc, decorators, coroutine

    @property
    def _stub(self) -> bool:
        return self.body is None and self.doc is None

    def code(self, depth: int) -> str:
        """Give the text of the definition."""
        params, column = self._signature(depth)
        result = ""
        if self.result is not None:
            at = At(depth, 0, column + 4, 5 if self._stub else 1)
            fits = at.fits(self.result.width) or at.column + self.result.head <= LINE
            result = " -> " + (self.result.standing(at) if self.params or fits else self.result.enclosed(at))
        head = f"{'async def' if self.coroutine else 'def'} {self.name.text}"
        return f"{decorated(self.decorators, depth)}{head}({params}){result}:{self._block(depth + 1)}"

    def _block(self, depth: int) -> str:
        if self._stub:
            return " ..."
        doc = [] if self.doc is None else [Doc(self.doc)]
        return suite([*doc, *(self.body or [])], depth)

    def _signature(self, depth: int) -> tuple[str, int]:
        """Print the parameters: on the line of the name, on one line of their own, or one a line.

        Returns:
            What stands between the parentheses, and the column after the closing one.
        """
        indent = len(INDENT) * depth
        start = At(depth, 0, indent + (10 if self.coroutine else 4) + self.name.width + 1)
        text = ", ".join([param.text for param in self.params])
        width = width_of(text)
        if not self.params or start.fits(width + self._after()):
            return text, start.column + width + 1
        inner = start.deeper()
        if inner.fits(width) and self._closes(indent):
            return stacked("", [text], "", start, comma=False), indent + 1
        inner = start.deeper(tail=1)
        lines = [param.text if inner.fits(param.width) else param.inside(inner) for param in self.params]
        return stacked("", lines, "", start), indent + 1

    def _after(self) -> int:
        """Count what follows the last parameter on its line."""
        result = 0 if self.result is None else self.result.width + 4
        return 1 + result + (5 if self._stub else 1)

    def _closes(self, indent: int) -> bool:
        """Tell whether the line of the closing parenthesis fits, so that parameters need not stand apart."""
        return len(self.params) > 1 and indent + self._after() <= LINE
