"""OpenAPI overlays, 1.0 and 1.1: actions that change a document before anything else reads it (D1.6).

An overlay is a list of actions. Each has a target, a JSONPath of RFC 9535 that selects nodes of the document, and
says what becomes of them: they are merged with a value (``update``), merged with another node (``copy``), or taken
away (``remove``). Content from an action keeps its place in the overlay; the rest keeps its place in the document.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Note
from compiler.front.mistakes.wording import a_kind, did_you_mean, nearest
from compiler.front.mistakes.wrong_types import cure
from compiler.front.overlays.tree_edits import Editor, GrownError, Path, cannot_merge
from compiler.source import STDIN_NAME, Copied, Document, Json, Limits, Loc, Rewritten, as_text, is_remote

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.front.overlays.selecting import Steps

_VERSION = lazy_pattern(r"1\.(\d+)(\.\d+)?(-.*)?\Z")
_NEWEST = 1
_COLUMN = lazy_pattern(r", line 1, column (\d+)\Z")
"""Where an error of the library stands in a query, which has one line."""
_HYPHENED = lazy_pattern(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?P<dots>\.\.?)(?P<name>[A-Za-z_]\w*(?:-\w+)+)""")
"""Strings, which stay, and dots with names that have hyphens."""
_ROOT_KEYS = frozenset({"overlay", "info", "extends", "actions"})
_INFO_KEYS = frozenset({"title", "version", "description"})
_ACTION_KEYS = frozenset({"target", "description", "update", "copy", "remove"})
_CHANGES = ("remove", "update", "copy")
NOTE = "the overlay puts it here"


@frozen
class _Action:
    """One action of an overlay whose keys have the right types."""

    raw: dict[str, Json]
    loc: Loc
    target: str


def apply_overlays(
    document: Document, overlays: list[Document], diagnostics: Diagnostics, limits: Limits | None = None
) -> Document | None:
    """Return the document as the overlays leave it, one after the other; None after an error.

    Later reports about the document are placed where each part of it was written.
    """
    from compiler.front.overlays.selecting import Steps

    changed: Document = document
    steps = Steps(len(document.source.data))
    for overlay in overlays:
        actions = _read(overlay, document.file, diagnostics)
        if actions is None or not isinstance(changed.root, dict | list):
            continue
        limit = (limits or Limits()).max_aliases
        editor = Editor(changed, limit)
        for action in actions:
            try:
                _apply(action, editor, steps, diagnostics)
            except GrownError:
                diagnostics.report("CG1510", action.loc, limit=limit)
                break
        changed = Rewritten(changed, editor.root, editor.origins, note=NOTE, brought=(overlay,), removed=editor.removed)
        diagnostics.trace(changed)
    return None if diagnostics.has_errors else changed


# --------------------------------------------------------------------------- reading


def _read(overlay: Document, document: str, diagnostics: Diagnostics) -> list[_Action] | None:
    """Return the actions of an overlay; None where the file is none."""
    raw, loc = overlay.root, Loc(overlay.file)
    if not isinstance(raw, dict):
        diagnostics.report("CG1501", loc, problem="it is empty" if raw is None else f"it is {a_kind(raw)}")
        return None
    if "overlay" not in raw:
        diagnostics.report("CG1501", loc, problem="it has no key `overlay`")
        return None
    version = raw["overlay"]
    found = None if isinstance(version, dict | list) else _VERSION.match(as_text(version))
    if found is None or int(found[1]) > _NEWEST:
        shown = a_kind(version) if isinstance(version, dict | list) else as_text(version)
        diagnostics.report("CG1501", loc.at("overlay"), problem=f"version {shown} is neither 1.0 nor 1.1")
        return None
    _check_keys(raw, _ROOT_KEYS, "an overlay", loc, diagnostics)
    _check_info(raw.get("info"), loc, diagnostics)
    _check_extends(raw, document, loc, diagnostics)
    return list(_actions(raw, loc, int(found[1]), diagnostics))


def _check_extends(raw: dict[str, Json], document: str, loc: Loc, diagnostics: Diagnostics) -> None:
    """Say where an overlay was written for another file than it is applied to."""
    extends = raw.get("extends")
    if extends is None or (isinstance(extends, str) and (is_remote(extends) or is_remote(document))):
        return
    if not isinstance(extends, str):
        _wrong("extends", "a string", extends, loc, diagnostics)
        return
    meant = posixpath.normpath(posixpath.join(posixpath.dirname(loc.file), unquote(extends.removeprefix("file://"))))
    if document != STDIN_NAME and posixpath.abspath(meant) != posixpath.abspath(document):
        diagnostics.report("CG1508", loc.at("extends"), extends=extends, document=document)


def _check_info(info: Json, loc: Loc, diagnostics: Diagnostics) -> None:
    """Warn of an `info` that the specification would not take: nothing of it is needed."""
    at = loc.at("info")
    if isinstance(info, dict):
        _check_keys(info, _INFO_KEYS, "an overlay's info", at, diagnostics)
    given = info if isinstance(info, dict) else {}
    for key in ("title", "version"):
        if not isinstance(given.get(key), str | int | float):
            diagnostics.report("CG1507", at, key=key)


def _actions(raw: dict[str, Json], loc: Loc, minor: int, diagnostics: Diagnostics) -> Iterator[_Action]:
    actions = raw.get("actions")
    if not isinstance(actions, list) or not actions:
        if "actions" not in raw:
            diagnostics.report("CG0302", loc, what="an overlay", key="actions")
        else:
            found = "an empty array" if actions == [] else a_kind(actions)
            wanted, help_ = "an array of actions", cure("actions", "an array", actions)
            diagnostics.report("CG0301", loc.at("actions"), help=help_, key="actions", wanted=wanted, found=found)
        return
    for index, item in enumerate(actions):
        action = _action(item, loc.at("actions", index), minor, diagnostics)
        if action is not None:
            yield action


def _action(raw: Json, loc: Loc, minor: int, diagnostics: Diagnostics) -> _Action | None:
    if not isinstance(raw, dict):
        key = f"actions[{loc.pointer.rpartition('/')[2]}]"
        diagnostics.report("CG0301", loc, key=key, wanted="an object", found=a_kind(raw))
        return None
    known = _ACTION_KEYS if minor else _ACTION_KEYS - {"copy"}
    unknown = _check_keys(raw, known, "an action of an overlay 1.0" if not minor else "an action", loc, diagnostics)
    good = True
    for key, kind, wanted in (("target", str, "a string"), ("copy", str, "a string"), ("remove", bool, "a boolean")):
        if key in raw and not isinstance(raw[key], kind):
            _wrong(key, wanted, raw[key], loc, diagnostics)
            good = False
    if "target" not in raw:
        diagnostics.report("CG0302", loc, what="an action", key="target")
        good = False
    given = [key for key in _CHANGES if key in raw and key in known and raw[key] is not False]
    if "remove" not in given and len(given) != 1:
        said = "says neither `update`, `copy` nor `remove`" if not given else "has both `update` and `copy`"
        if given or not unknown:  # else a misspelt key was told of
            diagnostics.report("CG1506", loc, problem=said)
        good = False
    return _Action(raw, loc, str(raw["target"])) if good else None


def _check_keys(raw: dict[str, Json], known: frozenset[str], what: str, loc: Loc, diagnostics: Diagnostics) -> bool:
    """Warn of keys that mean nothing, and tell whether there are any."""
    unknown = [key for key in raw if key not in known and not key.startswith("x-")]
    for key in raw:
        if key.startswith("x-codegen-"):  # D2.2
            there = f"put it into `update`: `update: {{{key}: ...}}`"
            diagnostics.report("CG0322", loc.at(key), at_key=True, help=there, key=key, where=what, places="")
    for key in unknown:
        newer = (
            "write `overlay: 1.1.0`: version 1.0 does not have it" if key in _ACTION_KEYS and "1.0" in what else None
        )
        help_ = newer or partial(did_you_mean, key, known)
        diagnostics.report("CG0303", loc.at(key), at_key=True, help=help_, what=what, key=key)
    return bool(unknown)


def _wrong(key: str, wanted: str, value: Json, loc: Loc, diagnostics: Diagnostics) -> None:
    help_ = cure(key, wanted, value)
    diagnostics.report("CG0301", loc.at(key), help=help_, key=key, wanted=wanted, found=a_kind(value))


# --------------------------------------------------------------------------- applying


def _apply(action: _Action, editor: Editor, steps: Steps, diagnostics: Diagnostics) -> None:
    paths = _select(action.target, editor.root, steps, action.loc.at("target"), diagnostics)
    if paths is None:
        return
    if not paths:
        help_ = _elsewhere(action.target, editor.root, steps)
        diagnostics.report("CG1503", action.loc.at("target"), help=help_, target=action.target)
    elif action.raw.get("remove") is True:
        _remove(paths, action, editor, diagnostics)
    else:
        _merge(paths, action, editor, steps, diagnostics)


def _elsewhere(target: str, root: Json, steps: Steps) -> str | None:
    """Return the help where a reference stands in the way, as in documents of several files, or a name is misspelt."""
    from jsonpath_rfc9535 import JSONPathError

    from compiler.front.overlays.selecting import missing_name, reference_on_the_way

    try:
        ref = reference_on_the_way(target, root, steps)
        name, names = missing_name(target, root, steps) if ref is None else (None, [])
    except (JSONPathError, RecursionError):
        return None
    if ref is None:
        near = nearest(name, names) if name is not None else None
        return f"there is no `{name}`; did you mean `{near}`?" if near is not None else None
    if ref.startswith("#"):
        return f"the path leads through a `$ref`: select what it leads to, at `{ref}`"
    return f"the path leads through a `$ref` to `{ref}`, and an overlay changes only the document itself"


def _select(query: str, root: Json, steps: Steps, at: Loc, diagnostics: Diagnostics) -> list[Path] | None:
    """Return the places that a JSONPath selects, each once; None after an error."""
    from jsonpath_rfc9535 import JSONPathError, JSONPathSyntaxError

    from compiler.front.overlays.selecting import select

    try:
        try:
            paths = select(query, root, steps)
        except JSONPathSyntaxError:
            quoted = _quoted(query)
            if quoted == query:
                raise
            paths = select(quoted, root, steps)
            diagnostics.report("CG1509", at, path=query, read=quoted)
    except (JSONPathError, RecursionError) as error:
        said = _COLUMN.sub(_at_character, str(error).partition("\n")[0].rstrip(". "))
        diagnostics.report("CG1502", at, path=query, problem=said or "it nests too deeply")
        return None
    return paths


def _at_character(found: re.Match[str]) -> str:
    return f" at character {int(found[1]) + 1}"


def _in_quotes(found: re.Match[str]) -> str:
    name = found["name"]
    return found[0] if name is None else f"{'..' if found['dots'] == '..' else ''}['{name}']"


def _quoted(query: str) -> str:
    """Return a JSONPath with quotes around the names that have hyphens and stand after a dot."""
    return _HYPHENED.sub(_in_quotes, query)


def _remove(paths: list[Path], action: _Action, editor: Editor, diagnostics: Diagnostics) -> None:
    if () in paths:
        help_ = "name what is to go, such as `$.paths['/pets']`"
        said = "the whole document cannot be removed"
        diagnostics.report("CG1504", action.loc.at("target"), help=help_, problem=said)
        return
    for path in sorted(paths, key=_order, reverse=True):  # from the end: the places before stay as they are
        editor.remove(path, action.loc)


def _order(path: Path) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, token) if isinstance(token, int) else (1, token) for token in path)


def _merge(paths: list[Path], action: _Action, editor: Editor, steps: Steps, diagnostics: Diagnostics) -> None:
    kinds = {_kind(editor.value(path)) for path in paths}
    if len(kinds) > 1:
        said = f"the target selects nodes of different kinds: {' and '.join(sorted(kinds))}"
        diagnostics.report("CG1504", action.loc.at("target"), problem=said)
        return
    value, loc = action.raw.get("update"), action.loc.at("update")
    if "update" not in action.raw:
        source = str(action.raw["copy"])
        found = _select(source, editor.root, steps, action.loc.at("copy"), diagnostics)
        if found is None:
            return
        if len(found) != 1:
            diagnostics.report("CG1505", action.loc.at("copy"), path=source, count=len(found) or "none")
            return
        value, loc = editor.duplicate(found[0], action.loc.at("copy"))
    for path in paths:
        for problem in editor.merge(path, value, loc):
            notes, at = cannot_merge(problem), problem.loc
            if isinstance(at, Copied):
                notes, at = (Note("this is copied", at), *notes), at.by
            diagnostics.report("CG1504", at, notes=notes, problem=problem.text)


def _kind(value: Json) -> str:
    return "objects" if isinstance(value, dict) else "arrays" if isinstance(value, list) else "primitive values"
