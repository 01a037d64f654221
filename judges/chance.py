"""Random documents, in all languages side by side; part of ``make soak``.

Each document has two dozen operations of any parameters, bodies and results. Its SDKs must send the same bytes and give
the same results, and their validators must agree on requests that were changed at random
(tests/support/generated/checks.py). Another document of each seed has operations with pages of any kind and
credentials, which must be used as the rules say, a third one streams, which must yield what was sent, a fourth one
webhooks, whose handlers must be given what arrives (tests/support/generated/side_by_side.py). More documents are
written in several forms (Swagger 2.0, several files) and must give the same SDK (tests/support/generated/spellings.py).
With ``--check`` SDKs must pass their type checkers, too. A fault is printed with its seed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from judges import checkers


def main(arguments: list[str] | None = None) -> int:
    """Make so many documents of each kind; 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first document; the others follow")
    parser.add_argument("--check", action="store_true", help="let mypy, tsc and go vet look at the SDKs, too")
    options = parser.parse_args(arguments)
    calls = faults = 0
    for seed in range(options.seed, options.seed + options.documents):
        made, found = _judge(seed, check=options.check)
        calls, faults = calls + made, faults + len(found)
        for line in found:
            print(f"FAULT seed {seed}: {line[:1500]}", flush=True)
        if sys.stdout.isatty() or not (seed + 1 - options.seed) % 10:
            print(f"{seed + 1 - options.seed} documents, {calls:,} calls, {faults} faults", flush=True)
    print(f"{options.documents} documents of each kind, {calls:,} calls, {faults} faults")
    return 1 if faults else 0


def _judge(seed: int, *, check: bool) -> tuple[int, list[str]]:
    """Return how many calls the documents of a seed have, and what is wrong."""
    from tests.support.generated.checks import validator_differences
    from tests.support.generated.side_by_side import CallFile, PageFile, StreamFile, WebhookFile
    from tests.support.generated.spellings import spelling_differences
    from tests.support.generated.ways import Desk
    from tests.support.recorder import Recorder

    folder = Path(tempfile.mkdtemp(prefix="chance-"))
    calls, pages, streams = CallFile(seed, folder), PageFile(seed, folder), StreamFile(seed, folder)
    hooks = WebhookFile(seed)
    files = (calls, pages, streams, hooks)
    with Desk() as desk, Recorder() as here, Recorder() as there:
        found = [*calls.differences(desk), *streams.differences(desk), *pages.differences((here, there))]
        found += [*validator_differences(calls, desk), *hooks.differences(), *spelling_differences(seed, folder)]
    for language, sdk in (item for file in files for item in file.sdks()):
        if check and not (verdict := checkers.check(language, f"chance-{seed}", sdk.folder, 600)).good:
            found.append(f"{language}: {verdict}")
        shutil.rmtree(sdk.folder.parent)
    shutil.rmtree(folder)
    return sum(len(file.calls) for file in files), found


if __name__ == "__main__":
    raise SystemExit(main())
