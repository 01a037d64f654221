"""Sittings: a project whose files change again and again, as somebody who writes an OpenAPI document changes them.

A sitting has an OpenAPI document, maybe a second file and an overlay, and gen.yaml. Each step edits some of them, or
damages the output, and says which command is run. The steps depend on the seed alone.
"""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.support.generated.edits import EDITS, FORCED, Editor
from tests.support.generated.real_documents import documents, walk

Object = dict[str, Any]
TARGETS = ("python", "typescript", "go", "reference")
COMMANDS = (
    (), (), (), (), (), ("-k",), ("-k",), ("-t", "python"), ("--check",), ("--locked",), ("--strict", "-k"),
    ("--force",), ("--format", "json"), ("-q",),
)  # fmt: skip
"""What stands behind `codegen build`; most often nothing."""
DOCUMENT, OTHER, OVERLAY, CONFIG = "openapi.yaml", "other.yaml", "more.overlay.yaml", "gen.yaml"
_TEXTS = ("description", "summary", "title", "x-codegen-deprecation-message")
_PARAMETER = {"in": "query", "name": "extraOne", "schema": {"type": "string"}}
_WORDS = (
    *("Lists all of it", "a `code` word", "<b>bold</b> text", "Übergröße", "", "two\n\nparagraphs", "ends with \\"),
    '"""',
)
_MENDED = 0.7
_SCALARS: tuple[Any, ...] = (0, 1, 1.0, True, "1", "true", None, 10**20, 0.1, "", [], {}, -1, False, 0.0)
"""Values of which some are equal in Python, and none the same in a document."""


class Sitting:
    """The files of a project, and what happens to them."""

    def __init__(self, seed: int, names: list[str] | None = None) -> None:
        self.chance = random.Random(seed)
        self.name = self.chance.choice(names or sorted(documents()))
        self.document: Object = copy.deepcopy(documents()[self.name])
        self.config: Object = {
            "configVersion": "2.0.0",
            **{target: {} for target in TARGETS if target in ("python", "reference") or self.chance.random() < 0.6},
        }
        self.overlay: Object | None = None
        self.other: Object = {"Shared": {"type": "object", "properties": {"at": {"type": "string"}}}}
        self.as_json = self.chance.random() < 0.3
        self.lines = 0
        self.number = 0
        self.broken: str | None = None
        self._past: list[tuple[Object, Object, Object | None, Object]] = []

    def step(self, code: int) -> tuple[str, tuple[str, ...], list[Callable[[Path], None]]]:
        """Change something after a build that ended with an exit code.

        Returns what was done, what stands behind `codegen build`, and damage to the output. A mistake is mostly mended
        in the next step.
        """
        self.broken = None
        said, damage = [], []
        if code in (0, 1):
            self._past.append(copy.deepcopy((self.document, self.config, self.overlay, self.other)))
            del self._past[:-20]
        elif self._past and self.chance.random() < _MENDED:
            self.document, self.config, self.overlay, self.other = copy.deepcopy(self._past[-1])
            said.append("mended")
            if self.chance.random() < _MENDED:
                return "mended", ("--force",) if code == 3 else (), []
        for _ in range(self.chance.choice((1, 1, 1, 2, 4))):
            edit = self.chance.choice(_STEPS)
            try:
                done = edit(self)
            except (LookupError, TypeError, AttributeError, ValueError):  # an edit before made it impossible
                done = None
            said.append(edit.__name__)
            if done is not None:
                damage.append(done)
        return " + ".join(said), self.chance.choice(COMMANDS), damage

    def files(self) -> dict[str, str | None]:
        """Return the files of the project; None for one that is not there."""
        text = self.broken if self.broken is not None else self._text()
        return {
            DOCUMENT: None if text == "\0gone" else text,
            CONFIG: _as_yaml(self.config),
            OTHER: json.dumps(self.other, indent=1),
            OVERLAY: None if self.overlay is None else json.dumps(self.overlay),
        }

    def _text(self) -> str:
        if self.as_json:
            return "\n" * self.lines + json.dumps(self.document, indent=1, ensure_ascii=False) + "\n"
        return "# a line\n" * self.lines + _as_yaml(self.document, width=100, default_flow_style=None)

    # ----------------------------------------------------------------------- what may happen

    def insert_or_delete(self) -> None:
        """One of the edits that may rename nothing."""
        table = EDITS if self.chance.random() < 0.7 else FORCED
        self.number += 1
        table[self.chance.choice(sorted(table))](Editor(self.document, self.chance.randrange(2**32), self.number))

    def text(self) -> None:
        places = [item for at, item in walk(self.document) if isinstance(item, dict) and at and "example" not in at]
        texts = [item for item in places if any(isinstance(item.get(key), str) for key in _TEXTS)]
        item = self.chance.choice(texts if texts and self.chance.random() < 0.8 else places)
        key = self.chance.choice([key for key in _TEXTS if isinstance(item.get(key), str)] or ["description"])
        item[key] = self.chance.choice(_WORDS) + str(self.chance.randrange(3))

    def scalar(self) -> None:
        """Another value for some key: equal values of other types among them."""
        item, key = self._entry(lambda value: not isinstance(value, dict | list))
        item[key] = self.chance.choice(_SCALARS)

    def number_type(self) -> None:
        """The same number, spelled as another type."""
        item, key = self._entry(lambda value: isinstance(value, int | float))
        value = item[key]
        item[key] = float(value) if isinstance(value, int) else int(value)

    def drop(self) -> None:
        item, key = self._entry(lambda value: True)
        del item[key]

    def graft(self) -> None:
        item, key = self._entry(lambda value: isinstance(value, dict | list))
        other, name = self._entry(lambda value: isinstance(value, dict | list))
        item[key] = copy.deepcopy(other[name])

    def swap(self) -> None:
        item = self.chance.choice([item for _, item in walk(self.document) if isinstance(item, dict) and len(item) > 1])
        one, other = self.chance.sample(list(item), 2)
        item[one], item[other] = item[other], item[one]

    def kind(self) -> None:
        item, key = self._entry(lambda value: value in ("string", "integer", "number", "boolean", "array", "object"))
        item[key] = self.chance.choice(("string", "integer", "number", "boolean", ["string", "null"], "object"))

    def required(self) -> None:
        """A property becomes required, or is so no more."""
        found = (item for _, item in walk(self.document) if isinstance(item, dict))
        item = self.chance.choice([item for item in found if isinstance(item.get("properties"), dict)])
        names = item.setdefault("required", [])
        name = self.chance.choice(list(item["properties"]))
        names.remove(name) if name in names else names.append(name)
        if not names:
            del item["required"]

    def operation_key(self) -> None:
        path = self.chance.choice(list(self.document["paths"].values()))
        operation = path[self.chance.choice([key for key in path if isinstance(path[key], dict)])]
        key, value = self.chance.choice(_KEYS)
        if key in operation and self.chance.random() < 0.5:
            del operation[key]
        else:
            operation[key] = copy.deepcopy(value)

    def root_key(self) -> None:
        key, value = self.chance.choice(_ROOT_KEYS)
        if key in self.document and self.chance.random() < 0.5 and key not in ("paths", "info"):
            del self.document[key]
        else:
            self.document[key] = copy.deepcopy(value)

    def rename_path(self) -> None:
        paths = self.document["paths"]
        old = self.chance.choice(list(paths))
        self.document["paths"] = {(f"/v2{key}" if key == old else key): item for key, item in paths.items()}

    def refer_elsewhere(self) -> None:
        schemas = self.document.setdefault("components", {}).setdefault("schemas", {})
        schemas["Elsewhere"] = {"$ref": f"{OTHER}#/{self.chance.choice(('Shared', 'Shared', 'Nothing'))}"}

    def other_file(self) -> None:
        forms = (
            {"type": "string"},
            {"type": "integer"},
            {"$ref": "#/Shared"},
            {"description": self.chance.choice(_WORDS)},
        )
        form = self.chance.choice(forms)
        self.other["Shared"]["properties"][f"p{self.chance.randrange(5)}"] = form

    def overlays(self) -> None:
        """An overlay comes, changes or goes."""
        generation = self.config.setdefault("generation", {})
        if self.overlay is not None and self.chance.random() < 0.3:
            self.overlay = None
            generation.pop("overlays", None)
            return
        update = self.chance.choice(({"title": "Overlaid"}, {"description": "by the overlay"}, {"title": "Twice"}))
        target = self.chance.choice(("$.info", "$.components.schemas.*", "$.nothing"))
        head = {"overlay": "1.0.0", "info": {"title": "More", "version": "1"}}
        self.overlay = head | {"actions": [{"target": target, "update": update}]}
        generation["overlays"] = [OVERLAY]

    def configuration(self) -> None:
        section, key, value = self.chance.choice(_SETTINGS)
        if value is None:
            if self.config.get(section) is not None and section in TARGETS:
                del self.config[section]
            else:
                self.config[section] = {}
        else:
            self.config.setdefault(section, {})[key] = value

    def lay_out(self) -> None:
        """The same document in other lines."""
        self.lines = self.chance.randrange(5)
        if self.chance.random() < 0.2:
            self.as_json = not self.as_json

    def half_saved(self) -> None:
        """A document that ends in the middle, is empty or gone, or is no text."""
        text = self._text()
        half = text[: self.chance.randrange(len(text))]
        self.broken = self.chance.choice((half, "", "\0gone", text.replace(":", "", 1), text + "\n}", "\x07" + text))

    def back(self) -> None:
        """An earlier state comes back, as by git."""
        self.document, self.config, self.overlay, self.other = copy.deepcopy(self.chance.choice(self._past))

    def nothing(self) -> None:
        """The same again."""

    def damage_output(self) -> Callable[[Path], None]:
        """A generated file is edited or deleted, or all are, or codegen.lock is gone."""
        what, pick = self.chance.randrange(5), self.chance.random()

        def damage(folder: Path) -> None:
            found = sorted(path for path in (folder / "sdk").rglob("*") if path.is_file())
            if what == 0:
                shutil.rmtree(folder / "sdk", ignore_errors=True)
            elif what == 1:
                (folder / "codegen.lock").unlink(missing_ok=True)
            elif found and what == 2:
                found[int(pick * len(found))].unlink()
            elif found:
                path = found[int(pick * len(found))]
                path.write_bytes(path.read_bytes() + b"\n")

        return damage

    def _entry(self, wanted: Callable[[Any], bool]) -> tuple[Any, Any]:
        """Choose an object or a list, and one of its places."""
        found = [(item, key) for item, key in _places(self.document) if wanted(item[key])]
        return self.chance.choice(found)


def _as_yaml(value: Any, **options: Any) -> str:
    return str(yaml.dump(value, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, **options))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for _, item in walk(value):
        for key in item if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ():
            yield item, key


_STEPS: tuple[Callable[[Sitting], Callable[[Path], None] | None], ...] = (
    *(Sitting.insert_or_delete,) * 6, *(Sitting.text,) * 6, Sitting.scalar, Sitting.scalar, Sitting.number_type,
    Sitting.drop, Sitting.graft, Sitting.swap, Sitting.kind, Sitting.kind, Sitting.required, Sitting.required,
    Sitting.operation_key, Sitting.operation_key, Sitting.root_key, Sitting.rename_path, Sitting.refer_elsewhere,
    Sitting.other_file, Sitting.overlays, Sitting.configuration, Sitting.configuration, Sitting.lay_out,
    Sitting.half_saved, Sitting.back, Sitting.back, Sitting.nothing, Sitting.damage_output,
)  # fmt: skip
_KEYS: tuple[tuple[str, Any], ...] = (
    ("deprecated", True), ("tags", ["one"]), ("tags", ["two", "one"]), ("operationId", "anotherThing"),
    ("operationId", "getIt"), ("x-codegen-ignore", True), ("x-codegen-ignore", ["go"]),
    ("x-codegen-group", "some.where"), ("x-codegen-name-override", "callIt"),
    ("x-codegen-name-override", {"python": "py"}), ("x-codegen-name-override", 4),
    ("x-codegen-max-method-params", 1), ("x-codegen-timeout", 5), ("x-codegen-retries", {"strategy": "backoff"}),
    ("security", []), ("parameters", [_PARAMETER]), ("description", "of this operation"),
    ("x-codegen-usage-example", True), ("servers", [{"url": "https://other.example.com"}]),
    ("responses", {"204": {"description": "nothing"}}), ("x-codegen-pagination", {"type": "offsetLimit"}),
)  # fmt: skip
_ROOT_KEYS: tuple[tuple[str, Any], ...] = (
    ("servers", [{"url": "https://one.example.com/v1"}]), ("info", {"title": "Another Title", "version": "2.0.0"}),
    ("info", {"title": "Another title", "version": "2.0.0", "description": "Says more."}), ("security", []),
    ("tags", [{"name": "one", "description": "The first"}]), ("x-codegen-max-method-params", 2),
    ("openapi", "3.0.3"), ("openapi", "3.1.0"), ("externalDocs", {"url": "https://docs.example.com"}),
    ("paths", {}), ("x-codegen-name-override", [{"operationId": "^get.*", "methodNameOverride": "get"}]),
    ("x-codegen-globals", {"parameters": [_PARAMETER]}),
)  # fmt: skip
_SETTINGS: tuple[tuple[str, str, Any], ...] = (
    ("python", "models", "pydantic"), ("python", "models", "plain"), ("python", "packageName", "acme"),
    ("python", "version", "9.1.0"), ("typescript", "dates", "Date"), ("typescript", "int64", "bigint"),
    ("go", "modulePath", "example.com/acme"), ("go", "maxMethodParams", 1), ("python", "maxMethodParams", 0),
    ("python", "body", "argument"), ("generation", "names", "path"), ("generation", "names", "operationId"),
    ("generation", "licence", "MIT"), ("generation", "words", ["GitLab"]), ("generation", "sdkClassName", "Acme"),
    ("generation", "tests", False), ("generation", "tests", True), ("generation", "diagnostics", {"CG0601": "off"}),
    ("generation", "keep", ["python/README.md"]), ("reference", "colour", "teal"), ("generation", "nonsense", 1),
    ("go", "", None), ("typescript", "", None), ("python", "", None), ("generation", "envPrefix", "ACME"),
)  # fmt: skip
