"""What programs can name of an SDK, each with the part of the document that it was made from."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from backends import load_backend
from compiler.base.frozen import frozen
from compiler.base.similar import Names
from compiler.commands.lookup import UnknownError
from compiler.ir.node import Id
from compiler.ir.nodes import Sdk
from compiler.ir.types import Enum, Model
from compiler.ir.wire import Place
from compiler.plan.plan import Argument, Group, Method, Plan
from compiler.surface.symbols import surface_of

_NAME = re.compile(r"[^\W\d]\w*")
_COMMENTS = ("/*", "* ", "*/", "//")


@frozen
class Subject:
    """A thing that was asked for.

    ``path``: what programs write, `client.trips.list`; ``at``: the identity it was made from, "" for what the document
    as a whole decides; ``words``: the words of its name, before the case of the language, if it has such; ``scope``
    and ``key``: which rule of the target's profile makes an identifier of them, and what codegen.lock calls it in the
    scope of its owner.
    """

    target: str
    kind: str
    path: str
    at: Id
    scope: str = ""
    key: str = ""
    owners: tuple[tuple[str, ...], ...] = ()
    """The identifiers of what it stands in, as printed code writes them: all of one of these tuples are around it."""

    @property
    def ident(self) -> str:
        """The last part of its path."""
        return self.path.rpartition(".")[2]


_SCOPES = {
    "method": "method", "group": "group", "type": "type", "field": "field", "member": "member", "option": "option",
    "client": "client", "package": "package", "error": "type", "event": "type",
}  # fmt: skip


class Subjects:
    """All subjects of a target."""

    def __init__(self, plan: Plan, sdk: Sdk) -> None:
        self.plan = plan
        self.target = plan.surface.target
        self.all = [*self._of_surface(sdk), *self._arguments(sdk)]
        self.by_path: dict[str, list[Subject]] = defaultdict(list)
        self.by_ident: dict[str, list[Subject]] = defaultdict(list)
        for item in self.all:
            self.by_path[item.path].append(item)
            self.by_ident[item.ident].append(item)

    def find(self, path: str) -> Subject:
        """Return the one that a path means, with or without `client.` or the package. Raises `UnknownError`."""
        steps = path.removesuffix("()").split(".")
        for start in range(len(steps)):
            rest = ".".join(steps[start:])
            for tried in (rest, f"client.{rest}"):
                found = self.by_path.get(tried)
                if found:
                    return found[0]
        raise UnknownError(f"{self.target} has no {path!r}{self._near(path)}")

    def _near(self, path: str) -> str:
        last = path.rpartition(".")[2]
        same = [item.path for item in self.by_ident.get(last, ())][:3]
        if not same:
            names = Names(self.by_path)
            near = names.respelled(path) or names.closest(path) or names.closest(f"client.{path}")
            ident = Names(self.by_ident).respelled(last) or Names(self.by_ident).closest(last)
            called = [item.path for item in self.by_ident.get(ident or "", ())][:3]
            same = [near] if near and (path != last or not called) else called
        return f"; did you mean {' or '.join(map(repr, same))}?" if same else ""

    def subjects_from(self, at: Id) -> list[Subject]:
        """Return all subjects that were made from a part of the document."""
        return [item for item in self.all if item.at == at]

    # ------------------------------------------------------------------ all of them

    def _of_surface(self, sdk: Sdk) -> Iterator[Subject]:
        groups = {_called(group): group for group in self.plan.surface.groups.values()}
        names = self._owner_names()
        fields = {field.id: (model.id, field.wire) for model in _models(self.plan) for field in model.fields}
        members = {(at, ident): json for at, listed in _enum_keys(self.plan).items() for ident, json in listed.items()}
        known = {item.id: item for item in sdk.global_parameters}
        options = {
            name: next((item.id for item in known.values() if item.wire == wire), "")
            for wire, name in self.plan.surface.global_parameters.items()
        }
        for item in surface_of(self.plan):
            owner, _, last = item.path.rpartition(".")
            at, key = item.at, ""
            if item.kind == "header":
                continue
            if item.kind == "derived":
                at, key = _derived_from(item.rest), item.rest.removeprefix(": ")
            elif item.kind == "option" and not at:
                at = options.get(last, "")
            elif item.kind == "field" and at in fields:
                key = fields[at][1]
            elif item.kind == "member":
                key = members.get((at, last), "")
            owners: tuple[tuple[str, ...], ...]
            if item.kind in ("method", "group"):
                group = groups.get(owner)
                owners = ((group.type_ident,), (f"_{last}", group.module)) if group is not None else ()
            else:
                owners = tuple((name,) for name in (owner, *names[owner])) if owner else ()
            yield Subject(self.target, item.kind, item.path, at, _SCOPES.get(item.kind, ""), key, owners)

    def _owner_names(self) -> Mapping[str, list[str]]:
        """Return the names that printed code has beside that of a type: what is derived of it."""
        found: dict[str, list[str]] = defaultdict(list)
        types = {at: name.ident for at, name in self.plan.surface.types.items()}
        for key, name in self.plan.surface.derived.items():
            if (at := _derived_from(f": {key}")) in types:
                found[types[at]].append(name)
        return found

    def _arguments(self, sdk: Sdk) -> Iterator[Subject]:
        for group in self.plan.surface.groups.values():
            for method in group.methods:
                function = self.plan.surface.derived.get(f"function {method.operation}")
                beside = (function, method.request.ident if method.request is not None else None)
                owners: tuple[tuple[str, ...], ...] = (
                    (method.ident, group.type_ident),
                    (f"_{method.ident}", group.module),
                    *((name,) for name in beside if name is not None),
                )
                for argument in dict.fromkeys((*method.arguments, *method.packed)):
                    at, key = _argument_at(argument, method, sdk, self.plan)
                    called = f"{_called(group)}.{method.ident}.{argument.ident}"
                    scope = "packed" if argument in method.packed else "argument"
                    yield Subject(self.target, "argument", called, at, scope, key, owners)


def _called(group: Group) -> str:
    return ".".join(("client", *group.idents))


def _models(plan: Plan) -> Iterable[Model]:
    return (item for item in plan.wire.types.values() if isinstance(item, Model))


def _enum_keys(plan: Plan) -> Mapping[Id, dict[str, str]]:
    """Return what codegen.lock calls the members of enums, by their identifiers."""
    found: dict[Id, dict[str, str]] = {}
    for at, item in plan.wire.types.items():
        if isinstance(item, Enum) and at in plan.surface.types:
            members = plan.surface.types[at].members
            found[at] = {
                members[str(index)]: json.dumps(member.value, ensure_ascii=False)
                for index, member in enumerate(item.members)
                if str(index) in members
            }
    return found


def _argument_at(argument: Argument, method: Method, sdk: Sdk, plan: Plan) -> tuple[Id, str]:
    """Return the parameter, body or property that an argument gives, and what codegen.lock calls the argument."""
    operation = sdk.operations.get(method.operation)
    if argument.place is Place.BODY:
        if argument.field and method.fields is not None:
            model = plan.wire.types.get(method.fields.model)
            fields = model.fields if isinstance(model, Model) else ()
            return next((item.id for item in fields if item.wire == argument.wire), method.operation), argument.wire
        body = operation.body if operation is not None else None
        return (body.id if body is not None else method.operation), "body"
    listed = operation.parameters if operation is not None else ()
    for item in listed:
        if item.wire == argument.wire and item.place.value == argument.place.value:
            return item.id, f"{item.place.value} {item.wire}"
    return method.operation, argument.wire


def _derived_from(rest: str) -> Id:
    """Return the identity in the key of a derived name: `: error schemas/Problem`; "" for the client."""
    return rest.removeprefix(": ").partition(" ")[2].partition(" ")[0]


# --------------------------------------------------------------------------- lines of printed code


def in_line(subjects: Subjects, path: str, text: str, line: int) -> Subject:
    """Return the subject that a line of a printed file declares or belongs to. Raises `UnknownError`.

    Lines that are less and less indented above a line are what it stands in: the innermost counts that declares
    something, else what the line itself speaks of.
    """
    lines = text.splitlines()
    if not 1 <= line <= len(lines):
        raise UnknownError(f"it has {len(lines)} lines")
    index = line - 1
    while index + 1 < len(lines) and lines[index].lstrip().startswith(_COMMENTS):
        index += 1  # what a comment is about stands below it
    around = list(_neighbouring_lines(lines, index))
    for index, row in enumerate(around):
        outer = {word for other in around[index:] for word in _NAME.findall(other)} | {PurePosixPath(path).stem}
        found = _declared(subjects, row, outer)
        if found is not None:
            return found
    for word in _NAME.findall(lines[line - 1]):
        for item in subjects.by_ident.get(word, ()):
            if not item.owners and item.kind not in ("package", "client"):
                return item
    raise UnknownError("no method, no type and nothing in one stands there: it is what every SDK has")


def _neighbouring_lines(lines: list[str], index: int) -> Iterator[str]:
    """Yield a line, then those around it from the inside out."""
    while index > 0 and not lines[index].strip():
        index -= 1
    depth = _depth(lines[index]) + 1
    for row in reversed(lines[: index + 1]):
        if row.strip(" \t)}]") and _depth(row) < depth:
            depth = _depth(row)
            yield row


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())


def _declared(subjects: Subjects, row: str, outer: set[str]) -> Subject | None:
    """Return what a line declares: a part of what is around it, or, where nothing is, a type."""
    twin = load_backend(subjects.target).profile.twin
    for word in _NAME.findall(row):
        for item in subjects.by_ident.get(word) or subjects.by_ident.get(word.removeprefix("_")) or ():
            if item.kind in ("package", "client"):
                continue
            if item.owners:
                if any(all(name in outer or twin + name in outer for name in names) for names in item.owners):
                    return item
            elif _depth(row) == 0 and item.kind != "option":
                return item
    return None
