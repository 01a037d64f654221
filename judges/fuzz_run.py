"""One target under atheris: ``python -m judges.fuzz_run TARGET FOLDER [libFuzzer options]`` (judges/fuzz.py).

FOLDER holds the growing corpus. atheris is in the extra ``fuzz`` of pyproject.toml; nothing else needs it.
"""

from __future__ import annotations

import sys

import atheris

WARM = 40
"""Seeds that are tried first, so that what is imported late is instrumented too."""

with atheris.instrument_imports(include=["compiler", "passes", "backends", "jsonpath_ng"]):
    from tests.support.fuzz.mutate import mutate
    from tests.support.fuzz.seeds import seeds
    from tests.support.fuzz.targets import TARGETS

    for data in seeds(sys.argv[1])[-WARM:]:
        TARGETS[sys.argv[1]](data)

STRUCTURED = ("document", "config", "overlay", "print")
"""Targets whose inputs are mostly changed as trees."""


def _mutator(data: bytes, size: int, seed: int) -> bytes:
    made = mutate(data, size, seed) if seed % 5 else None
    return atheris.Mutate(data, size) if made is None else made


def main() -> None:
    """Fuzz until libFuzzer's options say stop, or a finding ends the process."""
    target, folder, *options = sys.argv[1:]
    more = {"custom_mutator": _mutator} if target in STRUCTURED else {}
    atheris.Setup([sys.argv[0], *options, folder], TARGETS[target], **more)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
