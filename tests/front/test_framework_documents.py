"""Documents as frameworks export them: the output of `codegen lint` fixes their names, and noise is not repeated."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.support.run import codegen

OPERATION = "read_trip_api_v1_trips__id__get"
TITLED = {
    "type": "object",
    "title": "Trip",
    "properties": {"created_at": {"type": "string", "title": "Created At"}, "to": {"type": "string", "title": "Goal"}},
}
ANSWER = {
    "allOf": [
        {"$ref": "#/components/schemas/Envelope"},
        {"properties": {"data": {"$ref": "#/components/schemas/Trip"}}},
    ]
}
DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "Trips", "version": "1.0.0"},
    "servers": [{"url": "https://api.example.com"}],
    "paths": {
        "/api/v1/trips/{id}": {
            "get": {
                "operationId": OPERATION,
                "tags": ["trips"],
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "", "content": {"application/json": {"schema": ANSWER}}}},
            }
        }
    },
    "components": {
        "schemas": {"Trip": TITLED, "Envelope": {"type": "object", "properties": {"data": {"type": "object"}}}}
    },
}


def test_what_lint_prints_names_the_methods(tmp_path: Path) -> None:
    """CG0611: the list stands in an overlay as it is printed, and nothing is left to say."""
    tmp_path.joinpath("openapi.json").write_text(json.dumps(DOCUMENT), "utf-8")
    assert "CG0611" not in codegen("lint", "openapi.json", cwd=tmp_path).stderr  # its names follow from paths
    config = {"configVersion": "2.0.0", "generation": {"names": "operationId"}}
    tmp_path.joinpath("gen.yaml").write_text(json.dumps(config), "utf-8")
    linted = codegen("lint", "openapi.json", cwd=tmp_path).stderr
    found = re.search(r"= help: (x-codegen-name-override: .*)", linted)
    assert found is not None, linted
    overlay = (
        f"overlay: 1.0.0\ninfo: {{title: Names, version: 1.0.0}}\nactions:\n- target: $\n  update: {{{found[1]}}}\n"
    )
    tmp_path.joinpath("overlay.yaml").write_text(overlay, "utf-8")
    again = codegen("lint", "openapi.json", "--overlay", "overlay.yaml", cwd=tmp_path)
    assert (again.returncode, again.stdout + again.stderr) == (0, "nothing to say: no errors, no warnings\n")

    codegen("build", "openapi.json", "--overlay", "overlay.yaml", "-t", "python", "-t", "typescript", cwd=tmp_path)
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
