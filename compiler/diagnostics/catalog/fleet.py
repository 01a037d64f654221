"""CG16xx: several APIs at once, in processes of this machine, on a cluster, from a cache."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

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
    Code(
        "CG1603",
        "error",
        "the scheduler {address} cannot be used: {reason}",
        "start it, or leave --scheduler out to build on this machine",
        """\
`--scheduler` is the address of the scheduler of a Dask cluster. It did not answer, so no API was built.

    dask scheduler --port 8786
    codegen build --scheduler tcp://localhost:8786
""",
    ),
    Code(
        "CG1604",
        "error",
        "`{name}` was not built: {reason}",
        "look at the workers of the cluster, or build it on this machine: codegen build {name}",
        """\
The cluster did not return a result: its workers were lost, or there were none. The scheduler starts a task again on
another worker, until it has lost a few with the same task. The old output of the API is unchanged, and the other APIs
were built.

    codegen build --scheduler tcp://localhost:8786
    codegen build payments
""",
    ),
    Code(
        "CG1605",
        "warning",
        "the cache {url} cannot be used: {reason}",
        "make the place accessible, or leave --cache out",
        """\
`--cache` is a folder, or a URL that fsspec opens, such as `s3://bucket/folder`. It does not answer, is full or
cannot be written, so the APIs were compiled without it and written as usual; the results of those listed are not in
the cache.

    codegen build --cache s3://acme-codegen/results
""",
    ),
    Code(
        "CG1606",
        "warning",
        "the result of `{name}` in the cache is not used: {reason}",
        "you need not do anything: it was compiled again, and the entry replaced",
        """\
Entries of a cache are checked before they are used: their digest, the compiler and the inputs that they are the result
of, and the names of their files. This one did not pass.

    codegen build --cache s3://acme-codegen/results
""",
    ),
    Code(
        "CG1607",
        "error",
        "`{name}` was not built: the result of the worker is not used, since {reason}",
        "install the same codegen on the workers as here, with the same version of Python",
        """\
What a worker returns is checked before anything is written: it must be of the same compiler and the same inputs, and
have files only in the folders of the targets.

    pip install codegen-sdk==0.1.0      # on each worker
""",
    ),
    Code(
        "CG1608",
        "error",
        "{option} needs the package {package}, which is not installed",
        "install it: pip install 'codegen-sdk[dask]'",
        """\
A cluster and a cache need packages that most users do not: dask, distributed and fsspec. Buckets need another, such as
s3fs or gcsfs.

    pip install 'codegen-sdk[dask]'
""",
    ),
)
