"""The front end by rule: what documents mean, when they are read with a warning, and when with an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import Diagnostics
from compiler.front import lower_document
from compiler.front.keys.extensions import EXTENSIONS, Where
from compiler.ir.nodes import Schema
from compiler.source import Limits, load_text
from tests.support.documents import text_of
from tests.support.lowering import HEAD, Lowered, lower, lower_files
from tests.support.places import ROOT
from tests.support.recorder import Recorder, Reply

DONE = 'responses: {"204": {description: done}}'
OPERATION = f"paths: {{/tests: {{get: {{operationId: listTests, {DONE}, %s}}}}}}\n"
SCHEMA = "paths: {}\ncomponents: {schemas: {Test: %s}}\n"


def operation(members: str, **options: Any) -> Lowered:
    """Lower a document with one operation that has these members."""
    return lower(OPERATION % members, **options)


def schema(text: str) -> tuple[Schema, Lowered]:
    """Lower a document with one schema."""
    lowered = lower(SCHEMA % text)
    return lowered.sdk.schemas["schemas/Test"], lowered


# --------------------------------------------------------------------------- D1: documents


@pytest.mark.parametrize("version", ["3.0.0", "3.0.4", "3.1.0", "3.1.2", "3.2.0", "3.1", "'3.0'"])
def test_versions_that_are_read(version: str) -> None:
    """D1.1; a version has three numbers (D1.4)."""
    codes = ["CG0375"] if version.count(".") < 2 else []
    assert lower("paths: {}\n", head=f"openapi: {version}\ninfo: {{title: T, version: 1.0.0}}\n").codes == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("openapi: 4.0.0\n", "CG0320"),
        ("openapi: [3]\n", "CG0320"),
        ("openapi: 3.10.0\n", "CG0320"),
        ("- 1\n", "CG0304"),
        ("", "CG0304"),
    ],
)
def test_what_is_no_document_that_can_be_read(text: str, code: str) -> None:
    """D1.1: Swagger 2.0 and unknown versions stop at once."""
    lowered = lower(text, head="")
    assert lowered.lowering is None
    assert lowered.codes == [code]


# --------------------------------------------------------------------------- D1.3, D1.4: references


def test_a_reference_stays_in_the_folder_of_the_document(tmp_path: Path) -> None:
    """D1.3: also behind a symbolic link, and always an error that stops."""
    (tmp_path / "outside.yaml").write_text("type: string\n")
    folder = tmp_path / "api"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    text = HEAD + SCHEMA % "{properties: {a: {$ref: ../outside.yaml}, b: {$ref: link.yaml}}}"
    lowered = lower_files(folder, {"openapi.yaml": text})
    assert lowered.codes == ["CG0403", "CG0403"]
    assert lowered.diagnostics.must_stop


def test_ref_root_widens_the_folder(tmp_path: Path) -> None:
    """D1.3: `--ref-root`."""
    (tmp_path / "outside.yaml").write_text("type: string\n")
    text = HEAD + SCHEMA % "{properties: {a: {$ref: ../outside.yaml}}}"
    lowered = lower_files(tmp_path / "api", {"openapi.yaml": text}, ref_root=str(tmp_path))
    assert lowered.codes == []
    assert lowered.sdk.schemas["../outside.yaml#"].types == ("string",)


@pytest.mark.parametrize("ref", ["/etc/passwd", "file:///etc/passwd", "a/../../x.yaml", "%2e%2e/x.yaml", "../api2/x"])
def test_no_spelling_leaves_the_folder(ref: str, tmp_path: Path) -> None:
    """D1.3."""
    (tmp_path / "x.yaml").write_text("type: string\n")
    (tmp_path / "api2").mkdir()
    (tmp_path / "api2" / "x").write_text("type: string\n")
    lowered = lower_files(tmp_path / "api", {"openapi.yaml": HEAD + SCHEMA % f"{{$ref: '{ref}'}}"})
    assert lowered.codes in (["CG0403"], ["CG0402"])
    assert lowered.lowering is not None
    assert len(lowered.lowering.files) == 1


@pytest.mark.parametrize(
    "ref", ["http://[x", "a\\u0000b.yaml", "x" * 300 + ".yaml", "http://a:b/c", "//x", "%", "#%zz"]
)
def test_strange_references_are_diagnostics(ref: str) -> None:
    lowered = lower(SCHEMA % f'{{properties: {{a: {{$ref: "{ref}"}}, b: {{$id: "http://[y", type: string}}}}}}')
    assert lowered.codes != []
    assert set(lowered.codes) <= {"CG0401", "CG0402", "CG0403", "CG0404", "CG0411"}


def test_what_32_adds_and_is_not_supported_has_a_name() -> None:
    """D1.1: each addition is read or reported; docs/documents.md lists the codes."""
    found = lower(text_of("front/openapi_32.yaml"), head="")
    codes = sorted(set(found.codes))
    assert codes == ["CG1302", "CG1303", "CG1304", "CG1305", "CG1306", "CG1308"]
    page = (ROOT / "docs/documents.md").read_text("utf-8")
    assert [code for code in codes if f"({code})" not in page] == []


def test_dynamic_references_in_a_chain_end() -> None:
    """D1.5: what fills in schemas in schemas without end is a diagnostic, a hundred levels of nesting are none."""
    chain = "".join(f'    C{k}: {{properties: {{p: {{$ref: "#/components/schemas/C{k + 1}"}}}}}}\n' for k in range(400))
    last = '    C400: {$defs: {d: {$dynamicAnchor: n}}, items: {$dynamicRef: "#n"}}\n'
    first = '    A: {$ref: "#/components/schemas/C0", $defs: {d: {$dynamicAnchor: n, type: string}}}\n'
    head = "paths: {}\ncomponents:\n  schemas:\n"
    assert lower(head + first + chain + last).codes == ["CG0420"]
    deep = "{properties: {p: " * 60 + '{$dynamicRef: "#n"}' + "}}" * 60
    assert lower(f"{head}    B: {{$dynamicAnchor: n, items: {deep}}}\n").codes == []


# --------------------------------------------------------------------------- D2, D14: extensions


def test_another_prefix_counts_too() -> None:
    """D2.1: `--extension-prefix` adds a prefix."""
    text = "x-vendor-name-override: one, x-codegen-max-method-params: 2"
    lowered = operation(text, extension_prefix="x-vendor-")
    found = lowered.sdk.operations["paths/~1tests/get"]
    assert (found.override, found.max_method_params) == ("one", 2)
    assert operation(text).sdk.operations["paths/~1tests/get"].override is None
    assert operation("x-speakeasy-entity: b", extension_prefix="x-speakeasy-").codes == ["CG0321"]


BAD_VALUES = {
    "name-override": ["5", "''", "[]", "[a, 5]", "{}", "{python: 5}", "{python: []}", "{python: {go: a}}"],
    "max-method-params": ["-1", "'4'", "1.5", "true"],
    "ignore": ["1", "''", "[go]"],
    "pagination": ["cursor", "{type: pages}", "{inputs: []}", "{type: url, outputs: {next: $.a}}"],
    "group": ["5", "{a: b}", "[5]"],
    "retries": ["true", "{strategy: often}", "{strategy: backoff, statusCodes: [9]}", "{backoff: {}}"],
    "timeout": ["0", "'5s'", "1.5"],
    "idempotency": ["true", "{}", "{header: ''}", "X-Key"],
    "errors": ["[404]", "{}", "{statusCodes: [nope]}"],
    "sse-sentinel": ["5", "''", "true"],
    "stream-switch": ["5", "''", "true"],
    "deprecation-message": ["5"],
    "usage-example": ["{}", "'yes'"],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in BAD_VALUES.items() for value in values])
def test_wrong_values_are_errors_and_change_nothing(key: str, value: str) -> None:
    """D2.2: a known key with a wrong type or value, nested keys included."""
    lowered = operation(f"deprecated: true, x-codegen-{key}: {value}")
    assert set(lowered.codes) == {"CG0323"}
    assert lowered.diagnostics.failed_subjects == {"paths/~1tests/get": ["CG0323"]}
    assert lowered.sdk.operations == operation("deprecated: true").sdk.operations


def test_every_key_of_the_table_has_a_place() -> None:
    """D14: a key without one would mean nothing anywhere."""
    assert all(extension.places for extension in EXTENSIONS.values())
    assert set(EXTENSIONS["ignore"].places) == {
        Where.PATH_ITEM, Where.OPERATION, Where.PARAMETER, Where.PROPERTY, Where.REQUEST_CONTENT, Where.RESPONSE,
        Where.RESPONSE_CONTENT, Where.CALLBACK, Where.CALLBACK_OPERATION, Where.WEBHOOK,
    }  # fmt: skip


# --------------------------------------------------------------------------- sloppy input never raises

SLOPPY = ["5", "x", "null", "[]", "{}", "true", "[[]]", "[null]", "{x: null}", "{$ref: 5}", "{$ref: '#/nope'}", "1.5"]
PLACES = [
    "info: %s", "servers: %s", "servers: [%s]", "paths: %s", "components: %s", "components: {schemas: %s}", "tags: %s",
    "components: {parameters: {A: %s}}", "components: {responses: {A: %s}}", "components: {headers: {A: %s}}",
    "components: {requestBodies: {A: %s}}", "components: {securitySchemes: {A: %s}}", "security: %s", "webhooks: %s",
    "paths: {/a: %s}", "paths: {/a: {get: %s}}", "paths: {/a: {parameters: %s}}", "paths: {/a: {get: {tags: %s}}}",
    "paths: {/a: {get: {parameters: [%s]}}}", "paths: {/a: {get: {requestBody: %s}}}", "security: [%s]",
    "paths: {/a: {get: {requestBody: {content: {a/b: %s}}}}}", "paths: {/a: {get: {responses: %s}}}", "tags: [%s]",
    "paths: {/a: {get: {responses: {'200': %s}}}}", "paths: {/a: {get: {callbacks: %s}}}", "externalDocs: %s",
    "paths: {/a: {get: {callbacks: {b: %s}}}}", "paths: {/a: {get: {callbacks: {b: {c: %s}}}}}",
    "components: {schemas: {A: %s}}", "components: {schemas: {A: {properties: %s}}}", "webhooks: {a: {post: %s}}",
    "components: {schemas: {A: {discriminator: %s}}}", "components: {schemas: {A: {allOf: %s}}}",
    "components: {schemas: {A: {type: %s}}}", "components: {schemas: {A: {required: %s}}}", "x-codegen-globals: %s",
    "components: {schemas: {A: {enum: %s}}}", "components: {schemas: {A: {examples: %s}}}",
    "components: {schemas: {A: {minimum: %s}}}", "components: {schemas: {A: {minLength: %s, items: %s}}}",
    "x-codegen-name-override: %s", "x-codegen-webhooks: %s", "x-codegen-extension-rewrite: %s",
    "components: {securitySchemes: {A: {type: oauth2, flows: %s}}}",
    "paths: {/a: {get: {requestBody: {content: {a/b: {encoding: {c: %s}}}}}}}",
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_values_of_the_wrong_type_are_never_exceptions(place: str) -> None:
    """house 4: user mistakes are diagnostics."""
    head = "openapi: 3.1.0\n" + ("" if place.startswith("info") else "info: {title: T, version: 1.0.0}\n")
    for value in SLOPPY:
        text = place.replace("%s", value) + "\n"
        for version in (head, head.replace("3.1.0", "3.0.0")):
            diagnostics = Diagnostics()
            document = load_text(version + text, "openapi.yaml", Limits(), diagnostics)
            assert document is not None
            assert lower_document(document, diagnostics) is not None
            assert all(diagnostics.locate(item.loc) for item in diagnostics.items if item.loc is not None)


# --------------------------------------------------------------------------- D1.3: the network


def test_a_host_that_is_named_is_asked(tmp_path: Path) -> None:
    """D1.3: `--allow-remote`; relative references of a remote file stay remote."""
    with Recorder() as server:
        text = HEAD + SCHEMA % f"{{$ref: '{server.origin}/a/pet.yaml'}}"
        allowed = frozenset({server.origin.removeprefix("http://")})
        pet = b"type: object\nproperties: {next: {$ref: 'other.yaml'}}\n"
        server.script(Reply(body=pet), Reply(body=b"type: integer\n"))
        lowered = lower_files(tmp_path, {"openapi.yaml": text}, allow_remote=allowed)
    assert lowered.codes == []
    assert lowered.sdk.schemas[f"{server.origin}/a/other.yaml#"].types == ("integer",)


def test_a_link_that_leads_nowhere_is_no_file(tmp_path: Path) -> None:
    """D1.3: the help says what is meant."""
    (tmp_path / "lost.yaml").symlink_to("nowhere.yaml")
    found = lower_files(tmp_path, {"api.yaml": HEAD + SCHEMA % "{$ref: lost.yaml}"})
    assert (found.codes, found.helps) == (["CG0402"], ["it is a link that leads nowhere"])
