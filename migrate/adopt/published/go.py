"""A published Go module: its client, the services that it has, and the exported types of its packages.

The files are read as gofmt lays them out: what a package declares begins at the margin and ends at it. No Go is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from compiler.base.frozen import frozen
from compiler.source.location import TextPlace
from migrate.adopt.published.exports import Exports
from migrate.adopt.published.published import (
    GO,
    Published,
    PublishedField,
    PublishedMethod,
    PublishedType,
    Request,
    maker_of,
)

_TYPE = re.compile(r"^type (?P<name>[A-Za-z]\w*)(?:\[[^\]]*\])? (?P<what>struct \{|=? ?\S.*)$")
_FUNC = re.compile(r"^func \(\w+ \*?(?P<on>\w+)(?:\[[^\]]*\])?\) (?P<name>[A-Z]\w*)(?P<rest>\(.*)$")
_FIELD = re.compile(r"^\t(?P<name>[A-Z]\w*)\s+(?P<type>[^`]+?)\s*(?:`(?P<tag>[^`]*)`.*)?$")
_EMBEDDED = re.compile(r"^\t\*?(?P<type>[\w.]+)\s*(?:`[^`]*`)?$")
_WIRE = re.compile(r'\b(?:json|query|form|path|queryParam|pathParam|header):"(?:[^"]*\bname=)?(?P<wire>[^",]*)')
_INLINE = re.compile(r'\b(?:json:",[^"]*inline"|(?!default)\w+:"inline[",]|union:"member")')
_CONSTANT = re.compile(r'^\t\w+\s+(?P<type>\w+)\s*=\s*(?P<text>"[^"]*")')
_DEFAULT = re.compile(r'default:"(?P<text>[^"]*)"')
_ANY_OF = re.compile(r'Any of ((?:"[^"]*",? ?)+)\.')
_CONSTANTS = "constant"
_RETURNED = re.compile(r'\{ return ("[^"]*") \}')
_CAST = re.compile(r"\(\) \(v (?P<type>[^)]+)\)")
_HTTP = re.compile(r'http\.Method(?P<go>[A-Z][a-z]+)|NewRequestWithContext\(ctx, "(?P<verb>[A-Z]+)"')
_PATHS = (
    re.compile(r'path := (?:[\w.]+\()?"(?P<path>[^"]*)"'),
    re.compile(r'GenerateURL\(ctx, \w+, "(?P<path>[^"]*)"'),
    re.compile(r'JoinPath\(\w+, "(?P<path>[^"]*)"'),
    re.compile(r'(?:TrimSuffix\([^)]*\)|[bB]aseURL|localBasePath) \+ "(?P<path>/[^"]*)"'),
    re.compile(r'EncodeURL\(\s*\w+ ?\+ ?"(?P<path>/[^"]*)"'),
)
_ID = re.compile(r'OperationID:\s+"([^"]+)"')
_ASIDE = frozenset(("internal", "examples", "example", "test", "tests", "docs", "scripts", "tools"))
_RUNTIME = frozenset(
    ("constant", "option", "packages", "param", "respjson", "ssestream", "pagination", "retry", "types", "utils")
)
_SCALARS = ("string", "bool", "int", "float", "[]byte", "time.", "*string", "*bool", "*int", "*float", "*time.")
_OPTION = re.compile(r"^func (With[A-Z]\w*)\(", re.MULTILINE)
_ENVIRONMENT = re.compile(r'LookupEnv\("(\w+)"\); ok \{\s*\w+ = append\(\w+, (?:\w+\.)?(With\w+)\(')
_EXPORTED = re.compile(r"^(?:func|type) ([A-Z]\w*)", re.MULTILINE)
_OPTIONS = ("opts", "ctx")
_TWINS = re.compile(r"(?P<of>\w+?)(AutoPaging|Streaming|Execute|WithResponse)\Z")


@frozen
class _Function:
    name: str
    head: str
    body: str
    file: Path
    line: int


@frozen
class _Struct:
    name: str
    package: str
    fields: tuple[PublishedField, ...]
    embedded: tuple[str, ...]
    is_struct: bool
    file: Path
    line: int
    target: str
    """What it is, where it is no struct; the members of a union."""


def read_go(folder: Path, name: str, shown: str) -> Published:
    """Read the module in a folder, which is called `shown` in messages."""
    return _Reader(folder, name, shown).read()


def read_exports(folder: Path) -> Exports:
    """Read the options (`WithAPIKey`) and the packages of a module."""
    options: dict[str, str] = {}
    packages: dict[str, set[str]] = {}
    for file in sorted(folder.rglob("*.go")):
        parts = file.relative_to(folder).parts
        if file.name.endswith("_test.go") or _ASIDE.intersection(parts[:-1]):
            continue
        text = file.read_text("utf-8", "replace")
        packages.setdefault("/".join(parts[:-1]), set()).update(_EXPORTED.findall(text))
        options |= dict.fromkeys(_OPTION.findall(text), "") | {name: said for said, name in _ENVIRONMENT.findall(text)}
    return Exports(options, {name: frozenset(found) for name, found in packages.items()})


class _Reader:
    def __init__(self, folder: Path, name: str, shown: str) -> None:
        self._root, self._shown = folder, shown
        self._published = Published(GO, name)
        self._types: dict[tuple[str, str], _Struct] = {}
        self._functions: dict[tuple[str, str], dict[str, _Function]] = {}
        self._texts: dict[tuple[str, str], list[str]] = {}
        """The constants of each type, with their quotes."""

    def read(self) -> Published:
        heads = []
        for file in sorted(self._root.rglob("*.go")):
            parts = file.relative_to(self._root).parts
            if file.name.endswith("_test.go") or _ASIDE.intersection(parts[:-1]):
                continue
            lines = file.read_text("utf-8", "replace").splitlines()
            heads.append("\n".join(lines[:5]))
            self._file(file, lines)
        self._published.maker = maker_of(heads[:40])
        client = self._client()
        if client is not None:
            self._published.client = client.name
            self._walk(client, (), frozenset())
        for item in self._types.values():
            self._type(item)
        self._published.exports = read_exports(self._root)
        return self._published

    # ----------------------------------------------------------------------- declarations

    def _file(self, file: Path, lines: list[str]) -> None:
        package = next((line.split()[1] for line in lines if line.startswith("package ")), "")
        at = 0
        while at < len(lines):
            type_, function = _TYPE.match(lines[at]), _FUNC.match(lines[at])
            opened = lines[at].endswith(("{", "("))
            end = _end(lines, at) if (type_ or function) and opened else at
            if type_:
                self._declared(type_, package, lines[at + 1 : end], file, at + 1)
            elif function:
                found = _Function(function["name"], function["rest"], "\n".join(lines[at:end]), file, at + 1)
                self._functions.setdefault((package, function["on"]), {})[found.name] = found
            elif constant := _CONSTANT.match(lines[at]):
                self._texts.setdefault((package, constant["type"]), []).append(constant["text"])
            at = end + 1

    def _declared(self, said: re.Match[str], package: str, inside: list[str], file: Path, line: int) -> None:
        is_struct = said["what"].startswith("struct")
        fields, embedded, members, above = [], [], [], ""
        for text in inside if is_struct else ():
            field, inner = _FIELD.match(text), _EMBEDDED.match(text)
            if inner:
                embedded.append(inner["type"])
            elif field and _INLINE.search(field["tag"] or ""):
                members.append(field["type"].strip())
            elif field and field["type"] != "struct {":
                wire = _WIRE.search(field["tag"] or "")
                type_ = _constant(field["type"].strip(), field["tag"] or "", above)
                fields.append(PublishedField(field["name"], wire["wire"] if wire else field["name"], type_))
            above = above + text.strip("\t/") if text.startswith("\t//") else ""
        target = " | ".join(members) if is_struct else said["what"].removeprefix("=").strip()
        if not is_struct and re.match(r"\*?[\w.]+\Z", target):
            embedded.append(target)
        self._types[package, said["name"]] = _Struct(
            said["name"], package, tuple(fields), tuple(embedded), is_struct, file, line, target
        )

    def _find_struct(self, text: str, package: str) -> _Struct | None:
        """Return the type that a text names in a package, without what it is pointed or listed by."""
        plain = text.strip().lstrip("*[]")
        inside, _, name = plain.rpartition(".")
        return self._types.get((inside or package, name))

    # ----------------------------------------------------------------------- methods

    def _client(self) -> _Struct | None:
        """Return the struct that has most services; one that no other has."""
        services = {key for key in self._types if any(map(self._request_of, self._functions.get(key, {}).values()))}
        count: dict[tuple[str, str], int] = {}
        inside: set[tuple[str, str]] = set()
        for key, item in self._types.items():
            had = [found for field in item.fields if (found := self._find_struct(field.type, item.package)) is not None]
            count[key] = sum(self._is_service(found, services, frozenset()) for found in had)
            if count[key]:
                inside.update((found.package, found.name) for found in had)
        roots = [key for key, number in count.items() if number and key not in inside and key[1][:1].isupper()]
        return self._types[max(roots, key=lambda key: count[key])] if roots else None

    def _is_service(self, item: _Struct, services: set[tuple[str, str]], above: frozenset[str]) -> bool:
        """Whether a struct sends requests, or has one that does."""
        if (item.package, item.name) in services:
            return True
        if item.name in above or not item.is_struct:
            return False
        had = (self._find_struct(field.type, item.package) for field in item.fields)
        return any(self._is_service(found, services, above | {item.name}) for found in had if found is not None)

    def _walk(self, item: _Struct, groups: tuple[str, ...], above: frozenset[str]) -> None:
        functions = self._functions.get((item.package, item.name), {})
        for function in functions.values():
            self._method(function, functions, item, groups)
        for field in item.fields:
            found = self._find_struct(field.type, item.package)
            if found is None or found.name in above or not found.is_struct:
                continue
            if (found.package, found.name) in self._functions or any(
                self._find_struct(inner.type, found.package) for inner in found.fields
            ):
                self._walk(found, (*groups, field.name), above | {item.name})

    def _method(self, function: _Function, all_: dict[str, _Function], item: _Struct, groups: tuple[str, ...]) -> None:
        twin = _TWINS.match(function.name)
        path = ".".join((*groups, function.name))
        if twin and twin["of"] in all_:
            self._published.runtime[path] = "another way to call the same method"
            return
        request = self._request_of(function) or (
            self._request_of(all_[f"{function.name}Execute"]) if f"{function.name}Execute" in all_ else None
        )
        if request is None and not groups:
            self._published.runtime[path] = "of the client itself"
            return
        id_ = _ID.search(function.body)
        positional, named, body = [], [], ""
        parameters, result = _signature(function.head)
        for name, type_ in parameters:
            if name in _OPTIONS or type_.startswith("..."):
                continue
            struct = None if type_.startswith(_SCALARS) else self._find_struct(type_, item.package)
            if struct is not None and struct.is_struct:
                named += [field.name for field in self._fields(struct)]
                body = type_
            else:
                positional.append(name)
        self._published.methods.append(
            PublishedMethod(
                groups,
                function.name,
                self._place(function.file, function.line),
                request,
                id_[1] if id_ else "",
                tuple(named),
                tuple(positional),
                result,
                body,
            )
        )

    @staticmethod
    def _request_of(function: _Function) -> Request | None:
        said = _HTTP.search(function.body)
        path = next((found for pattern in _PATHS if (found := pattern.search(function.body))), None)
        if said is None or path is None:
            return None
        return Request((said["go"] or said["verb"]).upper(), re.sub(r"%[sdv]", "{}", path["path"]))

    # ----------------------------------------------------------------------- types

    def _type(self, item: _Struct) -> None:
        parts = item.file.relative_to(self._root).parts[:-1]
        default = self._functions.get((item.package, item.name), {}).get("Default")
        if item.package == _CONSTANTS and default is not None:
            place, said = self._place(item.file, item.line), _RETURNED.search(default.head)
            called = f"{_CONSTANTS}.{item.name}"
            self._published.types.append(PublishedType(called, place, exported=False, text=said[1] if said else ""))
        if not item.name[:1].isupper() or _RUNTIME.intersection(parts):
            return
        if (item.package, item.name) in self._functions and any(
            map(self._request_of, self._functions[item.package, item.name].values())
        ):
            return
        if item.name.endswith("Service") or item.name.endswith("Client"):
            self._published.runtime[item.name] = "the type of a group or of the client"
            return
        if not item.is_struct and item.target.rpartition(".")[2] == item.name:
            return  # a type of another package, passed on
        text = self._text(item)
        fields = tuple(self._fields(item)) if item.is_struct and not text else None
        place = self._place(item.file, item.line)
        self._published.types.append(PublishedType(item.name, place, fields, text=text, module="/".join(parts)))

    def _text(self, item: _Struct) -> str:
        """Return what a type stands for: the texts of its constants, the members of a union."""
        texts = self._texts.get((item.package, item.name))
        if texts is not None:
            return " | ".join(texts)
        functions = self._functions.get((item.package, item.name), {}).values()
        cast = [_CAST.match(function.head) for function in functions if function.name.startswith("As")]
        return " | ".join(said["type"] for said in cast if said) or item.target

    def _fields(self, item: _Struct, above: frozenset[str] = frozenset()) -> Iterator[PublishedField]:
        """Yield the fields of a struct, with those of what it embeds."""
        yield from item.fields
        for name in item.embedded:
            found = self._find_struct(name, item.package)
            if found is not None and found.name not in above:
                yield from self._fields(found, above | {item.name})

    def _place(self, file: Path, line: int) -> TextPlace:
        return TextPlace(f"{self._shown}/{file.relative_to(self._root).as_posix()}", line, 1)


def _constant(type_: str, tag: str, above: str) -> str:
    """Return a field's type, as the only text that it may be where its tag says that, or those of its comment."""
    only = _DEFAULT.search(tag) if type_.startswith("constant.") else None
    if only is not None:
        return f'"{only["text"]}"'
    several = _ANY_OF.search(above) if type_.rpartition("]")[2] == "string" else None
    return type_.replace("string", f"({several[1].replace(', ', ' | ')})") if several else type_


def _end(lines: list[str], at: int) -> int:
    for index in range(at + 1, len(lines)):
        if lines[index][:1] in ("}", ")"):
            return index
    return at


def _signature(head: str) -> tuple[list[tuple[str, str]], str]:
    """Return the parameters of a method with their types, and the type of its first result."""
    depth, end = 0, len(head)
    for index, mark in enumerate(head):
        depth += (mark in "([{") - (mark in ")]}")
        if not depth:
            end = index
            break
    found = []
    for part in re.split(r",\s*(?![^\[]*\])", head[1:end]):
        name, _, type_ = part.strip().partition(" ")
        if name:
            found.append((name, type_.strip()))
    results = head[end + 1 :].strip(" {()")
    first = results.partition(",")[0].strip()
    return found, first.rpartition(" ")[2]
