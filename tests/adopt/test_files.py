"""Documents of several files: keys of all of them are read; an overlay reaches the document itself alone."""

from __future__ import annotations

from pathlib import Path

from tests.adopt.support import HEAD, OK, adopt

ROOT = HEAD + "paths:\n  /trips: {$ref: parts/trips.yaml}\n  /lines: {$ref: parts/lines.yaml#/lines}\n"
TRIPS = f"get: {{operationId: getTrips, tags: [trips], KEYS, responses: {OK}}}\n"
LINES = f"lines:\n  get: {{operationId: getLines, tags: [lines], responses: {OK}}}\n"


def test_keys_in_other_files(tmp_path: Path) -> None:
    """A prefix counts in all files, so that names there are those of their keys."""
    trips = TRIPS.replace("KEYS", "x-speakeasy-name-override: list, x-speakeasy-group: travel.trips")
    adopted = adopt(tmp_path, ROOT, {"parts/trips.yaml": trips, "parts/lines.yaml": LINES})
    assert adopted.config["generation"]["extensionPrefix"] == "x-speakeasy-"
    assert adopted.calls == ["lines.get_lines", "travel.trips.list"]
    assert adopted.report["methods"] == {"same": 2, "written": 0}


def test_names_for_operations_in_other_files(tmp_path: Path) -> None:
    """A name is an entry of the root's list; a group can be written there only, and is told."""
    config = (
        "organization: {}\nresources: {trips: {methods: {all: get /trips}}, other: {methods: {getLines: get /lines}}}\n"
    )
    files = {"parts/trips.yaml": TRIPS.replace("KEYS, ", ""), "parts/lines.yaml": LINES, "stainless.yml": config}
    adopted = adopt(tmp_path, ROOT, files)
    entry = {"operationId": "^getTrips$", "methodNameOverride": "all"}
    assert adopted.actions == [{"target": "$", "update": {"x-codegen-name-override": [entry]}}]
    assert adopted.why('x-codegen-group: "other" (GET /lines)').startswith("it stands in another file")
    assert adopted.calls == ["lines.get_lines", "trips.all"]


def test_files_above_the_document_are_not_read(tmp_path: Path) -> None:
    """D1.3: what a build does not read, this does not either."""
    (tmp_path / "out.yaml").write_text(TRIPS.replace("KEYS", "x-speakeasy-name-override: list"))
    document = HEAD + "paths:\n  /trips: {$ref: ../out.yaml}\n"
    adopted = adopt(tmp_path / "inner", document)
    assert adopted.run.returncode != 4
    assert "x-speakeasy-*" not in adopted.run.stdout
