"""Lists in brackets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backends.writer.document import LINE, SOFTLINE, Doc, Group, IfBroken, Indent, Line, join
from backends.writer.layout import flat

_COMMA = IfBroken(",")


def bracketed(opening: str, items: Iterable[Doc], closing: str, *, trailing: str = ",", padding: str = "") -> Doc:
    """Return a list in brackets: on one line if it fits, else an item a line with a trailing comma."""
    listed = list(items)
    if not listed:
        return opening + closing
    edge = LINE if padding == " " else Line(padding) if padding else SOFTLINE
    last = _COMMA if trailing == "," else IfBroken(trailing)
    return Group([opening, Indent([edge, *join(listed, [",", LINE])]), last, edge, closing])


def hugging(opening: str, items: Sequence[Doc], closing: str, width: int) -> Doc | None:
    """Return a list of which the last item alone breaks, a literal in brackets whose opening stands beside the others.

    None where it is none, or a line of that width has no room for them; an only item has nothing beside it.
    """
    before = [item if isinstance(item, str) else flat(item, width) for item in items[:-1]]
    head = "".join([opening, *(f"{text}, " for text in before)])
    edge = _opening(items[-1])
    if before and (None in before or edge[-1:] not in ("{", "[") or len(head + edge) > width):
        return None
    return [head, items[-1], closing]


def _opening(doc: Doc) -> str:
    """Return the text of a document up to its first break, where all breaks that can be made are."""
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
