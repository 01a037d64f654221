"""The texts of common licences, by their SPDX identifiers (spdx.org/licenses)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

LICENSE = "LICENSE"
"""The file of a package that has the text."""
_LICENCES = Path(__file__).parent
_OPERATORS = frozenset({"AND", "OR", "WITH"})


@cache
def known_licences() -> frozenset[str]:
    """Return the SPDX identifiers of the licences whose texts are here."""
    return frozenset(path.stem for path in _LICENCES.glob("*.txt"))


def licences_in(expression: str) -> list[str]:
    """List the identifiers in an SPDX expression."""
    found = re.findall(r"[A-Za-z0-9.:-]+", expression)
    return list(dict.fromkeys(name for name in found if name not in _OPERATORS))


def licence_text(expression: str, holder: str) -> str:
    """Print ``LICENSE``: the text of each licence; its name and the copyright holder if the text is not known."""
    names = licences_in(expression)
    texts = [_licence(name, holder) for name in names]
    if len(names) == 1 and names[0] in known_licences():
        return texts[0]
    return "\n".join([f"SPDX-License-Identifier: {expression}", "", *_parted(texts)])


def _parted(texts: list[str]) -> Iterator[str]:
    for number, text in enumerate(texts):
        yield from ["-" * 79, ""] if number else []
        yield text


def _licence(name: str, holder: str) -> str:
    if name in known_licences():
        return (_LICENCES / f"{name}.txt").read_text("utf-8").replace("{holder}", holder)
    where = "" if name.startswith(("LicenseRef-", "DocumentRef-")) else f"\nhttps://spdx.org/licenses/{name}.html\n"
    return f"Copyright (c) {holder}\n\n{name}: put its text here, which codegen does not have.\n{where}"
