"""The limits that guard the compiler against hostile or broken input (D1.5)."""

from __future__ import annotations

from dataclasses import field

from compiler.base.frozen import frozen


@frozen
class Limits:
    """How large one input file, and what it declares, may be. Each field has a flag of the same name."""

    max_bytes: int = field(default=64 * 1024 * 1024, metadata={"help": "bytes of one input file"})
    max_depth: int = field(default=200, metadata={"help": "levels of nesting"})
    max_nodes: int = field(default=4_000_000, metadata={"help": "values in one input file"})
    max_aliases: int = field(default=500_000, metadata={"help": "values that YAML aliases and merge keys repeat"})
    max_members: int = field(default=25_000, metadata={"help": "members of one list or table of a declaration"})
    max_declarations: int = field(default=40_000, metadata={"help": "schemas and operations of a document"})
    max_groups: int = field(default=5_000, metadata={"help": "groups of methods"})
    max_repeats: int = field(default=100_000, metadata={"help": "parts of operations that references repeat"})
