"""Writes the printed files: only those that changed, all or none, and never over a file that codegen did not write."""

from __future__ import annotations

from compiler.output.atomic import Staging, remove_temporaries
from compiler.output.changes import HEADER, Changes, Output, TargetOutput, check_paths
from compiler.output.index import Index
from compiler.output.journal import journal_path
from compiler.output.manifest import MANIFEST_NAME
from compiler.output.write import CleanResult, WriteResult, check_output, clean_output, write_output

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
    "remove_temporaries",
    "write_output",
]
