"""Writing what the backends printed: only what changed, all of it or nothing, never over what is not ours."""

from __future__ import annotations

from compiler.output.atomic import write_atomic
from compiler.output.clean import CleanResult, clean_output
from compiler.output.manifest import MANIFEST_NAME, Manifest, read_manifest
from compiler.output.plan import HEADER, OutputPlan, TargetOutput
from compiler.output.write import WriteResult, check_output, write_output

__all__ = [
    "HEADER",
    "MANIFEST_NAME",
    "CleanResult",
    "Manifest",
    "OutputPlan",
    "TargetOutput",
    "WriteResult",
    "check_output",
    "clean_output",
    "read_manifest",
    "write_atomic",
    "write_output",
]
