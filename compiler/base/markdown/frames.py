"""How an HTML element is written as Markdown when it ends."""

from __future__ import annotations

from dataclasses import field

from compiler.base.frozen import mutable
from compiler.base.markdown.links import fit
from compiler.base.patterns import lazy_pattern

ROOT = ""
BLOCKS = frozenset({"ul", "ol", "table", "tr"})
"""Elements that hold only elements, no text."""
INLINE = frozenset({"a", "b", "i", "del", "code", "sup", "sub", "q"})

_MARKS = {"b": "**", "i": "*", "del": "~~"}
_RAISED = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")
_TICKS = lazy_pattern("`+")
_NO_ALIAS = 3
"""How many letters may follow a `^` without blanks."""


@mutable
class Frame:
    """An open element, and its content so far as Markdown."""

    kind: str
    out: list[str] = field(default_factory=list)
    waits: bool = False
    """The next piece begins a new paragraph."""
    begins: int = 0
    target: str | None = None
    """Of a link."""
    language: str = ""
    """Of code."""
    level: int = 0
    """Of a heading."""
    heads: bool = False
    """The cell is a header cell; a row is one if all of its cells are."""
    rows: list[tuple[bool, list[str]]] = field(default_factory=list)
    """The rows of a table; for a row, its cells as one row."""

    def put(self, piece: str, *, as_it_is: bool = False) -> None:
        """Add a piece."""
        if self.waits:
            piece = piece if as_it_is else piece.lstrip()
            if not piece:
                return
            self.waits = False
            if self.out:
                self.out.append("\n\n")
        elif piece.startswith("`") and self.last() == "`":
            piece = f" {piece}"  # the backticks of two code spans must not join to one run
        if piece:
            self.out.append(piece)

    def gap(self) -> None:
        """Begin a new paragraph with the next piece."""
        while self.out and not self.out[-1].strip():
            self.out.pop()
        if self.out:
            self.out[-1] = self.out[-1].rstrip()
        self.waits = True

    def last(self) -> str:
        """Return the last character, "" if there is none."""
        return self.out[-1][-1:] if self.out and not self.waits else ""

    def joined(self) -> str:
        """Return the content."""
        return "".join(self.out)


def rendered(frame: Frame, room: Frame, beside: tuple[str, str]) -> None:
    """Write an element into the frame around it; ``beside``: the characters before and after it."""
    text = frame.joined()
    match frame.kind:
        case "td":
            room.rows.append((frame.heads, [" ".join(text.split()).replace("\\|", "|").replace("|", "\\|")]))
        case "tr":
            room.rows.append(
                (all(heads for heads, _ in frame.rows), [cell for _, cells in frame.rows for cell in cells])
            )
        case "li":
            room.out.append(text.strip())
        case "table":
            _set_off(room, _table(frame))
        case "ul" | "ol":
            _put_list(room, _list(frame))
        case "pre":
            _set_off(room, _fenced(text, frame.language))
        case "h":
            said = " ".join(text.split())
            _set_off(room, f"{'#' * frame.level} {said}" if room.kind == ROOT and said else said)
        case "blockquote":
            _set_off(room, "\n".join(f"> {line}".rstrip() for line in text.strip().split("\n")) if text.strip() else "")
        case "code":
            room.put(_span(" ".join(text.split())))
        case _:
            _inline(frame, room, text, beside)


def _set_off(room: Frame, text: str) -> None:
    """Put a block, which stands by itself; in a line it is words."""
    if not text:
        return
    if room.kind in INLINE or room.kind in ("td", "h"):
        room.put(f" {' '.join(text.split())} ")
        return
    room.gap()
    room.put(text, as_it_is=True)
    room.gap()


def _put_list(room: Frame, text: str) -> None:
    """Put a list; in an item of another one no blank line is before it."""
    if room.kind != "li" or not room.out:
        _set_off(room, text)
    elif text:
        room.gap()
        room.waits = False
        room.put(f"\n{text}", as_it_is=True)
        room.gap()


def _inline(frame: Frame, room: Frame, text: str, beside: tuple[str, str]) -> None:
    said = text.strip() if "\n\n" in text else " ".join(text.split()) if frame.kind != "q" else text.strip()
    if not said:
        room.put(" " if text and room.out else "")
        return
    lead, tail = " " * text[0].isspace(), " " * text[-1].isspace()
    before, after = beside[0] if not lead else " ", beside[1] if not tail else " "
    room.put(f"{lead}{_marked(frame, said, before, after)}{tail}")


def _marked(frame: Frame, said: str, before: str, after: str) -> str:
    match frame.kind:
        case "a":
            return _link(said, frame.target)
        case "sup":
            return _raised(said, "^", _RAISED)
        case "sub":
            return _raised(said, "_", _LOWERED)
        case "q":
            return f'"{said}"'
    mark = _MARKS[frame.kind]
    joins = (before.isalnum() and not said[0].isalnum()) or (after.isalnum() and not said[-1].isalnum())
    if joins or "\n\n" in said or said.startswith(mark) or said.endswith("\\"):
        return said  # CommonMark reads marks between a letter and another sign as signs
    return f"{mark}{said}{mark}"


def _link(said: str, target: str | None) -> str:
    if target is None or "](" in said or "\n\n" in said:
        return said
    if said == target:
        return f"<{target}>" if target.startswith(("http://", "https://")) else said
    if said.count("[") != said.count("]"):
        said = said.replace("[", "\\[").replace("]", "\\]")
    return f"[{said}]({fit(target)})"


def _raised(said: str, mark: str, signs: dict[int, int]) -> str:
    small = said.translate(signs)
    if not any(char in small for char in said):
        return small
    return f"{mark}{said}" if said.isalnum() and len(said) <= _NO_ALIAS else said


def _span(text: str) -> str:
    if not text:
        return ""
    if "`" not in text:
        return f"`{text}`"
    ticks = "`" * (max(map(len, _TICKS.findall(text))) + 1)
    return f"{ticks} {text} {ticks}"


def _fenced(text: str, language: str) -> str:
    text = text.removeprefix("\r").removeprefix("\n").rstrip()
    if not text:
        return ""
    ticks = "`" * max(3, *(len(run) + 1 for run in _TICKS.findall(text)), 3)
    return f"{ticks}{language}\n{text}\n{ticks}"


def _list(frame: Frame) -> str:
    found: list[str] = []
    for item in filter(None, frame.out):
        mark = f"{len(found) + 1}. " if frame.kind == "ol" else "- "
        pad = " " * len(mark)
        lines = item.split("\n")
        found.append("\n".join([f"{mark}{lines[0]}", *[f"{pad}{line}" if line else "" for line in lines[1:]]]))
    return "\n".join(found)


def _table(frame: Frame) -> str:
    """Write a table; one whose first row is no head gets one without words."""
    rows = [(heads, cells) for heads, cells in frame.rows if any(cells)]
    if len(rows) < 2 and all(len(cells) < 2 for _, cells in rows):
        return "".join(cell for _, cells in rows for cell in cells)
    width = max(len(cells) for _, cells in rows)
    head = rows.pop(0)[1] if rows[0][0] else []
    head += [""] * (width - len(head))
    return "\n".join([_row(head), f"|{' --- |' * width}", *[_row(cells) for _, cells in rows]])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
