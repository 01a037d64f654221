"""CG12xx: writing the output."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

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
      keep: [python/README.md]      # codegen does not write this file
""",
    ),
    Code(
        "CG1203",
        "error",
        "{path} is a symbolic link, or leads out of the output folder through one",
        "remove the link, or choose another folder with -o",
        """\
The compiler writes only inside its output folder. A symbolic link in the folder leads out of it; nothing was written.
""",
    ),
    Code(
        "CG1204",
        "warning",
        "{path} is no longer generated, but was edited, so it is not deleted",
        "delete it, or list it under generation.keep",
        """\
The file was written by an earlier build and is not part of the new output. It would have been deleted, but somebody
edited it since. Every build repeats this warning, even with `--quiet`, until the file is deleted.
""",
    ),
    Code(
        "CG1205",
        "error",
        "cannot write {path}: {reason}",
        "check the permissions of the folder, or choose another with -o",
        """\
The output folder cannot be written to, or the disk is full. Either all files are written or none: the previous output
is unchanged.
""",
    ),
    Code(
        "CG1206",
        "error",
        "the edits in {path} would be lost",
        "use --force to replace it and save the edits in a file beside it, or list it under generation.keep to own it",
        """\
A generated file was edited after it was written, and differs from what the new build would write. Nothing was written.
Different line endings, such as git makes on Windows, do not count as an edit. A file that gen.yaml lists is written
once and never replaced:

    generation:
      keep: [python/pyproject.toml]

    codegen build --force        # replaces the other files; FILE.orig contains the edits
""",
    ),
    Code(
        "CG1207",
        "warning",
        "the manifest {path} is ignored: {reason}",
        "delete it; the next build writes a new one",
        """\
The manifest lists what an earlier build wrote, so that stale files can be removed. This manifest cannot be read, so
files of that build stay until you remove them.
""",
    ),
    Code(
        "CG1208",
        "info",
        "an interrupted build of {path} was {reason}",
        "you need not do anything",
        """\
A build was killed, or the machine went down. Before a build replaces any file, it writes all new files and a journal
of its changes below .codegen in the output folder. The next `build`, `--check` or `clean` finishes a build that was
killed after that. A build that was killed earlier has changed nothing, and its new files are deleted:

    sdk/.codegen/journal     # the changes to make
    sdk/.codegen/staged/     # the new files
""",
    ),
    Code(
        "CG1209",
        "warning",
        "the journal {path} of an interrupted build is ignored: {reason}",
        "run `codegen build` again; it reports the files that differ from what a build wrote",
        """\
A build was interrupted, and the journal of its changes cannot be read, or does not match the files: the disk lost it,
or somebody changed it. A change is made only where its digests match, so the other files were not changed:

    sdk/.codegen/journal     # deleted now
""",
    ),
    Code(
        "CG1210",
        "error",
        "another build is writing {path}, and did not end within {reason}",
        "wait for it, or stop it; --wait SECONDS waits longer",
        """\
Only one build at a time writes an output folder or a codegen.lock; others wait for it. The operating system releases
the lock when the process ends, so a build that was killed leaves no lock behind:

    codegen build --wait 0        # do not wait
""",
    ),
    Code(
        "CG1211",
        "warning",
        "{path} cannot be locked: {reason}",
        "make sure that only one build at a time writes there",
        """\
The file system, perhaps a network drive, does not support locks. The build continues, but two builds at once would mix
their files:

    codegen build -o /mnt/share/sdk      # run only one at a time
""",
    ),
    Code(
        "CG1212",
        "warning",
        "the edited {path} is replaced, and its old content is saved in {reason}",
        "copy what you need, and delete that file, since it would be packaged with the SDK",
        """\
`--force` made the build replace files that were edited. The old content of each is saved in a file beside it, under a
name that was not in use. To own a file permanently, list it:

    generation:
      keep: [python/pyproject.toml]
""",
    ),
    Code(
        "CG1213",
        "error",
        "the build is only partly written: {path}: {reason}",
        "remove the cause and build again: the next build finishes this one first",
        """\
All new files were written, but the system refused to move one of them to its place: another program has it open, or
the permissions of its folder changed. The journal lists the remaining changes:

    sdk/.codegen/journal     # the next `codegen build` makes them first
""",
    ),
    Code(
        "CG1214",
        "error",
        "{path}{reason} may hold edits: no manifest lists it",
        "use --force to replace it and save the old content beside it, or move the folder away and build again",
        """\
The header says that codegen wrote the file, but no manifest lists what was written, so an edit could be lost without
notice. The manifest was deleted or cannot be read, or `codegen clean` kept the file because it was edited. Nothing was
written. Commit the manifests together with the files:

    git add sdk/python/.codegen-manifest.json
""",
    ),
    Code(
        "CG1215",
        "error",
        "{files} would change",
        "run `codegen build`, and commit what it writes; `--dry-run --diff` shows the changes",
        """\
`--check` found files that are not what a build would write, or that it would delete. Nothing was changed, and the exit
code is 1. The document, gen.yaml or codegen itself changed since the last build, or somebody edited a generated file:

    codegen build --check              # in CI
    codegen build --check --diff       # and show the changes
""",
    ),
    Code(
        "CG1216",
        "error",
        "{path} cannot be the file for {option}: {reason}",
        "name another file",
        """\
The file that `--depfile` or `--stamp` names is replaced by builds. It is a document, gen.yaml or another file that the
build reads, or it would be packaged with an SDK. Name a file beside the packages, or elsewhere:

    codegen build --depfile sdk.d --stamp sdk.stamp
""",
    ),
    Code(
        "CG1217",
        "info",
        "{path} was last changed {seconds} seconds in the future",
        "set the clock of this machine, or that of the file server",
        """\
Two clocks differ, such as those of this machine and of a file server. The output is the same, but a build cannot tell
whether a file with such a time has changed, so it compiles every time. `make` is misled by such times as well:

    touch openapi.yaml      # gives the file the present time, once the clocks agree
""",
    ),
)
