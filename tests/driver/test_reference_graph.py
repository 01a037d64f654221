"""`codegen graph`: what refers to what, after any pass, and questions about it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.documents import answers, document, list_of, object_of, operation, ref
from tests.support.run import codegen, write

PATHS = {
    "/trips": {"get": operation("listTrips", answers(ref("Trip")))},
    "/stations": {"get": operation("listStations", answers(ref("Station")))},
}
SCHEMAS = {
    "Trip": object_of(**{"from": ref("Station"), "seats": ref("Seats")}),
    "Station": object_of(near=list_of(ref("Station"))),
    "Seats": object_of(coach=ref("Coach")),
    "Coach": object_of(number="integer"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "openapi.yaml", document("T", PATHS, SCHEMAS))
    return tmp_path


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (["--cycles"], ["schemas/Station -> schemas/Station"]),
        (["--path", "GET /trips", "Coach"], ["paths/~1trips/get", "schemas/Trip", "schemas/Seats", "schemas/Coach"]),
        (["--reaching", "schemas/Seats"], ["paths/~1trips/get", "schemas/Trip"]),
        (["--reached-from", "listStations"], ["schemas/Station"]),
        (["--kept-by", "Trip"], ["schemas/Coach", "schemas/Seats"]),
        (["--kept-by", "Station"], []),
        (["--kept-by", "Station", "--after", "resolve_refs"], []),
    ],
)
def test_questions(question: list[str], answer: list[str], folder: Path) -> None:
    done = codegen("graph", "openapi.yaml", *question, cwd=folder)
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (Exit.OK, answer, "")


@pytest.mark.parametrize("after", ["resolve_refs", "name_schemas", "prune_unused"])
def test_the_graph_after_a_pass(after: str, folder: Path) -> None:
    """Schemas before shape_types, types behind it: the same nodes and edges here."""
    shown = json.loads(codegen("graph", "openapi.yaml", "--after", after, "--format", "json", cwd=folder).stdout)
    kinds = {"schema"} if after == "resolve_refs" else {"model"}
    assert {node["kind"] for node in shown["nodes"]} == {"operation"} | kinds
    edges = {(edge["from"].rpartition("/")[2], edge["to"].rpartition("/")[2]) for edge in shown["edges"]}
    assert edges == {
        ("get", "Trip"), ("get", "Station"), ("Trip", "Station"), ("Trip", "Seats"), ("Seats", "Coach"),
        ("Station", "Station"),
    }  # fmt: skip


def test_around_a_node(folder: Path) -> None:
    near = json.loads(codegen("graph", "openapi.yaml", "--around", "Seats", "--format", "json", cwd=folder).stdout)
    assert {node["id"] for node in near["nodes"]} == {"schemas/Trip", "schemas/Seats", "schemas/Coach"}
    wide = codegen("graph", "openapi.yaml", "--around", "Seats", "--depth", "2", cwd=folder).stdout
    assert '"schemas/Trip" -> "schemas/Station";' in wide and wide.startswith("digraph references {\n")
    tree = ET.fromstring(codegen("graph", "openapi.yaml", "--format", "graphml", cwd=folder).stdout)
    assert len(tree.findall(".//{http://graphml.graphdrawing.org/xmlns}node")) == 6


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (["--around", "Staton"], "nothing is called 'Staton'; did you mean 'Station'?"),
        (["--reaching", "get"], "'get' may be 'paths/~1trips/get', 'paths/~1stations/get'"),
        (["--path", "Coach", "Trip"], "nothing leads from 'schemas/Coach' to 'schemas/Trip'"),
        (["--after", "renam"], "there is no pass 'renam' that all targets share; did you mean rename?"),
        (["--cycles", "--kept-by", "Trip"], "not allowed with argument --cycles"),
    ],
)
def test_mistakes(question: list[str], said: str, folder: Path) -> None:
    done = codegen("graph", "openapi.yaml", *question, cwd=folder)
    assert done.returncode == Exit.USAGE and said in done.stderr


def test_a_document_with_errors(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text("openapi: 3.1.0\ninfo: [\n")
    done = codegen("graph", "openapi.yaml", cwd=tmp_path)
    assert done.returncode == Exit.ERRORS and "error[CG" in done.stderr and done.stdout == ""
