"""The rules behind what passes and targets decide, in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from backends import load_backend
from compiler.base.naming import fold
from compiler.base.naming.casing import Case
from compiler.base.naming.profile import BROADER
from compiler.commands.why.history import part
from compiler.commands.why.name_reasons import NameReasons
from compiler.ir.nodes import CallForm, Operation, Parameter
from compiler.ir.types import Alias, Enum, Field, Model, Name, Origin, Union, name_of
from passes.name_schemas import inferred_names
from passes.support.components import is_component
from passes.support.names.distinct import name_key
from passes.support.names.english import text_key
from passes.support.names.methods import operation_id
from passes.support.names.overrides import compile_rules

if TYPE_CHECKING:
    from compiler.base.naming import Profile
    from compiler.commands.why.history import Stage
    from compiler.commands.why.symbols import Subject, Subjects
    from compiler.driver.compilation import Compilation
    from compiler.ir.node import Id
    from compiler.ir.nodes import Sdk

Places = Callable[[str], str]
"""Writes the place of an identity, with the last of its keys: `openapi.yaml:12:5`."""
_MOST = 4
"""How many partners of a collision are named."""
_CASES: Mapping[Case, str] = {
    Case.SNAKE: "snake_case", Case.CAMEL: "camelCase", Case.PASCAL: "PascalCase", Case.CONSTANT: "CONSTANT_CASE",
    Case.KEBAB: "kebab-case", Case.VERBATIM: "as the document writes them", Case.SOLID: "in one piece",
}  # fmt: skip
_PLURAL = {"type": "types", "group": "groups", "member": "members of enums", "package": "packages"}


class Reasons:
    """Says why each pass did what it did to one part of a document."""

    def __init__(self, made: Compilation, places: Places) -> None:
        self._context = made.context
        self._vocabulary = made.context.vocabulary
        self._places = places
        self.of_names = NameReasons(made.context, places)

    def of_pass(self, before: Stage, after: Stage, old: Any, new: Any, at: Id) -> Iterator[str]:
        """Yield sentences on a part that a pass changed."""
        if isinstance(new, Operation):
            step = after.label.partition("@")[0]
            if step == "infer_names":
                yield from self.of_names.inferred(before.sdk, old, new)
            elif getattr(old, "name", None) != new.name:
                yield from self._renamed(before.sdk, old, new)
            if old is not None and old.form is not new.form:
                yield self._form(new)
        elif isinstance(new, Model | Enum | Union | Alias):
            if after.label == "name_schemas":
                yield from self._of_type(before.sdk, after.sdk, new)
            elif after.label == "split_views":
                yield from self._view(new)
        elif isinstance(new, Field | Parameter) and getattr(old, "name", None) != new.name and new.name is not None:
            yield self._of_member(before.sdk, new, new.name, at)

    # ------------------------------------------------------------------ methods

    def _renamed(self, sdk: Sdk, old: Operation | None, new: Operation) -> Iterator[str]:
        name = new.name
        if name is None:
            return
        if name.origin is Origin.OPERATION_OVERRIDE:
            at = self._places(f"{new.id}/x-codegen-name-override")
            yield f"its own x-codegen-name-override takes precedence: {at}"
        elif name.origin is Origin.ROOT_OVERRIDE:
            rules = compile_rules([rule for rule in sdk.renames if not rule.parameters], self._context, "operationId")
            rule = rules.find(operation_id(new))
            at = f" at {self._places(rule.id)}: `{rule.pattern}` matches" if rule is not None else ""
            yield f"an entry of the root's x-codegen-name-override{at} `{operation_id(new)}`"
        elif name.origin is Origin.LOCK:
            yield f"an earlier build called it `{name.text}`, which codegen.lock keeps"
        elif name.origin is Origin.COLLISION and old is not None and old.name is not None:
            before = old.name.text
            key = name_key(before, self._vocabulary)
            groups = set(new.groups or ())
            same = [
                at
                for at, item in sdk.operations.items()
                if at != new.id
                and not groups.isdisjoint(item.groups or ())
                and key == name_key(item.override or (item.name.text if item.name else ""), self._vocabulary)
            ]
            yield from self.of_names.met(before, same)

    def _form(self, new: Operation) -> str:
        limit = f" (the limit stands at {self._places(new.id)})" if new.max_method_params is not None else ""
        body = ", and the properties of its body are arguments (D4.10)" if new.spread else ""
        match new.form:
            case CallForm.REQUEST:
                return (
                    f"it has more arguments than maxMethodParams allows: they are members of one object (D4.2){limit}"
                )
            case CallForm.NAMED:
                return f"parameters of the path are given by position, all else by name (D4.9){body}"
            case CallForm.ARGUMENTS | None:
                return f"each argument is given by itself, as maxMethodParams allows it (spec 2.2){limit}"

    # ------------------------------------------------------------------ types and what is in them

    def _of_type(self, before: Sdk, sdk: Sdk, new: Any) -> Iterator[str]:
        name = new.name
        if name is None:
            return
        if name.origin is Origin.OVERRIDE:
            yield f"x-codegen-name-override names it: {self._places(f'{new.id}/x-codegen-name-override')}"
        elif is_component(new.id):
            yield "a component is called as the document calls it (D10.1)"
        elif name.origin is Origin.LOCK:
            yield f"an earlier build called it `{name.text}`, which codegen.lock keeps"
        elif name.origin is Origin.SPEC:
            yield "its `$anchor` names it (D10.1)"
        else:
            yield "an inline type is named after its place, with as few words as tell it apart (D10.1)"
            yield from self._shorter(before, sdk, new.id, name)

    @staticmethod
    def _view(new: Any) -> Iterator[str]:
        view = getattr(new, "view", None)
        if view is not None:
            side = "requests" if view == "write" else "answers"
            yield f"readOnly and writeOnly properties make requests and answers differ: the type of {side} (D7.4)"

    def _shorter(self, before: Sdk, sdk: Sdk, at: Id, name: Name) -> Iterator[str]:
        """Tell who has, or also wanted, the shorter names that a type did not get."""
        candidates = inferred_names(before, self._context)
        final = text_key(name.text, self._vocabulary)
        tried = []
        for text in islice(candidates(at), 2 * _MOST):
            if text_key(text, self._vocabulary) == final:
                break
            tried.append(text)
        else:
            return
        has = {
            text_key(item.name.text, self._vocabulary): key for key, item in sdk.types.items() if item.name is not None
        }
        for text in dict.fromkeys(tried):
            holder = has.get(text_key(text, self._vocabulary))
            if holder is not None:
                yield f"`{text}` is the name of {self.of_names.place_text(holder)}"
            else:
                yield f"`{text}` would be the name of another inline type, too: none of them has it"

    def _of_member(self, sdk: Sdk, new: Field | Parameter, name: Name, at: Id) -> str:
        match name.origin:
            case Origin.OVERRIDE | Origin.OPERATION_OVERRIDE:
                return f"x-codegen-name-override names it: {self._places(f'{at}/x-codegen-name-override')}"
            case Origin.ROOT_OVERRIDE:
                rules = compile_rules([rule for rule in sdk.renames if rule.parameters], self._context, "parameterName")
                rule = rules.find(new.wire)
                return f"an entry of the root's x-codegen-name-override: {self._places(rule.id if rule else at)}"
            case Origin.LOCK:
                return "an earlier build called it so, which codegen.lock keeps"
            case Origin.COLLISION:
                return f"`{new.wire}` is the name of another argument: the place tells them apart (D4.6)"
            case Origin.SPEC | Origin.INFERRED:
                return "the document's own name is no identifier that says something"

    # ------------------------------------------------------------------ identifiers

    def of_identifier(self, subject: Subject, subjects: Subjects, sdk: Sdk) -> Iterator[str]:
        """Yield how a target writes a name, and what its identifier had to give way to."""
        if subject.kind == "group":
            yield from self._of_group(subject, subjects, sdk)
        elif subject.kind == "derived":
            of = subject.key.partition(" ")[2] or subjects.plan.surface.client
            yield f"it is derived of `{of}`: {_role(subject.key)}"
        elif subject.kind == "type" and subject.at in sdk.operations:
            yield "it is of a call: such types begin with its operationId, or, by paths, with group and method (D3.5)"
        words = _words(subject, sdk)
        if not words or not subject.scope:
            return
        plan = subjects.plan
        backend = load_backend(subject.target)
        profile = replace(backend.profile_for(plan.surface.options), vocabulary=plan.vocabulary)
        wish = profile.identifier(subject.scope, words)
        case = profile.cases.get(subject.scope) or profile.cases[BROADER[subject.scope]]
        what = _PLURAL.get(subject.scope, f"{subject.scope}s")
        yield f"`{words}` is written `{wish}`: {what} are {_CASES[case]} in {backend.title} (D10.2)"
        if wish.endswith("_") and not words.endswith("_"):
            yield f"`{wish.rstrip('_')}` is a word of the language, or of the runtime: it takes `_` (D10.5)"
        if wish == subject.ident:
            return
        rival = self._rival(subject, subjects, wish, profile)
        if rival is not None:
            yield f"`{wish}` is the name of {rival.kind} {rival.path}, made from {self.of_names.place_text(rival.at)}"
        else:
            yield f"it is called `{subject.ident}`, which codegen.lock keeps or another name makes necessary (D10.1)"

    def _of_group(self, subject: Subject, subjects: Subjects, sdk: Sdk) -> Iterator[str]:
        """Tell which methods put a group there."""
        path = tuple(subject.path.split(".")[1:])
        group = next((item for item in subjects.plan.surface.groups.values() if tuple(item.idents) == path), None)
        methods = [] if group is None else list(group.methods)
        for method in methods[:_MOST]:
            operation = sdk.operations[method.operation]
            yield f"{method.ident} stands in it: {operation.method} {operation.path} ({self._places(method.operation)})"
        if len(methods) > _MOST:
            yield f"and {len(methods) - _MOST} more; `codegen why` of a method tells what puts it there"
        if not methods:
            yield "it only holds other groups"

    @staticmethod
    def _rival(subject: Subject, subjects: Subjects, wish: str, profile: Profile) -> Subject | None:
        key: Callable[[str], str] = str if profile.exact else fold
        owner = subject.path.rpartition(".")[0]
        for item in subjects.all:
            beside = item.at != subject.at and item.path.rpartition(".")[0] == owner
            if beside and key(item.ident) == key(wish):
                return item
        return None


def _role(key: str) -> str:
    return _ROLES.get(key.partition(" ")[0], "docs/names.md#types")


_ROLES: Mapping[str, str] = {
    "error": "the class of the errors that carry it (D10.6)",
    "payload": "what an event carries (D9)",
    "answer": "what a handler returns (D9)",
    "handler": "the function that handles an event (D9)",
    "event": "an event as it is received (D9)",
    "reply": "a handler's answer with a body (D9)",
    "values": "the values of an enum by the names that the document gives them (D11.4)",
    "function": "the function beside a method, with the words of its group in front (D3.8)",
    "options": "the options of the client",
}


def _words(subject: Subject, sdk: Sdk) -> str:
    """Return the words of a name before the case of a language; "" where it is not made of such."""
    node = part(sdk, subject.at)
    match subject.kind:
        case "group":
            return subject.ident
        case "member" if isinstance(node, Enum):
            named = {json.dumps(item.value, ensure_ascii=False): item for item in node.members}.get(subject.key)
            if named is None:
                return ""
            name = name_of(named.name, named.names_in, subject.target)
            return name.text if name else str(named.value)
        case "type" if isinstance(node, Operation):
            return ""
        case "method" | "type" | "field" | "argument" | "event" | "option":
            name = name_of(getattr(node, "name", None), getattr(node, "names_in", ()), subject.target)
            words = name.text if name else str(getattr(node, "wire", "") or "")
            variant = getattr(node, "variant", None)
            return f"{words} {variant}" if variant and subject.kind == "method" else words
    return ""
