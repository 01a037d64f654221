"""Lists in brackets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backends.writer.document import LINE, SOFTLINE, Doc, Group, IfBroken, Indent, Line, join
from backends.writer.layout import WIDEST, flat

_COMMA = IfBroken(",")


def bracketed(opening: str, items: Iterable[Doc], closing: str, *, trailing: str = ",", padding: str = "") -> Doc:
    """Return a list in brackets: on one line if it fits, else one item per line with a trailing comma."""
    listed = list(items)
    if not listed:
        return opening + closing
    edge = LINE if padding == " " else Line(padding) if padding else SOFTLINE
    last = _COMMA if trailing == "," else IfBroken(trailing)
    line: str | None = ""
    texts = [item for item in listed if isinstance(item, str)]
    if len(texts) == len(listed):  # as in most lists: the layout need not look at each
        line = f"{opening}{padding}{', '.join(texts)}{padding}{closing}"
        line = line if len(line) <= WIDEST else None
    return Group([opening, Indent([edge, *join(listed, [",", LINE])]), last, edge, closing], line)


def hugging(opening: str, items: Sequence[Doc], closing: str, width: int) -> Doc | None:
    """Return a list of which only the last item breaks: a bracketed literal that opens beside the other items.

    None if the last item is not such a literal, or the line is too short; a single item need not be one.
    """
    before = [item if isinstance(item, str) else flat(item, width) for item in items[:-1]]
    head = "".join([opening, *(f"{text}, " for text in before)])
    edge = _opening(items[-1])
    if before and (None in before or edge[-1:] not in ("{", "[") or len(head + edge) > width):
        return None
    return [head, items[-1], closing]


def _opening(doc: Doc) -> str:
    """Return the text of a document up to its first line, if all groups are broken."""
    text = ""
    while not isinstance(doc, str):
        if isinstance(doc, list):
            at = next(at for at, item in enumerate(doc) if not isinstance(item, str))
            text += "".join(map(str, doc[:at]))
            doc = doc[at]
        elif isinstance(doc, Group):
            doc = doc.body
        else:
            return text
    return text + doc
