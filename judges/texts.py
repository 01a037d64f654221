"""Counts what is documented in printed SDKs (D11.6): properties, keys of dictionaries, arguments.

::

    python -m judges.texts                              # print the SDKs into build/texts, and count
    python -m judges.texts --kept                       # count what the last run printed
    python -m judges.texts --before FOLDER --write      # beside what another checkout printed; write the page

``FOLDER`` holds ``<document>/<target>`` as ``build/texts`` does. A text counts where an editor shows it: below an
attribute or a key, in ``Args:``, before a member or a field. Lines that contain HTML are counted, too.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.documents import ROOT, SPECS

DOCUMENTS = {"openai": "openai.yaml", "github": "github-api.json", "stripe": "stripe.yaml"}
FOLDER = ROOT / "build" / "texts"
PAGE = ROOT / "docs" / "texts-measured.md"
_HTML = re.compile(r"</?(?:p|b|i|br|ul|ol|li|strong|em|code|a|table|tr|td|th|h[1-6])(?:\s[^<>\n]*)?/?>")
_ENTRY = re.compile(r"^ {4}(\w+): ", re.MULTILINE)
_MEMBER = re.compile(r"^  (?:readonly )?[\w$\"'-]+\??: ")
_FIELD = re.compile(r"^\t\w+ +\S.*`json:|^\t[A-Z]\w* +\S+$")
_NO_ARGUMENTS = {"self", "options", "extra_query", "extra_body"}

_HEAD = """\
# Texts in printed SDKs, measured

`python -m judges.texts` counts the items that an editor could show a text for, and how many have one; for the others,
the document has no text. [texts.md](texts.md) says which texts these are. Lines with HTML do not count code.
"""

Counts = Counter[tuple[str, str]]
"""How many there are of a kind, and how many of these have a text (``told``)."""


def print_sdks(folder: Path) -> None:
    """Print the SDKs of all documents."""
    for name, file in DOCUMENTS.items():
        targets = [flag for target in ("python", "typescript", "go", "reference") for flag in ("-t", target)]
        build = [sys.executable, "-m", "compiler", "build", str(SPECS / file), "-q"]
        command = [*build, *targets, "-o", str(folder / name)]
        subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)


def count(sdk: Path) -> Counts:
    """Count the texts of the SDKs of one document."""
    found: Counts = Counter()
    for path in _files(sdk / "python", ".py"):
        found.update(_python(path))
    for kind, suffix in (("typescript", ".ts"), ("go", ".go"), ("python", ".py"), ("reference", ".md")):
        for path in _files(sdk / kind, suffix):
            text = path.read_text("utf-8")
            lines = [line for line in text.split("\n") if "`" not in line]
            found[f"{kind}: lines with HTML", "all"] += sum(bool(_HTML.search(line)) for line in lines)
            if kind in ("typescript", "go"):
                found.update(_members(kind, text.split("\n")))
    return found


def _files(folder: Path, suffix: str) -> Iterator[Path]:
    for path in sorted(folder.rglob(f"*{suffix}")):
        parts = path.relative_to(folder).parts
        if not {"_runtime", "runtime", "dist", "node_modules", "tests", "test"}.intersection(parts):
            yield path


def _python(path: Path) -> Iterator[tuple[str, str]]:
    kind = {"_models": "properties", "_params": "keys of dictionaries"}.get(path.parent.name)
    for made in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(made, ast.ClassDef):
            continue
        if kind is not None:
            yield from _attributes(f"python: {kind}", made.body)
        elif path.parent.name == "_groups" and "Response" not in made.name:
            twin = "asyncio" if made.name.startswith("Async") else "threads"
            for method in made.body:
                if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and len(method.body) > 1:
                    yield from _arguments(f"python: arguments, {twin}", method)


def _attributes(kind: str, body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for item, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(item, ast.AnnAssign):
            yield kind, "all"
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                yield kind, "told"


def _arguments(kind: str, method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, str]]:
    told = set(_ENTRY.findall((ast.get_docstring(method) or "").partition("Args:\n")[2]))
    for argument in (*method.args.args, *method.args.kwonlyargs):
        if argument.arg not in _NO_ARGUMENTS:
            yield kind, "all"
            if argument.arg in told:
                yield kind, "told"


def _members(language: str, lines: list[str]) -> Iterator[tuple[str, str]]:
    """Count members of interfaces, or fields of structs: those of params apart."""
    pattern = _MEMBER if language == "typescript" else _FIELD
    kind = ""
    for before, line in zip(["", *lines], lines, strict=False):
        if found := re.match(r"export interface (\w+)|type (\w+) struct", line):
            name = found[1] or found[2]
            where = "members of params" if name.endswith("Params") else "properties"
            kind = "" if line.endswith("{}") else f"{language}: {where}"
        elif line[:1].strip():
            kind = ""  # it ends, or had no members
        elif kind and pattern.match(line):
            yield kind, "all"
            told = before.endswith("*/") if language == "typescript" else before.strip().startswith("//")
            if told:
                yield kind, "told"


def render(after: dict[str, Counts], before: dict[str, Counts]) -> str:
    """Write the page."""
    names = list(after)
    head = ["What", *[f"{name}, {when}" for name in names for when in (("before", "after") if before else ("",))]]
    rows = [head, ["---"] * len(head)]
    for kind in sorted({kind for counts in after.values() for kind, _ in counts}):
        counts = [found[name] for name in names for found in (([before] if before else []) + [after])]
        rows.append([kind, *[_share(one, kind) for one in counts]])
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{_HEAD}\n{table}\n"


def _share(counts: Counts, kind: str) -> str:
    if kind.endswith("HTML"):
        return f"{counts[kind, 'all']:,}"
    return f"{counts[kind, 'told']:,} of {counts[kind, 'all']:,}"


def main() -> None:
    """Print, count and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--kept", action="store_true", help="count what the last run printed")
    parser.add_argument("--before", type=Path, help="what another checkout printed")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args()
    if not given.kept:
        print_sdks(FOLDER)
    after = {name: count(FOLDER / name) for name in DOCUMENTS}
    before = {name: count(given.before / name) for name in DOCUMENTS} if given.before else {}
    page = render(after, before)
    if given.write:
        PAGE.write_text(page, encoding="utf-8")
    sys.stdout.write(page)


if __name__ == "__main__":
    main()
