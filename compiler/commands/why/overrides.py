"""What a user pastes to give something another name."""

from __future__ import annotations

import json
from collections.abc import Iterator

from compiler.commands.why.symbols import Subject

_NAME = "NAME"
_HEAD = "overlay: 1.1.0\ninfo: {title: Names, version: 1.0.0}\nactions:\n"


def override(subject: Subject, path: str) -> tuple[str, str]:
    """Return where an override belongs, and its text; both empty where a name follows from others alone.

    ``path``: the JSONPath of the part of the document to change; "" where no overlay reaches it.
    """
    match subject.kind:
        case "client":
            return "gen.yaml", f"generation:\n  sdkClassName: {_NAME}\n"
        case "package":
            return "gen.yaml", f"{subject.target}:\n  packageName: {_NAME}\n"
        case "group":
            return "", ""
    if not path:
        return "", ""
    return "an overlay", "".join((_HEAD, *_action(subject, path)))


def _action(subject: Subject, path: str) -> Iterator[str]:
    yield f"  - target: {_scalar(path)}\n    update:\n"
    if subject.kind == "member":
        yield f"      x-codegen-enums: {{{subject.key}: {_NAME}}}\n"
        return
    alone = f"  # or, for this language alone, {{{subject.target}: {_NAME}}}" if subject.target else ""
    yield f"      x-codegen-name-override: {_NAME}{alone}\n"
    if subject.kind in ("method", "operation"):
        yield "      x-codegen-group: GROUP\n"


def _scalar(text: str) -> str:
    return text if ": " not in text and " #" not in text else json.dumps(text, ensure_ascii=False)
