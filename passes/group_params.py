"""Order an operation's parameters and decide how its method takes arguments (spec 2.2, 2.3, D4).

Before::

    max-method-params 2
    operation @"paths/~1trips~1{id}/get" GET "/trips/{id}" {
      parameter "limit" query type=integer
      parameter "Accept" header type=string
      parameter "id" query required type=string
      parameter "id" path required type=string
    }

After, for a target::

    operation @"paths/~1trips~1{id}/get" GET "/trips/{id}" form=request {
      parameter "id" query required type=string { name "id query" origin=collision }
      parameter "id" path required type=string
      parameter "limit" query type=integer
    }

Parameters keep document order, required before optional ones; the body comes last of its half when arguments are
printed. Header parameters that OpenAPI ignores are left out, and those that a security scheme of the operation is sent
as: the client's option has their value. Equal names get their place as suffix. The limit of the
operation overrides the root's, which overrides gen.yaml's; it counts the body, but neither globals nor fixed values.
Without any limit arguments have names, except those of the path, and the properties of a body that is one object
are arguments (D4.9, D4.10); codegen.lock keeps the form of each operation. First, an optional body is left out if the
target cannot send a body with the HTTP method (D7.2).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import is_

from compiler.base.naming import with_signs
from compiler.base.naming.vocabulary import Vocabulary
from compiler.diagnostics import Note
from compiler.ir.credentials import Alternative
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import CallForm, Operation, Parameter, Sdk
from compiler.ir.types import Declaration, Name, Origin
from compiler.ir.wire import Place
from passes.context import Context
from passes.support.names.arguments import FIELD, RANK, argument_key, report_equal_names, shared_parameters, words_of
from passes.support.names.distinct import name_key
from passes.support.places import base_id, extension, title_of
from passes.support.requests.body_fields import MOST, fields_of
from passes.support.requests.nesting import report_nested_values, report_undefined_styles, report_unnamed_properties

_Made = dict[tuple[Id, CallForm, bool], Operation]

IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
"""Header parameters that OpenAPI ignores (D4.5)."""
_Slot = tuple[str, Place, str]
"""A security scheme, and the place and name of the parameter that it is sent as."""
_SIGNS = "signs"
"""What codegen.lock says of a parameter whose signs are spelled out."""


def run(sdk: Sdk, context: Context) -> Sdk:
    """Order and name parameters; for a target also decide ``form`` and ``spread``.

    Reports CG0705 to CG0707 (infos), CG0708 (an override that makes two parameters of one name), CG0709 (a global that
    nothing sends), CG0710 (two of one name), CG0711 and CG0712 (values that a style does not describe), CG0364 (a
    name that is empty), CG0815 and CG0816 (bodies that the target cannot send).
    """
    shared = shared_parameters(sdk)
    made: _Made = context.once("forms of calls", sdk, dict) if context.target is not None else {}
    grouper = _Grouper(context, shared, _credentials(sdk), sdk.security, sdk.max_method_params, sdk.types, made)
    if context.target is None:
        grouper.check_globals(sdk)
        operations = {at: grouper.arrange(item) for at, item in sdk.operations.items()}
        for operation in operations.values():
            grouper.look(operation)
    else:
        grouper.inform(sdk)
        operations = {at: grouper.decide(item) for at, item in sdk.operations.items()}
    same = all(map(is_, operations.values(), sdk.operations.values()))
    return sdk if same else replace(sdk, operations=operations)


@frozen
class _Grouper:
    context: Context
    shared: frozenset[tuple[str, Place]]
    """The root's globals: no arguments of methods."""
    credentials: tuple[_Slot, ...]
    security: tuple[Alternative, ...]
    """What operations need that do not say it themselves."""
    root_limit: int | None
    types: Mapping[Id, Declaration]
    made: _Made
    """Operations with forms and spreads that targets decided on: most decide alike."""

    def look(self, operation: Operation) -> None:
        """Tell of values of parameters that have no usual form."""
        report_nested_values(operation, self.types, self.context)
        report_undefined_styles(operation, self.types, self.context)
        report_unnamed_properties(operation, self.types, self.context)

    def check_globals(self, sdk: Sdk) -> None:
        """Tell of globals that no operation declares: a client would take them and send nothing."""
        if not self.shared:
            return
        declared = {
            (item.wire, item.place)
            for one in sdk.operations.values()
            for item in one.parameters
            if item.place is not Place.HEADER or item.wire.lower() not in IGNORED_HEADERS
            if self.credential(item, one) is None
        }
        for parameter in sdk.global_parameters:
            if (parameter.wire, parameter.place) not in declared:
                place = self.context.loc(parameter.id)
                self.context.diagnostics.report("CG0709", place, name=parameter.wire, place=parameter.place.value)
        self.check_names(sdk)

    def check_names(self, sdk: Sdk) -> None:
        """Refuse globals of one name: an option of the client has one value, and its name says where it goes."""
        first: dict[str, Id] = {}
        for parameter in sdk.global_parameters:
            name = parameter.wire.lower() if parameter.place is Place.HEADER else parameter.wire
            known = first.setdefault(name, parameter.id)
            if known != parameter.id:
                note = Note("the first", self.context.loc(known))
                self.context.diagnostics.report(
                    "CG0710", self.context.loc(parameter.id), name=parameter.wire, notes=(note,)
                )

    def arrange(self, operation: Operation) -> Operation:
        """Drop what OpenAPI ignores, mark what the path requires, order and name the rest."""
        kept = [_path_required(item) for item in operation.parameters if not self.drops(item, operation)]
        kept.sort(key=lambda item: not item.required)
        renamed = self.names(kept, operation.id)
        parameters = tuple(renamed.get(index, item) for index, item in enumerate(kept))
        same = len(parameters) == len(operation.parameters) and all(
            new is old for new, old in zip(parameters, operation.parameters, strict=True)
        )
        return operation if same else replace(operation, parameters=parameters)

    def drops(self, parameter: Parameter, operation: Operation) -> bool:
        why, help_ = "OpenAPI says", None
        if parameter.place is not Place.HEADER or parameter.wire.lower() not in IGNORED_HEADERS:
            scheme = self.credential(parameter, operation)
            if scheme is None:
                return False
            why, help_ = f"the security scheme `{scheme}` is sent as it", "remove it: the client's option has its value"
        place, at = parameter.place.value, self.context.loc(parameter.id)
        self.context.diagnostics.report(
            "CG0707", at, subject=operation.id, help=help_, place=place, name=parameter.wire, why=why
        )
        return True

    def credential(self, parameter: Parameter, operation: Operation) -> str | None:
        """Return the security scheme of an operation that is sent as a parameter, if there is one."""
        needed = self.security if operation.security is None else operation.security
        schemes = {need.scheme for alternative in needed for need in alternative.needs}
        slot = parameter.place, _sent_name(parameter.place, parameter.wire)
        return next((name for name, *known in self.credentials if name in schemes and slot == tuple(known)), None)

    def shows(self, parameter: Parameter) -> bool:
        """Tell whether a parameter is an argument of the method."""
        return parameter.fixed is None and (parameter.wire, parameter.place) not in self.shared

    def names(self, parameters: list[Parameter], owner: Id) -> dict[int, Parameter]:
        """Return the parameters that are called otherwise than they wish, by their index.

        They take their place as suffix (D4.6). It cannot tell two of one place apart: there `expand` goes before
        `$expand`, which is `dollar expand`; where an override made them equal, that is an error.
        """
        taken: dict[str, Parameter] = {}
        renamed: dict[int, Parameter] = {}
        known = self.context.lock.members.get(f"{owner}#arguments", frozenset())
        fields = {name_key(key.removeprefix(FIELD), self.context.vocabulary) for key in known if key.startswith(FIELD)}
        order = [
            (_key(item) not in known, RANK[item.place], not _is_plain(item, self.context.vocabulary))
            for item in parameters
        ]
        for index, parameter in sorted(enumerate(parameters), key=lambda pair: order[pair[0]]):
            if not self.shows(parameter):
                continue
            is_late = _key(parameter) not in known and name_key(words_of(parameter), self.context.vocabulary) in fields
            text, told = self.distinct_name(parameter, taken, known, owner, is_late=is_late)
            if told:
                self.context.lock.seen[f"{owner}#arguments:{_key(parameter)}"] = told
                if known and _key(parameter) not in known:
                    self.report_new(parameter, text, owner)
                renamed[index] = replace(parameter, name=Name(text, Origin.COLLISION))
            other = taken.setdefault(name_key(text, self.context.vocabulary), parameter)
            if not told and other is not parameter and (_is_overridden(parameter) or _is_overridden(other)):
                report_equal_names(parameter, other, owner, self.context)
        return renamed

    def distinct_name(
        self, parameter: Parameter, taken: Mapping[str, Parameter], known: Collection[str], owner: Id, *, is_late: bool
    ) -> tuple[str, str]:
        """Return what a parameter is called, and what codegen.lock says of it where that is not what it wishes.

        ``is_late``: a property of the body was there before it, and keeps the name (D4.10).
        """
        text, told = words_of(parameter), []
        before = self.context.lock.kept.get(f"{owner}#arguments:{_key(parameter)}", "")
        other = taken.get(name_key(text, self.context.vocabulary), parameter)
        if other.place is not parameter.place or is_late or parameter.place.value in before.split():
            text, told = f"{text} {parameter.place.value}", [parameter.place.value]
        spelt = with_signs(text)
        moves = (
            _SIGNS in before.split() if _key(parameter) in known else name_key(text, self.context.vocabulary) in taken
        )
        if (
            moves
            and not _is_overridden(parameter)
            and name_key(spelt, self.context.vocabulary) != name_key(text, self.context.vocabulary)
            and name_key(spelt, self.context.vocabulary) not in taken
        ):
            text, told = spelt, [*told, _SIGNS]
        return text, " ".join(told)

    def report_new(self, parameter: Parameter, text: str, owner: Id) -> None:
        """Tell of a parameter that is new and wants the name of one that was there (D10.1)."""
        self.context.diagnostics.report(
            "CG1404",
            self.context.loc(parameter.id),
            subject=owner,
            name=parameter.wire,
            ident=text,
            wanted=words_of(parameter),
            target="every target",
        )

    def decide(self, operation: Operation) -> Operation:
        """Decide how the method takes its arguments (spec 2.2, D4.9)."""
        operation = self.without_body(operation)
        limit = self.explicit(operation)
        if limit is None:
            return self.called(operation, CallForm.NAMED, self.spreads(operation))
        count = sum(map(self.shows, operation.parameters)) + (operation.payload is not None)
        if limit and count == limit:
            self.context.diagnostics.report(
                "CG0706",
                self.context.loc(base_id(operation)),
                subject=base_id(operation),
                at_key=True,
                operation=title_of(operation),
                count=count,
            )
        packed = limit == 0 or count > limit
        return self.called(operation, CallForm.REQUEST if packed else CallForm.ARGUMENTS, spread=False)

    def called(self, operation: Operation, form: CallForm, spread: bool) -> Operation:
        if operation.form is form and operation.spread is spread:
            return operation
        key = operation.id, form, spread
        made = self.made.get(key)
        if made is None or made.payload is not operation.payload:  # a body that the target cannot send is left out
            made = self.made[key] = replace(operation, form=form, spread=spread)
        return made

    def spreads(self, operation: Operation) -> bool:
        """Decide whether the properties of the body are arguments (D4.10), as codegen.lock keeps it."""
        if operation.payload is None or self.context.body == "argument":
            return False
        count = len(fields_of(operation.payload, self.types))
        wanted, forms = ("fields", ("fields", "argument")) if count else ("argument", ("argument",))
        return self.context.lock.form(operation.id, wanted if count <= MOST else "argument", forms) == "fields"

    def without_body(self, operation: Operation) -> Operation:
        """Leave out an optional body that the target cannot send, unless pages need it (D7.2)."""
        profile, payload = self.context.profile, operation.payload
        if payload is None or profile is None or operation.method not in profile.bodiless:
            return operation
        advances = operation.pages.advances if operation.pages is not None else ()
        needed = payload.required or any(item.place is Place.BODY for item in advances)
        self.context.diagnostics.report(
            "CG0816" if needed else "CG0815",
            self.context.loc(payload.id or base_id(operation)),
            subject=base_id(operation),
            at_key=True,
            operation=title_of(operation),
            target=profile.target,
            method=operation.method,
        )
        return operation if needed else replace(operation, payload=None)

    def explicit(self, operation: Operation) -> int | None:
        """Return the limit that somebody wrote, by the precedence of spec 2.3."""
        for limit in (operation.max_method_params, self.root_limit, self.context.max_method_params):
            if limit is not None:
                return limit
        return None

    def inform(self, sdk: Sdk) -> None:
        """Say where the document overrides gen.yaml (D4.8)."""
        configured = self.context.max_method_params
        if configured is None:
            return
        limits = [("", sdk.max_method_params)]
        limits += [(item.id, item.max_method_params) for item in sdk.operations.values() if item.variant is None]
        for at, limit in limits:
            if limit is not None and limit != configured:
                place = extension(self.context, at, "max-method-params")
                self.context.diagnostics.report("CG0705", place, subject=at or None, limit=limit, configured=configured)


def _key(parameter: Parameter) -> str:
    return argument_key(parameter.place, parameter.wire)


def _is_plain(parameter: Parameter, vocabulary: Vocabulary) -> bool:
    """Whether a parameter is spelled as identifiers are: of equal names, who has signs or capitals gives way."""
    return name_key(words_of(parameter), vocabulary).replace(" ", "_") == words_of(parameter)


def _is_overridden(parameter: Parameter) -> bool:
    return parameter.name is not None and parameter.name.origin in (Origin.OVERRIDE, Origin.ROOT_OVERRIDE)


def _credentials(sdk: Sdk) -> tuple[_Slot, ...]:
    """Return the parameters that API keys are sent as."""
    return tuple(
        (scheme.scheme, scheme.place, _sent_name(scheme.place, scheme.wire))
        for scheme in sdk.schemes.values()
        if scheme.kind == "apiKey" and scheme.place is not None and scheme.wire is not None
    )


def _sent_name(place: Place, wire: str) -> str:
    """Return what tells two parameters of a place apart: headers have names without case."""
    return wire.lower() if place is Place.HEADER else wire


def _path_required(parameter: Parameter) -> Parameter:
    """Mark a path parameter as required, which it always is (D4.5)."""
    if parameter.place is Place.PATH and not parameter.required:
        return replace(parameter, required=True)
    return parameter
