"""What is noted while a part of a document is lowered, to be done again without lowering it."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from compiler.base.frozen import mutable
from compiler.front.reading.refs import Broken

if TYPE_CHECKING:
    from compiler.front.reading.documents import File
    from compiler.front.reading.refs import Target
    from compiler.ir.node import Id


@mutable
class Notes:
    """What lowering a part asked of the document, and told."""

    resolved: list[tuple[tuple[str, File, Id], Target, bool]] = field(default_factory=list)
    """References with what they lead to, and whether that was read, or only its identity."""
    components: list[tuple[tuple[str, str], bool]] = field(default_factory=list)
    """Kinds and names of components, and whether there are such."""
    needed: list[tuple[str, Target]] = field(default_factory=list)
    """What was queued to be lowered as one of a kind."""
    tallied: list[tuple[str, Id, dict[str, Any]]] = field(default_factory=list)
    repeated: list[tuple[int, Id]] = field(default_factory=list)
    lost: bool = False
    """Whether a reference led nowhere."""

    def resolve(self, asked: tuple[str, File, Id], found: Target | Broken) -> None:
        """Note what a reference leads to."""
        if isinstance(found, Broken):
            self.lost = True
        else:
            self.resolved.append((asked, found, True))

    def not_read(self) -> None:
        """Note that what the last reference leads to was not read."""
        if self.resolved:
            asked, target, _ = self.resolved[-1]
            self.resolved[-1] = asked, target, False
