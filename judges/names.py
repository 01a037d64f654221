"""Ten thousand edits of real documents, none of which may rename anything that stays; part of ``make soak``.

Half of the runs have no codegen.lock and add only things with new words; the others have one and force collisions
(D10.1). Every document of ../shared/specs is then built twice: with the lock of the first build, the second may not
change a name. tests/support/generated/edits.py makes the edits; tests/names/test_name_stability.py runs some of
them in CI.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from bench.documents import DOCUMENTS
from compiler.lock.lock import Lock

Moved: TypeAlias = Mapping[tuple[str, ...], tuple[str, str]]
Names: TypeAlias = Mapping[tuple[str, ...], str]
MOST = 10
"""Edits of one document at a time."""


def main(arguments: list[str] | None = None) -> int:
    """Edit until so many edits were made; 1 where a name moved."""
    from tests.support.generated.edits import EDITS, FORCED, edit_document
    from tests.support.generated.names import moved, names_of, reread
    from tests.support.generated.real_documents import documents

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-twice", dest="twice", action="store_false", help="leave out the second builds")
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    known: dict[str, tuple[Mapping[Any, str], Lock]] = {}
    started, made, runs, compared, faults, aside = time.process_time(), 0, 0, 0, 0, 0
    while made < options.edits:
        document = chance.choice(sorted(documents()))
        forced = runs % 2 == 1
        kinds = sorted((*EDITS, *FORCED) if forced else EDITS)
        changes = [(chance.choice(kinds), chance.randrange(2**32)) for _ in range(chance.randint(1, MOST))]
        if document not in known:
            lock = Lock()
            names = names_of(documents()[document], lock)
            known[document] = names, reread(lock)
        names, lock = known[document]
        after = names_of(edit_document(documents()[document], changes), lock if forced else None)
        found = moved(dict(names), after)
        stood = [key for key, pair in found.items() if not forced and _stands_aside(key, pair, names, after)]
        aside += len(stood)
        found = {key: pair for key, pair in found.items() if key not in stood}
        runs, made, compared = runs + 1, made + len(changes), compared + len(names.keys() & after.keys())
        if found:
            faults += 1
            _tell(f"{document} {'with a lock' if forced else 'without a lock'} {changes}", found)
    for name, count, found in _twice() if options.twice else ():
        compared += count
        if found:
            faults += 1
            _tell(f"{name} built twice", found)
    seconds = time.process_time() - started
    print(f"{made:,} edits of {len(known)} documents in {runs:,} runs, {compared:,} names compared, {faults} faults")
    if aside:
        print(f"{aside} names made of another's stood aside for a type called so, or came back, without a lock")
    print(f"{seconds:.0f} s CPU")
    return 1 if faults else 0


def _twice() -> Iterator[tuple[str, int, Moved]]:
    """Yield for each document of the corpus how many names there are, and which a second build changed."""
    from tests.support.generated.names import moved, names_of_file, reread

    for document in DOCUMENTS:
        if document.path.is_file():
            lock = Lock()
            before = names_of_file(document.path, lock, document.prefix)
            after = names_of_file(document.path, reread(lock), document.prefix)
            yield document.name, len(before), moved(before, after)


def _stands_aside(key: tuple[str, ...], pair: tuple[str, str], before: Names, after: Names) -> bool:
    """Whether a language made a name of another's, and a type that is called so came or went.

    Each of the two has the name in a document without the other, so that only memory could keep it: docs/soak.md.
    """
    old, new = pair
    taken = {name for names in (before, after) for at, name in names.items() if at[:2] == (key[0], "type")}
    return key[1] == "derived" and old.rstrip("_") == new.rstrip("_") and old.rstrip("_") in taken


def _tell(what: str, found: Moved) -> None:
    print(f"FAULT {what}", flush=True)
    for key, (old, new) in list(found.items())[:5]:
        print(f"    {' '.join(key)}: {old} is now {new}")


if __name__ == "__main__":
    raise SystemExit(main())
