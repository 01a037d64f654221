"""The declarations of a TypeScript module, read by their layout: generated files are formatted, so that a declaration
begins at the margin of what holds it and ends at the same margin. `.ts` and `.d.ts` alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from compiler.base.frozen import frozen, mutable

_DECLARATION = re.compile(
    r"(?P<indent> *)(?P<export>export )?(?:declare )?(?:default )?(?:abstract )?"
    r"(?P<kind>class|interface|type|namespace|enum|const|function) (?P<name>[\w$]+)(?P<rest>.*)\Z"
)
_MEMBER = re.compile(
    r"(?:(?:public|readonly|declare|async|override|static|protected|private|get|set) )*"
    r"(?P<name>[A-Za-z_$][\w$]*|'[^']*'|\"[^\"]*\")(?P<type>\?|!)?(?P<next>[:(<])"
)
_GETTER = re.compile(r"(?:public )?get (?P<name>\w+)\(\): *(?P<type>[\w.$]+)")
_HIDDEN = re.compile(r"(?:private|protected|static|declare static|set|constructor|#|_)")
_IMPORT = re.compile(r"^import (?:type )?(?P<what>[^;'\"]+?) from ['\"](?P<from>[^'\"]+)['\"]", re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?:type )?(?P<what>\*(?: as \w+)?|\{[^}]*\}) from ['\"](?P<from>[^'\"]+)['\"]", re.MULTILINE
)
_OPEN, _CLOSE = "({[<", ")}]>"
_ENDS = (".ts", ".d.ts", ".mts", ".d.mts", "/index.ts", "/index.d.ts", "/index.d.mts", "")


@frozen
class Member:
    """A member of a class or an interface: its head in one line, and the text of its body."""

    name: str
    head: str
    body: str
    line: int
    optional: bool = False
    """Whether the head says `?` behind the name."""

    @property
    def is_method(self) -> bool:
        """Whether it is called: its parameters follow its name."""
        return bool(re.match(r"[\w$]+\??[(<]", self.head))

    def parameters(self) -> list[tuple[str, str]]:
        """Return names and types of what it takes."""
        inside = balanced(self.head[self.head.index("(") :])[1:-1]
        found = []
        for part in split(inside):
            name, _, type_ = part.partition(":") if not part.startswith("{") else ("params", "", part)
            found.append((name.strip(" ?"), split(type_, "=")[0].strip() if type_ else ""))
        return found

    def result(self) -> str:
        """Return the type behind the parameters, or of a field."""
        head = self.head
        if self.is_method:
            start = head.index("(")
            head = head[start + len(balanced(head[start:])) :]
        return next(iter(split(head.partition(":")[2].rstrip(" {;"), "=")), "")


@frozen
class Declaration:
    """A class, an interface, a type or another thing that a module declares."""

    kind: str
    name: str
    bases: tuple[str, ...]
    members: tuple[Member, ...]
    text: str
    """What a `type` is, in one line."""
    line: int


@mutable
class Module:
    """A file: its declarations by name (those of namespaces with a dot), and where imported names come from."""

    file: Path
    text: str
    declared: dict[str, Declaration] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Module and name there (`*`: all of it) by local name."""
    reexports: list[tuple[str, str, str]] = field(default_factory=list)
    """Module, name there, name here; `*` and "" for all names."""


def read_module(file: Path) -> Module:
    """Read a file. :raises OSError: it cannot be read"""
    text = file.read_text("utf-8", "replace")
    module = Module(file, text)
    for said in _IMPORT.finditer(text):
        for theirs, ours in _names(said["what"]):
            module.imports[ours] = (said["from"], theirs)
    for said in _EXPORT.finditer(text):
        what = said["what"]
        if what.startswith("*"):
            module.reexports.append((said["from"], "*", what.partition(" as ")[2]))
        else:
            module.reexports += [(said["from"], theirs, ours) for theirs, ours in _names(what)]
    lines = [line.rstrip() for line in text.splitlines()]
    for item in _declarations(lines, 0, len(lines), 0, ""):
        known = module.declared.get(item.name)
        if known is None or known.kind in ("const", "function") or item.kind == "class":
            module.declared[item.name] = item
    return module


def target_file(module: Path, spelled: str) -> Path | None:
    """Return the file that a relative import leads to."""
    if not spelled.startswith("."):
        return None
    plain = module.parent / re.sub(r"\.m?js\Z", "", spelled)
    return next((found for end in _ENDS if (found := Path(f"{plain}{end}")).is_file()), None)


def _names(what: str) -> Iterator[tuple[str, str]]:
    """Yield the names of an import or an export: there and here."""
    star = re.match(r"\* as (\w+)", what.strip())
    if star:
        yield "*", star[1]
        return
    inside = re.search(r"\{([^}]*)\}", what)
    for word in inside[1].split(",") if inside else ():
        theirs, _, ours = word.strip().removeprefix("type ").partition(" as ")
        if theirs:
            yield theirs.strip(), (ours or theirs).strip()
    first = what.partition("{")[0].strip(" ,")
    if re.match(r"\w+\Z", first):
        yield "default", first


def _declarations(lines: list[str], start: int, end: int, indent: int, prefix: str) -> Iterator[Declaration]:
    at = start
    while at < end:
        said = _DECLARATION.match(lines[at])
        if said is None or len(said["indent"]) != indent:
            at += 1
            continue
        head, inside = at, _head_end(lines, at, end)
        text = " ".join(line.strip() for line in lines[head : inside + 1])
        rest = text[text.index(said["name"]) + len(said["name"]) :]
        close = _block_end(lines, inside, end, indent) if text.endswith(("{", "[", "(")) else inside
        name = f"{prefix}{said['name']}"
        line, kind = at + 1, said["kind"]
        if kind == "namespace":
            yield from _declarations(lines, inside + 1, close, _margin(lines, inside + 1, close), f"{name}.")
        elif said["export"] or prefix or kind == "class":
            whole = text if close == inside else " ".join(item.strip() for item in lines[head : close + 1])
            braced = kind in ("class", "interface") or (kind == "type" and rest.strip() in ("= {", "= {}"))
            yield Declaration(
                kind,
                name,
                tuple(_bases(rest)) if kind in ("class", "interface") else (),
                tuple(_members(lines, inside + 1, close)) if braced and close > inside else (),
                whole.partition("=")[2].strip(" ;") if kind == "type" else "",
                line,
            )
        at = close + 1


def _bases(rest: str) -> Iterator[str]:
    said = re.search(r"\b(?:extends) (.*?)(?: implements .*)?\{", rest)
    for part in split(said[1]) if said else ():
        yield part.partition("<")[0].strip()


def _members(lines: list[str], start: int, end: int) -> Iterator[Member]:
    indent = _margin(lines, start, end)
    at = start
    while at < end:
        line = lines[at]
        stripped = line.strip()
        said = _MEMBER.match(stripped) if len(line) - len(line.lstrip()) == indent else None
        if said is None:
            at += 1
            continue
        inside = _head_end(lines, at, end)
        text = " ".join(item.strip() for item in lines[at : inside + 1])
        close = _block_end(lines, inside, end, indent) if text.endswith(("{", "[", "(")) else inside
        if not _HIDDEN.match(stripped):
            getter = _GETTER.match(text)
            head = f"{getter['name']}: {getter['type']}" if getter else text[text.index(said["name"]) :]
            body = "\n".join(lines[inside : close + 1])
            yield Member(said["name"].strip("'\""), head, body, at + 1, said["type"] == "?")
        at = close + 1


def _margin(lines: list[str], start: int, end: int) -> int:
    return next((len(line) - len(line.lstrip()) for line in lines[start:end] if line.strip()), 0)


def _head_end(lines: list[str], at: int, end: int) -> int:
    """Return the line on which a head ends: all its brackets are closed, but for one that opens a body."""
    depth = 0
    for index in range(at, end):
        line = lines[index].strip()
        if line.startswith(("*", "/*", "//")):
            continue
        code = re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|=>|//.*\Z", "", line)
        depth += sum(code.count(mark) for mark in _OPEN) - sum(code.count(mark) for mark in _CLOSE)
        if depth <= 0 and code.endswith((";", "}", ",")):
            return index
        if depth == 1 and code.endswith(("{", "[", "(")) and not code.endswith("<{"):
            if code.endswith("(") and index + 1 < end:
                continue
            return index
    return at


def _block_end(lines: list[str], at: int, end: int, indent: int) -> int:
    """Return the line that closes a block: the next one at the margin that begins with a closing bracket."""
    for index in range(at + 1, end):
        line = lines[index]
        if line[indent : indent + 1] in ("}", "]", ")") and not line[:indent].strip():
            return index
    return at


def balanced(text: str) -> str:
    """Return what is between the first bracket of a text and the one that closes it, both included."""
    depth = 0
    for index, mark in enumerate(text.replace("=>", "__")):
        if mark in _OPEN:
            depth += 1
        elif mark in _CLOSE:
            depth -= 1
            if not depth:
                return text[: index + 1]
    return text


def split(text: str, at: str = ",") -> list[str]:
    """Split a text at signs that stand outside all brackets."""
    parts, depth, start = [], 0, 0
    for index, mark in enumerate(text.replace("=>", "__")):
        if mark in _OPEN:
            depth += 1
        elif mark in _CLOSE:
            depth -= 1
        elif mark == at and not depth:
            parts.append(text[start:index])
            start = index + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
