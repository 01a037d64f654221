"""Tools of languages that rewriting runs."""

from __future__ import annotations


class ToolError(Exception):
    """A tool is missing, or fails; the message says which and why."""
