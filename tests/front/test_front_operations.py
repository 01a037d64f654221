"""Operations behind a `$ref`, and the siblings of the `$ref` (D1.4)."""

from __future__ import annotations

from tests.support.lowering import lower

DONE = "responses: {'204': {description: done}}"
BEHIND = f"""
paths:
  /b:
    get: {{operationId: list, summary: Behind., description: Long., x-codegen-group: b, x-codegen-timeout: 5, {DONE}}}
  /c: {{get: {{$ref: '#/paths/~1b/get', %s}}}}
"""
AT = "paths/~1c/get"


def test_extensions_and_texts_beside_the_reference_count() -> None:
    """The nearest word counts; what is not said beside the `$ref` is the operation's own."""
    found = lower(
        BEHIND % "x-codegen-name-override: mine, x-codegen-ignore: go, x-codegen-timeout: 7, summary: Beside."
    )
    assert found.codes == ["CG0329", "CG0409"]
    operation = found.sdk.operations[AT]
    assert (operation.override, operation.ignore, operation.timeout) == ("mine", ("go",), 7)
    assert (operation.summary, operation.description, operation.groups) == ("Beside.", "Long.", ("b",))
    first = found.sdk.operations["paths/~1b/get"]
    assert (first.override, first.ignore, first.timeout, first.summary) == (None, (), 5, "Behind.")


def test_other_siblings_are_warned_of() -> None:
    found = lower(BEHIND % "operationId: over, tags: [z], parameters: []")
    assert [said for said in found.said if "CG0317" in said] == [
        f"CG0317 /paths/~1c/get/{key}: `{key}` beside a `$ref` is ignored (once)"
        for key in ("operationId", "tags", "parameters")
    ]
    assert found.sdk.operations[AT].operation_id == "list"


def test_a_name_that_is_used_twice_comes_from_the_reference() -> None:
    """The text beside the `$ref` is not the name that is used twice."""
    found = lower(BEHIND % "operationId: over")
    assert "CG0329 /paths/~1c/get/$ref: the operationId `list` is used twice" in found.said


def test_errors_beside_the_reference_are_found_there() -> None:
    found = lower(BEHIND % "x-codegen-timeout: soon, x-codegen-server-id: a")
    assert [said.partition(":")[0] for said in found.said if said[:6] in ("CG0322", "CG0323")] == [
        "CG0323 /paths/~1c/get/x-codegen-timeout",
        "CG0322 /paths/~1c/get/x-codegen-server-id",
    ]


def test_a_pagination_beside_the_reference_stands_there() -> None:
    config = "{type: url, outputs: {nextUrl: $.next}}"
    (pagination,) = lower(BEHIND % f"x-codegen-pagination: {config}").sdk.operations[AT].paginations
    assert pagination.id == f"{AT}/x-codegen-pagination"


def test_what_operations_share_is_told_once_for_each_place() -> None:
    """A parameter of a path item is read for each of its operations."""
    found = lower(f"""
paths:
  /a:
    parameters: [{{$ref: "#/components/parameters/P", required: true}}]
    get: {{{DONE}}}
    put: {{parameters: [{{$ref: "#/components/parameters/Q", required: true}}], {DONE}}}
components:
  parameters: {{P: {{name: p, in: query, schema: {{}}}}, Q: {{name: q, in: query, schema: {{}}}}}}
""")
    (item,) = found.diagnostics.items
    assert item.message == "`required` beside a `$ref` is ignored (2 times)"
    assert [getattr(place, "pointer", "") for place in (item.loc, *(note.loc for note in item.notes))] == [
        "/paths/~1a/parameters/0/required",
        "/paths/~1a/put/parameters/0/required",
    ]
