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
        "{path} is not generated any more but was edited, so it stays",
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
The output folder cannot be written to, or the disk is full. Files appear all together or not at all: what was there
before is there still.
""",
    ),
    Code(
        "CG1206",
        "warning",
        "the edits in {path} are replaced",
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
    Code(
        "CG1208",
        "info",
        "a build of {path} that was cut off is {reason}",
        "nothing is to be done",
        """\
A build was killed, or the machine went down. What a build changes is written down before it does, below .codegen in the
output folder: when the first file may be replaced, everything is there. The next `build`, `--check` or `clean`
finishes such a build; what was killed before that has changed nothing, and its files are thrown away:

    sdk/.codegen/journal     # what is to happen
    sdk/.codegen/staged/     # the new files
""",
    ),
    Code(
        "CG1209",
        "warning",
        "the journal {path} of a build that was cut off is not followed: {reason}",
        "run `codegen build` again; it says which files are not as a build left them",
        """\
A build was cut off, and what it wrote down of its changes cannot be read, or does not fit what lies there: a disk lost
it, or somebody changed it. A journal is never trusted further than its digests go, so the rest is left alone:

    sdk/.codegen/journal     # removed now
""",
    ),
    Code(
        "CG1210",
        "error",
        "another build writes {path}, and did not end in {reason}",
        "wait for it, or end it; --wait SECONDS waits longer",
        """\
One build at a time writes an output folder or a codegen.lock; others wait for it. The lock is the operating system's
and ends with its process, so that none is left behind by a build that was killed:

    codegen build --wait 0        # do not wait
""",
    ),
    Code(
        "CG1211",
        "warning",
        "{path} cannot be locked: {reason}",
        "see to it that one build at a time writes there",
        """\
The disk, of a network perhaps, has no locks. The build goes on; two builds at once would mix what they write:

    codegen build -o /mnt/share/sdk      # one at a time
""",
    ),
    Code(
        "CG1213",
        "error",
        "the build is half done: {path}: {reason}",
        "mend that and build again: the next build finishes this one first",
        """\
All new files were ready, and while they were moved to their places the system refused one: another program holds it
open, or the permissions of its folder changed. What is left to do is written down:

    sdk/.codegen/journal     # the next `codegen build` reads it before anything else
""",
    ),
)
