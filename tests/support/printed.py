"""Compiles small documents to SDKs and finds the names of the plan."""

from __future__ import annotations

import importlib
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from compiler.diagnostics import Diagnostics
from compiler.driver import entry as commands
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.inputs import read_inputs
from compiler.driver.options import BuildOptions, DebugOptions, InputOptions
from compiler.ir.wire import Place, WireOperation
from compiler.lock.lock import Lock
from compiler.plan.plan import Argument, Group, Method, Plan


@dataclass(frozen=True)
class Printed:
    """A printed SDK and the plan it was printed from; ``module`` only for Python."""

    plan: Plan
    folder: Path

    @property
    def module(self) -> ModuleType:
        """The package, imported from the folder it was printed to."""
        if str(self.folder) not in sys.path:
            sys.path.insert(0, str(self.folder))
        return importlib.import_module(self.plan.surface.package)

    def methods(self) -> Iterator[tuple[tuple[str, ...], Method, WireOperation]]:
        """Each method with the attributes that lead from the client to it."""
        for path, group in _groups(self.plan.surface.root, ()):
            for method in group.methods:
                yield (*path, method.ident), method, self.plan.wire.operations[method.operation]

    def find(self, operation_id: str, variant: str | None) -> tuple[tuple[str, ...], Method]:
        """The method of an operation; a variant is another media type or a stream (D7.3, D13)."""
        found = [item for item in self.methods() if item[2].operation_id == operation_id]
        assert found, f"no method for {operation_id}"
        if variant is None:
            path, method, _ = min(found, key=lambda item: len(item[1].operation))
            return path, method
        path, method, _ = next(item for item in found if _is_variant(item[2], variant))
        return path, method


def _groups(group: Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Group]]:
    yield path, group
    for inner in group.groups:
        yield from _groups(inner, (*path, inner.ident))


def _is_variant(operation: WireOperation, variant: str) -> bool:
    if variant == "stream":
        return operation.stream is not None
    body = operation.body
    return body is not None and (body.media_type.endswith("/xml") if variant == "xml" else body.kind == variant)


def argument_of(method: Method, key: str) -> Argument:
    """The argument that a wire name (``query:id`` where one place is meant) stands for."""
    place, _, wire = key.rpartition(":") if key.startswith(tuple(f"{place}:" for place in Place)) else ("", "", key)
    fitting = [
        item
        for item in method.arguments
        if item.wire == wire and item.place != Place.BODY and place in ("", item.place)
    ]
    assert fitting, f"no argument for {key!r} in {[item.ident for item in method.arguments]}"
    return fitting[0]


def print_python(document: Mapping[str, Any], package: str, folder: Path) -> Printed:
    """Compile a document to the Python package of that name."""
    return print_sdk(document, "python", folder, {"packageName": package})


def print_sdk(document: Mapping[str, Any], target: str, folder: Path, section: Mapping[str, Any]) -> Printed:
    """Compile a document as `codegen build -t TARGET` does, and plan it once more for its names.

    Args:
        document: the OpenAPI document.
        target: the language.
        folder: where the document, gen.yaml and the output go.
        section: the target's section of gen.yaml.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source, config = folder / "openapi.json", folder / "gen.yaml"
    source.write_text(json.dumps(document))
    generation = {"names": "operationId"}
    config.write_text(json.dumps({"configVersion": "2.0.0", "generation": generation, target: section}))
    options = InputOptions(document=str(source), config=str(config))
    out, err = io.StringIO(), io.StringIO()
    code = commands.build(BuildOptions(input=options, out=str(folder), targets=(target,)), out, err)
    assert code == 0, err.getvalue()
    return Printed(plan_of(options, target), folder / target)


def plan_of(options: InputOptions, target: str) -> Plan:
    """The plan of a document for a target, its methods named as tests call them."""
    return plans_of(options, (target,), Diagnostics(), names="operationId", verify=True)[target]


def plans_of(
    options: InputOptions,
    targets: Iterable[str],
    diagnostics: Diagnostics,
    *,
    keep_going: bool = False,
    names: str = "auto",
    verify: bool = False,
) -> dict[str, Plan]:
    """The plans of a document, which holds no error unless operations that do are left out (D1.4)."""
    inputs = read_inputs(options, diagnostics, "build")
    assert inputs.document is not None, diagnostics.items
    made = compile_document(
        inputs.document, inputs.folder, options, DebugOptions(verify=verify), diagnostics, Lock(), io.StringIO(),
        keep_going=keep_going, names=names,
    )  # fmt: skip
    assert made is not None and (keep_going or not diagnostics.has_errors), diagnostics.items
    return {target: plan_target(made, target, inputs.config) for target in targets}
