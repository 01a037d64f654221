"""A published TypeScript package: its clients, what they lead to, and the types of its modules.

The sources are read where the package has them (`src`), since their bodies say what is sent; declarations otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from compiler.source.location import TextPlace
from migrate.adopt.published.exports import Exports
from migrate.adopt.published.published import (
    TYPESCRIPT,
    Published,
    PublishedField,
    PublishedMethod,
    PublishedType,
    Request,
    maker_of,
)
from migrate.adopt.published.typescript_source import Declaration, Member, Module, read_module, split, target_file

_ASIDE = frozenset(
    ("node_modules", "tests", "test", "__tests__", "examples", "scripts", "esm", "cjs", "mcp-server", "react-query")
)
_TYPES = ("resources", "models", "types", "api", "model")
_RUNTIME = ("core", "internal", "lib", "hooks", "_shims", "_vendor", "errors")
_VERBS = "get|post|put|patch|delete|getAPIList"
_TEXT = r"(?:path)?(?P<quote>[`'\"])(?P<path>.*?)(?P=quote)"
_STAINLESS = re.compile(rf"this\._client\s*\.(?P<verb>{_VERBS})\(\s*{_TEXT}", re.DOTALL)
_SPEAKEASY = re.compile(rf"pathToFunc\(\s*{_TEXT}", re.DOTALL)
_FERN = re.compile(rf"url(?:\.join|Join)\((?:[^()]|\([^()]*\))*?,\s*{_TEXT}\s*,?\s*\)", re.DOTALL)
_FETCH = re.compile(rf"\bpath: {_TEXT}", re.DOTALL)
_METHOD = re.compile(r"\bmethod: ['\"](\w+)['\"]")
_ID = re.compile(r"\boperationID: ['\"]([^'\"]+)['\"]")
_CALLED = re.compile(r"\b(\w+)\(\s*this,")
_OPTIONS = frozenset(("options", "requestOptions", "initOverrides"))
_SCALAR = re.compile(r"(?:string|number|boolean|bigint|Date|null|undefined|[|\s]|'[^']*'|\"[^\"]*\")+\Z")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_PLAIN = frozenset(("string", "number", "boolean", "null", "undefined", "Array", "Record", "Promise", "unknown", "any"))
_PAGE = re.compile(r"(?:\w+\.)*\w*Page<")
_VALUES = re.compile(r"\btypeof ")
_VALUE = re.compile(r"[:=] (\"[^\"]*\"|'[^']*')")
_WHOLE = re.MULTILINE | re.DOTALL
_CONSTRUCTOR = re.compile(r"\bconstructor\(\s*(?:readonly |public )?\w+\??: *([\w.]+)")
_ENVIRONMENT = re.compile(r"\b(\w+) = readEnv\(['\"](\w+)['\"]\)")
_EXPORTED = re.compile(
    r"^export (?:declare )?(?:abstract |async )?(?:class|interface|type|enum|const|function) ([\w$]+)", re.MULTILINE
)
_HIDDEN_MODULES = frozenset(("internal", "runtime", "lib", "core", "_vendor", "_shims"))
_PARTS = re.compile(r"\$\{[^}]*\}")


def read_exports(folder: Path, name: str, client: str) -> Exports:
    """Read what the package in a folder exports."""
    return _Reader(folder, name, "").exports(client)


def read_typescript(folder: Path, name: str, shown: str) -> Published:
    """Read the package in a folder, which is called `shown` in messages."""
    return _Reader(folder, name, shown).read()


class _Modules:
    """The modules of a package, and what names mean in them."""

    def __init__(self, published: Published) -> None:
        self._published = published
        self._modules: dict[Path, Module] = {}
        self._reading: set[tuple[Path, str]] = set()

    def _module(self, file: Path) -> Module | None:
        if file not in self._modules:
            try:
                self._modules[file] = read_module(file)
            except OSError as error:
                self._published.unread.append((f"{file.name} cannot be read: {error}", TextPlace(str(file), 1, 1)))
                return None
        return self._modules[file]

    def _imported(self, module: Module, name: str) -> Module | None:
        spelled = module.imports.get(name)
        file = target_file(module.file, spelled[0]) if spelled else None
        return self._module(file) if file is not None else None

    def _resolve(self, module: Module, name: str) -> tuple[Module, Declaration] | None:
        """Return the declaration that a name means in a module."""
        if not _NAME.fullmatch(name):
            return None
        if name in module.declared:
            return module, module.declared[name]
        first, _, rest = name.partition(".")
        spelled = module.imports.get(first)
        if spelled is None:
            return None
        file = target_file(module.file, spelled[0])
        wanted = rest if spelled[1] == "*" else ".".join(filter(None, (spelled[1], rest)))
        return self._exported(file, wanted) if file is not None and wanted else None

    def _exported(self, file: Path, name: str) -> tuple[Module, Declaration] | None:
        """Return what a module exports under a name, through those that it passes on."""
        if (file, name) in self._reading:
            return None
        module = self._module(file)
        if module is None:
            return None
        if name in module.declared:
            return module, module.declared[name]
        self._reading.add((file, name))
        try:
            first, _, rest = name.partition(".")
            for spelled, theirs, ours in sorted(module.reexports, key=lambda said: said[1] == "*"):
                target = target_file(file, spelled)
                if target is None or (theirs != "*" and ours != first) or (theirs == "*" and ours not in ("", first)):
                    continue
                wanted = ".".join(filter(None, (theirs, rest))) if theirs != "*" else rest if ours else name
                found = self._exported(target, wanted)
                if found is not None:
                    return found
        finally:
            self._reading.discard((file, name))
        return self._resolve(module, name) if first in module.imports else None


class _Reader(_Modules):
    def __init__(self, folder: Path, name: str, shown: str) -> None:
        super().__init__(Published(TYPESCRIPT, name))
        source = folder / "src"
        self._root, self._shown = folder, shown
        self._source = source if source.is_dir() else folder
        self._files = _files(self._source)

    def read(self) -> Published:
        classes = [
            (module, item)
            for file in self._files
            if (module := self._module(file)) is not None
            for item in module.declared.values()
            if item.kind == "class" and "." not in item.name
        ]
        self._published.maker = maker_of([module.text for module, _ in classes[:40]])
        client = self._client(classes)
        if client is not None:
            self._published.client = client[1].name
            self._walk(*client, (), frozenset())
        for file in self._files:
            self._types(file)
        self._published.exports = self.exports(self._published.client)
        return self._published

    def exports(self, client: str) -> Exports:
        """Return what the package exports: `client` is the class whose constructor takes the options."""
        options: dict[str, str] = {}
        modules = {}
        read = [module for file in self._files if (module := self._module(file)) is not None]
        made = {
            client,
            *(base for module in read if client in module.declared for base in module.declared[client].bases),
        }
        for file in self._files:
            module = self._module(file)
            path = file.relative_to(self._source)
            if module is None:
                continue
            is_client = any(name in made and item.kind == "class" for name, item in module.declared.items())
            for name in _CONSTRUCTOR.findall(module.text) if is_client else ():
                variables = dict(_ENVIRONMENT.findall(module.text))
                options |= {item.name: variables.get(item.name, "") for item in self._fields_of(module, name)}
            inside = path.parent if path.name.startswith("index.") else path.with_name(path.name.partition(".")[0])
            is_public = not _HIDDEN_MODULES.intersection(path.parts)
            if is_public and (path.name.startswith("index.") or len(path.parts) == 1):
                found = frozenset(self._names_of(file, frozenset()))
                modules["" if inside == Path() else inside.as_posix()] = found
        return Exports(options, modules)

    def _names_of(self, file: Path, above: frozenset[Path]) -> Iterator[str]:
        """Yield the names that a module exports, those of `export * from` included."""
        module = self._module(file) if file not in above else None
        if module is None:
            return
        yield from _EXPORTED.findall(module.text)
        for spelled, theirs, ours in module.reexports:
            target = target_file(file, spelled)
            if theirs != "*" or ours:
                yield ours
            elif target is not None:
                yield from self._names_of(target, above | {file})

    def _client(self, classes: list[tuple[Module, Declaration]]) -> tuple[Module, Declaration] | None:
        """Return the class that leads to most others, and that none leads to; not one that inherits from it."""
        leading = [(m, c, self._members(m, c)) for m, c in classes]
        led_to = {(m.file, c.name) for _, _, members in leading for _, m, c in members}
        names = {c.name for _, c, members in leading if members and (_.file, c.name) not in led_to}
        roots = [
            (m, c, members)
            for m, c, members in leading
            if members and (m.file, c.name) not in led_to and not names.intersection(c.bases)
        ]
        if not roots:
            return None
        m, c, _ = max(roots, key=lambda root: len(root[2]))
        for other in (item for _, item in classes if c.name in item.bases):
            self._published.runtime[other.name] = "another client with the same methods"
        return m, c

    def _walk(self, module: Module, item: Declaration, groups: tuple[str, ...], above: frozenset[str]) -> None:
        key = f"{module.file}:{item.name}"
        for name, member in self._methods(item).items():
            said = self._request(module, item, member)
            if said is None and groups == () and self._published.maker in ("stainless", "fern"):
                self._published.runtime[name] = "of the client itself"
                continue
            if name.endswith("Raw") and name.removesuffix("Raw") in self._methods(item):
                self._published.runtime[".".join((*groups, name))] = "another way to call the same method"
                continue
            self._published.methods.append(self._method(module, groups, member, said))
        for name, inner, target in self._members(module, item):
            if f"{inner.file}:{target.name}" not in above:
                self._walk(inner, target, (*groups, name), above | {key})

    @staticmethod
    def _methods(item: Declaration) -> dict[str, Member]:
        """Return the methods of a class; of overloads the one with the body, which stands last."""
        return {member.name: member for member in item.members if member.is_method}

    def _members(self, module: Module, item: Declaration) -> list[tuple[str, Module, Declaration]]:
        found = []
        for member in item.members:
            if member.is_method:
                continue
            target = self._resolve(module, member.result().removesuffix(" | undefined"))
            if target is not None and target[1].kind == "class" and target[1] is not item:
                found.append((member.name, *target))
        return found

    # ----------------------------------------------------------------------- methods

    def _method(
        self, module: Module, groups: tuple[str, ...], member: Member, said: tuple[Request, str] | None
    ) -> PublishedMethod:
        named: list[str] = []
        positional, body = [], ""
        for name, type_ in member.parameters():
            if name in _OPTIONS or type_.startswith(("RequestOptions", "Core.RequestOptions")):
                continue
            fields = [] if _SCALAR.match(type_) else list(self._fields_of(module, type_))
            if fields:
                named += [item.name for item in fields]
                body = type_
            else:
                positional.append(name)
        return PublishedMethod(
            groups,
            member.name,
            self._place(module, member.line),
            said[0] if said else None,
            said[1] if said else "",
            tuple(dict.fromkeys(named)),
            tuple(positional),
            member.result(),
            body,
        )

    def _request(self, module: Module, item: Declaration, member: Member) -> tuple[Request, str] | None:
        """Return what a method sends: by its own body, by the function that it calls, or by its raw twin."""
        body = member.body
        said = _STAINLESS.search(body)
        if said is not None:
            verb = said["verb"].upper()
            method = _METHOD.search(body[: said.end() + 400]) if verb == "GETAPILIST" else None
            verb = method[1].upper() if method else "GET" if verb == "GETAPILIST" else verb
            return Request(verb, _PARTS.sub("{}", said["path"])), ""
        for called in _CALLED.findall(body):
            target = self._imported(module, called)
            if target is not None:
                found = _of_text(target.text)
                if found is not None:
                    return found
        found = _of_text(body)
        if found is not None:
            return found
        other = self._methods(item).get(f"{member.name}Raw")
        return self._request(module, item, other) if other is not None and f".{other.name}(" in body else None

    # ----------------------------------------------------------------------- types

    def _types(self, file: Path) -> None:
        parts = file.relative_to(self._root).parts
        module = self._module(file)
        if module is None or any(part in _RUNTIME for part in parts[:2]):
            return
        if not any(part.partition(".")[0] in _TYPES for part in parts):
            return
        for name, item in module.declared.items():
            if item.kind in ("class", "const", "function") or "$" in name:
                continue
            if _PAGE.match(item.text):
                self._published.runtime[name] = "a page of results"
                continue
            fields = tuple(self._fields(module, item)) if item.members else None
            text = _texts(module, item) or item.text if not fields else ""
            self._published.types.append(
                PublishedType(
                    name,
                    self._place(module, item.line),
                    fields,
                    text=text,
                    module="/".join((*parts[:-1], file.name.partition(".")[0])),
                )
            )

    def _fields_of(self, module: Module, type_: str) -> Iterator[PublishedField]:
        """Yield the members of all objects that a type names, one level deep."""
        for part in (inner for outer in split(type_, "|") for inner in split(outer, "&")):
            name = part.partition("<")[0].strip()
            found = None if name in _PLAIN else self._resolve(module, name)
            if found is not None and found[1].kind in ("interface", "type"):
                yield from self._fields(*found)

    def _fields(self, module: Module, item: Declaration) -> Iterator[PublishedField]:
        key = (module.file, f"fields of {item.name}")
        if key in self._reading:
            return
        self._reading.add(key)
        for member in item.members:
            yield PublishedField(member.name, member.name, member.result())
        for base in item.bases:
            yield from self._fields_of(module, base)
        if item.kind == "type" and not item.members:
            yield from self._fields_of(module, item.text)
        self._reading.discard(key)

    def _place(self, module: Module, line: int) -> TextPlace:
        return TextPlace(f"{self._shown}/{module.file.relative_to(self._root).as_posix()}", line, 1)


def _texts(module: Module, item: Declaration) -> str:
    """Return the texts of an enum: of its own, or of the object that a type takes them from."""
    if item.kind != "enum" and not _VALUES.search(item.text):
        return ""
    inside = re.search(rf"^export (?:declare )?(?:const|enum) {re.escape(item.name)}\b.*?^\}}", module.text, _WHOLE)
    return " | ".join(_VALUE.findall(inside[0])) if inside else ""


def _of_text(text: str) -> tuple[Request, str] | None:
    """Return the request of a function's text, by the manners of three makers."""
    said = _SPEAKEASY.search(text) or _FERN.search(text) or _FETCH.search(text)
    if said is None:
        return None
    method = _METHOD.search(text)
    if method is None:
        return None
    id_ = _ID.search(text)
    return Request(method[1].upper(), _PARTS.sub("{}", said["path"])), id_[1] if id_ else ""


def _files(folder: Path) -> list[Path]:
    """Return the modules of a folder; sources, or declarations beside which there are none."""
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.name.endswith((".ts", ".mts")) and not _ASIDE.intersection(path.relative_to(folder).parts[:-1])
    ]
    sources = [path for path in found if not path.name.endswith((".d.ts", ".d.mts"))]
    return sources or [path for path in found if path.name.endswith(".d.ts")]
