"""Names in scripts without capitals: attributes with the names of their classes, marks, signs alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from backends import load_backend
from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from tests.support.documents import answers, document, list_of, object_of, operation, parameter, ref
from tests.support.printed import print_sdk
from tests.support.type_checkers import run_mypy

ORDERS = document(
    "注文",
    {
        "/p": {"get": operation("住所", answers(ref("注文票")), tags=["住所"])},
        "/r": {"get": operation("عنوان", answers(ref("عنوان")), tags=["عنوان"])},
    },
    {
        "注文票": object_of(
            "種類", 住所=ref("住所"), 前住所=list_of(ref("住所")), 種類=ref("種類"), 何か=ref("何か"),
            地図={"type": "object", "additionalProperties": ref("何か")},
        ),
        "住所": object_of(市="string", 注文票=ref("注文票"), 種類=ref("種類")),
        "種類": {"type": "string", "enum": ["一", "二"]},
        "何か": {"oneOf": [ref("住所"), ref("注文票")]},
        "عنوان": object_of(عنوان=ref("عنوان")),
    },
)  # fmt: skip


@pytest.mark.parametrize("models", ["plain", "pydantic"])
def test_properties_of_scripts_without_capitals_may_be_called_as_their_types(models: str, tmp_path: Path) -> None:
    package = f"orders_{models}"
    options = {"packageName": package} | ({"models": models} if models != "plain" else {})
    sdk = print_sdk(ORDERS, "python", tmp_path, options)
    if models == "pydantic":  # test_script_names.py checks plain ones
        assert run_mypy(sdk.folder, "--strict", package).startswith("Success")
    order, address = sdk.module.models.注文票, sdk.module.models.住所
    made = order.from_dict(
        {"種類": "一", "住所": {"市": "東京", "種類": "二"}, "前住所": [{"市": "京都"}], "何か": {"市": "大阪"}}
    )
    assert type(made.住所) is type(made.前住所[0]) is type(made.何か) is address
    assert made.住所.種類 == "二"
    assert made.to_dict()["前住所"] == [{"市": "京都"}]


@pytest.mark.parametrize(("tag", "group"), [("_", "UnderscoreGroup"), ("__", "UnderscoreUnderscoreGroup")])
def test_a_tag_of_signs_names_its_class(tag: str, group: str, tmp_path: Path) -> None:
    made = document("T", {"/p": {"get": operation("getP", tags=[tag])}})
    groups = print_sdk(made, "typescript", tmp_path, {}).plan.surface.groups
    assert [one.type_ident for one in groups.values() if one.path] == [group]


@pytest.mark.parametrize(
    ("name", "python", "typescript", "go"),
    [
        ("हिन्दी नाम", "हिन्दी_नाम", "हिन्दीनाम", "हनदनम"),
        ("ชื่อผู้ใช้", "ชื่อผู้ใช้", "ชื่อผู้ใช้", "ชอผใช"),
        ("عُنوان", "عُنوان", "عُنوان", "عنوان"),
        ("क\u094d\u200dष", "क\u094dष", "क\u094dष", "कष"),
        ("fooनामBar", "fooनाम_bar", "fooनामBar", "fooनमBar"),
        ("e\u0301té", "été", "été", "été"),
        ("İstanbul", "istanbul", "istanbul", "istanbul"),
    ],
)
def test_marks_are_a_part_of_their_word_where_a_language_has_them(
    name: str, python: str, typescript: str, go: str
) -> None:
    """Vowels and tones of many scripts are marks; Go's identifiers have none."""
    profiles = (load_backend(target).profile for target in ("python", "typescript", "go"))
    assert [profile.identifier("argument", name) for profile in profiles] == [python, typescript, go]
    assert words(name, PLAIN)[0] == words(name + "\u200d", PLAIN)[0]


def test_names_that_differ_in_marks_alone_are_two(tmp_path: Path) -> None:
    made = document("T", {"/p": {"get": operation("p", parameters=[*map(parameter, ("नाम", "नम", "ना"))])}})
    idents = {}
    for target, section in (("python", {"packageName": "marks"}), ("go", {"modulePath": "example.com/marks"})):
        method = print_sdk(made, target, tmp_path / target, section).find("p", None)[1]
        idents[target] = [item.ident for item in method.arguments]
    assert idents == {"python": ["नाम", "नम", "ना"], "go": ["Xनम2", "Xनम", "Xन"]}
