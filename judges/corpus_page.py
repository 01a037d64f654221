"""docs/corpus.md, printed from docs/corpus.json: the prose is that of corpus_page.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.documents import DOCUMENTS
from bench.page import table
from compiler.diagnostics.catalog import CODES
from judges.suites import REFUSED, TOLERATED

LANGUAGES = ("python", "typescript", "go")
Records = Mapping[str, Mapping[str, Any]]


def render(content: Mapping[str, Any]) -> str:
    """Return the page."""
    records: Records = content["documents"]
    parts = {
        "operations": _operations(records),
        "nodes": _nodes(records),
        "cost": _cost(records),
        "checkers": _checkers(records),
        "suites": _suites(content["suites"]),
    }
    page = Path(__file__).with_suffix(".md").read_text("utf-8")
    return re.sub(r"<(\w+)>$", lambda match: "\n".join(parts[match[1]]), page, flags=re.MULTILINE)


def _operations(records: Records) -> list[str]:
    names = ("Document", "Operations", "Methods", "Webhooks", "Callbacks", "Types", "Ignored", "Left out")
    rows = []
    for name, record in records.items():
        found = record["counts"]
        methods = " / ".join(f"{count:,}" for count in dict.fromkeys(found.get("methods", {}).values()))
        counts = (found.get(key, 0) for key in ("webhooks", "callbacks", "types", "ignored"))
        left_out, missing = _codes(found.get("left_out", {})) or "nothing", len(found.get("missing", ()))
        rows.append((_with_flags(name), found.get("operations", 0), methods, *counts, left_out, missing))
    return table((*names, "Missing without code"), rows)


def _with_flags(name: str) -> str:
    document = next((item for item in DOCUMENTS if item.name == name), None)
    return f"{name} (`{document.prefix}`)" if document is not None and document.prefix else name


def _codes(found: Mapping[str, int]) -> str:
    return ", ".join(f"{code}: {count:,}" for code, count in sorted(found.items()))


def _nodes(records: Records) -> list[str]:
    rules: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    rows = []
    for name, record in records.items():
        found = record["counts"]
        rules.update(found.get("by_rule", {}))
        codes.update(found.get("diagnostics", {}))
        counts = [found.get("read", 0), *(sum(found.get(key, {}).values()) for key in ("by_rule", "reported"))]
        counts.append(len(found.get("missing", ())))
        rows.append((name, sum(counts), *counts, _codes(found.get("diagnostics", {})) or "none"))
    columns = ("Document", "Nodes", "Read", "By rule", "Reported", "Missing", "Diagnostics by code")
    said = ((code, count, CODES[code].severity, CODES[code].message) for code, count in sorted(codes.items()))
    tables = (table(columns, rows), table(("Rule", "Nodes"), rules.most_common()))
    return [*tables[0], "", *tables[1], "", *table(("Code", "Times", "Severity", "Message"), said)]


def _cost(records: Records) -> list[str]:
    columns = ("Document", "CPU s", "Peak MB", "Files", "Lines of Python", "of TypeScript", "of Go", "of pages")
    rows: list[tuple[object, ...]] = []
    for name, record in records.items():
        figures = record.get("figures", {})
        if "cpu" not in figures:
            rows.append((name, figures.get("fault", "not measured")))
            continue
        files = sum(figures["files"].values())
        rows.append((name, f"{figures['cpu']:.1f}", figures["megabytes"], files, *figures["lines"].values()))
    return table(columns, rows)


def _checkers(records: Records) -> list[str]:
    rows = (
        (
            name,
            _parsed(record.get("parsed", {})),
            *(record.get("checked", {}).get(one, "not checked") for one in LANGUAGES),
        )
        for name, record in records.items()
    )
    return table(("Document", "Parsed", "Python", "TypeScript", "Go"), rows)


def _parsed(parsed: Mapping[str, str]) -> str:
    if parsed and set(parsed.values()) == {"passes"}:
        return "all three"
    return ", ".join(f"{language}: {state}" for language, state in parsed.items()) or "not parsed"


def _suites(suites: Mapping[str, Mapping[str, int]]) -> list[str]:
    rows: list[tuple[object, ...]] = []
    for name, row in suites.items():
        good = [row.get(key, 0) for key in ("compiled", "with errors")]
        bad = [row.get(key, 0) for key in ("refused", "warned", "tolerated")]
        rows.append((name, sum(good), *good, sum(bad), *bad))
    columns = ("Suite", "Good", "Compiled", "With errors", "Bad", "Refused", "Warned", "Tolerated")
    refused = table(
        ("Good document with errors", "What is wrong with it"), ((f"`{at}`", why) for at, why in REFUSED.items())
    )
    tolerated = ((f"`{pattern}`", why) for pattern, why in TOLERATED.items())
    return [*table(columns, rows), "", *refused, "", *table(("Bad documents", "Why nothing is said"), tolerated)]
