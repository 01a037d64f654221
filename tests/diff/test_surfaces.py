"""What a change of a document means for the programs of each language, by the surface of its SDK."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from backends import load_backend
from compiler.commands.diff.findings import Level
from compiler.commands.diff.surfaces import compare_surfaces
from compiler.driver.options import Exit, InputOptions
from compiler.surface.surface import read_surface, surface_text
from compiler.surface.symbols import surface_of
from tests.support.diffs import changes, document, path, query
from tests.support.documents import answers, content, object_of, ref
from tests.support.drift import LANGUAGES
from tests.support.places import ROOT
from tests.support.printed import plan_of
from tests.support.recorder import Recorder, Reply
from tests.support.run import build, codegen, configure, write

BREAK, RISK, NOTE, DOCS = "break", "risk", "note", "docs"
TRAINS = ROOT / "examples/trains/openapi.yaml"
TEXT, INT, FLOAT = {"type": "string"}, {"type": "integer"}, {"type": "number"}
UUID = {"type": "string", "format": "uuid"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_surface_reads_back(language: str) -> None:
    """One symbol a line, sorted, none twice."""
    symbols = surface_of(plan_of(InputOptions(document=str(TRAINS)), language))
    text = surface_text(language, symbols)
    target, read = read_surface(text)
    assert target == language
    assert [item.line for item in read] == [item.line for item in symbols]
    lines = text.splitlines()[1:]
    assert len(set(lines)) == len(lines) > 200
    breaks = load_backend(language).breaks
    nowhere = (lambda _: None, lambda _: None)
    assert compare_surfaces(language, symbols, read, breaks, nowhere).items == []


def test_a_surface_names_what_programs_name() -> None:
    text = surface_text("python", surface_of(plan_of(InputOptions(document=str(TRAINS)), "python")))
    assert text.startswith("codegen surface 2 python\n")
    for line in (
        "client TrainTravel",
        "method client.bookings.documents.download(booking_id: string, document_id: string) -> bytes",
        "method client.bookings.list(*, after?: string, limit?: integer, status?: BookingStatus) -> pages<Booking>",
        "field Booking.id: string",
        "error Problem: Problem",
    ):
        assert f"\n{line}\n" in re.sub(r"\t.*", "", text), line
    assert "\tpaths/~1bookings/get\tafter=query/after limit=query/limit status=query/status\n" in text
    plain = re.sub(r"\t.*", "", text).replace("surface 2", "surface 1")
    assert len(read_surface(plain)[1]) == len(text.splitlines()) - 1, "the format before is read, without identities"


def changed(folder: Path, old: Any, new: Any, *more: str) -> dict[str, dict[str, str]]:
    """The rules found for each language, each with its worst level; those of the wire are left out."""
    told = changes(folder, old, new, *more)
    return {name: {rule: item["level"] for rule, item in told[name].items()} for name in LANGUAGES}


@pytest.mark.parametrize(
    ("parameters", "after", "python", "typescript", "go"),
    [
        pytest.param(
            [path("id")], [path("id"), query("q")],
            {"argument-added": NOTE}, {"argument-added": NOTE, "object-added": RISK, "type-added": NOTE},
            {"argument-added": NOTE, "object-added": BREAK, "type-added": NOTE}, id="first-optional",
        ),
        pytest.param(
            [path("id"), query("p")], [path("id"), query("p"), query("q")],
            {"argument-added": NOTE}, {"argument-added": NOTE}, {"argument-added": NOTE}, id="further-optional",
        ),
        pytest.param(
            [path("id"), query("p")], [path("id"), query("p"), query("q", required=True)],
            {"argument-added": BREAK}, {"argument-added": BREAK}, {"argument-added": NOTE}, id="required",
        ),
        pytest.param(
            [path("id"), query("p")], [path("id"), query("p", required=True)],
            *[{"argument-became-required": BREAK}] * 3, id="became-required",
        ),
        pytest.param(
            [path("id"), query("p", required=True)], [path("id"), query("p")],
            {"argument-became-optional": NOTE}, {"argument-became-optional": NOTE}, {"argument-became-optional": BREAK},
            id="became-optional",
        ),
    ],
)  # fmt: skip
def test_arguments(parameters: Any, after: Any, python: Any, typescript: Any, go: Any, tmp_path: Path) -> None:
    found = changed(tmp_path, document(parameters=parameters), document(parameters=after))
    assert found == {"python": python, "typescript": typescript, "go": go}


def test_the_name_of_an_argument_by_position_counts_where_it_may_be_given(tmp_path: Path) -> None:
    new = document(parameters=[path("trip")])
    new["paths"]["/trips/{trip}"] = new["paths"].pop("/trips/{id}")
    found = changed(tmp_path, document(), new)
    assert found["python"]["argument-renamed"] == BREAK
    assert "argument-renamed" not in found["typescript"] | found["go"]


@pytest.mark.parametrize(
    ("most", "rule", "levels"),
    [
        pytest.param(1, "form-changed", (BREAK, BREAK, BREAK), id="crossed"),
        pytest.param(4, "argument-added", (NOTE, BREAK, BREAK), id="below"),
    ],
)
def test_a_limit_of_arguments(most: int, rule: str, levels: tuple[str, ...], tmp_path: Path) -> None:
    """D4.2: beyond it the next parameter moves all into one object; below it is one more position.

    In Go and TypeScript that is before the options.
    """
    sections = "".join(f"{name}: {{maxMethodParams: {most}}}\n" for name in LANGUAGES)
    configure(tmp_path, sections)
    found = changed(tmp_path, document(), document(parameters=[path("id"), query("q")]), "-c", "gen.yaml")
    assert tuple(found[language].get(rule) for language in LANGUAGES) == levels, found


def edited(kind: str, **changes: Any) -> Any:
    new = document()
    new["components"]["schemas"][kind].update(changes)
    return new


def test_a_text_alone_is_documentation(tmp_path: Path) -> None:
    """Summaries, descriptions, examples and defaults: a patch version; what is deprecated now, a minor one."""
    new = document(description="Another text.", parameters=[{**path("id"), "description": "The id.", "example": "x"}])
    new["components"]["schemas"]["Trip"]["properties"]["id"]["description"] = "Its id."
    assert changed(tmp_path, document(), new) == {name: {"docs-changed": DOCS} for name in LANGUAGES}
    done = codegen("diff", "old.json", "new.json", "-t", "go", cwd=tmp_path)
    assert "info[CG1706]: go: documentation of client.GetTrip: description, " in done.stderr, done.stderr
    assert "go: 2 texts of the documentation: a patch version" in done.stderr
    found = changed(tmp_path, document(), document(deprecated=True))
    assert found == {name: {"deprecated": NOTE} for name in LANGUAGES}
    told = {"deprecated": True, "x-codegen-deprecation-message": "Use listTrips."}
    found = changed(tmp_path, document(deprecated=True), document(**told))
    assert found == {name: {"docs-changed": DOCS} for name in LANGUAGES}


def test_files_of_surfaces(tmp_path: Path) -> None:
    """`build --surface` writes them; they are compared without documents."""
    for name, text in (("old", document()), ("new", document(parameters=[path("id"), query("q")]))):
        write(tmp_path, f"{name}.json", text)
        build(tmp_path, f"{name}.json", "-t", "go", "-t", "python", "--surface", name, "-q")
    assert sorted(file.name for file in (tmp_path / "old").iterdir()) == ["go.surface", "python.surface"]
    go = codegen("diff", "old/go.surface", "new/go.surface", cwd=tmp_path)
    assert (go.returncode == Exit.STALE and "client.Trips" in go.stderr) or "client.Get" in go.stderr
    python = codegen("diff", "old/python.surface", "new/python.surface", cwd=tmp_path)
    assert (python.returncode, python.stderr.splitlines()[-1]) == (
        Exit.OK,
        "1 note: a minor version, 1.1.0 after 1.0.0",
    )
    for name, text in (("old/go.surface", "codegen surface 9 go\n"), ("x.surface", "method\n")):
        (tmp_path / name).write_text(text)
        done = codegen("diff", name, "new/go.surface", cwd=tmp_path)
        assert done.returncode == Exit.USAGE and "error[CG1705]" in done.stderr
    mixed = codegen("diff", "old/python.surface", "new/go.surface", cwd=tmp_path)
    assert mixed.returncode == Exit.USAGE and "it is of go, and old/python.surface of python" in mixed.stderr


def test_documents_that_do_not_compile(tmp_path: Path) -> None:
    """Exit code 2 with their errors; `-k` compares the rest."""
    write(tmp_path, "old.json", document())
    write(tmp_path, "new.json", document(parameters=[path("id"), {"in": "query"}]))
    done = codegen("diff", "old.json", "new.json", "-t", "python", cwd=tmp_path)
    assert done.returncode == Exit.ERRORS and "error[CG03" in done.stderr
    going = codegen("diff", "old.json", "new.json", "-t", "python", "-k", cwd=tmp_path)
    assert going.returncode == Exit.STALE and "method" in going.stderr and "is gone" in going.stderr
    assert Level.BREAK > Level.RISK > Level.NOTE


RATE = {"X-Rate": {"schema": INT}}
RATE_ALWAYS = {"X-Rate": {"required": True, "schema": INT}}
PROBLEM = {"description": "no", **content(ref("Wish"))}


def with_response(**more: Any) -> Any:
    """The document with more in the responses of its first operation."""
    found = answers(ref("Trip"))
    found["200"] |= {"headers": more.pop("headers")} if "headers" in more else {}
    return document(responses=found | {key.removeprefix("status"): value for key, value in more.items()})


OPEN = document()
del OPEN["components"]["schemas"]["Kind"]["x-codegen-unknown-values"]
SENT_CLOSED = document(parameters=[path("id"), query("kind", schema=ref("Kind"))])
FORM = object_of(seat=TEXT, photo={"type": "string", "format": "binary"})
OAUTH = {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://t/", "scopes": {"r": "", "w": ""}}}}


def with_kinds(old: Any, *values: str) -> Any:
    """A document with other values of its enum."""
    new = copy.deepcopy(old)
    new["components"]["schemas"]["Kind"]["enum"] = [*values]
    return new


OPEN_MORE = with_kinds(OPEN, "fast", "slow", "night")


def secured(*scopes: str) -> Any:
    new = document(security=[{"login": [*scopes]}] if scopes else [])
    if scopes:
        new["components"]["securitySchemes"] = {"login": OAUTH}
    return new


def with_media_types(sent: bool, received: bool) -> Any:
    new = document()
    post = new["paths"]["/trips"]["post"]
    if sent:
        post["requestBody"]["content"] |= {"multipart/form-data": {"schema": FORM}}
    if received:
        post["responses"]["202"] = {"description": "later", **content(TEXT, "text/plain")}
    return new


def with_union_of_enums() -> Any:
    """What programs do not know of an open enum they expect; nothing else arrives."""
    new = with_kinds(OPEN)
    enums = {"A": {"type": "string", "enum": ["fast", "slow"]}, "B": {"type": "string", "enum": ["night", "day"]}}
    new["components"]["schemas"] |= enums | {"Kind": {"anyOf": [ref("A"), ref("B")]}}
    return new


@pytest.mark.parametrize(
    ("old", "new", "rule", "levels"),
    [
        # a new member breaks whoever handles all of a closed enum; Go's compiler does not know of such
        (document(), with_kinds(document(), "fast", "slow", "night"), "member-added", (BREAK, BREAK, NOTE)),
        (document(), with_kinds(document(), "fast"), "member-removed", (BREAK, BREAK, BREAK)),
        (SENT_CLOSED, with_kinds(SENT_CLOSED, "fast", "slow", "night"), "member-added", (BREAK, BREAK, NOTE)),
        (OPEN, OPEN_MORE, "member-added", (NOTE, NOTE, NOTE)),
        (OPEN, with_kinds(OPEN, "fast"), "member-removed", (RISK, RISK, BREAK)),
        (document(), OPEN, "type-opened", (BREAK, BREAK, NOTE)),
        (OPEN, document(), "type-closed", (NOTE, NOTE, NOTE)),
        (with_kinds(OPEN, "fast"), with_union_of_enums(), "type-changed", (NOTE, NOTE, BREAK)),
        (document(), edited("Trip", required=[]), "field-became-optional", (BREAK, BREAK, BREAK)),
        (document(), edited("Trip", properties={"id": INT}), "field-type-changed", (BREAK, BREAK, BREAK)),
        (document(), edited("Wish", required=["seat"]), "argument-became-required", (BREAK, BREAK, BREAK)),
        (document(), edited("Wish", properties={"seat": TEXT, "a": TEXT}), "argument-added", (NOTE, NOTE, NOTE)),
        # what responses declare
        (with_response(headers=RATE), document(), "header-removed", (RISK, RISK, RISK)),
        (with_response(headers=RATE_ALWAYS), document(), "header-removed", (BREAK, BREAK, BREAK)),
        (with_response(status404=PROBLEM), document(), "raises-removed", (BREAK, BREAK, BREAK)),
        (document(), with_response(status404=PROBLEM), "raises-added", (NOTE, NOTE, NOTE)),
        (document(), with_response(status201=PROBLEM), "result-changed", (BREAK, BREAK, BREAK)),
        # fewer results are fewer cases to handle, where a union of them is a type; in Go the result is another type
        (with_media_types(False, True), document(), "result-changed", (NOTE, NOTE, BREAK)),
        # a media type of another shape has a method of its own (D7.3); a scope is asked for by the client itself
        (with_media_types(True, False), document(), "method-removed", (BREAK, BREAK, BREAK)),
        (document(), with_media_types(True, False), "method-added", (NOTE, NOTE, NOTE)),
        (secured("r"), secured(), "option-removed", (BREAK, BREAK, BREAK)),
        (secured(), secured("r"), "option-added", (NOTE, NOTE, NOTE)),
        (secured("r", "w"), secured("r"), "option-removed", (None, None, None)),
    ],
)
def test_what_a_change_means(old: Any, new: Any, rule: str, levels: tuple[str | None, ...], tmp_path: Path) -> None:
    found = changed(tmp_path, old, new)
    assert tuple(found[language].get(rule) for language in LANGUAGES) == levels, found


def test_what_goes_with_a_method_is_told_by_it(tmp_path: Path) -> None:
    """Its headers and errors are its own."""
    new = with_response(headers=RATE, status404=PROBLEM)
    del new["paths"]["/trips/{id}"]
    found = changed(tmp_path, with_response(headers=RATE, status404=PROBLEM), new)
    assert all("method-removed" in rules for rules in found.values()), found
    assert not any(rule.startswith(("header", "raises")) for rules in found.values() for rule in rules), found
    back = changed(tmp_path, new, with_response(headers=RATE, status404=PROBLEM))
    assert not any(rule.startswith(("header", "raises")) for rules in back.values() for rule in rules), back


def of_types(sent: Any, received: Any) -> Any:
    new = document()
    new["components"]["schemas"]["Wish"]["properties"]["seat"] = sent
    new["components"]["schemas"]["Trip"]["properties"]["note"] = received
    return new


@pytest.mark.parametrize(
    ("old", "new", "argument", "field"),
    [
        pytest.param(INT, FLOAT, (NOTE, DOCS, BREAK), (BREAK, DOCS, BREAK), id="int-to-float"),
        pytest.param(FLOAT, INT, (BREAK, DOCS, BREAK), (NOTE, DOCS, BREAK), id="float-to-int"),
        pytest.param(TEXT, UUID, (DOCS, DOCS, DOCS), (DOCS, DOCS, DOCS), id="format"),
        pytest.param(TEXT, {"type": ["string", "null"]}, (RISK, NOTE, DOCS), (DOCS, BREAK, DOCS), id="null"),
        pytest.param(
            TEXT, {"type": "string", "enum": ["a", "b"]}, (BREAK, BREAK, BREAK), (NOTE, NOTE, BREAK), id="enum"
        ),
        pytest.param(INT, TEXT, (BREAK, BREAK, BREAK), (BREAK, BREAK, BREAK), id="other"),
    ],
)
def test_requests_may_take_more_and_responses_hold_less(
    old: Any, new: Any, argument: tuple[str, ...], field: tuple[str, ...], tmp_path: Path
) -> None:
    """Requests are contravariant, responses covariant; types of Go must be equal, and many of them are."""
    found = changed(tmp_path, of_types(old, TEXT), of_types(new, TEXT))
    assert tuple(found[name].get("argument-type-changed") for name in LANGUAGES) == argument, found
    found = changed(tmp_path, of_types(TEXT, old), of_types(TEXT, new))
    assert tuple(found[name].get("field-type-changed") for name in LANGUAGES) == field, found


def test_a_surface_of_the_format_before(tmp_path: Path) -> None:
    """It has no types of headers and no errors of methods, which are not told as new."""
    write(tmp_path, "new.json", with_response(headers=RATE, status404=PROBLEM))
    build(tmp_path, "new.json", "-t", "go", "--surface", ".", "-q")
    text = re.sub(r"\t.*", "", (tmp_path / "go.surface").read_text())
    text = re.sub(r"^(raises|setting) .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^codegen surface 2 go.*", "codegen surface 1 go", text)
    (tmp_path / "old.surface").write_text(re.sub(r"^(header [^?:]*).*", r"\1", text, flags=re.MULTILINE))
    for names in (("old.surface", "go.surface"), ("go.surface", "old.surface")):
        done = codegen("diff", *names, cwd=tmp_path)
        assert done.returncode == Exit.OK and done.stderr.startswith("nothing changed"), done.stderr


def test_a_type_of_answers_that_is_sent_now(tmp_path: Path) -> None:
    """D11.5: in Go nil is null and absent until a request reaches the type; then null has to be told from absent."""
    fields = "field A.Name?: string?\nfield A.Tags?: list<string>?\nfield A.Sure: list<string>?\n"
    for name, uses in (("old", "received"), ("new", "sent, received")):
        (tmp_path / f"{name}.surface").write_text(f"codegen surface 2 go\nclient T\n{fields}type A: model ({uses})\n")
    for names, told in ((("old", "new"), "is sent now"), (("new", "old"), "is sent no more")):
        done = codegen("diff", *(f"{name}.surface" for name in names), cwd=tmp_path)
        assert done.returncode == Exit.STALE and f"A {told}: Tags, which may be missing and null" in done.stderr


@pytest.mark.parametrize(
    "line", ["method a", "field A.b", "member A.c = {", "type A: alias of ", "method a(b c) ->", "case A"]
)
def test_a_surface_that_was_edited(line: str, tmp_path: Path) -> None:
    """Whatever it holds, it is compared or refused."""
    base = "codegen surface 2 python\nclient T\ntype A: enum (sent, received)\nmethod a(b: A, *, c?: list<>) -> A | \n"
    (tmp_path / "old.surface").write_text(base)
    (tmp_path / "new.surface").write_text(f"{base}{line}\nfield A.b: map<const<{{>>\n".replace("-> A", "-> list<A"))
    for names in (("old.surface", "new.surface"), ("new.surface", "old.surface")):
        assert codegen("diff", *names, cwd=tmp_path).returncode in (Exit.OK, Exit.STALE, Exit.USAGE)


# --------------------------------------------------------------------------- programs of the old version

ANSWER = json.dumps({"id": "a", "kind": "night", "title": "no"}).encode()
"""A trip of an unlisted kind, and a problem."""
CATCHES = """
try:
    client.get_trip("none")
except t.WishError as error:
    print("caught", error.status)
"""
MATCHES = """
match client.get_trip("a").kind:
    case "fast" | "slow":
        print("known")
    case other:
        print("other")
"""
NOTHING = "client.book_trip(seat=None)"
HEADER = """
raw = client.with_raw_response.get_trip("a")
print(raw.headers.get("x-rate"))
"""


@pytest.mark.parametrize(
    ("old", "new", "program", "rule", "level", "before", "after"),
    [  # an error without its class, a value of an open enum, null is sent, a header
        (with_response(status404=PROBLEM), document(), CATCHES,
         "raises-removed", BREAK, "caught 404\n", None),
        (OPEN, OPEN_MORE, MATCHES, "member-added", NOTE, "other\n", "other\n"),
        (of_types(TEXT, TEXT), of_types({"type": ["string", "null"]}, TEXT), NOTHING,
         "argument-type-changed", RISK, None, '{"seat":null}'),
        (with_response(headers=RATE), document(), HEADER,
         "header-removed", RISK, "None\n", "None\n"),
    ],
)  # fmt: skip
def test_a_program_of_the_old_version(
    old: Any, new: Any, program: str, rule: str, level: str, before: str | None, after: str | None, tmp_path: Path
) -> None:  # fmt: skip
    """What it prints and sends; None: it ends with an error."""
    assert changed(tmp_path, old, new)["python"][rule] == level
    for which, wanted in (("old", before), ("new", after)):
        build(tmp_path, f"{which}.json", "-t", "python", "-o", which, "-q")
        with Recorder() as server:
            status = 404 if "none" in program else 200
            server.script(Reply(status, body=ANSWER, headers={"Content-Type": "application/json"}))
            text = f"import t\nclient = t.T(base_url={server.origin!r}, retries=0)\n{program}"
            environment = os.environ | {"PYTHONPATH": str(tmp_path / which / "python")}
            words = [sys.executable, "-c", text]
            done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60)
            sent = "".join(request.body.decode() for request in server.requests)
        if wanted is None:
            assert done.returncode != 0 and "Error" in done.stderr, done.stdout
        else:
            assert (done.returncode, done.stdout + sent.replace(": ", ":")) == (0, wanted), done.stderr
