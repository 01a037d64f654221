"""Writes the printed files: only those that changed, all or none, and never over a file that codegen did not write."""

from __future__ import annotations

from compiler.base.output.atomic import Staging, remove_made
from compiler.base.output.clean import CleanResult, clean_output
from compiler.base.output.index import Index
from compiler.base.output.journal import journal_path
from compiler.base.output.manifest import MANIFEST_NAME
from compiler.base.output.plan import HEADER, Changes, Output, TargetOutput, check_paths
from compiler.base.output.write import WriteResult, check_output, write_output

__all__ = [
    "HEADER",
    "MANIFEST_NAME",
    "Changes",
    "CleanResult",
    "Index",
    "Output",
    "Staging",
    "TargetOutput",
    "WriteResult",
    "check_output",
    "check_paths",
    "clean_output",
    "journal_path",
    "remove_made",
    "write_output",
]
