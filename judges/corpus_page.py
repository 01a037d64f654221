"""docs/corpus.md, printed from docs/corpus.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bench.documents import DOCUMENTS
from compiler.diagnostics.catalog import CODES
from judges.suites import REFUSED, TOLERATED

LANGUAGES = ("python", "typescript", "go")


def render(content: Mapping[str, Any]) -> str:
    """Return the page."""
    records: Mapping[str, Mapping[str, Any]] = content["documents"]
    parts = (_operations(records), _nodes(records), _cost(records), _checkers(records), _suites(content["suites"]))
    return "\n".join("\n".join(part) for part in (INTRODUCTION, *parts))


INTRODUCTION = (
    "# Real documents",
    "",
    "Printed by `make corpus` from docs/corpus.json. Each document is compiled with `-k` to Python, TypeScript, Go and",
    "reference pages. `make corpus CHECK=1` runs the type checkers too. A changed count is a failure to be explained.",
    "",
)


def _operations(records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    lines = [
        "## What became of every operation",
        "",
        "There may be more methods than operations: a second media type and a stream have a method each. One number",
        "holds for every language, three differ by language. *Ignored* are operations that the document itself leaves",
        "out of SDKs (`x-codegen-ignore`). *Left out* counts operations, webhooks and callbacks that contain an error,",
        "by its code. **Missing without code** counts nodes of the document, operations, and unprinted parts of the",
        "plan that the compiler dropped silently.",
        "",
        *_head(
            *("Document", "Operations", "Methods", "Webhooks", "Callbacks", "Types", "Ignored", "Left out"),
            "Missing without code",
        ),
    ]
    for name, record in records.items():
        found = record["counts"]
        methods = dict.fromkeys(found.get("methods", {}).values())
        lines.append(
            _row(
                _with_flags(name),
                found.get("operations", 0),
                " / ".join(f"{count:,}" for count in methods),
                found.get("webhooks", 0),
                found.get("callbacks", 0),
                found.get("types", 0),
                found.get("ignored", 0),
                _codes(found.get("left_out", {})) or "nothing",
                len(found.get("missing", ())),
            )
        )
    return [*lines, ""]


def _with_flags(name: str) -> str:
    document = next((item for item in DOCUMENTS if item.name == name), None)
    return f"{name} (`{document.prefix}`)" if document is not None and document.prefix else name


def _codes(found: Mapping[str, int]) -> str:
    return ", ".join(f"{code}: {count:,}" for code, count in sorted(found.items()))


def _nodes(records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    lines = [
        "## What became of every node",
        "",
        "The ledger (`judges/ledger`) compiles a document with a tree that records what is read, and walks it by the",
        "grammar of OpenAPI, following references. A node is a member of an object, or a value that is read whole. It",
        "is *read* if lowering asked for it, *by rule* if an SDK does not use it (see below), *reported* if a",
        "diagnostic points at it or at its parent. Of a Swagger 2.0 document the ledger sees the rewritten form.",
        "",
        *_head("Document", "Nodes", "Read", "By rule", "Reported", "Missing", "Diagnostics by code"),
    ]
    rules: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    for name, record in records.items():
        found = record["counts"]
        by_rule, reported = sum(found.get("by_rule", {}).values()), sum(found.get("reported", {}).values())
        read, missing = found.get("read", 0), len(found.get("missing", ()))
        rules.update(found.get("by_rule", {}))
        codes.update(found.get("diagnostics", {}))
        total = read + by_rule + reported + missing
        said = _codes(found.get("diagnostics", {})) or "none"
        lines.append(_row(name, total, read, by_rule, reported, missing, said))
    lines += ["", *_head("Rule", "Nodes")]
    lines += [_row(rule, count) for rule, count in rules.most_common()]
    lines += ["", *_head("Code", "Times", "Severity", "Message")]
    lines += [_row(code, count, CODES[code].severity, CODES[code].message) for code, count in sorted(codes.items())]
    return [*lines, ""]


def _cost(records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    lines = [
        "## What it costs, and how much is printed",
        "",
        "CPU seconds and peak memory of one build of all four targets, on one machine; files and lines of each target,",
        "runtimes included (TypeScript without `dist`).",
        "",
        *_head("Document", "CPU s", "Peak MB", "Files", "Lines of Python", "of TypeScript", "of Go", "of pages"),
    ]
    for name, record in records.items():
        figures = record.get("figures", {})
        if "cpu" not in figures:
            lines.append(_row(name, figures.get("fault", "not measured").replace("\n", " ")))
            continue
        printed = figures["lines"]
        files = sum(figures["files"].values())
        lines.append(_row(name, f"{figures['cpu']:.1f}", figures["megabytes"], files, *printed.values()))
    return [*lines, ""]


def _checkers(records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    lines = [
        "## What the languages' own tools say",
        "",
        "Parsed: Python's compiler, TypeScript's parser, gofmt (which also changes no layout).",
        "Checked: every Python module imports and `mypy --strict`; `tsc --strict --noEmit`; `go build ./...` and",
        "`go vet ./...`, with CPU seconds in brackets. Checks are those of the last run with `CHECK=1`.",
        "",
        *_head("Document", "Parsed", "Python", "TypeScript", "Go"),
    ]
    for name, record in records.items():
        checked = record.get("checked", {})
        states = [checked.get(language, "not checked") for language in LANGUAGES]
        lines.append(_row(name, _parsed(record.get("parsed", {})), *states))
    return [*lines, ""]


def _parsed(parsed: Mapping[str, str]) -> str:
    if parsed and set(parsed.values()) == {"passes"}:
        return "all three"
    return ", ".join(f"{language}: {state}" for language, state in parsed.items()) or "not parsed"


def _suites(suites: Mapping[str, Mapping[str, int]]) -> list[str]:
    lines = [
        "## Test suites of others",
        "",
        "Good documents compile and are printed in the three languages; those that nevertheless contain errors are",
        "listed below. Bad ones produce diagnostics that point at a line: errors (exit code 2), or warnings if their",
        "meaning is clear (D1.4). They produce none only where a rule of the second list tolerates it.",
        "`tests/front/test_sloppy.py` checks this.",
        "",
        *_head("Suite", "Good", "Compiled", "With errors", "Bad", "Refused", "Warned", "Tolerated"),
    ]
    for name, row in suites.items():
        good = [row.get(key, 0) for key in ("compiled", "with errors")]
        bad = [row.get(key, 0) for key in ("refused", "warned", "tolerated")]
        lines.append(_row(name, sum(good), *good, sum(bad), *bad))
    lines += ["", *_head("Good document with errors", "What is wrong with it")]
    lines += [_row(f"`{at}`", why) for at, why in REFUSED.items()]
    lines += ["", *_head("Bad documents", "Why nothing is said")]
    lines += [_row(f"`{pattern}`", why) for pattern, why in TOLERATED.items()]
    return [*lines, ""]


# --------------------------------------------------------------------------- tables


def _head(*names: str) -> tuple[str, str]:
    return _row(*names), _row(*("---" for _ in names))


def _row(*cells: object) -> str:
    return "|" + "".join(f" {cell} |" for cell in map(_cell, cells))


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")
