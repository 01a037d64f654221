"""What `codegen diff` found, as people and programs read it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.diff.findings import Cause, Finding, Findings, Level
from compiler.diagnostics import Diagnostics, Note
from compiler.diagnostics.machine import place_as_json
from compiler.diagnostics.show import show
from compiler.driver.outcome import count
from compiler.source import Loc

if TYPE_CHECKING:
    from compiler.driver.options import InputOptions
    from compiler.source import Json

_CODES = {Level.BREAK: "CG1701", Level.RISK: "CG1702", Level.NOTE: "CG1703", Level.DOCS: "CG1706"}
WORDS = {Level.BREAK: "break", Level.RISK: "risk", Level.NOTE: "note", Level.DOCS: "docs"}
_TITLES = {Level.BREAK: "Breaks", Level.RISK: "Risks", Level.NOTE: "Notes", Level.DOCS: "Documentation"}
_HEADS = ("Added", "Changed", "Deprecated", "Removed", "Security")
"""The heads of a changelog (Keep a Changelog 1.1.0) that changes of an interface belong to."""
_SECURITY = ("security", "credential", "scope", "oauth")
_NAMED = 3
"""How many operations a message names."""

_NUMBERS = re.compile(r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?![\d.])")


@frozen
class Released:
    """The versions of a package: before, now, and of the compilers that made it, "" where they are not known."""

    old: str = ""
    new: str = ""
    compilers: tuple[str, str] = ("", "")


@frozen
class Compared:
    """What changed in each part: on the wire, and for the programs of each target; and the packages of these."""

    parts: Mapping[str, Findings]
    released: Mapping[str, Released] = field(default_factory=dict)

    @property
    def items(self) -> list[Finding]:
        """All changes."""
        return [item for findings in self.parts.values() for item in findings.items]

    def joined(self, other: Compared) -> Compared:
        """Return what both found."""
        return Compared({**self.parts, **other.parts}, {**self.released, **other.released})

    def version(self, part: str) -> str:
        """Return the version that follows for a part, "" if that before is not known."""
        known = self.released.get(part)
        return following(known.old, raised(self.parts[part].items)) if known is not None else ""


def report(compared: Compared, diagnostics: Diagnostics, given: InputOptions, out: TextIO, err: TextIO) -> None:
    """Write what changed in the format that is asked for."""
    match given.format:
        case "json":
            out.write(_as_json(compared, diagnostics))
        case "markdown":
            out.write(_as_markdown(compared))
        case "changelog":
            out.write(_as_changelog(compared))
        case _:
            told = diagnostics.empty_sink()
            _report(compared, told, given.format)
            show(told, out, err, format=given.format, color=given.color, quiet=given.quiet)
    if not given.quiet and given.format == "text":
        err.writelines(f"{_summary(compared, part)}\n" for part in compared.parts)


def _report(compared: Compared, told: Diagnostics, form: str) -> None:
    """Report changes as diagnostics at the new version, with a note of the old one; those of one place together.

    Annotations have one text, and SARIF has no notes without a place: there the text says what notes say elsewhere.
    """
    together: dict[object, list[tuple[Finding, Findings]]] = {}
    for findings in compared.parts.values():
        for item in findings.items:
            together.setdefault((item.level, item.new or item.old or item), []).append((item, findings))
    for (first, findings), *others in together.values():
        notes = _notes(first)
        if first.new is not None and first.old is not None:
            notes.insert(0, Note("before", first.old))
        for item, of_part in others:
            known = {note.text for note in notes}
            notes.append(Note(f"and {_what(item, of_part)}"))
            notes += [note for note in _notes(item) if note.text not in known]
        where, what = _where(first, findings), f"{first.message} [{first.rule}]"
        if form != "text":
            folded = [note.text for note in notes if note.loc is None or (form == "github" and note.text != "before")]
            what = "; ".join((what, *folded))
        if form == "sarif":
            notes = [note for note in notes if note.loc is not None]
        told.report(_CODES[first.level], first.new or first.old, notes=notes, where=where, what=what)


def _notes(item: Finding) -> list[Note]:
    """Return why there is a change, and what to do about it."""
    at = {item.old, item.new}
    notes = [Note(f"why: {_cause(cause)}", None if cause.place in at else cause.place) for cause in item.why]
    return notes + ([Note(f"in a program: {item.advice}")] if item.advice else [])


def _cause(cause: Cause) -> str:
    return f"{cause.text} ({cause.by})" if cause.by else cause.text


def _what(item: Finding, findings: Findings) -> str:
    return f"{_where(item, findings)}: {item.message} [{item.rule}]"


def _where(item: Finding, findings: Findings) -> str:
    """Return the operations that a change concerns, the first few by name."""
    where = [operation for operation in findings.uses[item] if operation] or ["the document"]
    more = len(where) - _NAMED
    return ", ".join(where[:_NAMED]) + (f" and {count(more, 'more operation')}" if more > 0 else "")


# --------------------------------------------------------------------------- JSON


def _as_json(compared: Compared, diagnostics: Diagnostics) -> str:
    changes: list[Json] = [
        {
            "part": part,
            "rule": item.rule,
            "level": WORDS[item.level],
            "operations": [operation for operation in findings.uses[item] if operation],
            "message": item.message,
            "advice": item.advice or None,
            "why": [_cause_as_json(cause, diagnostics) for cause in item.why],
            "pointer": _pointer(item.new or item.old),
            "old": place_as_json(diagnostics.origin(item.old), False, diagnostics),
            "new": place_as_json(diagnostics.origin(item.new), False, diagnostics),
        }
        for part, findings in compared.parts.items()
        for item in findings.items
    ]
    versions: dict[str, Json] = {part: raised(findings.items) for part, findings in compared.parts.items()}
    packages: dict[str, Json] = {
        part: {
            "old": known.old or None,
            "new": known.new or None,
            "next": compared.version(part) or None,
            "compilers": [name or None for name in known.compilers],
        }
        for part, known in compared.released.items()
    }
    told = {"changes": changes, "version": raised(compared.items), "versions": versions, "packages": packages}
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _cause_as_json(cause: Cause, diagnostics: Diagnostics) -> Json:
    return {
        "text": cause.text,
        "pass": cause.by or None,
        "key": cause.key or None,
        "place": place_as_json(diagnostics.origin(cause.place), False, diagnostics),
    }


def _pointer(loc: Loc | None) -> str | None:
    return f"#{loc.pointer}" if loc is not None else None


# --------------------------------------------------------------------------- Markdown


def _as_markdown(compared: Compared) -> str:
    """Return the changes for a pull request, the worst first."""
    lines: list[str] = []
    for part, findings in compared.parts.items():
        lines += ["", f"**{_summary(compared, part)}**"]
        for level, title in _TITLES.items():
            of_level = [item for item in findings.items if item.level is level]
            if of_level:
                lines += ["", f"### {title}", ""]
                lines += [_item(_write_change(item, findings, part), item) for item in of_level]
    return "\n".join(lines[1:]) + "\n"


def _item(text: str, item: Finding) -> str:
    """Return an item of a list: what changed, why if a key says so, and what to do about it."""
    keys = [cause.text for cause in item.why if cause.key]
    told = f" ({'; '.join(keys)})" if keys else ""
    return f"- {text}{told}{f': {item.advice}' if item.advice else ''}"


def _as_changelog(compared: Compared) -> str:
    """Return an entry for each package, or one for the API, under the heads of Keep a Changelog."""
    lines: list[str] = []
    for part, findings in compared.parts.items():
        if part not in compared.released and compared.released:
            continue  # the wire: programs are what an entry is about
        known = compared.version(part)
        lines += ["", f"## {known or 'Unreleased'}{f' ({part})' if compared.released else ''}"]
        for head in _HEADS:
            of_head = [item for item in findings.items if _head(item.rule) == head and item.level > Level.DOCS]
            documented = [item for item in findings.items if head == "Changed" and item.level is Level.DOCS]
            if of_head or documented:
                lines += ["", f"### {head}", ""]
                lines += [_item(_entry(item, findings, part), item) for item in of_head]
                lines += [f"- {item.message[0].upper()}{item.message[1:]}" for item in documented]
        if not findings.items:
            lines += ["", "Nothing that programs see changed."]
    return "\n".join(lines[1:]) + "\n"


def _entry(item: Finding, findings: Findings, part: str) -> str:
    return f"{'**Breaking:** ' if item.level is Level.BREAK else ''}{_write_change(item, findings, part)}"


def _write_change(item: Finding, findings: Findings, part: str) -> str:
    """Return a change below the head of its part: the operations that it concerns are those of the wire."""
    return item.message if item.where == part else f"{_where(item, findings)}: {item.message}"


def _head(rule: str) -> str:
    if any(word in rule for word in _SECURITY):
        return "Security"
    if "deprecated" in rule:
        return "Deprecated"
    ends = {"added": "Added", "removed": "Removed"}
    return ends.get(rule.rpartition("-")[2], "Changed")


# --------------------------------------------------------------------------- versions


def _summary(compared: Compared, part: str) -> str:
    """Return how many changes of each level there are, and which version follows."""
    items: Sequence[Finding] = compared.parts[part].items
    counts = [(sum(item.level is level for item in items), word) for level, word in WORDS.items()]
    told = ", ".join(word_count(number, word) for number, word in counts if number)
    head = f"{part}: " if len(compared.parts) > 1 else ""
    return f"{head}{told or 'nothing changed'}: a {raised(items)} version{_next(compared, part)}"


def word_count(number: int, word: str) -> str:
    """Return how many changes there are of a level."""
    return f"{count(number, 'text')} of the documentation" if word == "docs" else count(number, word)


def _next(compared: Compared, part: str) -> str:
    known, needed = compared.released.get(part), compared.version(part)
    if known is None:
        return ""
    told = f", {needed} after {known.old}" if needed else ""
    if needed and known.new not in ("", known.old):
        told += f" ({known.new} is {'enough' if is_enough(known.new, needed) else 'too low'})"
    first, second = known.compilers
    return told + (f"; made by codegen {first} and {second}" if first and second and first != second else "")


def raised(items: Iterable[Finding]) -> str:
    """Return the part of a version that changes raise: ``major``, ``minor`` or ``patch``."""
    worst = max((item.level for item in items), default=Level.DOCS)
    return "patch" if worst is Level.DOCS else "major" if worst is Level.BREAK else "minor"


def following(version: str, part: str) -> str:
    """Return the version after another in which a part is raised; "" if that is no version.

    Before 1.0.0 a break raises the minor version and all else the patch version, as package managers read it (`^0.4.2`
    is below 0.5.0).
    """
    match = _NUMBERS.match(version)
    if match is None:
        return ""
    major, minor, patch = (int(number or 0) for number in match.groups())
    if major == 0:
        part = {"major": "minor", "minor": "patch"}.get(part, part)
    match part:
        case "major":
            return f"{major + 1}.0.0"
        case "minor":
            return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"


def is_enough(version: str, needed: str) -> bool:
    """Tell whether a version is the needed one, or later; one that is no version is not."""
    match, other = _NUMBERS.match(version), _NUMBERS.match(needed)
    if match is None or other is None:
        return False
    numbers, least = (tuple(int(number or 0) for number in found.groups()) for found in (match, other))
    return numbers >= least
