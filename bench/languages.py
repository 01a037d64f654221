"""Real documents through the compiler and the languages' own checkers: ``make languages``.

Each document is compiled to all languages; then ``tsc`` judges the TypeScript, ``go build`` and ``go vet`` the Go, and
the Python is parsed, imported and read by ``mypy --strict``. One document at a time, since this is slow; what came out
is kept under build/languages, so that a table can be written from several runs (``--write FILE``). What a checker said
stands beside it, in ``<document>.<language>.txt``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.corpus import DOCUMENTS, IMPORT_ALL, ROOT, SPECS, Document
from bench.measure import run

OUT = ROOT / "build" / "languages"
TSC = ROOT / "build" / "tools" / "typescript" / "node_modules" / ".bin" / "tsc"
GO_ENV = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
NODE_ENV = {"NODE_OPTIONS": "--max-old-space-size=6144"}
CORPUS = (
    *DOCUMENTS,
    Document("anthropic", "anthropic.json"),
    Document("discord", "discord.json"),
    Document("plaid", "plaid.yaml", big=True),
    Document("twilio", "twilio-api-v2010.yaml"),
    Document("box", "box.json"),
    Document("telnyx", "telnyx.json"),
    Document("rebilly", "rebilly/openapi.yaml", ("-k",), big=True),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a checker said of one language's output: nothing, or how often it complained; CPU seconds it took."""

    state: str
    cpu: float = 0

    @property
    def good(self) -> bool:
        """Whether there was nothing to complain about, or nobody to complain."""
        return self.state in ("passes", "not checked")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table."""

    name: str
    flags: str
    operations: int
    left_out: int
    verdicts: Mapping[str, Verdict]


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, how it ended (None: it was stopped), and what it cost."""

    code: int | None
    text: str
    cpu: float


def say(command: Sequence[str], folder: Path, env: Mapping[str, str], seconds: float) -> Said:
    """Run a checker for at most so many seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as file:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **env}, stdout=file, stderr=file, start_new_session=True
        )
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # its compilers too
            process.wait()
            code = None
        file.seek(0)
        text = file.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Said(code, text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


# --------------------------------------------------------------------------- the checkers

Check = Callable[[Path, float], list[Said]]


def check_python(folder: Path, seconds: float) -> list[Said]:
    """Import every module and every model, then ask mypy."""
    package = next(path.parent for path in folder.glob("*/__init__.py"))
    env = {"PYTHONPATH": str(folder)}
    imported = say([sys.executable, "-c", IMPORT_ALL, package.name], folder, env, seconds)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--hide-error-context", "--no-pretty"]
    return [imported, say([*mypy, str(package)], folder, env, seconds)]


def check_typescript(folder: Path, seconds: float) -> list[Said]:
    """Ask tsc, with the package's own tsconfig.json."""
    return [say([str(TSC), "-p", ".", "--strict", "--noEmit"], folder, NODE_ENV, seconds)]


def check_go(folder: Path, seconds: float) -> list[Said]:
    """Build, then vet what builds."""
    built = say(["go", "build", "./..."], folder, GO_ENV, seconds)
    return [built] if built.code else [built, say(["go", "vet", "./..."], folder, GO_ENV, seconds)]


CHECKS: Mapping[str, tuple[Check, Callable[[], bool]]] = {
    "python": (check_python, lambda: True),
    "typescript": (check_typescript, lambda: TSC.exists() and shutil.which("node") is not None),
    "go": (check_go, lambda: shutil.which("go") is not None),
}
"""Per language its check, and whether its tools are there."""

COMPLAINT = re.compile(r"^\S+?[:(]\d+[:,]\d+.*?: (?:error )?|: error: ", re.MULTILINE)
"""The head of a line in which tsc, go or mypy complains."""


def judge(language: str, name: str, folder: Path, seconds: float) -> Verdict:
    """Check one language's output, and keep what was said of it."""
    check, there = CHECKS[language]
    if not there():
        return Verdict("not checked")
    said = check(folder, seconds)
    text = "".join(item.text for item in said if item.code != 0)
    (OUT / f"{name}.{language}.txt").write_text(text, "utf-8")
    cpu = round(sum(item.cpu for item in said), 1)
    if any(item.code is None for item in said):
        return Verdict(f"not finished in {seconds:.0f} s", cpu)
    if all(item.code == 0 for item in said):
        return Verdict("passes", cpu)
    count = max(1, len(COMPLAINT.findall(text)))
    return Verdict(f"{count} error{'' if count == 1 else 's'}", cpu)


def examine(document: Document, languages: Sequence[str], seconds: float) -> Row:
    """Compile a document and let every language's checker read what was printed."""
    out = OUT / document.name
    shutil.rmtree(out, ignore_errors=True)
    OUT.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "compiler", "build", str(SPECS / document.file), *document.flags]
    targets = [word for language in languages for word in ("-t", language)]
    cost = run([*command, *targets, "-q", "-o", str(out)], cwd=ROOT)
    flags = " ".join(document.flags)
    if cost.code:
        (OUT / f"{document.name}.build.txt").write_text(cost.errors, "utf-8")
        state = Verdict(f"exit code {cost.code}")
        return Row(document.name, flags, 0, 0, dict.fromkeys(languages, state))
    manifest = json.loads((out / languages[0] / ".codegen-manifest.json").read_text("utf-8"))
    verdicts = {language: judge(language, document.name, out / language, seconds) for language in languages}
    operations = len({at.partition("#")[0] for at in manifest["operations"]})
    return Row(document.name, flags, operations, len(manifest["leftOut"]), verdicts)


# --------------------------------------------------------------------------- the table


def keep(row: Row) -> Row:
    """Write a row beside those of earlier runs; languages that were not checked now keep what they had."""
    before = kept(row.name)
    verdicts = {**(before.verdicts if before else {}), **row.verdicts}
    row = Row(row.name, row.flags, row.operations, row.left_out, verdicts)
    (OUT / f"{row.name}.json").write_text(json.dumps(asdict(row), indent=1), "utf-8")
    return row


def kept(name: str) -> Row | None:
    """Read what an earlier run found."""
    path = OUT / f"{name}.json"
    if not path.exists():
        return None
    data = json.loads(path.read_text("utf-8"))
    data["verdicts"] = {language: Verdict(**item) for language, item in data["verdicts"].items()}
    return Row(**data)


def render(rows: Sequence[Row]) -> str:
    """Return the table as the page docs/languages.md."""
    lines = [
        "# Real documents in every language",
        "",
        "Printed by `make languages`: each document compiled to all languages, and what is printed read by the",
        "language's own checker. Python: every module and model imports, and `mypy --strict`. TypeScript:",
        "`tsc --strict --noEmit`. Go: `go build ./... && go vet ./...`. In brackets the CPU seconds of the checker",
        "(not of the compiler). With `-k` the operations that hold an error of the document are left out.",
        "",
        "| Document | Flags | Operations | Left out | Python | TypeScript | Go |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*lines, *map(line, rows)]) + "\n"


def line(row: Row) -> str:
    """Return a row of the table."""
    cells = [row.name, f"`{row.flags}`" if row.flags else "", f"{row.operations:,}", f"{row.left_out:,}"]
    cells += [_cell(row.verdicts.get(language, Verdict("not checked"))) for language in CHECKS]
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def _cell(verdict: Verdict) -> str:
    return f"{verdict.state} ({verdict.cpu:.0f} s)" if verdict.cpu else verdict.state


def main() -> int:
    """Check the documents; 1 where a checker complained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="documents to check; all without one")
    parser.add_argument("--language", choices=CHECKS, action="append", help="only this language (several may be given)")
    parser.add_argument("--seconds", type=float, default=900, help="stop a checker after so many seconds")
    parser.add_argument("--write", type=Path, help="write the table of this and earlier runs to this file")
    parser.add_argument("--table", action="store_true", help="check nothing, only write the table")
    arguments = parser.parse_args()
    if not SPECS.is_dir():
        print("../shared/specs is not here: nothing to compile")
        return 0
    good = True
    for document in () if arguments.table else CORPUS:
        if not arguments.names or document.name in arguments.names:
            row = keep(examine(document, arguments.language or tuple(CHECKS), arguments.seconds))
            good = good and all(verdict.good for verdict in row.verdicts.values())
            print(line(row), flush=True)
    if arguments.write:
        rows = [found for document in CORPUS if (found := kept(document.name))]
        arguments.write.write_text(render(rows), "utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
