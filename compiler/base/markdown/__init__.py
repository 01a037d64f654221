"""Texts of documents: Markdown in which there may be HTML, and links that are relative to the vendor's pages (D11.6).

:func:`to_markdown` makes Markdown of one, without HTML and with absolute links; :func:`to_plain` makes of that a text
without marks, for comments that are not rendered. Both take linear time, and leave code alone.
"""

from compiler.base.markdown.html import to_markdown
from compiler.base.markdown.links import absolute, has_scheme
from compiler.base.markdown.plain import rows_as_items, to_plain

__all__ = ["absolute", "has_scheme", "rows_as_items", "to_markdown", "to_plain"]
