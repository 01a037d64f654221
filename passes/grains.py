"""The grains of the passes: functions whose result follows from their arguments alone, and so may be kept.

Nothing here changes what a build does. A process that builds again and again (:mod:`compiler.engine`) keeps the last
result of each grain for each thing that it is done for, and goes on with that where all that the function read is as
it was. A pass without a line here is simply run again.

A grain is a function of a module, called by its name. Its first argument is the thing that it is done for, or that
thing's identity. What it reads of a table (a ``Mapping``) or of the document (an ``Sdk``) is found out entry by entry;
whatever else it is given is compared whole. It may report, and write into codegen.lock and into what else stands aside
(``tables``, ``open_aside``, ``entries`` and ``add_entries``, as of :class:`passes.shape_types.shaper.Shaper`).
"""

from __future__ import annotations

from compiler.base.grain import Grain
from compiler.ir.node import replace
from compiler.ir.nodes import Operation
from compiler.ir.outlines import with_only
from compiler.ir.types import Const, Declaration, Enum, Model, Origin
from passes.plan.names.modules import path_parts


def _show_type(declared: Declaration) -> Declaration:
    """Leave what types are named after: of most neither properties nor values."""
    if declared.name is not None and declared.name.origin is not Origin.SPEC:
        return declared  # its form is compared with that of others of the name
    if isinstance(declared, Model):
        fields = tuple(item for item in declared.fields if item.required and isinstance(item.type, Const))
        return replace(declared, fields=fields, additional=None, checks=None, closed=False)
    return replace(declared, members=()) if isinstance(declared, Enum) else declared


def _show_name(declared: Declaration) -> Declaration:
    """Leave what a type is called and nothing of what it is."""
    return with_only(declared, id=declared.id, name=declared.name, names_in=declared.names_in)


def _show_names(operation: Operation) -> Operation:
    """Leave what an operation is called, and where its own parts stand."""
    names = ("id", "method", "path", "operation_id", "names_in", "name", "groups", "called", "variant")
    parameters, body, responses = path_parts(operation)
    members = {name: getattr(operation, name) for name in names}
    return with_only(operation, **members, parameters=parameters, body=body, responses=responses)


GRAINS = (
    Grain("passes.shape_types.shaper", "declare_schema"),
    Grain("passes.shape_types", "shape_caller"),
    Grain("passes.shape_types.decisions", "decide_union"),
    Grain("passes.infer_names", "name_operations", outlines={}),
    Grain("passes.name_schemas", "name_types", outlines={"types": _show_type}),
    Grain("passes.support.answers.decoding", "decode"),
    Grain("passes.settle_texts", "settle_node"),
    Grain("passes.plan.names.member_words", "list_named"),
    Grain("passes.plan.wire.answers", "finish_answers"),
    Grain("passes.plan.wire.answers", "number_answers"),
    Grain("passes.plan.wire.build_wire", "plan_operation"),
    Grain("passes.plan.wire.events", "plan_event"),
    Grain(
        "passes.plan.surface.build_surface", "choose_names", outlines={"types": _show_name, "operations": _show_names}
    ),
    Grain("passes.plan.surface.build_surface", "plan_types"),
    Grain("passes.plan.surface.arguments", "plan_call"),
    Grain("passes.plan.surface.methods", "plan_methods"),
)
