"""The page of the documentation on gen.yaml, printed from the key table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.config.keys import CONFIG_VERSION, GENERATION, Key, TargetKeys
from compiler.config.template import scalar

_INTRO = """\
# gen.yaml

The compiler looks for `gen.yaml` beside the document, then in the working folder; `-c` names another. Without any,
`-t` names the targets and the output goes to `sdk/`. `codegen init openapi.yaml` writes one with every key as a
comment; `codegen schema` prints its JSON Schema for editors.

A target is built when its section is there, even an empty one; `false` switches it off. Paths are relative to
gen.yaml. An unknown key is a warning with the nearest name, a wrong value an error; both name line and column.
"""
_VALUES = {
    "text": "string",
    "texts": "string or list of strings",
    "integer": "integer",
    "boolean": "boolean",
    "severities": "map from code to severity",
}


def render_page(targets: Mapping[str, TargetKeys]) -> str:
    """Return the text of `docs/configuration.md`."""
    parts = [_INTRO, *_table("Top level", "", (CONFIG_VERSION,))]
    parts += _table("`generation`", "What counts for all targets.", GENERATION)
    for name, declared in targets.items():
        parts += _table(f"`{name}`", declared.doc, declared.keys)
    return "\n".join(parts) + "\n"


def _table(title: str, doc: str, keys: tuple[Key, ...]) -> Iterator[str]:
    yield f"## {title}\n"
    if doc:
        yield f"{doc}\n"
    if keys:
        yield "| key | value | default | meaning |"
        yield "|---|---|---|---|"
        for key in keys:
            yield f"| `{key.name}` | {_value(key)} | {_default(key)} | {key.doc} |"
        yield ""


def _value(key: Key) -> str:
    if key.kind == "choice":
        return ", ".join(f"`{choice}`" for choice in key.choices)
    bound = "" if key.minimum is None else f", at least {key.minimum}"
    return _VALUES[key.kind] + bound


def _default(key: Key) -> str:
    return "" if key.default is None else f"`{scalar(key.default)}`"
