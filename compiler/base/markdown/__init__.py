"""Texts of documents: Markdown that may hold HTML, and links relative to the vendor's pages (D11.6).

:func:`to_markdown` makes Markdown without HTML and with absolute links; :func:`to_plain` makes that a text
without markup, for comments that are not rendered. Both take linear time, and do not change code.
"""

from compiler.base.markdown.html import to_markdown
from compiler.base.markdown.links import absolute, has_scheme
from compiler.base.markdown.plain import rows_as_items, to_plain

__all__ = ["absolute", "has_scheme", "rows_as_items", "to_markdown", "to_plain"]
