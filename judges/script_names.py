"""Ten thousand names of every script in each slot of a document, type-checked in three languages: ``make fuzz-names``.

tests/support/generated/script_names.py makes the names and the documents, tests/names/test_script_names.py builds a few
of them in CI. Each document must be printed, with nothing left out except what is named here, and mypy, tsc and go vet
must report nothing; ``--pyright`` runs pyright too. A fault makes the exit code 1, and the names of its document are in
build/script-names.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.documents import ROOT
from judges import checkers

OUT = ROOT / "build" / "script-names"
REFUSED = {"CG0605": "overrides that clash"}
"""What may be left out."""
_LEFT_OUT = re.compile(r"^left out .*: (CG\d+)", re.MULTILINE)
_SECONDS = 3600


def main(arguments: list[str] | None = None) -> int:
    """Build document after document; 1 where one has a fault."""
    from tests.support.generated.script_names import names

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", type=int, default=10_000)
    parser.add_argument("--at-once", type=int, default=250, help="names of one document")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pyright", action="store_true", help="ask pyright beside mypy")
    options = parser.parse_args(arguments)
    found = itertools.islice(names(options.seed), options.names)
    started, count, faults, left_out = time.monotonic(), 0, 0, Counter[str]()
    while given := list(itertools.islice(found, options.at_once)):
        said = list(_faults(given, OUT / f"{options.seed}-{count}", left_out, pyright=options.pyright))
        count += len(given)
        for line in said:
            print(f"FAULT {line}", flush=True)
        faults += len(said)
        print(f"{count:,} names, {faults} faults, {time.monotonic() - started:.0f} s", flush=True)
    print("left out: " + (", ".join(f"{code} {times}" for code, times in left_out.items()) or "nothing"))
    return 1 if faults else 0


def _faults(given: Sequence[str], folder: Path, left_out: Counter[str], *, pyright: bool) -> Iterator[str]:
    """Yield what is wrong with what is printed for some names; the folder goes where nothing is."""
    from tests.support.generated.script_names import LANGUAGES, build

    shutil.rmtree(folder, ignore_errors=True)
    code, said = build(given, folder)
    codes = Counter(_LEFT_OUT.findall(said))
    left_out.update(codes)
    faults = [f"{folder}: exit code {code}"] if code else []
    faults += [f"{folder}: left out for {code}" for code in codes.keys() - REFUSED.keys()]
    for language in LANGUAGES if not code else ():
        verdict = checkers.check(language, f"names-{folder.name}", folder / "out" / language, _SECONDS)
        if not verdict.good:
            faults.append(f"{folder}: {language}: {verdict}; see {checkers.OUT}/names-{folder.name}.{language}.txt")
    if pyright and not code:
        command = [Path(sys.executable).parent / "pyright", "--pythonpath", sys.executable, "scripts"]
        asked = checkers.say(command, folder / "out" / "python", {}, _SECONDS)
        (folder / "pyright.txt").write_text(asked.text, "utf-8")
        faults += [f"{folder}: pyright"] if asked.code else []
    if faults:
        (folder / "names.json").write_text(json.dumps(list(given)), "utf-8")
        (folder / "said.txt").write_text(said, "utf-8")
    else:
        shutil.rmtree(folder)
    yield from faults


if __name__ == "__main__":
    raise SystemExit(main())
