"""Variants: further methods of one operation, for a second shape of body or a stream (D7.3, D13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.media import essence, media_words
from compiler.ir.node import Id
from compiler.ir.nodes import Operation
from passes.support.names.distinct import name_key


class VariantNames:
    """Finds words for variants so that no other method of their groups has the same name (D3.6)."""

    def __init__(self, operations: Mapping[Id, Operation], vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._taken = {
            (group, name_key(method_text(item), vocabulary))
            for item in operations.values()
            for group in item.groups or ("",)
        }

    def words(self, operation: Operation, media_type: str) -> str:
        """Return the words that a variant for a media type adds to the operation's name: ``multipart``.

        Where another method is called that already, they become longer: ``form-data``.
        """
        candidates = [media_words(media_type), essence(media_type).partition("/")[2], essence(media_type)]
        texts = [f"{operation.variant} {item}" if operation.variant else item for item in candidates]
        return next((text for text in texts if self._is_free(operation, text)), texts[-1])

    def _is_free(self, operation: Operation, words: str) -> bool:
        key = name_key(f"{operation.name.text if operation.name else ''} {words}", self._vocabulary)
        return all((group, key) not in self._taken for group in operation.groups or ("",))


def method_text(operation: Operation) -> str:
    """Return the words of a method's name, its variant's included."""
    texts: Iterable[str] = (operation.name.text if operation.name else "", operation.variant or "")
    return " ".join(text for text in texts if text)
