"""The sections of gen.yaml that targets own (D15), apart from the backends so that reading them loads no backend."""

from __future__ import annotations

from dataclasses import replace
from keyword import kwlist

from compiler.config.keys import AUTHOR, CALLS, DESCRIPTION, VERSION, Key, TargetKeys


def _any_case(*words: str) -> str:
    """Write a pattern that matches words in any case, without flags: editors read it as a JavaScript pattern."""
    return "|".join("".join(f"[{letter}{letter.upper()}]" for letter in word) for word in words)


PYTHON_VERSION = (
    r"(?:[0-9]+!)?[0-9]+(?:\.[0-9]+)*"
    rf"(?:[._-]?(?:{_any_case('alpha', 'beta', 'preview', 'pre', 'rc', 'a', 'b', 'c')})[._-]?[0-9]*)?"
    rf"(?:-[0-9]+|[._-]?(?:{_any_case('post', 'rev', 'r')})[._-]?[0-9]*)?"
    rf"(?:[._-]?(?:{_any_case('dev')})[._-]?[0-9]*)?"
)
"""A version by PEP 440; installers refuse others. The local part, which registries refuse, is left to gen.yaml."""
_IDENTIFIER = r"(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
NPM_VERSION = (
    r"(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)"
    rf"(?:-{_IDENTIFIER}(?:\.{_IDENTIFIER})*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
)
"""A version by semver.org, which npm asks for."""

_REPOSITORY = Key(
    "repository",
    "text",
    "URL of the repository that the package is published from, for its metadata.",
    pattern=r"https?://[^\s\x00-\x1f\x22\\<>^`{|}]+",
    expected="a URL that begins with `https://`",
    example="https://github.com/acme/acme-sdk",
)

_PYTHON = TargetKeys(
    "The Python SDK.",
    (
        *CALLS,
        Key(
            "packageName",
            "text",
            "Name of the import package. Default: made from the name of the client class.",
            pattern=rf"(?!(?:{'|'.join(kwlist)})$)[A-Za-z_][A-Za-z0-9_]{{0,99}}",
            expected="a Python identifier of at most 100 characters, and no keyword",
            example="acme",
        ),
        replace(
            VERSION,
            pattern=rf"{PYTHON_VERSION}(?:\+[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*)?",
            expected="a version by PEP 440, such as `1.0.0` or `1.0.0rc1`",
        ),
        AUTHOR,
        DESCRIPTION,
        _REPOSITORY,
        Key(
            "models",
            "choice",
            "Kind of model classes: `plain` needs no library, `pydantic` prints BaseModel classes (2.12 or later).",
            default="plain",
            choices=("plain", "pydantic"),
        ),
    ),
    said=("py", "python3", "pip"),
)

_TYPESCRIPT = TargetKeys(
    "The TypeScript SDK.",
    (
        *CALLS,
        Key(
            "packageName",
            "text",
            "Name of the npm package. Default: made from the name of the client class.",
            pattern=r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*",
            expected="an npm package name",
            example="@acme/sdk",
        ),
        replace(VERSION, pattern=NPM_VERSION, expected="a version by semver.org, such as `1.0.0` or `1.0.0-rc.1`"),
        AUTHOR,
        DESCRIPTION,
        _REPOSITORY,
        Key(
            "propertyCase",
            "choice",
            "Case of property names: as on the wire, or camel case.",
            default="wire",
            choices=("wire", "camel"),
        ),
        Key(
            "dates",
            "choice",
            "Type of dates and times.",
            default="string",
            choices=("string", "Date"),
        ),
        Key(
            "int64",
            "choice",
            "Type of 64-bit integers.",
            default="number",
            choices=("number", "bigint", "string"),
        ),
    ),
    said=(
        "ts",
        "js",
        "javascript",
        "node",
        "nodejs",
        "npm",
    ),
)

_GO = TargetKeys(
    "The Go SDK.",
    (
        *CALLS,
        Key(
            "modulePath",
            "text",
            "Path of the Go module. Default: made from the name of the client class.",
            pattern=r"[A-Za-z0-9][A-Za-z0-9._~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*",
            expected="a Go module path",
            example="github.com/acme/acme-go",
        ),
        replace(
            VERSION,
            doc="Version of the module; `modulePath` ends with its major from 2 on. Default: the document's, or 0.1.0.",
        ),
        replace(AUTHOR, doc="Author of the SDK, named in `LICENSE`: a Go module has no other place for it."),
        replace(DESCRIPTION, doc="Description in the package's comment. Default: the summary of the document."),
    ),
    said=("golang",),
)

_REFERENCE = TargetKeys(
    "The reference pages: always built unless this is `false`.",
    (
        Key(
            "logo",
            "text",
            "Logo of the site: a picture (.svg, .png, .jpg, .gif, .webp) by a path relative to this file, or its URL.",
            pattern=r"[^\\\x00-\x1f\x22'()<>]+",
            expected="a path with `/`, or a URL",
            example="docs/logo.svg",
        ),
        Key(
            "colour",
            "text",
            "Colour of the site's links and marks.",
            pattern=r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})",
            expected="a colour in hexadecimal, such as `#0b6bcb`",
            example="'#0b6bcb'",
        ),
    ),
    always=True,
    said=(
        "docs",
        "documentation",
        "markdown",
        "md",
        "pages",
        "html",
    ),
)

TARGET_KEYS: dict[str, TargetKeys] = {
    "python": _PYTHON,
    "typescript": _TYPESCRIPT,
    "go": _GO,
    "reference": _REFERENCE,
}
"""Every known target with its section of gen.yaml; :mod:`backends.installed` adds those of other packages."""
