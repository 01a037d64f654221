"""A proof as a table for people, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from migrate.adopt.prove import Kind, Verdict

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.prove import Proof, Row

_COLUMNS = (Verdict.SAME, Verdict.RENAMED, Verdict.MISSING, Verdict.NEW)
_SHOWN = {kind: 1000 if kind is Kind.METHOD else 20 for kind in Kind}
"""How many names of a kind are listed."""
_TITLES = {
    Verdict.RENAMED: "renamed",
    Verdict.MISSING: "missing",
    Verdict.OUTSIDE: "not in the document",
    Verdict.APART: "without a schema in the document",
    Verdict.SHARED: "beside others of their names, in other modules",
}


def proof_as_text(proof: Proof, whole: bool = False) -> str:
    """Return the table, and the names behind it; all of them if `whole`."""
    return "".join(f"{line}\n" for line in _lines(proof, whole))


def _lines(proof: Proof, whole: bool) -> Iterator[str]:
    maker = f" ({proof.maker})" if proof.maker else ""
    yield f"the {proof.language} SDK {proof.name}{maker} beside this one"
    yield f"{'':12}{''.join(f'{verdict.value:>9}' for verdict in _COLUMNS)}{'same, %':>10}"
    for kind in Kind:
        counts = proof.counts(kind)
        if any(counts.values()):
            numbers = "".join(f"{counts[verdict]:>9}" for verdict in _COLUMNS)
            yield f"  {kind.value:<10}{numbers}{proof.percent(kind):>10.1f}"
    yield from _other_counts(proof)
    for verdict, title in _TITLES.items():
        for kind in Kind:
            rows = proof.of(kind, verdict)
            if rows:
                yield ""
                yield f"{kind.value}, {title}"
                yield from _row_lines(rows, len(rows) if whole else _SHOWN[kind])


def _other_counts(proof: Proof) -> Iterator[str]:
    """Yield what is counted apart, with the reasons."""
    outside = sum(proof.counts(kind)[Verdict.OUTSIDE] for kind in Kind)
    if outside:
        yield f"  counted apart: {outside} whose operation is not in the document"
    reasons = Counter(row.why for kind in Kind for row in proof.of(kind, Verdict.RUNTIME))
    if reasons:
        said = ", ".join(f"{number} {why}" for why, number in sorted(reasons.items(), key=lambda item: -item[1]))
        yield f"  counted apart, of the maker's runtime: {said}"
    for verdict in (Verdict.APART, Verdict.SHARED):
        number = len(proof.of(Kind.TYPE, verdict))
        if number:
            yield f"  counted apart: {number} type{'s' * (number > 1)} {_TITLES[verdict]}"


def _row_lines(rows: Sequence[Row], limit: int) -> Iterator[str]:
    for row in rows[:limit]:
        arrow = f" -> {row.new}" if row.new else ""
        why = f": {row.why}" if row.why else ""
        yield f"  {row.old}{arrow}{why}"
    if len(rows) > limit:
        yield f"  and {len(rows) - limit} more"


def proof_as_json(proof: Proof) -> dict[str, Json]:
    """Return all of a proof."""
    kinds: dict[str, Json] = {}
    for kind in Kind:
        counts: dict[str, Json] = {verdict.name.lower(): number for verdict, number in proof.counts(kind).items()}
        kinds[kind.value] = {**counts, "percent": proof.percent(kind)}
    rows: list[Json] = []
    for row in proof.rows:
        said: dict[str, Json] = {"kind": row.kind.value, "verdict": row.verdict.name.lower()}
        said |= {key: value for key, value in (("old", row.old), ("new", row.new), ("why", row.why)) if value}
        if row.origin is not None:
            said |= {"file": row.origin.file, "line": row.origin.line}
        rows.append(said)
    return {"language": proof.language, "sdk": proof.name, "maker": proof.maker, "kinds": kinds, "symbols": rows}
