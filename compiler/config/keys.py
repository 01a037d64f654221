"""The one table of gen.yaml's keys (D15): it feeds the parser, the JSON Schema for editors and the documentation.

`backends.keys` declares the sections of targets, so that this module names no language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.source.location import Json

Kind: TypeAlias = Literal["text", "texts", "integer", "boolean", "choice", "severities"]


@frozen
class Key:
    """One key of gen.yaml.

    `kind` is the type of its value: `texts` is a string or a list of strings, `choice` one of `choices`, `severities`
    a map from diagnostic codes to off, warning or error. `pattern` (with `expected`, its meaning in words) bounds
    strings, `minimum` integers. `numeral` accepts a number in place of text, by its spelling (`version: 1.0`).
    `example` is written to the gen.yaml of `codegen init` if there is no default.
    """

    name: str
    kind: Kind
    doc: str
    default: Json = None
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    pattern: str | None = None
    expected: str = ""
    numeral: bool = False
    example: str = ""

    def accepts(self, text: str) -> bool:
        """Whether `pattern` allows the string."""
        return self.pattern is None or re.fullmatch(self.pattern, text) is not None


@frozen
class TargetKeys:
    """The section of a target. An `always` target is built unless its section is `false`; others if they have one."""

    doc: str
    keys: tuple[Key, ...] = ()
    always: bool = False
    said: tuple[str, ...] = ()
    """Other words for it, in lower case, which are not understood but explained."""

    @property
    def defaults(self) -> dict[str, Json]:
        """The values of keys that gen.yaml does not set."""
        return {key.name: key.default for key in self.keys}


def target_meant(name: str, targets: Mapping[str, TargetKeys]) -> str | None:
    """Return the target that somebody means by another name or spelling; None if nothing is near."""
    from compiler.base.similar import Names

    word, names = name.lower(), Names(targets)
    for target, declared in targets.items():
        if word in declared.said:
            return target
    return names.respelled(name) or names.closest(name) or (names.begun(word) if name else None)


_INSIDE = r"(?!/)(?![A-Za-z]:)(?!(?:.*/)?\.\.(?:/|$))[^\\\x00-\x1f]+"

_LICENCE = r"\(*[A-Za-z0-9.:-]+\+?\)*"
"""An SPDX identifier in an expression; package builders refuse anything else, such as `MIT License`."""

WORDS = r"(?=.{2,100}$)[^\W_]+[A-Z][^\W_]*"
"""A word with a capital inside."""

CONFIG_VERSION = Key("configVersion", "text", "Version of this file's format.", default="2.0.0")

GENERATION: tuple[Key, ...] = (
    Key(
        "sdkClassName",
        "text",
        "Name of the client class. Default: made from the title of the document; codegen.lock keeps it.",
        pattern=r"[A-Za-z][A-Za-z0-9_]{0,99}",
        expected="at most 100 ASCII letters, digits and underscores, beginning with a letter",
    ),
    Key(
        "source",
        "texts",
        "The OpenAPI document, relative to this file: used when the command line names none. A list has one entry.",
    ),
    Key("output", "text", "The output folder, relative to this file; each target has a folder in it.", default="sdk"),
    Key(
        "extensionPrefix",
        "text",
        "Another prefix whose keys count like `x-codegen-`, for a document written for another generator"
        " (`--extension-prefix`).",
        pattern=r"x-(?:.*[^a-zA-Z0-9])?",
        expected="a prefix that begins with `x-` and ends with `-`, such as `x-speakeasy-`",
        example="x-speakeasy-",
    ),
    Key("overlays", "texts", "OpenAPI overlays to apply to the document, in order."),
    Key("diagnostics", "severities", "Severities of single warnings: `off`, `warning` or `error` by code."),
    Key(
        "names",
        "choice",
        "Where groups and method names come from. `auto` judges each operationId by itself (docs/names.md); "
        "codegen.lock keeps names.",
        default="auto",
        choices=("auto", "path", "operationId"),
    ),
    Key(
        "words",
        "texts",
        "Words with a capital inside that stay one word in every name, as `OpenAI` does if the title has it.",
        pattern=WORDS,
        expected="a word of letters and digits with a capital inside, such as `OpenAI`",
    ),
    Key(
        "envPrefix",
        "text",
        "Prefix of the names of environment variables. Default: made from the name of the client class.",
        pattern=r"[A-Za-z_](?:[A-Za-z0-9_]{0,98}[A-Za-z0-9])?",
        expected="at most 100 ASCII letters, digits and underscores, beginning with no digit and ending with no `_`",
        example="ACME",
    ),
    Key(
        "formats",
        "choice",
        "How validators check `format: time` and `format: duration`: `strict` as RFC 3339, where times have an offset"
        " and durations no fraction.",
        default="lenient",
        choices=("lenient", "strict"),
    ),
    Key(
        "docsUrl",
        "text",
        "Base URL of relative links in descriptions; a folder ends in `/`. Default: the"
        " document's `externalDocs`; without it such links are plain text.",
        pattern=r"https?://[^\s/?#@<>\\]+(?:[/?#][^\s<>\\]*)?",
        expected="an absolute address, such as `https://docs.acme.com/`",
        example="https://docs.acme.com/",
    ),
    Key(
        "licence",
        "text",
        "Licence of the SDKs, as SPDX writes it: named in the header of every generated file, its text in `LICENSE`."
        " Default: none.",
        pattern=rf"{_LICENCE}( (AND|OR|WITH) {_LICENCE})*",
        expected="an SPDX expression such as `Apache-2.0`, `MIT OR Apache-2.0` or `LicenseRef-Acme`",
        example="MIT",
    ),
    Key(
        "tests",
        "boolean",
        "Whether each SDK has tests that call every method against a mock of the API.",
        default=True,
    ),
    Key(
        "keep",
        "texts",
        "Files you own, relative to the output folder (`*` matches in one folder): written once, then left alone.",
        pattern=_INSIDE,
        expected="a relative path inside the output folder, with `/` between folders",
    ),
)
"""The keys of the `generation` section."""

API_NAME = lazy_pattern(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""The name of an API in `apis`: that of a folder, and a word of the command line."""

API: tuple[Key, ...] = (
    Key("source", "text", "The OpenAPI document, relative to this file."),
    Key(
        "output",
        "text",
        "The output folder, relative to this file. Default: a folder with the name of the API, in the shared"
        " `generation.output`.",
    ),
)
"""The keys of an API in `apis`, besides the sections that it may override."""

MAX_METHOD_PARAMS = Key(
    "maxMethodParams",
    "integer",
    "Parameters a method may have, the body counted; with more, or 0, it takes one request object. Without it, path"
    " parameters are given by position and all else by name.",
    minimum=0,
)
"""spec 2.2, D4.9."""
BODY = Key(
    "body",
    "choice",
    "How callers pass a body that is one object if `maxMethodParams` is not set: as its properties (`fields`), or as"
    " one argument.",
    default="fields",
    choices=("fields", "argument"),
)
"""D4.10."""
PATH_ARGUMENTS = Key(
    "pathArguments",
    "choice",
    "How callers pass path parameters if `maxMethodParams` is not set: by position, by name like the others"
    " (`object`), or the last by position and the others by name (`last-first`).",
    default="positional",
    choices=("positional", "object", "last-first"),
)
"""D4.12."""
CALLS = (MAX_METHOD_PARAMS, BODY, PATH_ARGUMENTS)
"""The keys that decide how methods are called, in the sections of languages."""
VERSION = Key(
    "version",
    "text",
    "Version of the package. Default: the version of the document, or 0.1.0.",
    pattern=r"[0-9A-Za-z][0-9A-Za-z.+_!-]*",
    expected="a version such as `1.0.0`",
    numeral=True,
    example="1.0.0",
)
AUTHOR = Key("author", "text", "Author named in the package's metadata.", example="Acme Ltd")
DESCRIPTION = Key(
    "description",
    "text",
    "Description in the package's metadata. Default: the summary of the document.",
    example="The Acme API for developers",
)
"""Keys that target sections share."""
