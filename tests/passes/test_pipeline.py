"""The order of the passes satisfies what each pass requires and provides (house 1); plans share equal parts."""

import dataclasses
import io
import itertools
from pathlib import Path

from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.inputs import read_inputs
from compiler.driver.options import DebugOptions, InputOptions
from compiler.lock.lock import Lock
from compiler.plan.plan import Plan
from passes import PIPELINE, TARGET_PIPELINE, audit
from tests.support.documents import answers, content, document, object_of, operation, parameter, ref
from tests.support.run import write


def test_the_pipeline_has_every_fact_where_it_is_needed() -> None:
    assert audit(PIPELINE) == []
    assert audit(TARGET_PIPELINE, given=("pruned",)) == []


def test_the_audit_finds_a_pass_that_runs_too_early() -> None:
    first, second, *rest = PIPELINE
    assert audit((second, first, *rest)) == ["merge_all_of needs 'resolved', which no pass before it makes"]


def test_the_audit_finds_a_need_that_nothing_makes() -> None:
    lonely = dataclasses.replace(PIPELINE[0], needs=("magic",))
    assert audit((lonely,)) == ["resolve_refs needs 'magic', which no pass before it makes"]


def test_every_pass_exists_and_says_what_it_does() -> None:
    for step in (*PIPELINE, *TARGET_PIPELINE):
        assert callable(step.load())
        assert step.summary


# --------------------------------------------------------------------------- plans of several targets


TARGETS = ("python", "typescript", "go", "reference")
"""Each lacks another thing of the document."""
LIST = operation(
    "listTrips",
    answers(ref("Trip")),
    parameters=[
        parameter("limit", schema={"type": "integer"}),
        parameter("channel") | {"x-codegen-ignore": "python"},
    ],
    requestBody=content(ref("Filter")),
)
SCHEMAS = {
    "Trip": object_of(id="string", coach=ref("Coach") | {"x-codegen-ignore": "typescript"}),
    "Coach": object_of(seats="integer"),
    "Filter": object_of(**{"from": "string"}),
    "Receipt": object_of(total="number"),
}
CREATE = operation("createTrip", answers(ref("Receipt"))) | {"x-codegen-ignore": "go"}
DOCUMENT = document("Trains", {"/trips": {"get": LIST, "post": CREATE}}, SCHEMAS)


def plans(folder: Path, targets: tuple[str, ...]) -> dict[str, Plan]:
    """The plans of some targets of one compilation, made in this order."""
    options = InputOptions(document=str(folder / "openapi.json"))
    diagnostics = Diagnostics()
    inputs = read_inputs(options, diagnostics, "build")
    assert inputs.document is not None
    made = compile_document(
        inputs.document, inputs.folder, options, DebugOptions(verify=True), diagnostics, Lock(), io.StringIO()
    )
    assert made is not None
    return {target: plan_target(made, target, inputs.config) for target in targets}


def test_a_plan_is_the_same_whatever_is_planned_before_it(tmp_path: Path) -> None:
    write(tmp_path, "openapi.json", DOCUMENT)
    alone = {target: plans(tmp_path, (target,))[target] for target in TARGETS}
    assert all(one.wire != other.wire for one, other in itertools.combinations(alone.values(), 2)), "each lacks another"
    for order in itertools.permutations(TARGETS):
        assert plans(tmp_path, order) == alone
