"""Words with inner capitals (`OpenAI`) that are not split in names, chosen before anything is named (D3.9)."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.base.naming.vocabulary import words_of_title
from compiler.lock.lock import TITLE_WORDS, Lock


def own_words(title: str, configured: Iterable[str], lock: Lock) -> tuple[str, ...]:
    """Return the words of the title and of gen.yaml.

    The title is text for people: codegen.lock keeps which of its words these were, also where there were none.
    """
    kept = lock.kept.get(TITLE_WORDS, "").split() if lock.kept else words_of_title(title)
    if kept:
        lock.seen[TITLE_WORDS] = " ".join(kept)
    return tuple(sorted({*kept, *configured}))
