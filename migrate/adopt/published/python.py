"""A published Python package, read statically by griffe (the extra `adopt`): never imported, never run.

Only this module and its neighbours `python_*` import griffe; the driver imports them where there is a package to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import griffe

from compiler.source.location import TextPlace
from migrate.adopt.published.published import (
    PYTHON,
    RUNTIME,
    Published,
    PublishedField,
    PublishedMethod,
    PublishedType,
    maker_of,
)
from migrate.adopt.published.python_exports import exports_of
from migrate.adopt.published.python_names import Names, modules_of
from migrate.adopt.published.python_requests import Bodies

_ASYNC_CLIENT = re.compile(r"Async[A-Z]")
_MIRROR = re.compile(r"With(Raw|Streaming)Response\Z")
_MIRRORS = ("with_raw_response", "with_streaming_response", "with_options", "copy")
_TWIN = re.compile(r"(.+)_(async|with_http_info|without_preload_content)\Z")
_OPTIONS = frozenset(
    (
        *("extra_headers", "extra_query", "extra_body", "timeout", "idempotency_key", "request_options"),
        *("retries", "server_url", "timeout_ms", "http_headers", "url_override", "accept_header_override", "polling"),
    )
)
_ALIAS = re.compile(r"""\balias=(?:['"]([^'"]+)['"]|([\w.$@-]+))""")
"""Griffe takes a text within an annotation for one, and shows it without its quotes."""
_LIST = re.compile(r"\b(List|Sequence|Iterable|Dict|list|dict)\[")
_QUOTES = ("'", '"')
_PLAIN_BASES = frozenset(("object", "Generic", "ABC", "Protocol"))
_DICTIONARY = "TypedDict"
_MIRRORED = "a dictionary beside a model"
_MODELS = ("types", "models", "model")


def read_python(folder: Path, name: str, shown: str) -> Published:
    """Read the package of this name in a folder, which is called `shown` in messages."""
    package = griffe.load(name, search_paths=[folder], allow_inspection=False, resolve_aliases=False)
    assert isinstance(package, griffe.Module)
    return _Reader(package, folder.resolve(), shown).read()


class _Reader:
    """Reads one package: its classes, then the clients among them, then what these lead to."""

    def __init__(self, package: griffe.Module, folder: Path, shown: str) -> None:
        self._folder, self._shown = folder, shown
        self._package = package
        self._names = Names(package)
        self._bodies = Bodies()
        self._roads: dict[str, bool] = {}
        self._leading: dict[str, list[tuple[str, griffe.Class]]] = {}
        self._answered: dict[str, list[griffe.Class | griffe.Attribute]] = {}
        """Types by their names, those of arguments aside."""
        self._published = Published(PYTHON, package.name)

    def read(self) -> Published:
        self._published.maker = maker_of([head for head in self._heads() if head])
        for client, groups in self._clients():
            self._published.client = client.name
            self._walk(client, groups, frozenset())
        self._read_types()
        self._published.exports = exports_of(self._package, self._names, self._bodies, self._published.client)
        return self._published

    def _heads(self) -> Iterator[str]:
        files = {cls.filepath for cls in list(self._names.classes.values())[:40]}
        for path in files:
            if isinstance(path, Path):
                yield path.read_text("utf-8", "replace")[:2000]

    # ----------------------------------------------------------------------- clients

    def _clients(self) -> list[tuple[griffe.Class, tuple[str, ...]]]:
        """Return the classes that users begin with, each with the groups that it stands for.

        They are what no other class leads to; of a client and those that inherit from it, the first.
        """
        sync = [c for c in self._names.classes.values() if self._leads(c) and not self._is_aside(c)]
        led_to = {member.path for c in sync for _, member in self._members(c)}
        roots = [c for c in sync if c.path not in led_to]
        if self._published.maker == "openapi-generator":
            return [(c, (_snake(c.name.removesuffix("Api")),)) for c in roots if c.name.endswith("Api")]
        exported = self._names.exported()
        roots = [c for c in roots if c.name in exported] or roots
        tops = [c for c in roots if not any(base in roots for base in self._names.ancestors(c))]
        if not tops:
            return []
        client = max(tops, key=lambda c: (len(self._members(c)), -len(c.name)))
        for other in (*roots, *(c for c in self._names.classes.values() if _ASYNC_CLIENT.match(c.name))):
            if other is not client and other.name in exported:
                self._published.runtime[other.name] = "another client with the same methods"
        return [(client, ())]

    @staticmethod
    def _is_aside(cls: griffe.Class) -> bool:
        return bool(_ASYNC_CLIENT.match(cls.name) or _MIRROR.search(cls.name) or cls.name.startswith(("_", "Raw")))

    def _leads(self, cls: griffe.Class) -> bool:
        """Whether a class has methods that send requests, or leads to one that has."""
        known = self._roads.get(cls.path)
        if known is None:
            self._roads[cls.path] = False  # circles
            known = any(self._bodies.request(f) for f in self._methods(cls)) or any(
                self._leads(member) for _, member in self._members(cls)
            )
            self._roads[cls.path] = known
        return known

    def _walk(self, cls: griffe.Class, groups: tuple[str, ...], above: frozenset[str]) -> None:
        for function in self._methods(cls):
            self._method(function, groups)
        for name, member in self._members(cls):
            if member.path not in above:
                self._walk(member, (*groups, name), above | {cls.path})

    def _method(self, function: griffe.Function, groups: tuple[str, ...]) -> None:
        twin, path = _TWIN.match(function.name), ".".join((*groups, function.name))
        if function.name in _MIRRORS:
            self._published.runtime[path] = "mirrors and copies of the client"
            return
        if twin is not None:
            self._published.runtime[path] = "another way to call the same method"
            return
        said = self._bodies.request(function)
        shown = [p for p in function.parameters if p.name not in ("self", "cls") and p.name not in _OPTIONS]
        shown = [p for p in shown if not p.name.startswith("_") and p.kind is not None and "var" not in p.kind.value]
        self._published.methods.append(
            PublishedMethod(
                groups,
                function.name,
                self._place(function),
                said[0] if said else None,
                said[1] if said else "",
                self._arguments(shown, function),
                tuple(p.name for p in shown if p.kind is griffe.ParameterKind.positional_or_keyword),
                result=str(function.returns or ""),
                packed="request" if [p.name for p in shown] == ["request"] else "",
                body=next((str(p.annotation) for p in shown if p.name in ("request", "body", "request_body")), ""),
            )
        )

    def _arguments(self, shown: list[griffe.Parameter], function: griffe.Function) -> tuple[str, ...]:
        """Return the names that callers write: those of the members where all is one `request` object."""
        if [p.name for p in shown] == ["request"] and not _LIST.search(str(shown[0].annotation or "")):
            cls = self._names.class_of(str(shown[0].annotation or ""), function)
            fields = self._fields(cls) if cls is not None else ()
            return tuple(item.name for item in fields) or ("request",)
        return tuple(p.name for p in shown)

    def _methods(self, cls: griffe.Class) -> list[griffe.Function]:
        """Return the public methods of a class; of those that it inherits, the ones with requests."""
        found: dict[str, griffe.Function] = {}
        for item in (cls, *self._names.ancestors(cls)):
            for name, member in item.members.items():
                if isinstance(member, griffe.Function) and not name.startswith("_") and not _is_property(member):
                    if name not in found and (item is cls or self._bodies.request(member)):
                        found[name] = member
                    elif name in found:
                        self._bodies.inherit(found[name], member)
        return list(found.values())

    def _members(self, cls: griffe.Class) -> list[tuple[str, griffe.Class]]:
        """Return what a class leads to by public attributes and properties, by name."""
        if cls.path in self._leading:
            return self._leading[cls.path]
        self._leading[cls.path] = []  # circles
        found: dict[str, griffe.Class] = {}
        for item in (cls, *self._names.ancestors(cls)):
            for name, member in item.members.items():
                if name.startswith("_") or name in _MIRRORS:
                    continue
                if isinstance(member, griffe.Function) and _is_property(member):
                    target = self._names.class_of(str(member.returns or ""), item)
                elif isinstance(member, griffe.Attribute):
                    target = self._names.class_of(str(member.annotation or ""), item)
                else:
                    continue
                target = target or self._names.class_of(self._bodies.returned(member), item)
                if target is not None and target is not cls and not self._is_aside(target):
                    found.setdefault(name, target)
        self._leading[cls.path] = [(name, member) for name, member in found.items() if self._leads(member)]
        return self._leading[cls.path]

    # ----------------------------------------------------------------------- types

    def _read_types(self) -> None:
        passed = self._names.passed_on()
        for module in modules_of(self._package):
            for name, member in module.members.items() if not module.name.endswith("_params") else ():
                if isinstance(member, griffe.Class | griffe.Attribute):
                    self._answered.setdefault(name, []).append(member)
        for module in modules_of(self._package):
            parts = module.path.split(".")[1:]
            kept = ("models",) if self._published.maker == "speakeasy" else _MODELS
            if not any(part in kept for part in parts) or parts[0] in RUNTIME:
                continue
            for name, member in module.members.items():
                if name.startswith("_"):
                    continue
                if isinstance(member, griffe.Class):
                    self._type(member, member.path in passed)
                elif isinstance(member, griffe.Attribute) and _is_type_alias(member):
                    self._alias(member, member.path in passed)

    def _alias(self, member: griffe.Attribute, exported: bool) -> None:
        if self._published.maker == "stainless" and self._is_mirror(member):
            self._published.runtime[member.name] = _MIRRORED
            return
        text, module = str(member.value or ""), _module_of(member)
        said = PublishedType(member.name, self._place(member), None, exported, text, module)
        self._published.types.append(said)

    def _type(self, cls: griffe.Class, exported: bool) -> None:
        bases = self._names.all_bases(cls)
        if _DICTIONARY in bases and self._is_mirror(cls):
            self._published.runtime[cls.name] = _MIRRORED
        elif bases - _PLAIN_BASES:
            is_enum = "Enum" in " ".join(bases)
            fields, values = () if is_enum else self._fields(cls), _values(cls) if is_enum else ""
            said = PublishedType(cls.name, self._place(cls), fields or None, exported, values, _module_of(cls))
            self._published.types.append(said)

    def _is_mirror(self, item: griffe.Class | griffe.Attribute) -> bool:
        """Whether what callers send is of a type that stands beside another, or of arguments alone."""
        if item.module.name.endswith("_params") or item.name.endswith("Params"):
            return True
        if not item.name.endswith("Param"):
            return isinstance(item, griffe.Class)
        return any(self._is_alike(item, other) for other in self._answered.get(item.name.removesuffix("Param"), ()))

    def _is_alike(self, item: griffe.Class | griffe.Attribute, other: griffe.Class | griffe.Attribute) -> bool:
        """Whether two types are of one kind, and classes have most keys in common."""
        if not (isinstance(item, griffe.Class) and isinstance(other, griffe.Class)):
            return type(item) is type(other)
        ours, theirs = ({field.wire for field in self._fields(cls)} for cls in (item, other))
        return 2 * len(ours & theirs) >= len(ours | theirs)

    def _fields(self, cls: griffe.Class) -> tuple[PublishedField, ...]:
        found: dict[str, PublishedField] = {}
        for item in (cls, *self._names.ancestors(cls)):
            for name, member in item.members.items():
                if not isinstance(member, griffe.Attribute) or name.startswith(("_", "model_")):
                    continue
                annotation = str(member.annotation or "")
                if not annotation or "ClassVar" in annotation:
                    continue
                alias = _ALIAS.search(annotation) or _ALIAS.search(str(member.value or ""))
                found.setdefault(name, PublishedField(name, alias[1] or alias[2] if alias else name, annotation))
        return tuple(found.values())

    def _place(self, item: griffe.Object) -> TextPlace:
        path = item.filepath
        inside = path.resolve().relative_to(self._folder) if isinstance(path, Path) else Path(self._package.name)
        return TextPlace(f"{self._shown}/{inside.as_posix()}", item.lineno or 1, 1)


def _is_property(function: griffe.Function) -> bool:
    """Whether a method is read as an attribute, also by a decorator of the package's own (`cached_property`)."""
    return any(str(decorator.value).partition("(")[0].endswith("property") for decorator in function.decorators)


def _is_type_alias(member: griffe.Attribute) -> bool:
    annotation = str(member.annotation or "")
    if "TypeAlias" in annotation:
        return True
    text = "" if member.value is None or annotation else str(member.value)
    return member.name[:1].isupper() and text.startswith(("Union[", "Literal[", "Annotated[", "typing."))


def _module_of(item: griffe.Object) -> str:
    return item.path.partition(".")[2].rpartition(".")[0]


def _values(cls: griffe.Class) -> str:
    """Return the texts of an enum, as a type says them."""
    said = (str(member.value or "") for member in cls.members.values() if isinstance(member, griffe.Attribute))
    texts = [text for text in said if text[:1] in _QUOTES]
    return f"Literal[{', '.join(texts)}]" if texts else ""


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
