"""One printed module in its three shapes: the source, its JavaScript, and its declarations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field

from backends.typescript.scope import Scope, javascript, linked
from backends.typescript.text import string
from backends.writer import Doc
from backends.writer.notice import notice
from backends.writer.prettier import braces, constant, lay
from compiler.ir.node import mutable

ENTRIES = ("index", "client", "validators", "webhooks")
"""Modules that package.json exports, besides those of the groups."""


@mutable
class File:
    """A module while it is printed; ``js`` holds statements without exports."""

    scope: Scope
    title: str = ""
    ts: list[str] = field(default_factory=list)
    js: list[str] = field(default_factory=list)
    dts: list[str] = field(default_factory=list)
    exported: list[tuple[str, str]] = field(default_factory=list)
    """Values: the name in the JavaScript and the name outside."""
    reexported: list[tuple[str, list[str]]] = field(default_factory=list)
    """Values of other files, by those files."""
    aliases: list[str] = field(default_factory=list)
    """Exports of the source by further names."""

    def types(self, text: str) -> None:
        """Add a type declaration, the same in the source and the declarations."""
        self.ts.append(text)
        self.dts.append(text)

    def value(self, ts: str, js: str, dts: str, name: str = "", inside: str = "") -> None:
        """Add a statement that declares a value; with a name it is exported. ``inside``: its name in the JavaScript."""
        self.ts.append(ts)
        self.js.append(js)
        if dts:
            self.dts.append(dts)
        if name:
            self.exported.append((inside or name, name))

    def constant(self, name: str, kind: str, value: Doc, said: str | None = None) -> None:
        """Add a constant; with a comment, or "" in its place, it is exported."""
        export = "" if said is None else "export "
        ts, js = constant(name, kind, value, export)
        dts = f"{said}export declare const {name}: {kind};\n" if export else ""
        self.value(f"{said or ''}{ts}", js, dts, name if export else "")

    def function(self, said: str, name: str, given: Doc, plain: str, body: str) -> None:
        """Add an exported function. ``given``: its parameters and result, ``plain``: its parameters in JavaScript."""
        self.value(
            f"{said}{lay([f'export function {name}', given, ' {'])}\n{body}}}\n",
            f"function {name}({plain}) {{\n{body}}}\n",
            f"{said}{lay([f'export declare function {name}', given, ';'])}\n",
            name,
        )

    def alias(self, name: str, public: str) -> None:
        """Export the last value by a further name."""
        self.exported.append((self.exported[-1][0], public))
        self.aliases.append(f"{name} as {public}")

    @staticmethod
    def head(licence: str | None) -> str:
        """Print the beginning of every file."""
        return notice(licence, "//") + "\n"

    def texts(self, licence: str | None, stem: str) -> Iterator[tuple[str, str]]:
        """Yield the files, by path in the package. ``stem``: the module's path without an ending."""
        head = self.head(licence)
        typed, plain = self.scope.imports()
        title = "".join(char if char.isprintable() else " " for char in self.title or "")
        title = title and f"\n// {title}\n"
        aliased = [lay(["export ", braces(self.aliases), ";"]) + "\n"] if self.aliases else []
        yield f"src/{stem}.ts", _joined([head + title, typed, *self.ts, *aliased])
        yield f"dist/types/{stem}.d.ts", _joined([head, typed, *self.dts, *aliased]) + self._mark()
        if is_entry(stem):
            yield f"dist/esm/{stem}.d.ts", f"{head}\nexport * from {string(f'{_ups(stem)}../types/{stem}.js')};\n"
        if not linked(stem) and (self.js or self.reexported):
            yield f"dist/esm/{stem}.js", _joined([head, plain, *self.js, self._esm()])
            strict = f'{head}"use strict";\n'
            yield f"dist/cjs/{stem}.js", _joined([strict, self.scope.requires(), *self.js, self._cjs()])

    def public(self) -> list[str]:
        """Print the exported names, with ``as`` where the public name differs."""
        return [name if name == public else f"{name} as {public}" for name, public in self.exported]

    def _mark(self) -> str:
        return "" if self.ts else "export {};\n"

    def _esm(self) -> str:
        homes = [(javascript(stem), names) for stem, names in self.reexported]
        lines = [f'export {{ {", ".join(names)} }} from "./{home}.js";\n' for home, names in homes]
        own = self.public()
        return "".join(lines) + (f"{exports(own)};\n" if own or not lines else "")

    def _cjs(self) -> str:
        lines = [f"exports[{string(public)}] = {name};\n" for name, public in self.exported]
        for stem, names in self.reexported:
            for name, public in (name.split(" as ") if " as " in name else (name, name) for name in names):
                lines.append(f'exports.{public} = require("./{javascript(stem)}.js").{name};\n')
        return "".join(lines)


def dense(text: str) -> str:
    """Print a statement of literals in one line."""
    for broken, flat in _FLAT:
        text = broken.sub(flat, text.rstrip("\n"))
    return text + "\n"


_FLAT = (
    (re.compile(r",?\n\s*(?=[\])])"), ""),
    (re.compile(r",?\n\s*(?=\})"), " "),
    (re.compile(r"(?<=[\[(])\n\s*"), ""),
    (re.compile(r"\n\s*"), " "),
)


def exports(names: Iterable[str]) -> str:
    """Print a list of exports, one name per line: one more changes no other (D10.7)."""
    return "".join(["export {\n", *(f"  {name},\n" for name in names), "}"])


def is_entry(stem: str) -> bool:
    """Whether package.json exports the module."""
    return stem in ENTRIES or stem.startswith("groups/")


def _ups(stem: str) -> str:
    return "../" * stem.count("/")


def _joined(blocks: list[str]) -> str:
    return "\n".join(block for block in blocks if block)
