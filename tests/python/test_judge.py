"""The judge of printed Python: it accepts the output of the printers, and no change of that (`--verify-output`)."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from backends import load_backend
from backends.python.backend import PythonBackend
from backends.python.judge import judge
from backends.python.judge.reading import read
from bench.documents import find_document
from compiler.driver.options import InputOptions
from compiler.plan.plan import Plan
from tests.support.printed import plan_of
from tests.support.run import Run, codegen
from tests.support.wire_vectors import load_file

EVENTS, BUYING, SPECIAL, TICKET = "_groups/events.py", *(f"_models/{stem}.py" for stem in ("buy", "special", "ticket"))


@functools.cache
def printed() -> tuple[Plan, Mapping[str, str]]:
    plan = plan_of(InputOptions(document=str(find_document("museum").path)), "python")
    return plan, load_backend("python").emit(plan, ())


read_once = functools.cache(read)
"""The judge reads all files for each change of one of them."""


def said(path: str, before: str, after: str) -> list[str]:
    """Judge museum with a change of one of its files, which must hold the text once or several times."""
    plan, files = printed()
    path = f"{plan.surface.package}/{path}"
    assert re.search(before, files[path]), before
    changed = {**files, path: re.sub(before, after, files[path])}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("backends.python.judge.read", read_once)
        return [f"{fault.path}:{fault.line}: {fault.message}" for fault in judge(plan, changed)]


PLAIN, ODD = "{}", "{models: pydantic, maxMethodParams: 2}"


def build(name: str, section: str, folder: Path) -> Run:
    document = find_document(name)
    (folder / "gen.yaml").write_text(f"configVersion: 2.0.0\npython: {section}\n", "utf-8")
    given = (str(document.path), *document.flags, "--config", "gen.yaml")
    return codegen("build", *given, "-t", "python", "-q", "--verify-output", cwd=folder)


@pytest.mark.parametrize(("name", "section"), [("museum", PLAIN), ("museum", ODD), ("redocly-cafe-split", PLAIN)])
def test_what_is_printed_is_what_the_plan_says(name: str, section: str, tmp_path: Path) -> None:
    done = build(name, section, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


LARGER = [(name, section) for name in ("3gpp-namf-comm", "figma", "clerk-bapi", "openai") for section in (PLAIN, ODD)]
TRIED = [("3gpp-namf-comm", ODD), ("figma", PLAIN)]
"""One of each kind of models."""
HUNTED = [pytest.param(*case, marks=[] if case in TRIED else pytest.mark.hunt) for case in LARGER]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "section"), HUNTED)
def test_what_is_printed_of_larger_documents_is_what_the_plan_says(name: str, section: str, tmp_path: Path) -> None:
    """Callbacks, webhooks, pages, streams, unions and names that are no identifiers."""
    assert build(name, section, tmp_path).returncode == 0


@pytest.mark.parametrize("name", ["methods.yaml", "stream_items.yaml", "stream_switches.yaml"])
def test_what_is_printed_of_vectors_is_what_the_plan_says(name: str, tmp_path: Path) -> None:
    """Streams of texts, and methods that return a stream where an argument asks for one (D13.2)."""
    (tmp_path / "openapi.json").write_text(json.dumps(load_file(name)[0]), "utf-8")
    (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\npython: {}\n", "utf-8")
    done = codegen("build", "openapi.json", "-t", "python", "-q", "--verify-output", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


LIST = r"    def list_special_events\((?s:.*?)\n\n(?=    (?:async )?def)"
PRICE = r"        self.price = o\[\"price\"\]\n"

LOST = {
    "a method": (EVENTS, LIST, "", "EventsGroup no longer defines 'list_special_events'"),
    "the method of a class for asyncio": (
        EVENTS, LIST.replace("def", "async def", 1), "", "AsyncEventsGroup no longer defines 'list_special_events'",
    ),
    "a parameter": (EVENTS, "        page: int .*\n", "", "EventsGroup.list_special_events no longer takes 'page'"),
    "what is sent": (EVENTS, r'            Query\("page"\),\n', "", "_list_special_events no longer says 'page'"),
    "the path": (EVENTS, '"/special-events",', '"/tickets",', "_list_special_events no longer says '/special-events'"),
    "an attribute": (SPECIAL, "    price: EventPrice\n", "", "SpecialEvent no longer defines 'price'"),
    "the argument of a model": (SPECIAL, "        price: EventPrice,\n", "", "__init__ no longer takes 'price'"),
    "how a field is read": (SPECIAL, PRICE, "", "SpecialEvent.__read__ no longer defines 'price'"),
    "the name a field is read by": (SPECIAL, r'o\["price"\]', 'o["name"]', "__read__ no longer says 'price'"),
    "a value of an enum": (TICKET, '"event", ', "", "TicketType no longer says 'event'"),
    "what an argument is": (EVENTS, "Page number to retrieve. ", "", "tells 'Page number to retrieve. Default: 1.'"),
    "the end of what a type is": (TICKET, r"Use .general.(?s:.*?)special events\.", "", "tickets to special events.'"),
    "a key": ("_params/special.py", "    price: .*\n", "", "SpecialEventParam no longer has 'price'"),
    "an error": ("_errors.py", "    error: .*\n", "    pass\n", "Error no longer defines 'error'"),
    "a handler": (
        "_webhooks.py", r"    def publish_new_event\((?s:.*?)\n\n(?=    def)", "",
        "WebhookReceiver no longer defines 'publish_new_event'",
    ),
    "a public name": ("models.py", '    "TicketType",\n', "", "the file no longer says 'TicketType'"),
    "a class that others import": (
        BUYING, "from .ticket import TicketId, TicketType", "from .ticket import TicketId, TicketKind",
        "imports TicketKind of .ticket, which is not there",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", LOST)
def test_what_is_lost_is_found(what: str) -> None:
    path, before, after, message = LOST[what]
    found = said(path, before, after)
    assert [fault for fault in found if fault.startswith(f"redocly_museum/{path}:") and fault.endswith(message)], found


DOC = '"""Create special events.\n'

CODE = {
    "another name of a method": (EVENTS, "def list_special_events", "def list_events", "defines list_events, which"),
    "another parameter": (EVENTS, "start_date: date", "begin: date, start_date: date", "defines begin, which the plan"),
    "another attribute": (SPECIAL, "    price: EventPrice\n", "    price: int\n    cost: int\n", "defines cost"),
    "a literal that became a name": (EVENTS, '"createSpecialEvent"', "createSpecialEvent", "uses createSpecialEvent"),
    "a literal that became a call": (EVENTS, '"POST"', 'exit("POST")', "uses exit, which it neither"),
    "a literal that ended early": (EVENTS, '"createSpecialEvent"', '"create" "SpecialEvents"', "not hold: 'create"),
    "a literal that goes on": (EVENTS, '"/special-events"', '"/special-events/x"', "not hold: '/special-events/x'"),
    "a literal that is a template": (EVENTS, '"/special-events"', 'f"/{special}-events"', ": FormattedString"),
    "a type in quotes that calls": ("_webhooks.py", '"models.SpecialEvent [|] None"', '"exit(models)"', "hold: 'exit"),
    "an import": (SPECIAL, "from typing", "import os\nfrom typing", "imports os, which is not there"),
    "a call": (EVENTS, "\n\n\nclass EventsGroup", "\n\nmodels.Error()\n\n\nclass EventsGroup", "this: Expr"),
    "a statement in a method": (EVENTS, "        return self", "        del self\n        return self", "this: Del"),
    "two statements on a line": (SPECIAL, PRICE, "        self.price = 1; self.price = 2\n", ": SimpleStatement"),
    "an expression that makes names": (SPECIAL, r'o\["price"\]', '[o for o in o["price"]]', "this: ListComp"),
    "a docstring that is closed early": (EVENTS, DOC, f'{DOC}"""\n        models.Error()\n        """', "this: Expr"),
    "a docstring without its end": (EVENTS, "a new special event for the museum.", "a new", "end: 'creates a new"),
    "a docstring that is cut": (EVENTS, "Create special events.", "Create special.", "its end: 'create special"),
    "a docstring that says more": (EVENTS, DOC, f"{DOC.strip()} Twice.\n", "its end: 'twice creates"),
    "a comment that became code": (EVENTS, "# Code generated", "Code = generated", "is not Python"),
    "a comment that became a name": (EVENTS, "# Code generated .*", "DO_NOT_EDIT", "this: Expr"),
    "another comment": (EVENTS, "    def list", "    # pylint: off\n    def list", "not the header's: '# pylint: off'"),
    "a file of the runtime": ("_runtime/unset.py", "class Unset", "class Set", "is no copy of the runtime's file"),
    "no Python": (TICKET, "class Ticket", "class Ticket of", "is not Python"),
}  # fmt: skip


@pytest.mark.parametrize("what", CODE)
def test_what_no_printer_writes_is_found(what: str) -> None:
    path, before, after, message = CODE[what]
    found = said(path, before, after)
    assert [fault for fault in found if fault.startswith(f"redocly_museum/{path}:") and message in fault], found


def test_a_file_that_is_gone_is_found() -> None:
    plan, files = printed()
    found = judge(plan, {path: text for path, text in files.items() if not path.endswith(TICKET)})
    assert any(fault.path.endswith(TICKET) and "no longer defines 'Ticket'" in fault.message for fault in found)


def test_a_build_tells_the_line_of_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the compiler's fault: exit code 4, and nothing is written."""
    document = str(find_document("museum").path)
    command = ("build", document, "-t", "python", "-q", "--verify-output", "-o")
    assert codegen(*command, "right", cwd=tmp_path).returncode == 0
    assert (tmp_path / "right" / "python" / "redocly_museum" / "models.py").is_file()
    emit = PythonBackend.emit

    def misprint(*arguments: object) -> Mapping[str, str]:
        files = emit(*arguments)  # type: ignore[arg-type]
        return {path: text.replace("def list_special", "def list_all", 1) for path, text in files.items()}

    monkeypatch.setattr(PythonBackend, "emit", misprint)
    done = codegen(*command, "wrong", cwd=tmp_path)
    lines = printed()[1][f"redocly_museum/{EVENTS}"].split("\n")
    line = lines.index("    def list_special_events(") + 1
    assert done.returncode == 4
    assert f"python/redocly_museum/{EVENTS}:{line}: defines list_all, which the plan does not name" in done.stderr
    assert not (tmp_path / "wrong").exists()
    assert codegen(*(word for word in command if word != "--verify-output"), "wrong", cwd=tmp_path).returncode == 0
