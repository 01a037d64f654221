"""Parameters of one method whose names collide: the parameter with exactly that spelling keeps it (D4.6, D10.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiler.ir.wire import Place
from tests.support import documents, run
from tests.support.documents import NOTHING, Object, content, object_of, operation, parameter
from tests.support.printed import print_sdk
from tests.support.run import configure, write

SECTIONS = {"python": {"packageName": "acme"}, "typescript": {}, "go": {"modulePath": "example.com/acme"}}


def document(*parameters: Object, **more: Any) -> Object:
    paths = {"/a/{id}": {"get": operation("read", parameters=parameters)}}
    return documents.document("T", paths, **more)


def names(target: str, folder: Path, *parameters: Object) -> dict[str, str]:
    """What each parameter is called; those of the path with a slash before them."""
    sdk = print_sdk(document(*parameters), target, folder / target, SECTIONS[target])
    method = sdk.find("read", None)[1]
    return {("/" if item.place is Place.PATH else "") + item.wire: item.ident for item in method.arguments}


@pytest.mark.parametrize(
    ("target", "called"),
    [
        ("python", ("id", "dollar_expand", "expand", "id_query2", "id_query")),
        ("typescript", ("id", "dollar_expand", "expand", "ID_query", "id_query")),
        ("go", ("id", "DollarExpand", "Expand", "IDQuery", "IDQuery2")),
    ],
)
def test_who_is_spelled_so_keeps_the_name(target: str, called: tuple[str, ...], tmp_path: Path) -> None:
    given = (parameter("id", "path"), *map(parameter, ("$expand", "expand", "ID", "id")))
    found = names(target, tmp_path, *given)
    assert found == dict(zip(("/id", "$expand", "expand", "ID", "id"), called, strict=True))
    assert names(target, tmp_path / "turned", *given[::-1]) == found


def test_signs_beside_a_place_are_spelled_too(tmp_path: Path) -> None:
    found = names(
        "python", tmp_path, parameter("id", "path"), *map(parameter, ("id", "$id", "@id", "user.id", "user_id"))
    )
    assert found["id"] == "id_query" and found["$id"] == "dollar_id_query" and found["@id"] == "at_id_query"
    assert (found["user_id"], found["user.id"]) == ("user_id", "user_dot_id")


def test_signs_that_tell_nothing_apart_stay_silent(tmp_path: Path) -> None:
    assert names("python", tmp_path, parameter("id", "path"), parameter("$expand"))["$expand"] == "expand"


def test_what_is_in_the_lock_keeps_its_name(tmp_path: Path) -> None:
    """D10.1: `$expand` was there first, so `expand` has to be told apart when it comes."""

    def build(*parameters: Object) -> str:
        configure(tmp_path, "python: {packageName: acme}\n")
        write(tmp_path, "openapi.json", document(parameter("id", "path"), *parameters))
        run.build(tmp_path, "openapi.json")
        return (tmp_path / "sdk" / "python" / "acme" / "_client.py").read_text()

    assert 'Query("$expand", "expand")' in build(parameter("$expand"))
    both = build(parameter("$expand"), parameter("expand"))
    assert 'Query("$expand", "expand")' in both and 'Query("expand", "expand2")' in both
    (tmp_path / "codegen.lock").unlink()
    told = build(parameter("$expand"), parameter("expand"))
    assert 'Query("$expand", "dollar_expand")' in told
    assert build(parameter("expand"), parameter("$expand"), parameter("ids")).count('"dollar_expand"') == 1
    assert 'Query("$expand", "dollar_expand")' in build(parameter("$expand"))


WEBHOOKS = ("newOrder", "NewOrder", "new-order", "new order", "NEWORDER", "neworder")


@pytest.mark.parametrize("target", SECTIONS)
def test_webhooks_that_differ_in_case_are_called_the_same_in_every_order(target: str, tmp_path: Path) -> None:
    """D9.2, D10.1: names of handlers, payloads and inline types do not depend on what stands first."""
    hook = {"post": {"requestBody": content(object_of(a="string")), "responses": NOTHING}}
    found = []
    for order in (WEBHOOKS, WEBHOOKS[::-1], (*WEBHOOKS[3:], *WEBHOOKS[:3])):
        made = document(parameter("id", "path"), webhooks=dict.fromkeys(order, hook))
        surface = print_sdk(made, target, tmp_path / str(len(found)), SECTIONS[target]).plan.surface
        types = {at: name.ident for at, name in surface.types.items()}
        found.append((dict(surface.events), types, dict(surface.derived)))
    assert len(found[0][0]) == len(WEBHOOKS) == len({event.handler for event in found[0][0].values()})
    assert found[0] == found[1] == found[2]
