"""The identifiers of a method's arguments (D4.6, D4.9, D4.10)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from compiler.base.naming import Case, Profile
from compiler.ir.node import frozen
from compiler.ir.wire import Place
from compiler.plan.plan import Argument
from passes.plan.names.identifiers import Scope, Settler
from passes.support.names.arguments import argument_key
from passes.support.names.distinct import name_key

if TYPE_CHECKING:
    from compiler.ir.nodes import Operation


@frozen
class Slot:
    """An argument that has no identifier yet; ``words`` is what it wishes to be called, ``key`` it in codegen.lock."""

    argument: Argument
    words: str
    key: str


def make_slot(argument: Argument, words: str) -> Slot:
    """Return an argument with the words that it wishes to be called."""
    return Slot(argument, words, argument_key(argument.place, argument.wire))


@frozen
class ArgumentNamer:
    """Names the arguments of one method."""

    profile: Profile
    settler: Settler

    def name_all(self, operation: Operation, slots: list[Slot], object_: str | None) -> dict[str, str]:
        """Name the arguments: those that stand in a signature, and those that are members of an object."""
        if object_ is None:
            return self._name_arguments(operation, slots, "argument", {"options"})
        alone = [slot for slot in slots if slot.argument.positional]
        packed = [slot for slot in slots if not slot.argument.positional]
        return {
            **self._name_arguments(operation, alone, "argument", {object_, "options"}),
            **self._name_arguments(operation, packed, "packed", set()),
        }

    def _name_arguments(self, operation: Operation, slots: list[Slot], role: str, ours: set[str]) -> dict[str, str]:
        """Name the arguments of one namespace; ``ours`` are words that it has anyway.

        What meets one of ours takes its place as suffix, and so does a field that meets another argument (D4.6, D4.10).
        """
        if not slots:
            return {}
        body = {slot.key for slot in slots if slot.argument.whole_body}
        taken = ours | {"body"} if body else ours
        words = {slot.key: name_key(slot.words, self.settler.context.vocabulary) for slot in slots}
        all_taken = taken.union(words[slot.key] for slot in slots if not slot.argument.field)
        wanted = {
            slot.key: self._wished_name(
                operation, slot, role, is_met=words[slot.key] in (all_taken if slot.argument.field else taken)
            )
            for slot in slots
        }
        named = {key: ident for key, ident in wanted.items() if key not in body}
        exact = role == "packed" and self.profile.cases["field"] is Case.VERBATIM
        spelled = partial(self._spelled, role, slots)
        scope = Scope(f"{operation.id}#arguments", named, at=operation.id, spelled=spelled, exact=exact)
        return {**{key: wanted[key] for key in body}, **self.settler.settle_scope(scope, taken)}

    def _spelled(self, role: str, slots: list[Slot]) -> list[str]:
        """Return the keys of what is spelled like its identifier."""
        made = self.profile.identifiers(role)
        return [slot.key for slot in slots if made[wire := slot.argument.wire] in (wire, f"{wire}_")]

    def _wished_name(self, operation: Operation, slot: Slot, role: str, *, is_met: bool) -> str:
        """Return the identifier that an argument wishes for; what once took its place as suffix keeps it (D10.1)."""
        lock, argument = self.settler.context.lock, slot.argument
        if argument.whole_body:
            return self._ident(role, "body", None)
        scope = f"{operation.id}#arguments#{self.settler.context.target}"
        kept = None if is_met else lock.kept.get(f"{scope}:{slot.key}")
        if not is_met and kept is None:  # as of nearly all
            return self._ident(role, slot.words, argument)
        suffixed = self._ident(role, f"{slot.words} {argument.place.value}", argument)
        if not is_met and kept != suffixed:
            return self._ident(role, slot.words, argument)
        lock.seen[f"{scope}:{slot.key}"] = suffixed
        lock.listed.setdefault(scope, set()).add(slot.key)
        return suffixed

    def _ident(self, role: str, words: str, argument: Argument | None) -> str:
        """Return the identifier of words; a header's are never written as on the wire (D4.9)."""
        if argument is None or role != "packed" or self.profile.cases["field"] is not Case.VERBATIM:
            return self.profile.identifiers(role)[words]
        if argument.place is Place.HEADER:
            return self.profile.identifiers("argument")[words]
        return self.profile.identifiers(role)[words if words == argument.wire else words.replace(" ", "_")]
