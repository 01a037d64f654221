"""A published Python package, read statically by griffe (the extra `adopt`): never imported, never run.

Only this module and `python_requests` import griffe; the driver imports them where there is a package to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import griffe

from compiler.source.location import TextPlace
from migrate.adopt.published.published import (
    PYTHON,
    Published,
    PublishedField,
    PublishedMethod,
    PublishedType,
    maker_of,
)
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
_ALIAS = re.compile(r"""\balias=['"]([^'"]+)['"]""")
_LIST = re.compile(r"\b(List|Sequence|Iterable|Dict|list|dict)\[")
_WORDS = re.compile(r"[A-Za-z_][\w.]*")
_QUOTES = ("'", '"')
_PLAIN_BASES = frozenset(("object", "Generic", "ABC", "Protocol"))
_DICTIONARY = "TypedDict"
_MIRRORED = "a dictionary beside a model"
_CHAIN = 8
"""How many imports of imports are followed."""
_MODELS = ("types", "models", "model")
_RUNTIME = ("core", "_hooks", "utils", "lib", "resources", "_utils", "_extras")


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
        self._classes: dict[str, griffe.Class] = {}
        """By path."""
        self._by_name: dict[str, list[griffe.Class]] = {}
        self._bodies = Bodies()
        self._roads: dict[str, bool] = {}
        self._above: dict[str, list[griffe.Class]] = {}
        self._leading: dict[str, list[tuple[str, griffe.Class]]] = {}
        self._answered: dict[str, list[griffe.Class | griffe.Attribute]] = {}
        """Types by their names, those of arguments aside."""
        self._published = Published(PYTHON, package.name)

    def read(self) -> Published:
        for module in _modules(self._package):
            for item in module.members.values():
                if isinstance(item, griffe.Class):
                    self._classes[item.path] = item
                    self._by_name.setdefault(item.name, []).append(item)
        self._published.maker = maker_of([head for head in self._heads() if head])
        for client, groups in self._clients():
            self._published.client = client.name
            self._walk(client, groups, frozenset())
        self._read_types()
        return self._published

    def _heads(self) -> Iterator[str]:
        files = {cls.filepath for cls in list(self._classes.values())[:40]}
        for path in files:
            if isinstance(path, Path):
                yield path.read_text("utf-8", "replace")[:2000]

    # ----------------------------------------------------------------------- clients

    def _clients(self) -> list[tuple[griffe.Class, tuple[str, ...]]]:
        """Return the classes that users begin with, each with the groups that it stands for.

        They are what no other class leads to; of a client and those that inherit from it, the first.
        """
        sync = [c for c in self._classes.values() if self._leads(c) and not self._is_aside(c)]
        led_to = {member.path for c in sync for _, member in self._members(c)}
        roots = [c for c in sync if c.path not in led_to]
        if self._published.maker == "openapi-generator":
            return [(c, (_snake(c.name.removesuffix("Api")),)) for c in roots if c.name.endswith("Api")]
        exported = self._exported()
        roots = [c for c in roots if c.name in exported] or roots
        tops = [c for c in roots if not any(base in roots for base in self._ancestors(c))]
        if not tops:
            return []
        client = max(tops, key=lambda c: (len(self._members(c)), -len(c.name)))
        for other in (*roots, *(c for c in self._classes.values() if _ASYNC_CLIENT.match(c.name))):
            if other is not client and other.name in exported:
                self._published.runtime[other.name] = "another client with the same methods"
        return [(client, ())]

    def _exported(self) -> set[str]:
        """Return the names that the package itself has, those of `from .x import *` included."""
        found: set[str] = set()
        for name, member in self._package.members.items():
            if isinstance(member, griffe.Alias) and member.wildcard:
                target = self._target(member.target_path)
                found.update(target.members if target is not None else ())
            else:
                found.add(name)
        return found

    def _target(self, path: str) -> griffe.Object | None:
        found: griffe.Object = self._package
        for part in path.split(".")[1:]:
            member = found.members.get(part)
            if not isinstance(member, griffe.Object):
                return None
            found = member
        return found

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
            cls = self._class_of(str(shown[0].annotation or ""), function)
            fields = self._fields(cls) if cls is not None else ()
            return tuple(item.name for item in fields) or ("request",)
        return tuple(p.name for p in shown)

    def _methods(self, cls: griffe.Class) -> list[griffe.Function]:
        """Return the public methods of a class; of those that it inherits, the ones with requests."""
        found: dict[str, griffe.Function] = {}
        for item in (cls, *self._ancestors(cls)):
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
        for item in (cls, *self._ancestors(cls)):
            for name, member in item.members.items():
                if name.startswith("_") or name in _MIRRORS:
                    continue
                if isinstance(member, griffe.Function) and _is_property(member):
                    target = self._class_of(str(member.returns or ""), item)
                elif isinstance(member, griffe.Attribute):
                    target = self._class_of(str(member.annotation or ""), item)
                else:
                    continue
                target = target or self._class_of(self._bodies.returned(member), item)
                if target is not None and target is not cls and not self._is_aside(target):
                    found.setdefault(name, target)
        self._leading[cls.path] = [(name, member) for name, member in found.items() if self._leads(member)]
        return self._leading[cls.path]

    def _class_of(self, annotation: str, near: griffe.Object) -> griffe.Class | None:
        """Return the class of the package that an annotation names."""
        for word in _WORDS.findall(annotation):
            found = self._find_class(word, near.module)
            if found is not None:
                return found
        return None

    def _find_class(self, word: str, module: griffe.Module) -> griffe.Class | None:
        """Return the class that a dotted name means in a module; one that functions import by its name."""
        first, _, rest = word.partition(".")
        found = self._behind(module.members.get(first))
        for part in rest.split(".") if rest else ():
            found = self._behind(found.members.get(part)) if found is not None else None
        if found is None and first not in module.members:
            same = self._by_name.get(word, [])
            return same[0] if len(same) == 1 else None
        return found if isinstance(found, griffe.Class) else None

    def _behind(self, item: griffe.Object | griffe.Alias | None) -> griffe.Object | None:
        """Return what a name stands for, through what modules import of each other; None where that is elsewhere."""
        for _ in range(_CHAIN):
            if not isinstance(item, griffe.Alias):
                return item
            head, *parts = item.target_path.split(".")
            item = self._package if head == self._package.name else None
            for part in parts:
                if item is None:
                    return None
                inside = item.members if isinstance(item, griffe.Object) else self._members_of(item)
                item = inside.get(part) or self._starred(item, part)
        return None

    def _members_of(self, alias: griffe.Alias) -> dict[str, griffe.Object | griffe.Alias]:
        found = self._behind(alias)
        return found.members if found is not None else {}

    def _starred(self, item: griffe.Object | griffe.Alias, name: str) -> griffe.Object | griffe.Alias | None:
        """Return what a module has by `from .x import *`."""
        for member in item.members.values() if isinstance(item, griffe.Module) else ():
            if isinstance(member, griffe.Alias) and member.wildcard:
                target = self._target(member.target_path)
                if target is not None and name in target.members:
                    return target.members[name]
        return None

    def _ancestors(self, cls: griffe.Class) -> list[griffe.Class]:
        """Return the classes of the package that a class inherits from, nearest first."""
        if cls.path not in self._above:
            found: list[griffe.Class] = []
            waiting = [cls]
            while waiting:
                item = waiting.pop(0)
                for base in item.bases:
                    parent = self._class_of(str(base).partition("[")[0], item)
                    if parent is not None and parent is not cls and parent not in found:
                        found.append(parent)
                        waiting.append(parent)
            self._above[cls.path] = found
        return self._above[cls.path]

    # ----------------------------------------------------------------------- types

    def _read_types(self) -> None:
        passed = self._passed_on()
        for module in _modules(self._package):
            for name, member in module.members.items() if not module.name.endswith("_params") else ():
                if isinstance(member, griffe.Class | griffe.Attribute):
                    self._answered.setdefault(name, []).append(member)
        for module in _modules(self._package):
            parts = module.path.split(".")[1:]
            kept = ("models",) if self._published.maker == "speakeasy" else _MODELS
            if not any(part in kept for part in parts) or parts[0] in _RUNTIME:
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

    def _passed_on(self) -> set[str]:
        """Return the paths of what packages have from their modules, by which programs import it."""
        found: set[str] = set()
        for module in _modules(self._package):
            if not module.is_init_module:
                continue
            for member in module.members.values():
                if not isinstance(member, griffe.Alias):
                    found.add(member.path)
                elif member.wildcard:
                    target = self._target(member.target_path)
                    found.update(f"{member.target_path}.{name}" for name in (target.members if target else ()))
                else:
                    found.add(member.target_path)
        return found

    def _type(self, cls: griffe.Class, exported: bool) -> None:
        bases = self._all_bases(cls)
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

    def _all_bases(self, cls: griffe.Class) -> set[str]:
        listed = (cls, *self._ancestors(cls))
        return {str(base).partition("[")[0].rpartition(".")[2] for item in listed for base in item.bases}

    def _fields(self, cls: griffe.Class) -> tuple[PublishedField, ...]:
        found: dict[str, PublishedField] = {}
        for item in (cls, *self._ancestors(cls)):
            for name, member in item.members.items():
                if not isinstance(member, griffe.Attribute) or name.startswith(("_", "model_")):
                    continue
                annotation = str(member.annotation or "")
                if not annotation or "ClassVar" in annotation:
                    continue
                alias = _ALIAS.search(annotation) or _ALIAS.search(str(member.value or ""))
                found.setdefault(name, PublishedField(name, alias[1] if alias else name, annotation))
        return tuple(found.values())

    def _place(self, item: griffe.Object) -> TextPlace:
        path = item.filepath
        inside = path.resolve().relative_to(self._folder) if isinstance(path, Path) else Path(self._package.name)
        return TextPlace(f"{self._shown}/{inside.as_posix()}", item.lineno or 1, 1)


def _modules(package: griffe.Module) -> Iterator[griffe.Module]:
    yield package
    for member in package.members.values():
        if isinstance(member, griffe.Module):
            yield from _modules(member)


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
