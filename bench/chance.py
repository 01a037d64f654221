"""Random documents, in all languages side by side; part of ``make soak``.

Each document has two dozen operations of any parameters, bodies and results. Its SDKs must send the same bytes and give
the same results, and their validators must agree on requests that were changed at random
(tests/support/generated/side_by_side.py). Another document of each seed has operations with pages of any kind and
credentials, which must be used as the rules say (tests/support/generated/side_by_side_pages.py), a third one
streams, which must yield what was sent (tests/support/generated/side_by_side_streams.py), a fourth one webhooks, whose
handlers must be given what arrives (tests/support/generated/side_by_side_webhooks.py). More documents are written in
several forms (Swagger 2.0, several files) and must give the same SDK (tests/support/generated/spellings.py). With
``--check`` SDKs must pass their type checkers, too. A fault is printed with its seed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from bench import checkers


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
    from tests.support.generated.side_by_side import File
    from tests.support.generated.side_by_side_pages import PagedFile
    from tests.support.generated.side_by_side_streams import StreamFile
    from tests.support.generated.side_by_side_webhooks import WebhookFile
    from tests.support.generated.spellings import faults
    from tests.support.recorder import Recorder

    folder = Path(tempfile.mkdtemp(prefix="chance-"))
    with Recorder() as here, Recorder() as there:
        files = (File(seed, folder), PagedFile(seed, folder), StreamFile(seed, folder))
        found = [line for file in files for line in file.calls((here, there))]
        found += files[0].checks((here, there))
    hooks = WebhookFile(seed)
    found += hooks.calls()
    found += faults(seed, folder)
    for language, sdk in (item for file in (*files, hooks) for item in file.sdks()):
        if check and not (verdict := checkers.check(language, f"chance-{seed}", sdk.folder, 600)).good:
            found.append(f"{language}: {verdict}")
        shutil.rmtree(sdk.folder.parent)
    shutil.rmtree(folder)
    return sum(len(file.vectors) for file in (*files, hooks)), found


if __name__ == "__main__":
    raise SystemExit(main())
