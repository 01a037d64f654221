"""Why keys of other generators have no counterpart here: the tables of reasons.txt."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _tables() -> dict[str, dict[str, str]]:
    tables = {}
    for part in Path(__file__).with_suffix(".txt").read_text("utf-8").split("\n# ")[1:]:
        title, *lines = part.splitlines()
        entries = (line.partition(":") for line in lines if line)
        tables[title] = {key: reason.strip() for keys, _, reason in entries for key in keys.split()}
    return tables


def reasons(place: str) -> dict[str, str]:
    """Return the reasons of the keys in a place, as its heading in the file calls it."""
    return _tables()[place]
