"""CG12xx: writing the output."""

from __future__ import annotations

from compiler.base.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1202",
        "error",
        "{path} exists and was not written by codegen",
        "choose another folder with -o, move the file away, or list it under generation.keep",
        """\
Files are only replaced when the manifest lists them or their header says that codegen wrote them. Nothing was
written.

    generation:
      keep: [python/README.md]      # this file is mine: leave it alone
""",
    ),
    Code(
        "CG1203",
        "error",
        "{path} is a symbolic link, or leads out of the output folder through one",
        "remove the link, or choose another folder with -o",
        """\
The compiler writes below its output folder and nowhere else. A symbolic link in it leads elsewhere; nothing was
written.
""",
    ),
    Code(
        "CG1204",
        "warning",
        "{path} is no longer generated, but was edited, so it stays",
        "delete it, or list it under generation.keep",
        """\
A file of an earlier build has no place in the new output. It would have been removed, but its content is not what
was written then: somebody edited it.
""",
    ),
    Code(
        "CG1205",
        "error",
        "cannot write {path}: {reason}",
        "check the permissions of the folder, or choose another with -o",
        """\
The output folder cannot be written to, or the disk is full. Either all files are written or none: what was there before
is unchanged.
""",
    ),
    Code(
        "CG1206",
        "warning",
        "the edits in {path} are overwritten",
        "to keep a file of your own in its place, list it under generation.keep",
        """\
A generated file was edited after it was written, and the new build replaces it. Files that you want to own are
written once and then left alone when gen.yaml lists them:

    generation:
      keep: [python/pyproject.toml]
""",
    ),
    Code(
        "CG1207",
        "warning",
        "the manifest {path} is ignored: {reason}",
        "delete it; the next build writes a new one",
        """\
The manifest lists what an earlier build wrote, so that stale files can be removed. This one cannot be read; files of
that build stay until you remove them.
""",
    ),
)
