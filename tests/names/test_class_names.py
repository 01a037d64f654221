"""The names of classes and types, in every language: names that a human author would choose (D10.6)."""

from __future__ import annotations

import re

import pytest

from tests.support.documents import document_of
from tests.support.generated.names import names_of

DOCUMENT = document_of("names/class_names.yaml")


@pytest.fixture(scope="module")
def names() -> dict[tuple[str, ...], str]:
    return names_of(DOCUMENT)


def _of(names: dict[tuple[str, ...], str], language: str, kind: str, role: str = "") -> dict[str, str]:
    return {key[2]: name for key, name in names.items() if key[:2] == (language, kind) and key[2].startswith(role)}


@pytest.mark.parametrize("language", ["python", "typescript", "go"])
def test_no_name_ends_in_a_sign_or_says_its_role_twice(names: dict[tuple[str, ...], str], language: str) -> None:
    """D10.6; of members of a union that are alike in all but their place D10.1 says that."""
    found = [*_of(names, language, "type").values(), *_of(names, language, "derived").values()]
    ashamed = [name for name in found if re.search(r"_$|\d|Exception$|ParamParam|EventEvent", name)]
    assert {name.removesuffix("Param") for name in ashamed} == {"UpdateTripRequestObject1", "UpdateTripRequestObject2"}


def test_the_class_of_an_error_is_what_is_caught(names: dict[tuple[str, ...], str]) -> None:
    """D10.6: a name that says error is the class's own; what says no more than that has the client's in front."""
    for language in ("python", "typescript", "go"):
        classes = [*_of(names, language, "derived", "error ").values()]
        assert classes == ["TrainsError", "HTTPValidationError", "TrainsNotFoundError", "Problem", "SoldOutError"]
        body = "" if language == "python" else "Body"
        types = _of(names, language, "type", "schemas/")
        errors = ("Error", "HTTPValidationError", "NotFoundError", "Problem")
        assert {*types.values()} >= {*(f"{error}{body}" for error in errors), "SoldOut"}, "a module has both"


def test_twins_events_and_members_are_told_apart_once(names: dict[tuple[str, ...], str]) -> None:
    assert {"TripDict", "TripParamDict", "ModelParam"} <= {*_of(names, "python", "derived", "param ").values()}
    assert [*_of(names, "go", "derived", "event ").values()] == ["DelayEvent", "TripWebhookEvent"]
    assert [*_of(names, "go", "derived", "reply ").values()] == ["TripReply"]
    members = {"KindsEnumValue", "KindsStringList", "KindsIntegerList"}
    assert members == {*_of(names, "go", "derived", "case schemas/Kinds").values()}


def test_an_answer_says_its_status_only_where_two_differ(names: dict[tuple[str, ...], str]) -> None:
    types = {*_of(names, "python", "type").values()}
    assert {"CreateTripResponse", "UpdateTripOkResponse", "UpdateTripAcceptedResponse"} <= types


def test_types_are_called_as_what_a_language_has_everywhere(names: dict[tuple[str, ...], str]) -> None:
    """``Model`` and ``TimeoutError`` are names of Python, ``Response`` and ``Text`` of TypeScript."""
    for language in ("python", "typescript", "go"):
        assert {"Model", "TimeoutError", "Response", "Text"} <= {*_of(names, language, "type").values()}
