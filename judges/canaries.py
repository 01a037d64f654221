"""Every hostile text in every slot of a document; ``--write docs/canaries.md`` prints the results.

The tests (tests/languages/test_canaries.py) use some of the texts; this run uses all, the Big List of Naughty Strings
included. The printed SDKs are parsed and compared with the plan in every language; a fault makes the exit code 1.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bench.page import table

if TYPE_CHECKING:
    from tests.support.canary.build import Built


SAFE = re.compile(r"(https?|mailto|tel):|(?!//)[\w./#%-]*\Z")
"""Links to pages of ours and to what a reader may safely open."""

AT_ONCE = 40
"""Texts in one document."""
ROOTS = 5
"""Every so many text has a small document of its own, for the slots that a document has once."""


@dataclass
class Slot:
    """What became of the texts of one slot."""

    placed: int = 0
    printed: int = 0
    codes: Counter[str] = field(default_factory=Counter)


@dataclass
class Report:
    """All slots, and what is wrong."""

    slots: dict[str, Slot] = field(default_factory=lambda: defaultdict(Slot))
    faults: list[str] = field(default_factory=list)
    files: int = 0


def run(texts: list[str]) -> Report:
    """Compile the texts, some at a time, and judge what comes out."""
    from tests.support.canary.build import build
    from tests.support.canary.document import canary_document, roots

    report = Report()
    documents = [canary_document(texts[at : at + AT_ONCE]) for at in range(0, len(texts), AT_ONCE)]
    for canaries in (*documents, *roots(texts[::ROOTS])):
        folder = Path(tempfile.mkdtemp(prefix="canary-"))
        built = build(canaries, folder / "sdk")
        if built.code != 0:
            report.faults.append(f"exit {built.code}: {built.said[-300:]}")
        else:
            _judge(built, report)
        shutil.rmtree(folder)
    return report


def _judge(built: Built, report: Report) -> None:
    from markdown import links, raw_html

    from judges.reparse import judged, plan_texts
    from tests.support.canary.build import LANGUAGES
    from tests.support.go_things import unformatted

    report.faults += [f"while compiling: {event}" for event in built.seen.forbidden]
    for language in LANGUAGES:
        files, faults = judged(language, built.plans[language], built.out / language)
        report.files += files
        report.faults += faults
    report.faults += [f"gofmt would change {name}" for name in unformatted(built.out / "go").split()]
    for path in built.out.rglob("*.md"):
        report.files += 1
        live = [html for html in raw_html(path.read_text("utf-8")) if not html.startswith("<!-- This file is yours")]
        report.faults += [f"{path.parent.name}/{path.name}: live HTML: {html}" for html in live]
        report.faults += [
            f"{path.name}: a link: {link}" for link in links(path.read_text("utf-8")) if not SAFE.match(link)
        ]
    known = "\0".join(text for plan in built.plans.values() for text in plan_texts(plan))
    codes = _codes(built)
    for word, slot in built.canaries.words.items():
        if word not in built.canaries.texts[word]:
            continue  # `.` and `..` have no room for it
        found = report.slots[slot]
        found.placed += 1
        if word in known or re.sub(r"\W", "", word).lower() in known.lower():
            found.printed += 1
        else:
            found.codes.update(codes.get(word, {"not used"}))


def _codes(built: Built) -> dict[str, set[str]]:
    """Return the codes of the warnings and errors that name a word, or are about a line of the document with it."""
    found: dict[str, set[str]] = defaultdict(set)
    lines = built.folder.joinpath("openapi.json").read_text("utf-8").split("\n")
    for item in json.loads(built.told)["diagnostics"]:
        places = [place for place in (item["place"], *(note["place"] for note in item["notes"])) if place is not None]
        shown = [lines[place["line"] - 1] for place in places if place["line"] and place["file"].endswith(".json")]
        for word in re.findall(r"zz[a-z]+q\d+", "\n".join([item["message"], *shown])):
            if item["severity"] != "info":
                found[word].add(item["code"])
    return found


def page(report: Report, texts: int) -> Iterator[str]:
    """Yield the lines of docs/canaries.md."""
    yield "# Canaries"
    yield ""
    yield "Texts that would be code, markup or a path, one in every slot of a document: what is printed must parse,"
    yield "hold the plan's literals, identifiers and comments and no others, and be no live HTML."
    yield "`python -m judges.canaries --write docs/canaries.md` writes this page;"
    yield (
        "[tests/languages/test_canaries.py](../tests/languages/test_canaries.py) tries a part in CI, "
        "and imports and calls the SDKs too."
    )
    yield ""
    yield f"{texts} texts; {report.files:,} printed files were parsed again; {len(report.faults)} faults."
    yield ""
    rows = (
        (name, slot.placed, slot.printed, ", ".join(f"{code}: {count}" for code, count in sorted(slot.codes.items())))
        for name, slot in sorted(report.slots.items())
    )
    yield from table(("slot", "texts placed:", "printed:", "refused, by code"), rows)


def main(arguments: list[str] | None = None) -> int:
    """Try all texts; 1 where one broke out."""
    from tests.support.canary.payloads import ALL, naughty

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, help="write the page to this file")
    parser.add_argument("--every", type=int, default=1, help="take every so many text only")
    options = parser.parse_args(arguments)
    texts = [*ALL, *naughty()][:: options.every]
    report = run(texts)
    lines: Iterable[str] = page(report, len(texts))
    text = "\n".join(lines) + "\n"
    print(text)
    for fault in report.faults[:40]:
        print(f"FAULT {fault[:300]}")
    if options.write is not None:
        options.write.write_text(text, encoding="utf-8", newline="\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
