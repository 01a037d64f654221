"""`x-speakeasy-*` keys and the names that follow from them."""

from __future__ import annotations

from pathlib import Path

from tests.adopt.support import HEAD, OK, adopt, operations
from tests.support.run import codegen


def test_keys_that_mean_the_same_are_read_by_their_prefix(tmp_path: Path) -> None:
    """One line of gen.yaml, and no overlay, if nothing else is to be said (D2.1)."""
    document = operations(
        "get /trips allTrips trips x-speakeasy-name-override: list",
        "get /stations allStations stations x-speakeasy-group: places.stations",
    )
    adopted = adopt(tmp_path, document)
    assert adopted.config["generation"]["extensionPrefix"] == "x-speakeasy-"
    assert adopted.actions == []
    assert adopted.calls == ["places.stations.all_stations", "trips.list"]


def test_keys_without_counterpart_are_told_and_taken_away(tmp_path: Path) -> None:
    """Each build would warn of them, and no other of the prefix does."""
    document = operations(
        "get /trips allTrips trips x-speakeasy-name-override: list",
        "get /stations allStations stations x-speakeasy-react-hook: {disabled: true}",
    )
    adopted = adopt(tmp_path, document)
    assert adopted.config["generation"]["extensionPrefix"] == "x-speakeasy-"
    assert adopted.actions == [{"target": "$..['x-speakeasy-react-hook']", "remove": True}]
    assert adopted.why("x-speakeasy-react-hook") == "functions for React are not printed"
    assert adopted.report["unmatched"][0]["line"] == 7
    assert adopted.calls == ["stations.all_stations", "trips.list"]
    assert "CG0321" not in codegen("lint", cwd=tmp_path).stderr


def test_keys_with_a_value_that_ours_cannot_have_are_not_read_by_their_prefix(tmp_path: Path) -> None:
    """The others are rewritten one by one."""
    document = operations(
        "get /trips allTrips trips x-speakeasy-name-override: list",
        "get /stations allStations stations x-speakeasy-timeout: soon",
    )
    adopted = adopt(tmp_path, document)
    assert "extensionPrefix" not in adopted.config["generation"]
    (action,) = adopted.actions
    assert action["update"] == {"x-codegen-extension-rewrite": {"x-codegen-name-override": "x-speakeasy-name-override"}}


def test_every_tag_is_a_group(tmp_path: Path) -> None:
    """A method stands in the group of each tag; codegen takes the first alone (D2.3)."""
    document = operations(
        "get /trips listTrips trips x-speakeasy-usage-example: true",
        "get /a a trips tags: [preview, trips], x-speakeasy-usage-example: true",
    ).replace("tags: [trips], tags:", "tags:")
    adopted = adopt(tmp_path, document)
    assert {"target": "$.paths['/a'].get", "update": {"x-codegen-group": ["preview", "trips"]}} in adopted.actions
    assert adopted.calls == ["preview.a", "trips.a", "trips.list_trips"]


def test_the_last_entry_of_the_roots_list_counts(tmp_path: Path) -> None:
    """D3.2; and a `.` in a tag nests."""
    entries = "[{operationId: ^get, methodNameOverride: get}, {operationId: Trips$, methodNameOverride: all}]"
    document = operations("get /trips getTrips travel.trips", "get /trip getTrip travel.trips")
    adopted = adopt(tmp_path, document.replace("paths:", f"x-speakeasy-name-override: {entries}\npaths:"))
    assert adopted.calls == ["travel.trips.all", "travel.trips.get"]
    assert adopted.actions == [
        {"target": "$.paths.*[?@.tags[0] == 'travel.trips']", "update": {"x-codegen-group": "travel.trips"}}
    ]


def test_one_name_for_two_methods(tmp_path: Path) -> None:
    """The first by its path keeps it; the other is told, and the document builds."""
    document = operations(
        "get /trips a trips x-speakeasy-name-override: find", "get /journeys b trips x-speakeasy-name-override: find"
    )
    adopted = adopt(tmp_path, document)
    (untrue,) = adopted.report["untrue"]
    assert (untrue["what"], untrue["why"]) == ("GET /trips", "GET /journeys has that name")
    assert [item["code"] for item in adopted.report["diagnostics"]] == ["CG1803"]
    assert adopted.actions == [{"target": "$.paths['/trips'].get['x-speakeasy-name-override']", "remove": True}]
    assert adopted.calls == ["trips.a", "trips.find"]


def test_one_name_for_two_types(tmp_path: Path) -> None:
    """A component keeps its name, and the override of another with that name goes."""
    document = operations("get /trips list trips").replace(
        OK, '{"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/trip_v2"}}}}}'
    )
    document += """\
components:
  schemas:
    Trip: {type: object, properties: {a: {type: string}}}
    trip_v2:
      x-speakeasy-name-override: Trip
      type: object
      properties: {trip: {$ref: "#/components/schemas/Trip"}}
"""
    adopted = adopt(tmp_path, document)
    assert adopted.actions == [{"target": "$.components.schemas.trip_v2['x-speakeasy-name-override']", "remove": True}]
    assert adopted.report["untrue"][0]["what"] == "the type at /components/schemas/trip_v2"
    assert adopted.calls == ["trips.list"]


def test_values_that_ours_cannot_have(tmp_path: Path) -> None:
    """A usage example with a title is one; an ignored schema is none, and is told."""
    document = operations("get /trips list trips x-speakeasy-usage-example: {title: Trips}")
    document += "components:\n  schemas:\n    A: {x-speakeasy-ignore: true, type: object}\n"
    adopted = adopt(tmp_path, document)
    assert adopted.actions == [{"target": "$.paths['/trips'].get", "update": {"x-codegen-usage-example": True}}]
    assert adopted.why("x-speakeasy-ignore").startswith("`x-codegen-ignore` has no meaning here")


def test_an_ignored_operation_has_no_name_to_adopt(tmp_path: Path) -> None:
    document = operations(
        "get /v1 a trips x-speakeasy-name-override: list, x-speakeasy-ignore: true",
        "get /v2 b trips x-speakeasy-name-override: list",
    )
    adopted = adopt(tmp_path, document)
    assert adopted.report["untrue"] == []
    assert adopted.calls == ["trips.list"]


FILES = {
    ".speakeasy/gen.yaml": """\
configVersion: 2.0.0
generation:
  sdkClassName: acme
  maintainOpenAPIOrder: true
  nosuch: 1
python:
  version: 1.2.3
  packageName: acme-travel
  maxMethodParams: 4
  envVarPrefix: ACME
  responseFormat: flat
  flatteningOder: body-first
  author: 3
typescript: {packageName: "@acme/travel", modelPropertyCasing: camel, maxMethodParams: many}
go: {packageName: github.com/acme/travel-go, version: 0.1.0}
java: {groupID: com.acme}
""",
    ".speakeasy/gen.lock": """\
lockVersion: 2.0.0
management: {repoURL: "https://github.com/acme/travel-python.git"}
features: {python: {core: 1.0.0}}
""",
    ".speakeasy/workflow.yaml": """\
workflowVersion: 1.0.0
sources: {acme: {inputs: [{location: a.yaml}, {location: b.yaml}], overlays: [{location: fix.yaml}]}}
targets: {py: {target: python, source: acme}, tf: {target: terraform, source: acme}}
""",
}


def test_the_files_of_speakeasy(tmp_path: Path) -> None:
    """Packages, versions and limits go to gen.yaml; unknown keys are told with their place and the nearest one."""
    adopted = adopt(tmp_path, HEAD + f"paths: {{/a: {{get: {{operationId: a, responses: {OK}}}}}}}\n", FILES)
    config = adopted.config
    assert config["generation"]["sdkClassName"] == "Acme"
    assert config["generation"]["envPrefix"] == "ACME"
    assert config["python"] == {
        "packageName": "acme_travel",
        "version": "1.2.3",
        "maxMethodParams": 4,
        "author": "3",
        "repository": "https://github.com/acme/travel-python",
    }
    assert config["typescript"] == {"packageName": "@acme/travel", "propertyCase": "camel"}
    assert config["go"] == {"modulePath": "github.com/acme/travel-go", "version": "0.1.0"}
    assert adopted.why("python.flatteningOder") == "codegen does not know this key; did you mean flatteningOrder?"
    assert adopted.why("java") == "codegen does not print this target"
    assert adopted.why('typescript.maxMethodParams: "many"') == "it has a value of another kind"
    assert "fix.yaml" in adopted.why("sources.acme.overlays[0]")
    assert adopted.why("sources.acme.inputs") == "codegen compiles one document: join them before"
    assert adopted.why("targets.tf") == "codegen does not print this target"
    assert {
        item["source"]: item["line"] for item in adopted.report["unmatched"] if item["what"] == "generation.nosuch"
    } == {".speakeasy/gen.yaml": 5}
    assert adopted.calls == ["a"]


def test_webhooks_are_signed_alike(tmp_path: Path) -> None:
    """One key has another name there."""
    signed = "{security: {type: signature, headerName: X-Sig, algorithm: hmac-sha256, signatureTextEncoding: hex}}"
    adopted = adopt(tmp_path, operations("get /a a -").replace("paths:", f"x-speakeasy-webhooks: {signed}\npaths:"))
    security = {"type": "signature", "headerName": "X-Sig", "algorithm": "hmac-sha256", "encoding": "hex"}
    assert adopted.actions == [{"target": "$", "update": {"x-codegen-webhooks": {"security": security}}}]
    assert adopted.calls == ["a"]


def test_files_of_these_names_that_are_others(tmp_path: Path) -> None:
    """gen.yaml beside the document is ours, and workflow.yaml may be anybody's: only `.speakeasy` has theirs."""
    adopted = adopt(
        tmp_path,
        operations("get /a a -"),
        {"workflow.yaml": "on: [", "sub/.speakeasy/gen.yaml": "configVersion: 2.0.0\ngo: {version: 1.0.0}\n"},
    )
    assert adopted.run.returncode == 0
    again = adopt(tmp_path, operations("get /a a -"), None, "--force", "--from", "sub/.speakeasy")
    assert again.config["go"] == {"version": "1.0.0"}
