"""What a target makes of the names of errors, of events and of the client, by the words of its profile."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.ir.node import Id
from compiler.ir.plan import Derived, Plan
from compiler.naming import Profile

ROLES_OF_EVENTS = ("payload", "answer", "handler", "event")
"""What is called after an event: the type of what it carries, of what a handler may return, of a handler, of itself."""


def role_key(role: str, at: Id) -> str:
    """Return the key of the :class:`Derived` that is made of one name; the client has the identity ""."""
    return f"{role} {at}" if at else role


def named_after(plan: Plan, profile: Profile) -> Iterator[Derived]:
    """Yield the names that a target makes in each of the roles that its profile has words for."""
    yield from _of_errors(plan, profile)
    yield from _of_events(plan, profile)
    for role in ("options",):
        if role in profile.ends:
            yield _derived(plan, profile, role, "", plan.surface.client)


def _of_errors(plan: Plan, profile: Profile) -> Iterator[Derived]:
    """Yield a class for each schema that an error carries; one that is called an error already has the other end."""
    if "error" not in profile.ends:
        return
    first, other = profile.ends["error"]
    answers = (answer for item in plan.wire.operations.values() for answer in item.answers)
    for target in sorted({answer.carries for answer in answers if answer.carries is not None}):
        ident = plan.surface.types[target].ident.rstrip("_")
        end = other if ident.lower().endswith(first.lower()) else first
        yield _derived(plan, profile, "error", target, ident, (end,))


def _of_events(plan: Plan, profile: Profile) -> Iterator[Derived]:
    for at, name in plan.surface.events.items():
        for role in ROLES_OF_EVENTS:
            if role in profile.ends:
                yield _derived(plan, profile, role, at, name.ident)
        for end in profile.ends.get("reply", ()):
            for reply in plan.wire.events[at].replies:
                if reply.bodies:
                    ident = f"{name.ident}{end}{reply.status.replace('default', 'Default')}"
                    yield Derived(role_key("reply", f"{at} {reply.status}"), at, (ident,))


def _derived(
    plan: Plan, profile: Profile, role: str, at: Id, ident: str, ends: tuple[str, ...] | None = None
) -> Derived:
    own, home = profile.taken.get(role, frozenset()), profile.homes.get(role, "")
    if home:  # in that of the types, the client is known anyway
        own |= {plan.surface.client, profile.twin + plan.surface.client}
    forms = [ident + end for end in ends or profile.ends[role]]
    return Derived(role_key(role, at), at, tuple(f"{form}_" if form in own else form for form in forms), home)
