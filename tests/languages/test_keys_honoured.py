"""D14, D15: all keys of the tables are honoured. Each key, in each place where it is allowed, changes the output.

Tables declare the keys: `EXTENSIONS` those of `x-codegen-*`, `GENERATION` and `TARGET_KEYS` those of gen.yaml. A key
that is added there but that no code reads fails here, and so does a key without a test value here.
"""

from __future__ import annotations

import copy
import functools
import re
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from backends import Language, language_of, load_backend
from backends.keys import TARGET_KEYS
from compiler.config import parse
from compiler.config.keys import CONFIG_VERSION, GENERATION, Key
from compiler.diagnostics import Diagnostics
from compiler.driver.options import InputOptions
from compiler.front.keys.extensions import EXTENSIONS, PREFIX, Extension, Where
from compiler.front.keys.value_shapes import Text
from tests.support.printed import plans_of
from tests.support.run import codegen, tree, write

DOCUMENT: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("keys.yaml").read_text("utf-8"))

# --------------------------------------------------------------------------- x-codegen-*

LIST, STOP, ASK = (
    ("paths", "/trips", "get"),
    ("paths", "/trips/{trip}/stops/{stop}", "put"),
    ("paths", "/answers", "post"),
)
SCHEMAS = ("components", "schemas")
CALLBACK = (*ASK, "callbacks", "onDone")
PAGE = (*LIST, "responses", "200")
PLACES: Mapping[Where, tuple[str | int, ...]] = {
    Where.ROOT: (),
    Where.SERVER: ("servers", 1),
    Where.PATHS: ("paths",),
    Where.PATH_ITEM: LIST[:2],
    Where.OPERATION: LIST,
    Where.WEBHOOK: ("webhooks", "tripMoved", "post"),
    Where.CALLBACK: CALLBACK,
    Where.CALLBACK_OPERATION: (*CALLBACK, "{$request.body#/question}", "post"),
    Where.PARAMETER: (*LIST, "parameters", 1),
    Where.REQUEST_CONTENT: (*STOP, "requestBody", "content", "application/json"),
    Where.RESPONSE: PAGE,
    Where.RESPONSE_CONTENT: (*PAGE, "content", "application/json"),
    Where.SCHEMA: (*SCHEMAS, "trip_v2"),
    Where.PROPERTY: (*SCHEMAS, "trip_v2", "properties", "started_at"),
    Where.SECURITY_SCHEME: ("components", "securitySchemes", "token"),
}
"""Where a key is put, unless what it says needs another thing of its kind."""
OTHERS: Mapping[tuple[str, Where], tuple[str | int, ...]] = {
    ("pagination", Where.SCHEMA): (*PAGE, "content", "application/json", "schema"),
    ("idempotency", Where.OPERATION): ASK,
    ("error-message", Where.PROPERTY): (*SCHEMAS, "Problem", "properties", "cause"),
    ("unknown-values", Where.SCHEMA): (*SCHEMAS, "Direction"),
    ("unknown-values", Where.PROPERTY): (*SCHEMAS, "trip_v2", "properties", "way"),
    ("enums", Where.SCHEMA): (*SCHEMAS, "Direction"),
    ("enums", Where.PROPERTY): (*SCHEMAS, "trip_v2", "properties", "way"),
    ("type-name", Where.PROPERTY): (*SCHEMAS, "trip_v2", "properties", "way"),
    ("sse-sentinel", Where.OPERATION): ASK,
    ("sse-sentinel", Where.RESPONSE_CONTENT): (*ASK, "responses", "200", "content", "text/event-stream"),
    ("stream-switch", Where.OPERATION): ASK,
    ("stream-switch", Where.REQUEST_CONTENT): (*ASK, "requestBody", "content", "application/json"),
    ("usage-example", Where.OPERATION): STOP,
}
PAGED = {
    "type": "cursor",
    "inputs": [{"name": "cursor", "in": "parameters", "type": "cursor"}],
    "outputs": {"results": "$.data", "nextCursor": "$.next"},
}
VALUES: Mapping[tuple[str, bool], Any] = {
    ("max-method-params", True): 0,
    ("max-method-params", False): 0,
    ("name-override", False): "other",
    ("name-override", True): [{"operationId": "^list", "methodNameOverride": "other"}],
    ("pagination", False): PAGED,
    ("pagination", True): [{"operationId": "^list", **PAGED}],
    ("idempotency", True): {"header": "Once"},
    ("idempotency", False): {"header": "Once"},
    ("sse-sentinel", False): "[END]",
    ("stream-switch", False): "live",
}
"""Values, at the root or elsewhere, where the table's example says nothing in tests/languages/keys.yaml."""


def printed(document: Mapping[str, Any], folder: Path) -> Mapping[str, str]:
    """Print a document in all languages and as pages, without the digests; nothing is said of our keys."""
    path, diagnostics = write(folder, "openapi.yaml", yaml.safe_dump(document, sort_keys=False)), Diagnostics()
    plans = plans_of(InputOptions(document=str(path)), TARGET_KEYS, diagnostics, names="path")
    assert not diagnostics.has_any("CG0321") and not diagnostics.has_any("CG0322") and not diagnostics.has_any("CG0323")
    told = [language_of(load_backend(target), plan) for target, plan in plans.items()]
    languages: list[Language] = [language for language in told if language is not None]
    return {
        f"{target}/{path}": text
        for target, plan in plans.items()
        for path, text in load_backend(target).emit(plan, languages).items()
    }


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    return printed(DOCUMENT, tmp_path_factory.mktemp("without"))


def with_key(key: str, where: Where) -> Mapping[str, Any]:
    """Return the document with a key in a place."""
    document = copy.deepcopy(DOCUMENT)
    at: Any = document
    for part in OTHERS.get((key, where), PLACES[where]):
        at = at[part]
    root = where is Where.ROOT
    extension = EXTENSIONS[key]
    at[PREFIX + key] = (
        VALUES[key, root]
        if (key, root) in VALUES
        else yaml.safe_load(extension.of_root if root and extension.of_root else extension.example)
    )
    return document


@pytest.mark.parametrize(
    ("key", "where"),
    [
        pytest.param(key, where, id=f"{key}-{where.name.lower()}")
        for key, extension in EXTENSIONS.items()
        for where in extension.places
    ],
)
def test_a_key_of_documents_changes_what_is_printed(
    key: str, where: Where, without: Mapping[str, str], tmp_path: Path
) -> None:
    """D14: a key that is added to `EXTENSIONS`, or to a place there, is read by something behind it."""
    assert printed(with_key(key, where), tmp_path) != without, f"nothing reads {PREFIX}{key} of {where.value}"


@pytest.mark.parametrize("where", PLACES)
def test_a_key_that_nothing_reads_is_found(
    where: Where, without: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the test above stands on: a key of the table that is read by nobody changes nothing, wherever it stands."""
    monkeypatch.setitem(EXTENSIONS, "idle", Extension("idle", "does nothing", "anything", {where: Text()}))  # type: ignore[arg-type]
    assert printed(with_key("idle", where), tmp_path) == without


# --------------------------------------------------------------------------- gen.yaml

SETTINGS: Mapping[str, Any] = {
    "configVersion": "9.0.0",
    "sdkClassName": "Other",
    "source": "other.yaml",
    "output": "elsewhere",
    "overlays": "overlay.yaml",
    "diagnostics": {"CG0521": "error"},
    "words": ["FooBar"],
    "envPrefix": "OTHER",
    "extensionPrefix": "x-other-",
    "docsUrl": "https://docs.example.com/",
    "licence": "ISC",
    "keep": "python/README.md",
    "maxMethodParams": 0,
    "packageName": "other",
    "modulePath": "example.com/other",
    "version": "9.8.7",
    "author": "Somebody",
    "description": "Said otherwise.",
    "repository": "https://example.com/other.git",
    "logo": "https://example.com/logo.svg",
    "colour": "#123456",
}
"""Values of keys that are neither a choice nor a boolean."""


def setting(key: Key) -> Any:
    """Return a value that is not the key's default."""
    if key.kind == "boolean":
        return not key.default
    if key.kind == "choice":
        return next(choice for choice in reversed(key.choices) if choice != key.default)
    assert key.name in SETTINGS, (
        f"give {key.name!r} a value in SETTINGS that changes something of tests/languages/keys.yaml"
    )
    return SETTINGS[key.name]


def built(
    section: str, values: Mapping[str, Any], folder: Path, own: str | None = None
) -> tuple[int, str, Mapping[str, bytes]]:
    """Build with a section of gen.yaml, and a file of one's own; return all that a user sees, but for the count."""
    generation = {"source": "openapi.yaml", "names": "path", "licence": "MIT"}
    config = {"configVersion": "2.0.0", "generation": generation}
    if section == "generation":
        generation |= values
    else:
        config |= values if section == "" else {section: values}
    write(folder, "gen.yaml", yaml.safe_dump(config))
    write(folder, "openapi.yaml", yaml.safe_dump(DOCUMENT, sort_keys=False))
    if own is not None:
        write(folder, own, "mine\n")
    done = codegen("build", "-t", section if section in TARGET_KEYS else "python", cwd=folder)
    told = ("gen.yaml", "codegen.lock", ".codegen-manifest.json")
    files = {name: text for name, text in tree(folder).items() if not name.endswith(told)}
    return done.returncode, re.sub(r"wrote \d+ files", "", done.stderr), files


def settings() -> list[Any]:
    keys = [("", CONFIG_VERSION), *(("generation", key) for key in GENERATION)]
    keys += [(target, key) for target, declared in TARGET_KEYS.items() for key in declared.keys]
    return [pytest.param(section, key, id=f"{section}-{key.name}") for section, key in keys]


@pytest.mark.parametrize(("section", "key"), settings())
def test_a_key_of_gen_yaml_changes_what_is_built(section: str, key: Key, tmp_path: Path) -> None:
    """D15: a key that is added to a section is read by something behind it."""
    own = "sdk/python/README.md" if key.name == "keep" else None
    given = built(section, {key.name: setting(key)}, tmp_path / "given", own)
    assert given != plain(section, own), f"nothing reads {key.name!r} of `{section}`"


@functools.cache
def plain(section: str, own: str | None = None) -> tuple[int, str, Mapping[str, bytes]]:
    return built(section, {}, Path(tempfile.mkdtemp(prefix="plain-")) / "plain", own)


@pytest.mark.parametrize("section", ["generation", *TARGET_KEYS])
def test_a_key_of_gen_yaml_that_nothing_reads_is_found(
    section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the test above stands on."""
    idle = Key("idle", "text", "Does nothing.")
    if section == "generation":
        monkeypatch.setattr(parse, "GENERATION", (*GENERATION, idle))
    else:
        declared = TARGET_KEYS[section]
        monkeypatch.setitem(TARGET_KEYS, section, replace(declared, keys=(*declared.keys, idle)))  # type: ignore[arg-type]
    assert built(section, {"idle": "x"}, tmp_path / "given") == plain(section)
