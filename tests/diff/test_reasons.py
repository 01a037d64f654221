"""Why a surface changed, what a program does about it, and which version follows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.commands.diff.report import following, is_enough
from compiler.driver.options import Exit
from tests.support.diffs import changes as all_changes
from tests.support.diffs import document, path, query
from tests.support.run import codegen

NAME = "x-codegen-name-override"
LIMIT = "x-codegen-max-method-params"


def changes(folder: Path, old: Any, new: Any, *more: str) -> dict[str, Any]:
    """What is said of Python, by rule."""
    return all_changes(folder, old, new, *more, targets=["python"])["python"]


def test_an_override_is_the_reason_of_a_name(tmp_path: Path) -> None:
    """The key with its place, whether it comes or goes, and whether it stands at the operation or at the root."""
    (change,) = changes(tmp_path, document(), document(**{NAME: "fetch"})).values()
    assert (change["rule"], change["message"]) == (
        "python-method-renamed", "client.get_trip is client.fetch now",
    )  # fmt: skip
    assert change["advice"] == "write `client.fetch`"
    assert {cause["key"] for cause in change["why"]} == {NAME}
    assert change["why"][0]["place"]["pointer"] == "#/paths/~1trips~1%7Bid%7D/get/x-codegen-name-override" or (
        change["why"][0]["place"]["file"] == "new.json"
    )
    (gone,) = changes(tmp_path, document(**{NAME: "fetch"}), document()).values()
    assert f"`{NAME}` is gone" in [cause["text"] for cause in gone["why"]]
    rooted = document()
    rooted[NAME] = [{"operationId": "^getTrip$", "methodNameOverride": "fetch"}]
    (change,) = changes(tmp_path, document(), rooted).values()
    assert [cause["text"] for cause in change["why"]] == [f"`{NAME}` of the root names it"]


def test_a_collision_names_its_partner(tmp_path: Path) -> None:
    """D3.6: a method that comes takes a name that another had; without a lock the other is renamed."""
    old, new = document(tags=["trips"]), document(tags=["trips"])
    new["paths"]["/trip/{id}"] = {"get": {**new["paths"]["/trips/{id}"]["get"], "operationId": "get_trip"}}
    found = changes(tmp_path, old, new)
    assert found["method-renamed"]["message"].startswith("client.trips.get is client.trips.get_trip_")
    partner, told = found["method-renamed"]["why"]
    assert partner["text"].startswith("its name collides with that of `client.trips.get_trip_")
    assert "trip" in told["text"] and (partner["pass"], told["pass"]) == ("rename", "rename")
    assert partner["place"] != told["place"] and partner["place"]["file"] == "new.json"


def test_the_lock_is_the_reason_of_a_name(tmp_path: Path) -> None:
    """A name that codegen.lock keeps has its line."""
    new = document(tags=["trips"])
    new["paths"]["/trip/{id}"] = {"get": {**new["paths"]["/trips/{id}"]["get"], "operationId": "get_trip"}}
    (tmp_path / "new.json").write_text(json.dumps(new))
    (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\npython: {}\ngeneration: {source: new.json}\n")
    assert codegen("build", "-q", cwd=tmp_path).returncode == Exit.OK
    lock = json.loads((tmp_path / "codegen.lock").read_text())
    assert any(name.startswith(("get trip", "getTrip")) for name in lock["names"].values())
    found = changes(tmp_path, document(tags=["trips"]), new, "-c", "gen.yaml")
    causes = [cause for change in found.values() for cause in change["why"]]
    kept = [cause for cause in causes if cause["text"] == "codegen.lock keeps its name"]
    assert kept and all(cause["place"]["file"] == "codegen.lock" and cause["place"]["line"] > 1 for cause in kept)


@pytest.mark.parametrize("where", ["gen.yaml", "root", "operation"])
def test_a_limit_is_the_reason_of_a_form(where: str, tmp_path: Path) -> None:
    """D4.2: crossing `maxMethodParams` is told with the limit and the place that says it."""
    old, new = document(), document(parameters=[path("id"), query("q")])
    limit = "python: {maxMethodParams: 1}\n" if where == "gen.yaml" else ""
    (tmp_path / "conf.yaml").write_text(f"configVersion: 2.0.0\n{limit}")
    if where == "root":
        old, new = ({**item, LIMIT: 1} for item in (old, new))
    if where == "operation":
        new = document(parameters=[path("id"), query("q")], **{LIMIT: 1})
    found = changes(tmp_path, old, new, "-c", "conf.yaml")
    change = found["form-changed"]
    key = "maxMethodParams" if where == "gen.yaml" else LIMIT
    (cause,) = [cause for cause in change["why"] if cause["key"] == key]
    assert cause["place"]["file"] == ("conf.yaml" if where == "gen.yaml" else "new.json")


def test_the_pass_and_the_pointer_of_a_shape(tmp_path: Path) -> None:
    new = document()
    new["components"]["schemas"]["Trip"]["properties"]["id"] = {"type": "integer"}
    change = changes(tmp_path, document(), new)["field-type-changed"]
    assert change["pointer"] == "#/components/schemas/Trip/properties/id"
    assert [cause["pass"] for cause in change["why"]] == ["shape_types"]
    new = document()
    del new["components"]["schemas"]["Kind"]["x-codegen-unknown-values"]
    opened = changes(tmp_path, document(), new)["type-opened"]
    assert [(cause["key"], cause["text"]) for cause in opened["why"]] == [
        ("x-codegen-unknown-values", "`x-codegen-unknown-values` is gone")
    ]


def test_an_argument_has_a_place_of_its_own(tmp_path: Path) -> None:
    old, new = (document(parameters=[path("id"), query("q", **more)]) for more in ({}, {NAME: "question"}))
    change = changes(tmp_path, old, new)["argument-renamed"]
    assert change["message"] == "client.get_trip: argument q is question now"
    assert change["pointer"].endswith("/get/parameters/1") and change["why"][0]["key"] == NAME


def test_a_type_that_is_renamed_is_told_once(tmp_path: Path) -> None:
    """What refers to it did not change otherwise."""
    new = document()
    new["components"]["schemas"]["Trip"][NAME] = "Journey"
    found = changes(tmp_path, document(), new)
    assert [*found] == ["type-renamed"] and found["type-renamed"]["advice"] == "write `Journey`"


def test_an_option_that_is_renamed(tmp_path: Path) -> None:
    old, new = (document(security=[{"key": []}]) for _ in range(2))
    for side, more in ((old, {}), (new, {NAME: "token"})):
        side["components"]["securitySchemes"] = {"key": {"type": "apiKey", "in": "header", "name": "X-Key", **more}}
    found = changes(tmp_path, old, new)
    assert found["option-renamed"]["advice"] == "write `T.token`" and found["option-renamed"]["why"][0]["key"] == NAME


@pytest.mark.parametrize(
    ("version", "major", "minor", "patch"),
    [
        ("1.4.2", "2.0.0", "1.5.0", "1.4.3"),
        ("0.4.2", "0.5.0", "0.4.3", "0.4.3"),
        ("0.0.3", "0.1.0", "0.0.4", "0.0.4"),
        ("2", "3.0.0", "2.1.0", "2.0.1"),
        ("v1.2.3-rc.1", "2.0.0", "1.3.0", "1.2.4"),
        ("2024-05-01", "2025.0.0", "2024.1.0", "2024.0.1"),
        ("next", "", "", ""),
    ],
)
def test_the_version_that_follows(version: str, major: str, minor: str, patch: str) -> None:
    """SemVer 2.0.0; before 1.0.0 a break raises the minor version."""
    assert [following(version, part) for part in ("major", "minor", "patch")] == [major, minor, patch]


def test_a_version_that_is_too_low_is_told(tmp_path: Path) -> None:
    """`info.version` of the new document, or `version` of gen.yaml, is held to what follows."""
    new = document(parameters=[path("id"), query("q", required=True)])
    for old_version, new_version, said in (
        ("1.2.0", "1.3.0", "a major version, 2.0.0 after 1.2.0 (1.3.0 is too low)"),
        ("1.2.0", "2.0.0", "a major version, 2.0.0 after 1.2.0 (2.0.0 is enough)"),
        ("0.2.0", "0.3.0", "a major version, 0.3.0 after 0.2.0 (0.3.0 is enough)"),
    ):
        old = document()
        old["info"]["version"], new["info"]["version"] = old_version, new_version
        changes(tmp_path, old, new)
        done = codegen("diff", "old.json", "new.json", "-t", "python", cwd=tmp_path)
        assert done.stderr.splitlines()[-1] == f"python: 1 break: {said}"
    assert not is_enough("x", "1.0.0")


def test_a_changelog_entry(tmp_path: Path) -> None:
    """The heads of Keep a Changelog, for each package, with what to change in a program."""
    old, new = document(), document(deprecated=True, description="Gets it.", **{NAME: "fetch"})
    new["paths"]["/trips"]["get"] = {"operationId": "listTrips", "responses": {"204": {"description": "none"}}}
    del new["paths"]["/trips"]["post"]
    old["info"]["version"] = "1.2.0"
    changes(tmp_path, old, new)
    done = codegen("diff", "old.json", "new.json", "-t", "python", "--format", "changelog", cwd=tmp_path)
    assert done.returncode == Exit.STALE
    assert done.stdout == (
        "## 2.0.0 (python)\n\n"
        "### Added\n\n"
        "- method client.list_trips is new\n\n"
        "### Changed\n\n"
        "- **Breaking:** client.get_trip is client.fetch now"
        " (`x-codegen-name-override` is new): write `client.fetch`\n"
        "- Documentation of client.fetch: description\n\n"
        "### Deprecated\n\n"
        "- method client.fetch is deprecated\n\n"
        "### Removed\n\n"
        "- **Breaking:** name WishParam is gone: do without `WishParam`\n"
        "- **Breaking:** method client.book_trip is gone: do without `client.book_trip`\n"
    ), done.stdout
    wire = codegen("diff", "old.json", "new.json", "--format", "changelog", cwd=tmp_path)
    assert wire.stdout.startswith("## Unreleased\n\n### ") and "- **Breaking:** POST /trips: " in wire.stdout


@pytest.mark.parametrize("form", ["sarif", "github", "markdown"])
def test_formats_for_reviews_say_all_of_it(form: str, tmp_path: Path) -> None:
    """Reasons, advice, and the changes of other languages at the same place, which have no annotation of their own."""
    changes(tmp_path, document(), document(**{NAME: "fetch"}))
    targets = ("-t", "python", "-t", "go")
    done = codegen("diff", "old.json", "new.json", *targets, "--format", form, cwd=tmp_path)
    assert done.returncode == Exit.STALE and done.stderr == ""
    if form == "sarif":
        (result, *_) = json.loads(done.stdout)["runs"][0]["results"]
        said = [result["message"]["text"], *(item["message"]["text"] for item in result["relatedLocations"])]
        assert result["ruleId"] == "CG1701" and said[1:] == ["before", f"why: `{NAME}` is new"]
        text = said[0]
    else:
        text = done.stdout
    for part in ("client.get_trip is client.fetch now", "write `client.fetch`", "client.GetTrip is client.Fetch now"):
        assert part in text, text
    assert f"`{NAME}` is new" in done.stdout
    if form == "markdown":
        assert "\n- client.get_trip is client.fetch now (" in text and "**python: 1 break: a major version, " in text
