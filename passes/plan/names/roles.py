"""Names that a target derives from those of errors, events and the client, by the suffixes of its profile."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.base.naming import Profile, fold
from compiler.ir.events import Reply
from compiler.ir.node import Id
from compiler.ir.types import Enum, name_of
from compiler.ir.wire import Wire
from compiler.plan.plan import Derived, Method, Plan, function_key
from passes.support.names.error_names import is_bare, says_error

ROLES_OF_EVENTS = ("payload", "answer", "handler", "event")
"""Names derived from an event: the types of its payload, of a handler's result, of a handler, and of the event."""

_HOME = "functions"


def role_key(role: str, at: Id) -> str:
    """Return the key of the :class:`Derived` that is made of one name; the client has the identity ""."""
    return f"{role} {at}" if at else role


def derived_in_roles(plan: Plan, profile: Profile) -> Iterator[Derived]:
    """Yield the names that a target derives in each role for which its profile has suffixes."""
    yield from _of_errors(plan, profile)
    yield from _of_events(plan, profile)
    yield from _of_enums(plan, profile)
    if "function" in profile.ends:
        yield from functions(plan, profile)
    for role in ("options",):
        if role in profile.ends:
            yield _derived(plan, profile, role, "", plan.surface.client)


def _of_errors(plan: Plan, profile: Profile) -> Iterator[Derived]:
    """Yield a class for each schema that an error carries (D10.6): it is what a program catches.

    It is called as the schema, and an error, once. Where that is all that its name says, or another has the name, the
    client's stands in front: ``StripeError``. No class takes the name of one that is called as its schema.
    """
    if "error" not in profile.ends:
        return
    named = {target: error_base(plan, profile, target) for target in sorted(set(carried(plan.wire)))}
    client = plan.surface.client
    taken = profile.taken.get("error") or profile.taken["type"] | profile.taken.get("derived", frozenset())
    taken |= {client, profile.twin + client}
    own = {fold(client + base if base in taken else base) for base in named.values() if says_error(base)}
    for target, base in named.items():
        ending = profile.ends["error"][0]
        called = base if says_error(base) else base + ending
        forms = [client + called] if is_bare(base) else [called, client + called]
        free = [form for form in (*forms, client + base + "API" + ending) if form not in taken]
        if not says_error(base):
            free = [form for form in free if fold(form) not in own] or free
        yield Derived(role_key("error", target), target, tuple(free), profile.homes.get("error", ""))


def carried(wire: Wire) -> Iterator[Id]:
    """Yield the schemas that errors carry."""
    answers = (answer for item in wire.operations.values() for answer in item.answers)
    return (answer.carries for answer in answers if answer.carries is not None)


def error_base(plan: Plan, profile: Profile, target: Id) -> str:
    """Return what a schema is called where its error does not take that name from it."""
    ident, declared = plan.surface.types[target].ident, plan.wire.types[target]
    name = name_of(declared.name, declared.names_in, profile.target)
    own = profile.identifier("type", name.text).rstrip("_") if name is not None else ident
    if shares_namespace(profile) and says_error(own):
        return own + ident[len(ident.rstrip("_0123456789")) :]
    return ident.rstrip("_")


def shares_namespace(profile: Profile) -> bool:
    """Whether classes of errors stand among the types of the document, to which bodies leave their names (D10.6)."""
    return "error" in profile.ends and "error" not in profile.homes


def _of_events(plan: Plan, profile: Profile) -> Iterator[Derived]:
    for at, name in plan.surface.events.items():
        for role in ROLES_OF_EVENTS:
            if role in profile.ends:
                yield _derived(plan, profile, role, at, name.ident)
        for end in profile.ends.get("reply", ()):
            yield from _of_replies(at, _ending(name.ident, end), plan.wire.events[at].replies)


def _of_enums(plan: Plan, profile: Profile) -> Iterator[Derived]:
    """Yield what holds the values of an enum by the names that the document gives them (D11.4)."""
    if "values" in profile.ends:
        for at, item in plan.wire.types.items():
            if isinstance(item, Enum) and item.has_names():
                yield _derived(plan, profile, "values", at, plan.surface.types[at].ident)


def _of_replies(at: Id, ident: str, replies: tuple[Reply, ...]) -> Iterator[Derived]:
    """Yield a type for each answer with a body: the usual one by the event's name alone, others with their status."""
    for reply in replies:
        if reply.bodies:
            told = f"{ident}{reply.status.replace('default', 'Default')}"
            forms = (ident, told) if reply.usual else (told,)
            yield Derived(role_key("reply", f"{at} {reply.status}"), at, forms)


def _derived(plan: Plan, profile: Profile, role: str, at: Id, ident: str) -> Derived:
    own, home = profile.taken.get(role, frozenset()), profile.homes.get(role, "")
    if home:  # in that of the types, the client is known anyway
        own |= {plan.surface.client, profile.twin + plan.surface.client}
    first, *others = profile.ends[role]
    forms = tuple(dict.fromkeys((_ending(ident, first), *(ident + end for end in (first, *others)))))
    known = set(map(fold, own))
    free = tuple(form for form in forms if fold(form) not in known)
    return Derived(role_key(role, at), at, free or (f"{forms[0]}_",), home)


def _ending(ident: str, end: str) -> str:
    """Return a name that says its role at the end, once."""
    return ident if ident.lower().endswith(end.lower()) else ident + end


def functions(plan: Plan, profile: Profile) -> Iterator[Derived]:
    """Yield a function for each method, and for each of its aliases: `chatCompletionsCreate`."""
    for method in plan.surface.methods():
        for alias in (None, *method.aliases):
            yield _function(plan, profile, method, alias)


def _function(plan: Plan, profile: Profile, method: Method, alias: str | None) -> Derived:
    path = plan.surface.groups[method.group].idents
    ident = profile.identifier("function", " ".join((*path, alias or method.ident)))
    return Derived(function_key(method, alias), method.operation, (ident,), _HOME)
