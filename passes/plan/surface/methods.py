"""Methods and the tree of groups, named for one target (D3, D4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.base.naming import Case, Profile, spelled, words
from compiler.base.naming.vocabulary import PLAIN, Vocabulary
from compiler.ir.node import Id, frozen
from compiler.ir.types import Declaration, Name, Origin, name_of
from compiler.ir.wire import Wire, WireOperation
from compiler.plan.plan import Group, Method, TypeName, in_order
from passes.plan.names.aliases import alias_idents
from passes.plan.names.call_words import component_idents, params_ident
from passes.plan.names.identifiers import Scope, Settler
from passes.plan.surface.arguments import Call, Caller
from passes.plan.surface.bindings import bindings, paged_idents, shared_answers

if TYPE_CHECKING:
    from compiler.ir.nodes import Operation, Sdk, Tag
    from passes.context import Context

Path = tuple[str, ...]


def request_scope(
    sdk: Sdk, objects: Iterable[Id], components: Iterable[Id], profile: Profile, context: Context
) -> Scope:
    """Return the class name of each object of arguments: ``<Operation>Params`` (D4.2), whatever the override."""
    taken = component_idents(sdk, components, profile)
    wanted = {
        at: params_ident(at, spelled(_operation_words(sdk.operations[at])), taken, profile, context) for at in objects
    }
    return Scope("requests", wanted, known=_known(wanted, context))


def _known(operations: Iterable[Id], context: Context) -> set[Id]:
    """Return the operations that an earlier build named."""
    return {at for at in operations if f"{at}#method" in context.lock.kept}


def _operation_words(operation: Operation) -> str:
    base = operation.called or operation.operation_id or f"{operation.method.lower()} {operation.path}"
    return f"{base} {operation.variant}" if operation.variant else base


def _by_group(sdk: Sdk) -> dict[Path, dict[Id, Operation]]:
    methods: dict[Path, dict[Id, Operation]] = {(): {}}
    for at, operation in sdk.operations.items():
        for text in operation.groups or ("",):
            path = tuple(text.split(".")) if text else ()
            for depth in range(len(path)):
                methods.setdefault(path[:depth], {})
            methods.setdefault(path, {})[at] = operation
    return methods


def build_groups(
    sdk: Sdk,
    wire: Wire,
    profile: Profile,
    requests: Mapping[Id, str],
    type_idents: Mapping[str, str],
    types: Mapping[Id, TypeName],
    settler: Settler,
) -> dict[Path, Group]:
    """Return the root group, which holds the client's own methods, and every namespace below it (D3.3)."""
    methods = _by_group(sdk)
    paths = sorted(path for path in methods if path)
    files = {".".join(path): profile.identifier("module", _path_text(path)) for path in paths}
    children: dict[Path, list[Path]] = {}
    for path in methods:
        if path:
            children.setdefault(path[:-1], []).append(path)
    builder = _Builder(
        wire,
        profile,
        settler,
        types,
        type_idents,
        methods=methods,
        children=children,
        calls=Caller(sdk, profile, settler.context).calls(requests),
        modules=settler.settle_scope(Scope("files", files, known=_known_groups(settler.context), at="")),
        tags={words(tag.tag.lower(), profile.vocabulary): tag for tag in sdk.tags},
    )
    return in_order(builder.group(()))


@frozen
class _Builder:
    """Builds groups: ``methods`` and ``children`` of each, ``calls`` of operations, ``modules`` by the groups' keys."""

    wire: Wire
    profile: Profile
    settler: Settler
    types: Mapping[Id, TypeName]
    type_idents: Mapping[str, str]
    methods: Mapping[Path, Mapping[Id, Operation]]
    children: Mapping[Path, list[Path]]
    calls: Mapping[Id, Call]
    modules: Mapping[str, str]
    tags: Mapping[tuple[str, ...], Tag]

    def group(self, path: Path, idents: Path = ()) -> Group:
        """Return a group, with those below it."""
        key, profile, settler = ".".join(path), self.profile, self.settler
        members, below = self.methods[path], self.children.get(path, [])
        tag = self.tags.get(words(path[-1].lower(), profile.vocabulary)) if path else None
        inner, own = _member_idents(self.methods, path, below, profile, settler)
        taken = (*inner.values(), *own.values())
        aliases = alias_idents(members, f"groups/{key}", taken, profile, settler)
        sent = [self.wire.operations[at] for at in members]
        return Group(
            path=path,
            ident=idents[-1] if idents else "",
            type_ident=self.type_idents.get(key, ""),
            module=self.modules.get(key, ""),
            methods=plan_methods(
                key,
                tuple(members.values()),
                tuple(sent),
                tuple(self.calls[at] for at in members),
                tuple((own[at], aliases.get(at, ())) for at in members),
                profile,
                self.wire.types,
                self.types,
            ),
            groups=tuple(self.group(child, (*idents, inner[".".join(child)])) for child in below),
            description=tag.description if tag else None,
            title=(tag.display or tag.tag) if tag else " ".join(path),
            idents=idents,
            shared=shared_answers(sent, lambda answer: answer.number),
            kin=shared_answers(sent, lambda answer: answer.kin),
        )


def plan_methods(
    group: str,
    operations: tuple[Operation, ...],
    sent: tuple[WireOperation, ...],
    calls: tuple[Call, ...],
    idents: tuple[tuple[str, tuple[str, ...]], ...],
    profile: Profile,
    types: Mapping[Id, Declaration],
    names: Mapping[Id, TypeName],
) -> tuple[Method, ...]:
    """Return the methods of a group; ``idents``: what each is called, and its other names."""
    return tuple(
        Method(
            operation=operation.id,
            ident=ident,
            group=tuple(group.split(".")) if group else (),
            arguments=call.arguments,
            request=call.request,
            origin=_name(operation, profile).origin,
            label=wire.label,
            parameters=bindings(wire, call),
            body=call.body,
            fields=call.fields,
            paged=paged_idents(wire, call, types, names),
            aliases=aliases,
            switch=call.switch,
        )
        for operation, wire, call, (ident, aliases) in zip(operations, sent, calls, idents, strict=True)
    )


def group_scope(sdk: Sdk, profile: Profile) -> Scope:
    """Name the groups' classes; one that has the name of another's twin, or of their base's, takes ``_`` (D10.5)."""
    paths = sorted(path for path in _by_group(sdk) if path)
    wanted = {".".join(path): profile.identifier("type", _path_text(path) + " group") for path in paths}
    twins = {profile.twin + ident for ident in (*wanted.values(), "Group")} if profile.twin else set()
    return Scope("groups", {at: f"{ident}_" if ident in twins else ident for at, ident in wanted.items()}, at="")


def _path_text(path: Path) -> str:
    return " ".join(map(spelled, path))


def _known_groups(context: Context) -> Collection[str] | None:
    return context.lock.members.get("groups", frozenset())


def _member_idents(
    members: Mapping[Path, Mapping[Id, Operation]],
    path: Path,
    below: Iterable[Path],
    profile: Profile,
    settler: Settler,
) -> list[dict[str, str]]:
    """Return what the groups below a group are called, by their paths, and its methods beside them."""
    context = settler.context
    groups = {".".join(child): profile.identifier("group", child[-1]) for child in below}
    methods = {at: profile.identifier("method", _method_words(item, profile)) for at, item in members[path].items()}
    if not path and profile.cases["group"] is not Case.VERBATIM:
        _leave_doors(groups, methods, members, profile, context)
    role = f"groups/{'.'.join(path)}"
    return settler.together(
        (
            Scope(role, groups, known=_known_groups(context), at=""),
            Scope(f"{role}/methods", methods, known=_known(methods, context), at=""),
        )
    )


DOORS = {words(text, PLAIN) for text in ("request", "with options", "with raw response", "close")}
"""Names of every client's own members, which no group or method on it may have, in any language (D16.3)."""


def _leave_doors(
    groups: dict[str, str],
    methods: dict[str, str],
    members: Mapping[Path, Mapping[Id, Operation]],
    profile: Profile,
    context: Context,
) -> None:
    """Call otherwise what on the client would be called like a member of its own; tells of it (CG0616)."""
    for at, ident in groups.items():
        if _is_door(ident, profile.vocabulary):
            groups[at] = profile.identifier("group", f"{at} group")
            inside = (operation for path, found in members.items() if path[:1] == (at,) for operation in found)
            _tell_of_door(context, "group", at, next(inside), groups[at])
    for at, ident in methods.items():
        if _is_door(ident, profile.vocabulary):
            methods[at] = f"{ident.rstrip('_')}_"
            _tell_of_door(context, "method", ident.rstrip("_"), at, methods[at])


def _is_door(ident: str, vocabulary: Vocabulary) -> bool:
    return tuple(map(str.lower, words(ident, vocabulary))) in DOORS


def _tell_of_door(context: Context, kind: str, name: str, at: Id, ident: str) -> None:
    place = context.loc(at)
    context.diagnostics.report("CG0616", place, kind=kind, name=name, ident=ident, target=context.target)


def _name(operation: Operation, profile: Profile) -> Name:
    found = name_of(operation.name, operation.names_in, profile.target)
    return found or Name(operation.operation_id or operation.path, Origin.INFERRED)


def _method_words(operation: Operation, profile: Profile) -> str:
    name = _name(operation, profile)
    return f"{spelled(name.text)} {operation.variant}" if operation.variant else name.text
