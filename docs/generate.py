"""Writes the pages of docs/ that are printed from the compiler's own tables: ``make docs``.

A test compares the pages with what stands here, so that they cannot fall behind the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import yaml

from backends.keys import TARGET_KEYS
from compiler.config.keys import API, CONFIG_VERSION, GENERATION, Key
from compiler.diagnostics.catalog import CODES, Code
from compiler.diagnostics.catalog.rules import anchor
from compiler.front.keys.extensions import EXTENSIONS, PREFIX, Extension
from docs.faults import faults_page
from docs.schemas import schemas_page
from passes.support.names.verbs import ENDING_IN_S, PLURALS, ROWS, VERB_TABLE

DOCS = Path(__file__).parent
NOTE = "<!-- Printed by `make docs` from {source}; change it there. -->"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return an unpadded Markdown table."""
    lines = [list(columns)]
    lines += [["---"] * len(lines[0]), *([entry.replace("|", "\\|") for entry in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(*parts: str) -> str:
    """Join the parts of a page."""
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


# --------------------------------------------------------------------------- extensions


def extension_examples() -> dict[str, str]:
    """Return an example for each key, as YAML from the root of a document."""
    loaded: dict[str, str] = yaml.safe_load((DOCS / "extensions.yaml").read_text("utf-8"))
    return loaded


def extensions_page() -> str:
    """Return the reference of the `x-codegen-*` keys (D14)."""
    examples, more = extension_examples(), yaml.safe_load((DOCS / "extensions-more.yaml").read_text("utf-8"))
    return page(
        NOTE.format(source="`compiler/front/keys/extensions.py` and `docs/extensions*.yaml`"),
        "# The keys of `x-codegen-*`",
        "Each key has a meaning in the places listed and nowhere else: an unknown key, or a known one in another "
        "place, is a warning that names the nearest valid key; a wrong value is an error. "
        f"`--extension-prefix x-acme-` reads `x-acme-*` beside `{PREFIX}*`.",
        "Editors complete and check the keys by a JSON Schema, which extends those of OpenAPI 3.0, 3.1 and 3.2: "
        "`codegen schema openapi > openapi.schema.json` writes it, and `# yaml-language-server: "
        "$schema=./openapi.schema.json` as the first line of a document leads them there. `codegen schema keys` has "
        "our keys alone, beside another schema of OpenAPI. It tells unknown keys, wrong places and wrong values; "
        "what an expression matches or where a JSONPath leads, only codegen knows.",
        table(
            ("Key", "What it does", "Where"),
            ((f"[`{PREFIX}{key}`](#{PREFIX}{key})", one.summary, _places(one)) for key, one in EXTENSIONS.items()),
        ),
        *(_extension(one, examples[key], more.get(key, "")) for key, one in EXTENSIONS.items()),
    )


def _places(extension: Extension) -> str:
    return ", ".join(where.value for where in extension.places)


def _extension(extension: Extension, example: str, more: str) -> str:
    shapes: dict[str, list[str]] = {}
    for where, shape in extension.places.items():
        shapes.setdefault(shape.wanted, []).append(where.value)
    values = [f"- {', '.join(places)}: {wanted}" for wanted, places in shapes.items()]
    head = f"## `{PREFIX}{extension.key}`\n\n{extension.summary[:1].upper()}{extension.summary[1:]}."
    parts = (head, "\n".join(values), f"```yaml\n{example.rstrip()}\n```", more.rstrip())
    return "\n\n".join(part for part in parts if part)


# --------------------------------------------------------------------------- gen.yaml


def gen_yaml_page() -> str:
    """Return the reference of gen.yaml (D15)."""
    sections = [
        f"## `{name}`\n\n{declared.doc}" + (f"\n\n{_keys(declared.keys)}" if declared.keys else "")
        for name, declared in TARGET_KEYS.items()
    ]
    return page(
        NOTE.format(source="`compiler/config/keys.py` and `backends/keys.py`"),
        "# The keys of gen.yaml",
        "gen.yaml is found beside the document, then in the working folder; `-c FILE` names it. A target is built when "
        "its section stands there; without any gen.yaml, `-t` names the targets. `codegen init` writes a "
        "commented one. An unknown key is a "
        "warning with the nearest name, a wrong type or value an error, each at its line.",
        "Editors complete and check the file by its JSON Schema: `codegen init` writes `gen.schema.json` beside it and "
        "leads them there in the first line of gen.yaml, without a network. `codegen schema > gen.schema.json` makes "
        "the schema anew after an update; Ajv and check-jsonschema read it, too.",
        _keys((CONFIG_VERSION,)),
        f"## `generation`\n\nKeys that apply to all targets.\n\n{_keys(GENERATION)}",
        "## `apis`\n\nSeveral APIs: a map from name to the keys below. It may also have the section `generation` and "
        "those of targets, with what differs from the shared ones: a map is merged key by key, any other value "
        "replaces the shared one, and null takes it away. [Many APIs](many-apis.md) tells more.\n\n"
        f"{_keys(API)}",
        *sections,
    )


def _keys(keys: Iterable[Key]) -> str:
    return table(
        ("Key", "Value", "Default", "What it does"),
        ((f"`{key.name}`", _value(key), "" if key.default is None else f"`{key.default}`", key.doc) for key in keys),
    )


def _value(key: Key) -> str:
    kinds = {
        "text": "string",
        "texts": "string or list of strings",
        "integer": "integer",
        "boolean": "boolean",
        "choice": ", ".join(f"`{choice}`" for choice in key.choices),
        "severities": "map from code to `off`, `warning` or `error`",
    }
    bound = f", {key.minimum} or more" if key.minimum is not None else ""
    expected = f": {key.expected}" if key.expected else ""
    return kinds[key.kind] + bound + expected


# --------------------------------------------------------------------------- diagnostics


def diagnostics_page() -> str:
    """Return the catalogue of diagnostics, as `codegen explain` prints them one by one."""
    return page(
        NOTE.format(source="`compiler/diagnostics/catalog/*.md`"),
        "# Diagnostics",
        "`codegen explain CG0106` prints one of these. Errors end a build with exit code 2 (3 for the command line, "
        "gen.yaml and the output folder); `--strict` makes warnings errors; gen.yaml turns single warnings off or into "
        "errors: `generation: {diagnostics: {CG0321: error}}`.",
        table(("Code", "Severity", "Message"), (_code_row(code) for code in CODES.values())),
        *(_code(code) for code in CODES.values()),
    )


def _code_row(code: Code) -> tuple[str, str, str]:
    return f"[{code.code}](#{code.code.lower()})", code.severity, _text(code.title)


def _code(code: Code) -> str:
    mend = f"\n\nTo mend it: {_text(code.cure)}." if code.help else ""
    rules = ", ".join(f"[{rule}](rules.md#{anchor(rule)})" for rule in code.rules)
    head = f"## {code.code}\n\n{code.severity}: {_text(code.title)}"
    return f"{head}\n\n{code.uncited_explanation.strip()}{mend}\n\nRules: {rules}"


def _text(template: str) -> str:
    return template.replace("<", "&lt;")


def names_page() -> str:
    """Return the page of names with the tables that names from paths go by (D3.10)."""
    before, start, rest = (DOCS / "names.md").read_text("utf-8").partition("<!-- tables -->\n")
    _, end, after = rest.partition("<!-- end -->\n")
    verbs = ", ".join(VERB_TABLE.split()).replace("*", "\\*")
    made = page(
        table(("Row", "OperationIds that begin with"), ((row, told.replace(" ", ", ")) for row, told in ROWS.items())),
        f"Verbs; those with a `*` are nouns as often, and count alone or where the operationId begins with them: "
        f"{verbs}.",
        "A word of three letters or more that ends in `s` is plural, unless it ends in `ss`, `us` or `is` or is one of "
        f"{', '.join(ENDING_IN_S.split())}. So are {', '.join(sorted(PLURALS))}.",
    )
    return f"{before}{start}\n{made}\n{end}{after}"


PAGES: Mapping[str, Callable[[], str]] = {
    "extensions.md": extensions_page,
    "gen-yaml.md": gen_yaml_page,
    "diagnostics.md": diagnostics_page,
    "schemas.md": schemas_page,
    "faults.md": faults_page,
    "names.md": names_page,
}
"""The printed pages by their file name."""

if __name__ == "__main__":
    for name, render in PAGES.items():
        (DOCS / name).write_text(render(), "utf-8")
