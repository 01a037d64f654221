"""CG14xx: codegen.lock and what packages are called."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1401",
        "info",
        'the version "{version}" of the document is not a valid version of a {target} package: {fallback} is used',
        "set `version` in the {target} section of gen.yaml",
        """\
A package's version is `version` of its section in gen.yaml, else the document's `info.version` where the registry
accepts it, else 0.1.0. Where three numbers are asked for, those that are missing are 0: `1.4` is 1.4.0.

    info: {version: 2026-01-31.acacia}

    python: {version: 1.4.0}
""",
    ),
    Code(
        "CG1402",
        "error",
        "{path} is not a valid codegen.lock",
        "restore it from version control, or delete it to choose names anew",
        """\
codegen.lock keeps the names of earlier builds. A broken one is not ignored, since names would change silently.
""",
    ),
    Code(
        "CG1403",
        "error",
        "codegen.lock would change: {changes}",
        "build without --locked and commit the new codegen.lock",
        """\
With `--locked` a build must find every name in codegen.lock, and no others: in CI it shows that a change of the
document was built and its names were reviewed before.

    codegen build --locked
""",
    ),
    Code(
        "CG1404",
        "warning",
        "`{name}` is new and is called `{ident}` in {target}: codegen.lock keeps `{wanted}` for what was there before",
        "give it another name with `x-codegen-name-override`",
        """\
Two things would have one name, and one of them is in codegen.lock: programs use it by that name, so it keeps the name
(D10.1). The new one takes a number.

    properties:
      tripId: {type: string}
      trip_id: {type: integer, x-codegen-name-override: tripNumber}
""",
    ),
    Code(
        "CG1405",
        "warning",
        "nobody can publish version {version} of the {target} package as `{package}`",
        "end the path with the major version, from 2 on, or set `version` in the {target} section of gen.yaml",
        """\
A module's path ends with its major version, from 2 on, and the tags of its repository are versions of that major
alone. The version is `version` of the section in gen.yaml, else the document's.

    go: {modulePath: github.com/acme/acme-go, version: 2.4.0}
    go: {modulePath: github.com/acme/acme-go/v2, version: 2.4.0}
    go: {modulePath: github.com/acme/acme-go, version: 0.7.0}
""",
    ),
    Code(
        "CG1406",
        "warning",
        "`{name}` was called `{wanted}` and is called `{ident}` in {target} now: something else in codegen.lock has "
        "that name",
        "give one of the two another name with `x-codegen-name-override`",
        """\
Two branches each added something that has one name in a target, and each was called so on its branch. Once they are
merged, one of them must have another name; programs that use it by the old one must change.

    properties:
      tripId: {type: string}                                              # from one branch
      trip_id: {type: integer, x-codegen-name-override: tripNumber}       # from the other
""",
    ),
    Code(
        "CG1407",
        "info",
        "{what} was called `{old}` in codegen.lock and is called `{new}` now",
        "programs that use the old name must change; `x-codegen-name-override`, or `x-codegen-group`, keeps it",
        """\
A method is named after its operationId, its group after the first tag, and a type as an override says: where these
change, so does the name, and codegen.lock follows. This is reported once, by the build that writes the new name there.

    paths:
      /emails:
        post:
          operationId: sendEmail                     # it was createEmail
          x-codegen-name-override: create_email
""",
    ),
    Code(
        "CG1408",
        "error",
        "{path} was written by a newer codegen: its lockVersion is {version}, and this program reads {known}",
        "update codegen; without the lock names would change",
        """\
A newer program wrote the lock in a form that this one cannot read. Everybody who builds, CI included, has to use one
version.
""",
    ),
    Code(
        "CG1409",
        "info",
        "the client is called after `{name}`, as codegen.lock says, though the title is `{wanted}` now",
        "set `sdkClassName` in gen.yaml to what the client should be called",
        """\
Without `sdkClassName` the client and its packages are called after the document's title. Titles are edited; so that
imports do not break, codegen.lock keeps the words of the first build. The first build that finds a new title reports
this, and codegen.lock remembers the title; `--check` and `--locked` do not write the lock, so they report it until such
a build.

    generation: {sdkClassName: PagerDuty}
""",
    ),
    Code(
        "CG1410",
        "info",
        "names of methods follow from {reason}: programs that call them have to change",
        "set `names` in the `generation` section of gen.yaml, or keep codegen.lock beside it",
        """\
Without `names` in gen.yaml, the document as a whole decides whether methods are named after operationIds or paths, and
codegen.lock keeps the decision (D3.8). A build without a lock decides anew, and the existing output has other names.

    generation: {}

    generation: {names: path}
""",
    ),
    Code(
        "CG1411",
        "error",
        "{path} would forget {gone:,} of the {held:,} operations, events and components that it holds ({shown})",
        "give the document that the lock belongs to; if the API has really changed so much, build with --forget",
        """\
codegen.lock keeps the names, homes and forms of calls of an API. A build that finds less than half of it most likely
reads another document, or a broken one: what is gone would get new names when it comes back, and its files would be
removed. Nothing is written.

    codegen build                    # the document of gen.yaml
    codegen build --forget           # after most paths were renamed, say
""",
    ),
    Code(
        "CG1412",
        "error",
        "the document is {document}, but `source` in gen.yaml is {source}",
        "leave the document out, or build with --forget; another API has a gen.yaml, an output and a codegen.lock of "
        "its own",
        """\
Where gen.yaml names its document, output and codegen.lock are those of that document. Another document on the command
line would replace them: names would change, and files would be removed.

    generation: {source: openapi.yaml}

    codegen build                    # openapi.yaml
    codegen build other.yaml         # CG1412
""",
    ),
    Code(
        "CG1413",
        "error",
        "{path} keeps names, but with `apis` in gen.yaml no API reads it",
        "rename it for the API that it belongs to: git mv codegen.lock codegen.{first}.lock",
        """\
Each API in `apis` has a lock of its own, `codegen.NAME.lock`. A gen.yaml that built one document until now has
codegen.lock: if it were ignored, every name would be chosen anew.

    git mv codegen.lock codegen.payments.lock
""",
    ),
)
