"""The judge of printed Python: reads every file by libcst, and compares its content with the plan.

- **Names.** Every name that a file defines (classes, functions, parameters, variables, attributes) is in the plan or in
  the closed list of the printers' own words. A file defines or imports what it uses, and imports only what exists.
- **Literals.** Each is a whole text of the plan; a name or a file of the package; or a type in quotes, which must keep
  the rules for code.
- **Docstrings and comments.** A docstring is a sequence of whole texts of the plan and of the printers, and has
  all that the plan says of the documented thing; the only comments are those of the header.
- **Statements** are of the few kinds that printers write: a text of a document that became code would be another.
- **Nothing is lost.** Each method is in both of its classes with its parameters and no others, and sends its
  method, path and parameters; each model has its fields, each enum its members, each event its handler.
- Files of the runtime are those of the compiler, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from posixpath import dirname, join, normpath

from backends import Fault
from backends.python.judge.demands import Demand, How, demands
from backends.python.judge.prose import Prose, line_of
from backends.python.judge.reading import Imported, Mention, Module, UnreadableError, expression, read, within
from backends.python.judge.words import BUILTINS, MEMBERS, STANDARD, identifiers, texts
from backends.python.package import runtime_sources
from backends.python.unknown import UNKNOWN_TAG
from backends.writer.notice import GENERATED
from compiler.plan.plan import Plan

_RUNTIME = "_runtime/"
_NUMBERED = re.compile(r"(?<=\w)_\d+$")
_CHECKER = "# pyright: reportDeprecated=false"


def judge(plan: Plan, files: Mapping[str, str]) -> list[Fault]:
    """Return the faults of a plan's printed files, by path and line."""
    return sorted(_Judge(plan, files).faults(), key=lambda fault: (fault.path, fault.line, fault.message))


@dataclass(slots=True)
class _Known:
    """What is kept of a file while the others are read."""

    names: set[str]
    """What other files may import."""
    defined: dict[str, set[str]]
    takes: dict[str, set[str]]
    says: dict[str, set[str]]
    tells: dict[str, str]
    """The words of docstrings."""

    @classmethod
    def of(cls, module: Module) -> _Known:
        defined: dict[str, set[str]] = {}
        takes: dict[str, set[str]] = {}
        says: dict[str, set[str]] = {}
        tells: dict[str, list[str]] = {}
        for item in module.defined:
            defined.setdefault(item.owner, set()).add(item.text)
        for item in module.parameters:
            takes.setdefault(item.owner, set()).add(item.text)
        for item in module.literals:
            for owner in within(item.owner):
                says.setdefault(owner, set()).add(item.text)
        for name, other in module.same.items():
            says.setdefault(name, set()).update(says.get(other, ()))
        for item in module.docs:
            tells.setdefault(item.owner, []).append(line_of(item.text))
        aliased = module.bound - {item.text for item in (*module.defined, *module.parameters)}
        names = aliased | defined.get("", set())
        return cls(names, defined, takes, says, {owner: "".join(lines) for owner, lines in tells.items()})


class _Judge:
    """Judges the files of one plan."""

    def __init__(self, plan: Plan, files: Mapping[str, str]) -> None:
        self.plan = plan
        start = f"{plan.surface.package}/"
        self.files = {path.removeprefix(start): text for path, text in files.items() if path.startswith(start)}
        self.names = identifiers(plan)
        self.texts = texts(plan)
        self.prose = Prose(plan, self.texts, self.names)
        self.known = {path: _runtime(text) for path, text in self.files.items() if _is_runtime(path)}
        runtime = {name for known in self.known.values() for names in known.defined.values() for name in names}
        runtime |= {name for known in self.known.values() for names in known.takes.values() for name in names}
        self.members = self.names | runtime | MEMBERS
        public = {name for known in self.known.values() for name in known.names}
        modules = {f".{path.removesuffix('.py').replace('/', '.')}" for path in self.files}
        modules |= {f".{path.rpartition('/')[2].removesuffix('.py')}" for path in self.files}
        self.sayable = self.texts | self.names | public | modules | {"", ".", UNKNOWN_TAG}
        self.imports: list[tuple[str, Imported]] = []

    def faults(self) -> Iterator[Fault]:
        for path, text in self.files.items():
            if path.endswith(".py"):
                found = self._copied(path, text) if _is_runtime(path) else self._printed(path, text)
                yield from (Fault(f"{self.plan.surface.package}/{path}", *rest) for rest in found)
        yield from self._across()

    # ------------------------------------------------------------------ one file

    def _copied(self, path: str, text: str) -> Iterator[tuple[int, str]]:
        own = runtime_sources(self.plan).get(path.removeprefix(_RUNTIME).removesuffix(".py"))
        if own is None or not text.endswith(f"\n\n{own}"):
            yield 1, "is no copy of the runtime's file"

    def _printed(self, path: str, text: str) -> Iterator[tuple[int, str]]:
        try:
            module = read(text)
        except UnreadableError as error:
            yield error.line, f"is not Python: {error}"
            return
        self.known[path] = _Known.of(module)
        self.imports += [(path, item) for item in module.imported]
        for item, message in self._strange(module):
            yield module.lines(item.node), message

    def _strange(self, module: Module) -> Iterator[tuple[Mention, str]]:
        for item in module.strange:
            yield item, f"no printer writes this: {item.text}"
        for item in (*module.defined, *module.parameters):
            if item.text not in self.names and _NUMBERED.sub("", item.text) not in self.names:
                yield item, f"defines {item.text}, which the plan does not name"
        yield from self._code(module, module.bound)
        for item in module.literals:
            if item.text not in self.sayable and not self._is_type(item.text, module.bound):
                yield item, f"a literal that the plan does not hold: {item.text!a}"
        for item in module.docs:
            stranger = self.prose.stranger(item.text)
            if stranger is not None:
                yield item, f"a docstring that says what the plan does not, or not to its end: {stranger!a}"
        for item in module.comments:
            if item.text not in self._comments():
                yield item, f"a comment that is not the header's: {item.text!a}"

    def _code(self, module: Module, bound: set[str]) -> Iterator[tuple[Mention, str]]:
        for item in module.used:
            if item.text not in bound and item.text not in BUILTINS:
                yield item, f"uses {item.text}, which it neither defines nor imports"
        for item in module.members:
            if item.text not in self.members:
                yield item, f"uses .{item.text}, which neither the plan nor the runtime names"

    def _is_type(self, text: str, bound: set[str]) -> bool:
        """Whether a literal is a type in quotes."""
        held = expression(text) if text.strip() == text else None
        if held is None or held.strange or not held.used:
            return False
        said = all(item.text in self.texts for item in held.literals)
        return said and not any(self._code(held, bound))

    def _comments(self) -> set[str]:
        licence = self.plan.surface.licence
        return {f"# {GENERATED}", f"# SPDX-License-Identifier: {licence}", "#", _CHECKER}

    # ------------------------------------------------------------------ all files

    def _across(self) -> Iterator[Fault]:
        for path, item in self.imports:
            if not self._is_there(path, item):
                named = f"{item.name} of {item.module}" if item.name else item.module
                yield self._at(path, item.name or item.module, f"imports {named}, which is not there")
        for demand in demands(self.plan):
            found = self._found(demand)
            for name in sorted(demand.names - found):
                message = f"{demand.owner or 'the file'} no longer {demand.how.value} {name!a}"
                yield self._at(demand.path, demand.owner, message)
            if demand.how is How.TAKES:
                for name in sorted(found - demand.names):
                    yield self._at(demand.path, name, f"{demand.owner} takes {name!a}, which the plan does not hold")

    def _found(self, demand: Demand) -> set[str]:
        """Return the names of the demanded kind in a part of a file."""
        known = self.known.get(demand.path)
        if known is None:
            return set()
        match demand.how:
            case How.DEFINES:
                return known.defined.get(demand.owner, set())
            case How.SAYS:
                return known.says.get(demand.owner, set())
            case How.TAKES:
                return known.takes.get(demand.owner, set())
            case How.HAS:
                return known.defined.get(demand.owner, set()) | known.says.get(demand.owner, set())
            case How.TELLS:
                told = known.tells.get(demand.owner, "")
                return {text for text in demand.names if line_of(text) in told}

    def _is_there(self, path: str, item: Imported) -> bool:
        if not item.module.startswith("."):
            return item.module in STANDARD
        dots = len(item.module) - len(item.module.lstrip("."))
        folder = normpath(join(dirname(path), *[".."] * (dots - 1)))
        stem = normpath(join(folder, item.module.lstrip(".").replace(".", "/")))
        known = self.known.get(f"{stem}.py") or self.known.get(f"{stem}/__init__.py")
        beside = normpath(join(stem, item.name))
        return (known is not None and item.name in known.names | {"*"}) or f"{beside}.py" in self.known

    def _at(self, path: str, name: str, message: str) -> Fault:
        """Make a fault at the line where a name first occurs; the file may not exist at all."""
        word = re.compile(rf"(?<!\w){re.escape(name.rpartition('.')[2])}(?!\w)")
        lines = self.files.get(path, "").split("\n")
        line = next((at for at, text in enumerate(lines, 1) if name and word.search(text)), 1)
        return Fault(f"{self.plan.surface.package}/{path}", line, message)


def _is_runtime(path: str) -> bool:
    return path.startswith(_RUNTIME) and path.endswith(".py")


@cache
def _runtime(text: str) -> _Known:
    return _Known.of(read(text))
