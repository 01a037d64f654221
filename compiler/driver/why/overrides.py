"""What a user pastes to give something another name."""

from __future__ import annotations

import json
from collections.abc import Iterator

from compiler.base.source import split_pointer
from compiler.driver.why.symbols import Subject
from compiler.ir.identity import locate
from compiler.ir.node import Id

_NAME = "NAME"
_HEAD = "overlay: 1.1.0\ninfo: {title: Names, version: 1.0.0}\nactions:\n"


def override(subject: Subject, base: Id) -> tuple[str, str]:
    """Return where an override belongs, and its text; both empty where a name follows from others alone.

    ``base``: the part of the document to change, which several subjects may be made from.
    """
    match subject.kind:
        case "client":
            return "gen.yaml", f"generation:\n  sdkClassName: {_NAME}\n"
        case "package":
            return "gen.yaml", f"{subject.target}:\n  packageName: {_NAME}\n"
        case "group":
            return "", ""
    if not base or "#" in base:
        return "", ""  # another file, which an overlay does not reach
    return "an overlay", "".join((_HEAD, *_action(subject, base)))


def _action(subject: Subject, base: Id) -> Iterator[str]:
    yield f"  - target: {_scalar(json_path(base))}\n    update:\n"
    if subject.kind == "member":
        yield f"      x-codegen-enums: {{{subject.key}: {_NAME}}}\n"
        return
    alone = f"  # or, for this language alone, {{{subject.target}: {_NAME}}}" if subject.target else ""
    yield f"      x-codegen-name-override: {_NAME}{alone}\n"
    if subject.kind in ("method", "operation"):
        yield "      x-codegen-group: GROUP\n"


def json_path(at: Id) -> str:
    """Return the JSONPath of a part of the root document (RFC 9535)."""
    made = "$"
    for token in split_pointer(locate(at, "").pointer):
        if token.isidentifier():
            made += f".{token}"
        elif token.isdecimal():
            made += f"[{token}]"
        else:
            quoted = json.dumps(token, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'")
            made += f"['{quoted}']"
    return made


def _scalar(text: str) -> str:
    return text if ": " not in text and " #" not in text else json.dumps(text, ensure_ascii=False)
