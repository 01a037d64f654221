"""The sections of gen.yaml that targets own (D15), apart from the backends so that reading them loads no backend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from keyword import kwlist

from compiler.config.keys import AUTHOR, DESCRIPTION, MAX_METHOD_PARAMS, VERSION, Key, TargetKeys

_PYTHON = TargetKeys(
    "The Python SDK.",
    (
        MAX_METHOD_PARAMS,
        Key(
            "packageName",
            "text",
            "Name of the import package. Default: made from the name of the client class.",
            pattern=rf"(?!(?:{'|'.join(kwlist)})$)[A-Za-z_][A-Za-z0-9_]{{0,99}}",
            expected="a Python identifier of at most 100 characters, and no keyword",
            example="acme",
        ),
        VERSION,
        AUTHOR,
        DESCRIPTION,
        Key(
            "models",
            "choice",
            "Kind of model classes: `plain` needs no library, `pydantic` prints BaseModel classes (2.12 or later).",
            default="plain",
            choices=("plain", "pydantic"),
        ),
    ),
)

_TYPESCRIPT = TargetKeys(
    "The TypeScript SDK.",
    (
        replace(MAX_METHOD_PARAMS, default=0),
        Key(
            "packageName",
            "text",
            "Name of the npm package. Default: made from the name of the client class.",
            pattern=r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*",
            expected="an npm package name",
            example="@acme/sdk",
        ),
        VERSION,
        AUTHOR,
        DESCRIPTION,
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
)

_GO = TargetKeys(
    "The Go SDK.",
    (
        replace(MAX_METHOD_PARAMS, default=4),
        Key(
            "modulePath",
            "text",
            "Path of the Go module. Default: made from the name of the client class.",
            pattern=r"[A-Za-z0-9][A-Za-z0-9._~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*",
            expected="a Go module path",
            example="github.com/acme/acme-go",
        ),
        VERSION,
        AUTHOR,
        DESCRIPTION,
    ),
)

_REFERENCE = TargetKeys("The reference pages: always built unless this is `false`.", always=True)

TARGET_KEYS: Mapping[str, TargetKeys] = {
    "python": _PYTHON,
    "typescript": _TYPESCRIPT,
    "go": _GO,
    "reference": _REFERENCE,
}
"""Every known target, built or planned, with its section of gen.yaml."""
