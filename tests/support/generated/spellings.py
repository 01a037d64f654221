"""One API as several documents: in another version of OpenAPI, or in several files. The SDKs must be the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from backends.keys import TARGET_KEYS
from compiler.commands import main
from tests.support.generated.blocks import Json
from tests.support.generated.chance import Chance
from tests.support.generated.chance_swagger import SwaggerByChance
from tests.support.generated.defaults import spell_out_defaults
from tests.support.generated.file_splits import ROOT, Files, drop_unused, split

OPERATIONS = 24
Words = dict[str, Counter[bytes]]
"""How often each word is printed, by target."""
_WORD = re.compile(rb"\w+")


def printed(folder: Path, files: Files) -> dict[str, bytes]:
    for name, content in files.items():
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        folder.joinpath(name).write_text(json.dumps(content), encoding="utf-8")
    out = folder / "out"
    targets = [word for target in TARGET_KEYS for word in ("-t", target)]
    assert main(["build", str(folder / ROOT), "-q", "-o", str(out), *targets]) == 0
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def words(found: Mapping[str, bytes]) -> Words:
    """Count the words: types may stand in another order, and lines are wrapped, by what stands beside."""
    counted = {target: Counter[bytes]() for target in TARGET_KEYS}
    for path, text in found.items():
        if "/.codegen" not in path:  # a manifest holds digests
            counted[path.partition("/")[0]].update(_WORD.findall(text))
    return counted


def told(one: Words, other: Words) -> list[tuple[str, str, int]]:
    """Return the words that are not printed as often, with how many there are more in the first."""
    return [
        (target, word.decode(), one[target][word] - other[target][word])
        for target in one
        for word in sorted(one[target].keys() | other[target].keys())
        if one[target][word] != other[target][word]
    ]


def in_files(document: Json, seed: int, folder: Path, *, alone: bool = True) -> Iterator[str]:
    """Yield what is printed otherwise where the parts of a document stand in other files (D1.4).

    ``alone``: they may stand there without a reference among the components, too.
    """
    for stubs in (True, False)[: 1 + alone]:
        whole = document if stubs else drop_unused(document)
        files = split(whole, seed, stubs=stubs)
        assert len(files) > 2
        one = words(printed(folder / f"whole-{stubs}", {ROOT: whole}))
        differing = told(one, words(printed(folder / f"parts-{stubs}", files)))
        if differing:
            yield f"{'with' if stubs else 'without'} stubs: {differing[:10]}"


def with_defaults(document: Json, folder: Path) -> Iterator[str]:
    """Yield the files that are printed otherwise where a document says what goes without saying."""
    one, other = (printed(folder / str(n), {ROOT: it}) for n, it in enumerate((document, spell_out_defaults(document))))
    assert len(one) > 20
    yield from (f"defaults: {name}" for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name))


def spelling_differences(seed: int, folder: Path) -> Iterator[str]:
    """Yield what differs among the spellings of the documents of a seed."""
    new, old = SwaggerByChance(seed).pair(OPERATIONS)
    first, second = printed(folder / "new", {ROOT: new}), printed(folder / "old", {ROOT: old})
    assert len(first) > 200
    yield from (f"2.0: {name}" for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    documents = {"3.1": Chance(seed).file(OPERATIONS, 0)["document"], "3.0": new, "2.0": old}
    for kind, document in documents.items():
        alone = kind != "2.0"  # parameters and responses of other files are taken over where they are used
        if kind != "2.0":
            found = with_defaults(document, folder / f"{kind}-defaults")
            yield from (f"{kind}, {line}" for line in found)
        found = in_files(json.loads(json.dumps(document)), seed, folder / kind, alone=alone)
        yield from (f"{kind} in files, {line}" for line in found)
