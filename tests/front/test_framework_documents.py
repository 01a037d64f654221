"""Documents as frameworks export them: the output of `codegen lint` fixes their names, and noise is not repeated."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.documents import answers, document, object_of, operation, parameter, ref
from tests.support.run import build, codegen, configure, write

OPERATION = "read_trip_api_v1_trips__id__get"
TRIP = object_of(created_at={"type": "string", "title": "Created At"}, to={"type": "string", "title": "Goal"})
ANSWER = {"allOf": [ref("Envelope"), {"properties": {"data": ref("Trip")}}]}
READ = operation(OPERATION, answers(ANSWER), tags=["trips"], parameters=[parameter("id", "path")])
DOCUMENT = document(
    "Trips",
    {"/api/v1/trips/{id}": {"get": READ}},
    {"Trip": TRIP | {"title": "Trip"}, "Envelope": object_of(data="object")},
    openapi="3.0.3",
    servers=[{"url": "https://api.example.com"}],
)


def test_what_lint_prints_names_the_methods(tmp_path: Path) -> None:
    """CG0611: the list stands in an overlay as it is printed, and nothing is left to say."""
    write(tmp_path, "openapi.json", DOCUMENT)
    assert "CG0611" not in codegen("lint", "openapi.json", cwd=tmp_path).stderr  # its names follow from paths
    configure(tmp_path, "generation: {names: operationId}\n")
    linted = codegen("lint", "openapi.json", cwd=tmp_path).stderr
    found = re.search(r"= help: (x-codegen-name-override: .*)", linted)
    assert found is not None, linted
    overlay = (
        f"overlay: 1.0.0\ninfo: {{title: Names, version: 1.0.0}}\nactions:\n- target: $\n  update: {{{found[1]}}}\n"
    )
    write(tmp_path, "overlay.yaml", overlay)
    again = codegen("lint", "openapi.json", "--overlay", "overlay.yaml", cwd=tmp_path)
    assert (again.returncode, again.stdout + again.stderr) == (0, "nothing to say: no errors, no warnings\n")

    build(tmp_path, "openapi.json", "--overlay", "overlay.yaml", "-t", "python", "-t", "typescript")
    python, typescript = tmp_path / "sdk/python/trips", tmp_path / "sdk/typescript/src"
    assert re.search(r"    def read_trip\(\s+self, id: str", python.joinpath("_groups/trips.py").read_text("utf-8"))
    models = "".join(path.read_text("utf-8") for path in sorted(python.glob("_models/*.py")))
    assert '"""Goal"""' in models
    assert "Created At" not in models
    assert re.search(r"^    data: Trip \| None$", models, re.MULTILINE), "the envelope's object is the component"
    interfaces = typescript.joinpath("models/t.ts").read_text("utf-8")
    assert "  /** Goal */\n  to?: string;" in interfaces
    assert "Created At" not in interfaces
    assert "  data?: Trip;" in interfaces
