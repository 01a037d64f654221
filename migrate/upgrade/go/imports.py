"""The import of the SDK in a Go file: added where a call needs it now, taken away where nothing uses it any more."""

from __future__ import annotations

import re

_ALIEN = re.compile(rb'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
"""Comments and texts, which use nothing."""
_BLOCK = re.compile(rb"^import \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)
_ONE = re.compile(rb'^import ((?:\w+ |\. )?"[^"]*")\n', re.MULTILINE)
_CLAUSE = re.compile(rb"^package \w+[^\n]*\n", re.MULTILINE)


def with_imports(before: bytes, after: bytes, package: tuple[str, str], name: str) -> bytes:
    """Return a rewritten file with the import that it needs; ``name``: what files call the package by default."""
    if before == after:
        return after
    imported = [re.search(rb'^(?:import|\t)[ \t]*((?:\w+ )?)"' + re.escape(path.encode()) + rb'"', text, re.MULTILINE)
                for path, text in zip(package, (before, after), strict=True)]  # fmt: skip
    if imported[0] is None:
        return after if not _uses(after, name) or _uses(before, name) else _added(after, package[1].encode())
    alias = imported[0][1].decode().strip() or name
    if imported[1] is None or alias == "_" or not _uses(before, alias) or _uses(after, alias):
        return after
    return _removed(after, imported[1].start())


def _uses(text: bytes, name: str) -> bool:
    return re.search(rb"(?<![\w.])" + re.escape(name.encode()) + rb"\.\w", _ALIEN.sub(b" ", text)) is not None


def _added(text: bytes, path: bytes) -> bytes:
    """Import a package: beside others of its kind in the last group, else in a group of its own, as gofmt sorts it."""
    line = b'\t"' + path + b'"\n'
    block = _BLOCK.search(text)
    if block is not None:
        groups = block[1].split(b"\n\n")
        if b"." in _path(groups[-1].splitlines()[-1]).partition(b"/")[0]:
            lines: list[bytes] = [*groups[-1].splitlines(keepends=True), line]
            lines.sort(key=lambda one: _path(one))
            groups[-1] = b"".join(lines)
        else:
            groups[-1] = groups[-1].rstrip(b"\n")
            groups.append(line)
        return text[: block.start(1)] + b"\n\n".join(groups) + text[block.end(1) :]
    one = _ONE.search(text)
    if one is not None:
        made = b"import (\n\t" + one[1] + b"\n\n" + line + b")\n"
        return text[: one.start()] + made + text[one.end() :]
    clause = _CLAUSE.search(text)
    at = clause.end() if clause is not None else 0
    return text[:at] + b"\nimport " + line.lstrip() + text[at:]


def _removed(text: bytes, at: int) -> bytes:
    """Take away the line of an import, and its group if it stood alone in it."""
    end = text.index(b"\n", at) + 1
    before, behind = text[:at], text[end:]
    if before.endswith(b"\n\n") and behind.startswith((b")", b"\n")):
        before = before[:-1]
    made = before + behind
    return re.sub(rb'^import \(\n\t((?:\w+ )?"[^"]*")\n\)', rb"import \1", made, flags=re.MULTILINE) \
        if _ONE.search(text) is None else made  # fmt: skip


def _path(line: bytes) -> bytes:
    found = re.search(rb'"([^"]*)"', line)
    return found[1] if found is not None else b""
