"""What `codegen init --suggest` writes for bodies that are optional by omission: `required: true` for each (D4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from compiler.commands.init.pages_overlay import scalar
from compiler.config.template import one_line
from compiler.ir.identity import locate
from compiler.source import Json, child_of, split_pointer
from compiler.source.json_paths import json_path
from passes.linting import optional_bodies
from passes.support.places import title_of

if TYPE_CHECKING:
    from compiler.ir.node import Id
    from compiler.ir.nodes import Operation, Sdk

_HEAD = """\

  # These bodies may be left out, since nobody says whether they are required, though their schemas require fields:
  # keep the lines of those that the server needs, and say `required: false` for the others.
"""
_MOVED = "\n  # These bodies are written in other files, where no overlay reaches: add `required: true` there.\n"


def body_actions(sdk: Sdk, root: Json) -> Iterator[str]:
    """Yield the lines of the actions; a body that several operations share has one."""
    bodies: dict[Id, tuple[list[Operation], list[str]]] = {}
    for operation, body, names in optional_bodies(sdk):
        bodies.setdefault(body.id, ([], [*names]))[0].append(operation)
    targets = {at: _target(at, operations[0], root) for at, (operations, _) in bodies.items()}
    reached = sorted((target, at) for at, target in targets.items() if target is not None)
    yield from [_HEAD] if reached else []
    for target, at in reached:
        operations, names = bodies[at]
        called = ", ".join(filter(None, (item.operation_id for item in operations)))
        said = one_line(f"{called or title_of(operations[0])}: {', '.join(names)}")
        yield f"  - target: {scalar(target)}  # {said}\n    update: {{required: true}}\n"
    moved = [at for at, target in targets.items() if target is None]
    yield from [_MOVED] if moved else []
    yield from (f"  # - {one_line(title_of(item))}\n" for at in moved for item in bodies[at][0])


def _target(at: Id, operation: Operation, root: Json) -> str | None:
    """Return the JSONPath of a body in the root document; Swagger 2.0 has it among the parameters."""
    place = locate(at, "")
    if not place.file and _leads(place.pointer, root):
        return json_path(place.pointer, None)
    above = locate(operation.id, "")
    if above.file or not _leads(above.pointer, root) or not isinstance(root, dict) or "swagger" not in root:
        return None
    return f"{json_path(above.pointer, None)}.parameters[?@.in == 'body']"


def _leads(pointer: str, root: Json) -> bool:
    """Whether a pointer leads to an object of a document, through no reference."""
    node = root
    for step in split_pointer(pointer):
        node = child_of(node, step)
        if not isinstance(node, dict) or "$ref" in node:
            return False
    return True
