"""Behaviour that must be the same in every language (sdk 1), on documents that printers could interpret differently."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import content, document, object_of, operation, parameter, ref, sends
from tests.support.drift import LANGUAGES
from tests.support.run import build_sdks

TRIPS = {"/trips": {"get": operation("listTrips")}}
TRIP = object_of(id="string")


def printed(folder: Path, paths: Mapping[str, Any] = TRIPS, config: str | None = None, **more: Any) -> Path:
    """Build a document for every language; return the output folder."""
    made = document("Trains API", paths, servers=[{"url": "https://api.example.com"}], **more)
    return build_sdks(folder, made, *([] if config is None else [config]))


def readmes(out: Path) -> list[str]:
    return [(out / language / "README.md").read_text("utf-8") for language in LANGUAGES]


@pytest.mark.parametrize(
    ("title", "package"),
    [("Größe & Maße API", "grosse-masse"), ("Łódź", "lodz"), ("商品 API", "api-client"), ("A1 API", "a1")],
)
def test_a_package_has_a_name_that_registries_take(tmp_path: Path, title: str, package: str) -> None:
    """pip, npm and Go take ASCII alone; what is called after a title with other letters can be installed too."""
    out = printed(tmp_path, info={"title": title, "version": "1.0.0"})
    assert tomllib.loads((out / "python/pyproject.toml").read_text("utf-8"))["project"]["name"] == package
    assert json.loads((out / "typescript/package.json").read_text("utf-8"))["name"] == package
    assert f"module example.com/{package.replace('-', '')}\n" in (out / "go/go.mod").read_text("utf-8")


def test_environment_variables_are_the_same_whatever_a_package_is_called(tmp_path: Path) -> None:
    """They follow the client; no escape of a language (`pass_` in Python) is part of them."""
    schemes = {"pass": {"type": "apiKey", "in": "header", "name": "X"}, "appKey": {"type": "http", "scheme": "basic"}}
    config = "generation: {sdkClassName: Measures}\npython: {packageName: my_sdk}\ntypescript: {}\ngo: {}\n"
    secured = {"components": {"securitySchemes": schemes}, "security": [{"pass": [], "appKey": []}]}
    out = printed(tmp_path, config=config, **secured)
    for text in readmes(out):
        found = sorted(set(re.findall(r"`(MEASURES_[^`]*)`", text)))
        names = ("APP_KEY_PASSWORD", "APP_KEY_USERNAME", "BASE_URL", "LOG=debug", "PASS")
        assert found == [f"MEASURES_{name}" for name in names]


@pytest.mark.parametrize("exponent", [None, 1.5, 2, 3.25])
def test_pauses_between_attempts_grow_alike(tmp_path: Path, exponent: float | None) -> None:
    """What `x-codegen-retries` leaves out is as if there were none: 8 s at most, each twice as long as the last."""
    backoff = {} if exponent is None else {"backoff": {"exponent": exponent}}
    out = printed(tmp_path, **{"x-codegen-retries": {"strategy": "backoff", "statusCodes": [503], **backoff}})
    told = f"{exponent or 2:g}"
    go = (out / "go/client.go").read_text("utf-8")
    assert re.search(rf"Maximum:\s+8 \* time\.Second,\n\s+Exponent:\s+{re.escape(told)},", go)
    python = next((out / "python").glob("*/_client.py")).read_text("utf-8")
    usual = told == "2"  # what is as in the runtime is not printed
    assert ("exponent=" not in python) if usual else (f"exponent={float(told)}" in python)
    assert "maximum=" not in python
    assert f"maximum: 8000,\n    exponent: {told}," in (out / "typescript/src/client.ts").read_text("utf-8")


def test_the_first_call_gives_what_every_request_needs(tmp_path: Path) -> None:
    """A global parameter that is required is an option of the client that the README's first call cannot leave out."""
    tenant = parameter("tenant", "path", {"type": "string", "examples": ["acme"]})
    level = parameter("X-Level", "header", {"enum": ["low", "high"]}, required=True)
    paths = {"/{tenant}": {"get": operation("get", parameters=[tenant, level])}}
    both = {"parameters": [tenant, level, parameter("X-More", "header")]}
    out = printed(tmp_path, paths, **{"x-codegen-globals": both})
    python, typescript, go = readmes(out)
    assert 'client = Trains(tenant="acme", x_level="low")\n' in python
    assert 'async with AsyncTrains(tenant="acme", x_level="low") as client:\n' in python
    assert 'const client = new Trains({ tenant: "acme", xLevel: "low" });\n' in typescript
    made = 'client := trains.New(trains.WithTenant("acme"), trains.WithXLevel(trains.XLevelLow))\n'
    assert made in go and made in (out / "go/example_test.go").read_text("utf-8")


def test_the_reference_names_what_stands_in_the_code(tmp_path: Path) -> None:
    """Go's constants carry the name of their type, and the fields of its request objects are exported; Python and
    TypeScript have constants where the document names them (D11.4)."""
    colour = {"type": "string", "enum": ["dark-red", "blue"]}
    mood = {"type": "string", "enum": ["low"], "x-codegen-enums": {"low": "WayDown"}}
    typed = [parameter("fit", schema=ref("Colour")), parameter("felt", schema=ref("Mood"))]
    trips = operation("listTrips", parameters=[*(parameter(f"q-{word}") for word in "abcde"), *typed])
    reference = printed(tmp_path, {"/trips": {"get": trips}}, schemas={"Colour": colour, "Mood": mood}) / "reference"
    page = (reference / "types/Colour.md").read_text("utf-8")
    assert '| Value | Go |\n| --- | --- |\n| `"dark-red"` | `ColourDarkRed` |\n' in page
    page = (reference / "types/Mood.md").read_text("utf-8")
    assert '| `"low"` | `WAY_DOWN` | `WayDown` | `MoodWayDown` |' in page
    calls = "".join(path.read_text("utf-8") for path in reference.rglob("*.md"))
    assert "| `q-a` | `q_a` | `QA` | query |" in calls


def test_readmes_say_how_a_receiver_knows_the_event(tmp_path: Path) -> None:
    """A receiver goes by the last part of the path, which is the document's name and not the handler's."""
    post = {"post": {"x-codegen-name-override": "made", "responses": {"200": {"description": "ok"}}}}
    out = printed(tmp_path, webhooks={"thing made": post})
    assert all("names the event: `/webhooks/thing%20made`." in text for text in readmes(out))
    page = "".join(path.read_text("utf-8") for path in (out / "reference/webhooks").iterdir())
    assert "| Python | `made` |\n| TypeScript | `made` |\n| Go | `OnMade` |" in page


def test_a_handler_that_would_hide_a_member_of_the_receiver_has_the_name_that_pages_say(tmp_path: Path) -> None:
    post = {"post": {"responses": {"200": {"description": "ok"}}}}
    out = printed(tmp_path, webhooks={"otherwise": post, "asgi": post})
    python = (out / "python/trains/_webhooks.py").read_text("utf-8")
    assert re.findall(r"def (otherwise_?|asgi_?)\(", python) == ["otherwise_", "asgi_"]
    pages = {name: (out / f"reference/webhooks/{name}.md").read_text("utf-8") for name in ("otherwise", "asgi")}
    assert "| Python | `otherwise_` |\n| TypeScript | `otherwise_` |\n| Go | `OnOtherwise` |" in pages["otherwise"]
    assert "| Python | `asgi_` |\n| TypeScript | `asgi` |\n| Go | `OnAsgi` |" in pages["asgi"]


def test_a_payload_that_may_be_null_is_an_object_in_no_language(tmp_path: Path) -> None:
    schemas = {"Trip": TRIP, "Maybe": {"anyOf": [ref("Trip"), {"type": "null"}]}}
    named = {"plain": ref("Trip"), "maybe": ref("Maybe")}
    events = {name: {"post": {"requestBody": content(schema), "responses": {}}} for name, schema in named.items()}
    out = printed(tmp_path, webhooks=events, schemas=schemas)
    paths = ("python/trains/_webhooks.py", "typescript/src/webhooks.ts", "go/webhooks.go")
    for text in ((out / path).read_text("utf-8") for path in paths):
        assert len(re.findall(r"""shape(?:=|: )"object\"""", text)) == 1, text


def test_names_made_of_others_keep_apart_from_request_objects(tmp_path: Path) -> None:
    """`ListParams` is what `list` takes, so the constant of a member `params` of `List` is called otherwise."""
    word = {"type": "string", "enum": ["params", "other"]}
    trips = operation("list", parameters=[*map(parameter, "abcde"), parameter("kind", schema=ref("List"))])
    out = printed(tmp_path, {"/trips": {"get": trips}}, schemas={"List": word})
    text = "".join(path.read_text("utf-8") for path in (out / "go").glob("*.go"))
    assert "type ListParams struct {" in text
    assert re.findall(r"^\s*(ListParams\w*|ListOther)\s+List\b", text, re.MULTILINE) == ["ListParamsValue", "ListOther"]


def test_a_message_does_not_deprecate(tmp_path: Path) -> None:
    """CG0325: `x-codegen-deprecation-message` on what is not deprecated has no meaning, and leaves no trace."""
    told = {"x-codegen-deprecation-message": "Use other."}
    model = object_of(a={"type": "string", **told})
    trip = sends("add", ref("Trip"), parameters=[parameter("q", **told)], **told)
    out = printed(tmp_path, {"/trips": {"post": trip}}, schemas={"Trip": model})
    texts = {path: path.read_text("utf-8") for path in out.rglob("*") if path.suffix in (".py", ".ts", ".go", ".md")}
    assert [path.name for path, text in texts.items() if "Use other" in text] == []
