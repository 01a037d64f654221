"""CG16xx: several APIs at once, in processes of this machine, on a cluster, from a cache."""

from __future__ import annotations

from compiler.base.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1601",
        "error",
        "`{name}` was not built: it took longer than {reason} seconds",
        "give it more time with --time-limit, or look at the document with `codegen lint {name}`",
        """\
`--time-limit` says how long the compilation of one API may take. This one took longer, so its process was ended; its
old output is unchanged, and the other APIs were built.

    codegen build --time-limit 60
    codegen build --time-limit 300
""",
    ),
    Code(
        "CG1602",
        "error",
        "`{name}` was not built: its process ended early ({reason})",
        "build it alone: codegen build {name}; SIGKILL is often a lack of memory",
        """\
Each API is compiled in a process of its own. This process was killed, by the system for lack of memory or by somebody;
its old output is unchanged, and the other APIs were built.

    codegen build             # all APIs
    codegen build payments    # only this one
""",
    ),
)
