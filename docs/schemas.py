"""The page that shows what schemas become: its examples are compiled, and what was printed is copied from the SDKs."""

from __future__ import annotations

import ast
import io
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from compiler.driver.build import build
from compiler.driver.options import BuildOptions, InputOptions

DOCS = Path(__file__).parent
_LANGUAGES = {"python": "py", "typescript": "ts", "go": "go"}

_HEAD = """\
<!-- Printed by `make docs` from `docs/schemas.yaml`; change it there. -->

# What schemas become

Types are for reading what a server sends and for writing what it takes; a schema says more than types can. The rule:
reading never refuses data and never loses any, types show what they can, and what they cannot show is checked by the
validators, where you ask for them (`validate()`, `validate_request`), or is passed over as listed at the end.

The types below are what `codegen build` prints for the schema above them (methods left out).
"""

_TAIL = """\
## What is not understood

Of the public test suite of JSON Schema (2020-12), all references lead where they should, and every value is read and
written unchanged. The validators of all languages take every valid one, refuse every invalid one, and say the same of
it. What types and validators leave out:
"""


def schemas_page() -> str:
    """Return docs/schemas.md."""
    source = yaml.safe_load((DOCS / "schemas.yaml").read_text("utf-8"))
    sections = source["sections"]
    with tempfile.TemporaryDirectory() as folder:
        printed = _printed(sections, Path(folder))
    parts = [_HEAD, *(_section(section, printed) for section in sections), _limits(source["limits"])]
    return "\n".join(part.strip() + "\n" for part in parts)


def _section(section: Mapping[str, Any], printed: Mapping[str, Mapping[str, str]]) -> str:
    schemas = yaml.safe_dump(section["schemas"], sort_keys=False, default_flow_style=None, width=100)
    blocks = [f"```yaml\n{schemas}```"]
    for language in _LANGUAGES:
        between = "\n\n\n" if language == "python" else "\n\n"
        text = between.join(printed[language][name] for name in section["show"]) + "\n"
        blocks.append(f"```{language}\n{text}```")
    title = section["title"].replace("$", "\\$")
    return "\n\n".join((f"## {title}", section["text"].strip(), *blocks))


def _limits(reasons: Mapping[str, str]) -> str:
    rows = "\n".join(f"| {what} | {why} |" for what, why in reasons.items())
    return f"{_TAIL}\n| what | why |\n| --- | --- |\n{rows}\n"


# --------------------------------------------------------------------------- what is printed


def _printed(sections: Iterable[Mapping[str, Any]], folder: Path) -> dict[str, dict[str, str]]:
    """Compile all examples as one document, and return the declarations of each language by name."""
    schemas: dict[str, Any] = {}
    for section in sections:
        twice = schemas.keys() & section["schemas"].keys()
        if twice:
            raise ValueError(f"docs/schemas.yaml declares {', '.join(twice)} twice")
        schemas |= section["schemas"]
    document = {"openapi": "3.1.0", "info": {"title": "Docs", "version": "1.0.0"}, "paths": {}}
    document |= {"servers": [{"url": "https://api.example.com"}], "components": {"schemas": schemas}}
    (folder / "openapi.yaml").write_text(yaml.safe_dump(document, sort_keys=False), "utf-8")
    source = InputOptions(document=str(folder / "openapi.yaml"), quiet=True)
    said = io.StringIO()
    if build(BuildOptions(source, out=str(folder), targets=tuple(_LANGUAGES)), said, said):
        raise ValueError(said.getvalue())
    return {language: dict(_declarations(folder / language, suffix)) for language, suffix in _LANGUAGES.items()}


def _declarations(folder: Path, suffix: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of every type of the models of an SDK."""
    for path in sorted(folder.rglob(f"*.{suffix}")):
        shown = str(path.relative_to(folder))
        if "models" not in shown or "runtime" in shown:
            continue
        text = path.read_text("utf-8")
        match suffix:
            case "py":
                yield from _python(text)
            case "ts":
                yield from _typescript(text)
            case _:
                yield from _go(text)


def _python(text: str) -> Iterator[tuple[str, str]]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            lines = [ast.get_source_segment(text, node).splitlines()[0]]  # type: ignore[union-attr]
            kept = [item for item in node.body if isinstance(item, ast.AnnAssign) or _is_member(item)]
            lines += [f"    {ast.get_source_segment(text, item)}" for item in kept]
            yield node.name, "\n".join(lines if kept else [*lines, "    ..."])
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, ast.get_source_segment(text, node) or ""


def _is_member(node: ast.stmt) -> bool:
    """Whether a statement of a class is a member of an enum."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper()


def _typescript(text: str) -> Iterator[tuple[str, str]]:
    for found in re.finditer(r"^export (?:interface (\w+) \{.*?^\}|type (\w+) =.*?;)$", text, re.MULTILINE | re.DOTALL):
        yield found[1] or found[2], found[0]


def _go(text: str) -> Iterator[tuple[str, str]]:
    for found in re.finditer(r"^type (\w+) (?:(?:struct|interface) \{.*?^\}|[^\n{]+)$", text, re.MULTILINE | re.DOTALL):
        values = re.search(rf"^const \(\n(?:\t\w+ +{found[1]} += .*\n)+\)$", text, re.MULTILINE)
        yield found[1], found[0] + (f"\n\n{values[0]}" if values else "")
