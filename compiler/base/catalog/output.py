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
was written then: somebody edited it. Every build tells of it, with `--quiet`, too, until it is gone.
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
        "error",
        "the edits in {path} would be lost",
        "--force replaces it and keeps the edits in a file beside it; list it under generation.keep to own it",
        """\
A generated file was edited after it was written, and is not what the new build would write. Nothing was written. Other
ends of lines, as git on Windows makes them, are no edit. Files that you want to own are written once and then left
alone when gen.yaml lists them:

    generation:
      keep: [python/pyproject.toml]

    codegen build --force        # replaces the others; FILE.orig holds the edits
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
        "CG1212",
        "warning",
        "the edits in {path} are replaced, and kept in {reason}",
        "take over what you need, and delete that file: a package would hold it",
        """\
The build was told to replace files that were edited (`--force`). What stood there is kept beside each, under a name
that was free. To own a file for good, list it:

    generation:
      keep: [python/pyproject.toml]
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
    Code(
        "CG1214",
        "error",
        "{path}{reason} may hold edits: no manifest lists it",
        "--force replaces and keeps it in a file beside it; or move the folder away, and build again",
        """\
The header says that codegen wrote the file, but no manifest tells what was written, so that an edit would be lost
unseen. The manifest was deleted or cannot be read, or `codegen clean` left the file since it was edited. Nothing was
written. Check the manifests in with the files:

    git add sdk/python/.codegen-manifest.json
""",
    ),
)
