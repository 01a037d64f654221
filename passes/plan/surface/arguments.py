"""The arguments of methods, in order and named for one target (D4.4, D4.6, D4.9, D4.10)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.base.naming import Profile
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import CallForm
from compiler.ir.types import Field, Model, Nullable, Type, name_of, takes_null
from compiler.ir.wire import Payload, Place
from compiler.plan.plan import Argument, BodyFields, RequestObject, Switch
from passes.plan.names.identifiers import Settler
from passes.plan.surface.argument_names import ArgumentNamer, Slot, make_slot
from passes.plan.wire.parameters import is_required
from passes.support.answers.decoding import stream_ids
from passes.support.names.arguments import shared_parameters, words_of
from passes.support.places import title_of
from passes.support.requests.body_fields import fields_model, fixed_value

if TYPE_CHECKING:
    from compiler.ir.nodes import Operation, Parameter, Sdk
    from passes.context import Context

PARAMS = "params"
"""The object of the arguments that have names, behind those of the path (D4.9)."""
REQUEST = "request"
"""The object of all arguments (D4.2)."""


@frozen
class Call:
    """How a method is called."""

    arguments: tuple[Argument, ...]
    request: RequestObject | None
    body: Argument | None
    fields: BodyFields | None
    switch: Switch | None = None


@frozen
class Caller:
    """Decides how the methods of a target are called."""

    sdk: Sdk
    profile: Profile
    context: Context

    # ------------------------------------------------------------------ which arguments there are

    def has_named(self, operation: Operation) -> bool:
        """Whether a method takes something by its name."""
        shown = self._visible_parameters(operation)
        if len(self._by_position(operation, shown)) < len(shown):
            return True
        fields = self._fields(operation)
        return operation.payload is not None and (fields is None or bool(fields.arguments))

    def with_objects(self) -> dict[Id, Operation]:
        """Return the operations whose methods take an object of arguments: a request, or what has a name.

        Says once which others would with their first parameter (D4.9).
        """
        operations = self.sdk.operations
        packs = self.profile.packs
        found = {
            at: item
            for at, item in operations.items()
            if item.form is CallForm.REQUEST or (packs and item.form is CallForm.NAMED and self.has_named(item))
        }
        others = (item for at, item in self.sdk.operations.items() if at not in found)
        bare = [item for item in others if item.form is CallForm.NAMED] if self.profile.packs else []
        if bare:
            self.context.diagnostics.report(
                "CG0714",
                self.context.loc("paths"),
                at_key=True,
                target=self.profile.target,
                count=len(bare),
                methods="method" if len(bare) == 1 else "methods",
                example=title_of(bare[0]),
            )
        return found

    def _slots(self, operation: Operation, fields: BodyFields | None) -> list[Slot]:
        """List the arguments in their final order: required before optional ones, the body last of each (D4.4).

        Where they have names, those of the path come first, in its order (D4.9).
        """
        shown = self._visible_parameters(operation)
        first = self._by_position(operation, shown)
        rest = [parameter for parameter in shown if parameter not in first]
        named = [*map(_of_parameter, rest), *self._of_body(operation, fields)]
        named.sort(key=lambda slot: not slot.argument.required)
        if operation.form is CallForm.ARGUMENTS and self.profile.packs:
            return [replace(slot, argument=replace(slot.argument, positional=True)) for slot in named]
        return [*(_of_parameter(parameter, positional=True) for parameter in first), *named]

    def _visible_parameters(self, operation: Operation) -> list[Parameter]:
        """Return the parameters that are arguments."""
        shared = shared_parameters(self.sdk)
        listed = [parameter for parameter in operation.parameters if parameter.fixed is None]
        return [item for item in listed if (item.wire, item.place) not in shared] if shared else listed

    def _by_position(self, operation: Operation, shown: list[Parameter]) -> list[Parameter]:
        """Return the parameters that callers give without names, in their order (D4.9, D4.12)."""
        if operation.form is CallForm.REQUEST or (operation.form is CallForm.ARGUMENTS and self.profile.packs):
            return []
        found = {parameter.wire: parameter for parameter in shown if parameter.place is Place.PATH}
        if operation.form is CallForm.ARGUMENTS:
            return list(found.values())
        ordered = [found.pop(wire) for wire in re.findall(r"\{([^{}]*)\}", operation.path) if wire in found]
        listed = [*ordered, *found.values()]
        return {"positional": listed, "object": [], "last-first": listed[-1:]}[self.context.path_arguments]

    def _of_body(self, operation: Operation, fields: BodyFields | None) -> list[Slot]:
        if operation.payload is None:
            return []
        if fields is None:
            return [make_slot(_whole(operation.payload), "body")]
        words = {field.wire: self._field_words(field) for field in self._model(operation.payload).fields}
        switch = self._switch(operation, fields)
        arguments = (*fields.arguments, *((switch.argument,) if switch is not None else ()))
        return [make_slot(item, words[item.wire]) for item in arguments]

    def _field_words(self, field: Field) -> str:
        name = name_of(field.name, field.names_in, self.profile.target)
        return name.text if name else field.wire

    def _fields(self, operation: Operation) -> BodyFields | None:
        payload, types = operation.payload, self.sdk.types
        if payload is None or not operation.spread:
            return None
        model = self._model(payload)
        fixed = {field.wire: value.value for field in model.fields if (value := fixed_value(field, types))}
        switch = payload.switch.wire if payload.switch is not None else None
        fields = [field for field in model.fields if field.wire != switch]
        given = [field for field in fields if field.wire not in fixed or field.listed]
        return BodyFields(
            whole=_whole(payload),
            model=model.id,
            arguments=tuple(self._of_field(field, payload, fixed) for field in given),
            fixed=fixed,
            needs=tuple(field.wire for field in given if field.required and field.wire not in fixed),
        )

    def _switch(self, operation: Operation, fields: BodyFields | None) -> Switch | None:
        """Return what makes a method with several signatures give a stream (D13.2)."""
        payload = operation.payload
        if payload is None or payload.switch is None or payload.switch.value or not self.profile.overloads:
            return None
        twin = next((at for at in stream_ids(operation) if at in self.sdk.operations), None)
        field = next((item for item in self._model(payload).fields if item.wire == payload.switch.wire), None)
        if twin is None or field is None or fields is None or not fields.arguments or fields.depends:
            return None
        if operation.pages is not None or operation.stream is not None:
            return None
        return Switch(replace(self._of_field(field, payload, ()), required=False), twin)

    def _of_field(self, field: Field, payload: Payload, fixed: Collection[str]) -> Argument:
        inner, _ = _denull(field.type)
        return Argument(
            ident="",
            place=Place.BODY,
            wire=field.wire,
            type=inner,
            required=field.required and (payload.required or self.profile.zero_body) and field.wire not in fixed,
            nullable=takes_null(field.type, self.sdk.types),
            description=field.description,
            default=field.default,
            deprecated=field.deprecated,
            deprecation_message=field.deprecation_message,
            example=field.example,
            field=True,
        )

    def _model(self, payload: Payload) -> Model:
        model = fields_model(payload, self.sdk.types)
        assert model is not None, payload.id
        return model

    # ------------------------------------------------------------------ names of arguments

    def calls(self, idents: Mapping[Id, str]) -> dict[Id, Call]:
        """Say how methods are called; ``idents`` are the classes of the objects of arguments that some take."""
        sdk, profile, context = self.sdk, self.profile, self.context
        return {at: plan_call(item, idents.get(at), sdk, profile, context) for at, item in sdk.operations.items()}

    def call(self, operation: Operation, ident: str | None) -> Call:
        """Say how a method is called; ``ident``: the class of the object of its arguments, if it takes one."""
        fields = self._fields(operation)
        slots = self._slots(operation, fields)
        object_ = None if ident is None else PARAMS if operation.form is CallForm.NAMED else REQUEST
        idents = ArgumentNamer(self.profile, Settler(self.context)).name_all(operation, slots, object_)
        arguments = tuple(replace(slot.argument, ident=idents[slot.key]) for slot in slots)
        switch = self._switch(operation, fields)
        if switch is not None:
            named_switch = next(item for item in arguments if item.field and item.wire == switch.argument.wire)
            switch = replace(switch, argument=named_switch)
            arguments = tuple(item for item in arguments if item is not named_switch)
        if fields is not None:
            named = {item.wire: item for item in arguments if item.field}
            fields = replace(fields, arguments=tuple(named[item.wire] for item in fields.arguments))
        return Call(
            arguments,
            None if ident is None or object_ is None else _object(operation, ident, object_, arguments),
            next((item for item in arguments if item.whole_body), None),
            fields,
            switch,
        )


def plan_call(operation: Operation, ident: str | None, sdk: Sdk, profile: Profile, context: Context) -> Call:
    """Say how a method is called (:meth:`Caller.call`)."""
    return Caller(sdk, profile, context).call(operation, ident)


def _object(operation: Operation, ident: str, called: str, arguments: Iterable[Argument]) -> RequestObject:
    required = any(item.required for item in arguments if not item.positional)
    return RequestObject(ident, required, f"{operation.id}#params", called)


def _of_parameter(parameter: Parameter, *, positional: bool = False) -> Slot:
    """Return a parameter; one that may be null is optional and no more, since no parameter has a null (D11.5)."""
    assert parameter.type is not None
    inner, _ = _denull(parameter.type)
    argument = Argument(
        ident="",
        place=parameter.place,
        wire=parameter.wire,
        type=inner,
        required=is_required(parameter),
        description=parameter.description,
        default=parameter.default if parameter.default is None or parameter.default.json is not None else None,
        deprecated=parameter.deprecated,
        deprecation_message=parameter.deprecation_message,
        example=parameter.example,
        positional=positional,
    )
    return make_slot(argument, words_of(parameter))


def _whole(payload: Payload) -> Argument:
    inner, nullable = _denull(payload.type)
    return Argument(
        ident="body",
        place=Place.BODY,
        wire="",
        type=inner,
        required=payload.required,
        nullable=nullable or payload.nullable,
        description=payload.description,
        example=payload.example,
    )


def _denull(type_: Type) -> tuple[Type, bool]:
    return (type_.inner, True) if isinstance(type_, Nullable) else (type_, False)
