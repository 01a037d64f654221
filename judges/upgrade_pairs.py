"""Judges `codegen upgrade-calls` by our own SDKs, which differ in names and conventions alone.

    python -m judges.upgrade_pairs SPEC... [--target T] [--pair NAME] [--work FOLDER] [--write docs/upgrade-calls.md]

Of each document an SDK is printed as it is, and others whose names or forms of calls all differ. The programs are
those that are printed with the first one: the tests, the examples, and the calls of the reference pages. They are led
to each of the others and back. In between they must type-check (pyright, `tsc --strict`, `go vet`) without an error
that no mark stands above, and after the way back every byte must be what it was.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compiler.surface.surface import read_surface
from judges.upgrade_programs import lay_out
from tests.support.typescript_tools import check_types

ROOT = Path(__file__).resolve().parents[1]
TARGETS = ("python", "typescript", "go")
FORMS = {
    "names": "",
    "one object": "maxMethodParams: 0",
    "four places": "maxMethodParams: 4",
    "whole bodies": "body: argument",
    "paths by name": "pathArguments: object",
    "last path by place": "pathArguments: last-first",
    "names and one object": "maxMethodParams: 0",
}
"""What SDKs are printed with; those of the first and the last have other names for everything, too."""
_MARK = re.compile(r"^([ \t]*)(?:#|//) codegen: ")
_FROM, _TO = "<!-- printed by judges.upgrade_pairs -->", "<!-- to here -->"


@dataclass
class Result:
    """What leading the programs of a document to another SDK and back came to."""

    files: int = 0
    calls: int = 0
    rewritten: int = 0
    left_out: list[str] = field(default_factory=list)
    """Files that do not type-check before."""
    marks: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    below_marks: int = 0
    differing: list[str] = field(default_factory=list)


def main() -> int:
    """Run the judge; returns 1 if a program has an error in between, or is not what it was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", type=Path, nargs="+", metavar="SPEC")
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--pair", action="append", choices=FORMS)
    parser.add_argument("--work", type=Path, help="keep the SDKs and programs in this folder, and use those in it")
    parser.add_argument("--write", type=Path, help="write the table into this page")
    options = parser.parse_args()
    rows: list[tuple[str, str, str, Result]] = []
    with tempfile.TemporaryDirectory(prefix="codegen-judge-") as scratch:
        work = (options.work or Path(scratch)).resolve()
        for spec in options.specs:
            for target in options.target or TARGETS:
                for pair in options.pair or FORMS:
                    result = judge(spec, target, pair, work / spec.stem)
                    rows.append((spec.stem, target, pair, result))
                    _print(rows[-1])
    if options.write:
        _write(options.write, rows)
    return 1 if any(row[3].errors or row[3].differing for row in rows) else 0


def judge(spec: Path, target: str, pair: str, work: Path) -> Result:
    """Lead the programs of a document's SDK to another one and back."""
    old = _sdk(spec, target, "own", work)
    new = _sdk(spec, target, pair, work)
    clean, left_out = _clean(target, spec.stem, old, work / f"{target}-program")
    program = work / "program" / target
    shutil.rmtree(program, ignore_errors=True)
    shutil.copytree(clean, program, symlinks=True)
    before = files_of(program)
    result = Result(left_out=left_out)
    result.files = len(before)
    result.calls = sum(len(re.findall(rb"\bclient(?=\.\w)", text)) for text in before.values())
    result.marks = _upgrade(target, program, old, new)
    between = files_of(program)
    result.rewritten = sum(between[name] != text for name, text in before.items())
    marked = {name: set(marked_lines(text.decode())) for name, text in between.items()}
    for error in _errors(target, program, new):
        name, line = error.split(":")[:2]
        if int(line) in marked.get(name, ()):
            result.below_marks += 1
        else:
            result.errors.append(error)
    _upgrade(target, program, new, old)
    after = files_of(program)
    result.differing = [name for name, text in before.items() if after[name] != text]
    return result


def _clean(target: str, api: str, old: Path, program: Path) -> tuple[Path, list[str]]:
    """Return the program of an SDK, and the files that are left out since they do not type-check with it."""
    told = program.with_suffix(".json")
    if not told.exists():
        shutil.rmtree(program, ignore_errors=True)
        program.mkdir(parents=True)
        lay_out(target, api, old / target, old / "reference", program)
        wrong = {error.partition(":")[0]: error for error in reversed(_errors(target, program, old))}
        for name in wrong:
            (program / name).unlink(missing_ok=True)
        told.write_text(json.dumps(list(wrong.values())))
    return program, json.loads(told.read_text())


# --------------------------------------------------------------------------- SDKs


def _sdk(spec: Path, target: str, pair: str, work: Path) -> Path:
    """Print an SDK, with its surface beside it; returns its folder."""
    folder = work / pair.replace(" ", "-")
    if (folder / f"{target}.surface").exists():
        return folder
    work.mkdir(parents=True, exist_ok=True)
    document = spec
    if pair.startswith("names"):
        document = work / "renamed.json"
        if not document.exists():
            own = _sdk(spec, "python", "own", work)
            document.write_text(json.dumps(renamed(_read(spec), own / "python.surface"), default=str))
    module = "modulePath: example.com/judged, " if target == "go" else "packageName: judged, "
    config = work / f"{folder.name}.yaml"
    config.write_text(f"configVersion: 2.0.0\ngeneration: {{sdkClassName: Judged}}\n"
                      f"{target}: {{{module}{FORMS.get(pair, '')}}}\n")  # fmt: skip
    pages = ("-t", "reference") if pair == "own" else ()
    _codegen("build", str(document), "-c", str(config), "-t", target, *pages, "-o", str(folder),
             "--surface", str(folder), "-q", "-k")  # fmt: skip
    return folder


def _read(spec: Path) -> Any:
    if spec.suffix == ".json":
        return json.loads(spec.read_bytes())
    import yaml

    return yaml.load(spec.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def renamed(document: Any, surface: Path) -> Any:
    """Give everything in a document that users write another name."""
    _, symbols = read_surface(surface.read_text("utf-8"))
    seen: set[int] = set()
    for symbol in symbols:
        if symbol.kind != "method" or not symbol.at.startswith("paths/"):
            continue
        path, _, verb = symbol.at.removeprefix("paths/").rpartition("/")
        item = document["paths"].get(path.replace("~1", "/").replace("~0", "~"), {})
        operation = item.get(verb)
        if operation is None or id(operation) in seen:
            continue
        seen.add(id(operation))
        *groups, name = symbol.path.removeprefix("client.").split(".")
        operation["x-codegen-group"] = ".".join(["all", *groups])
        operation["x-codegen-name-override"] = f"do_{name.rstrip('_')}"
    for owner in (document["paths"], document.get("components", {})):
        for parameter in _within(owner):
            if parameter.get("in") in ("query", "header", "path") and "name" in parameter and "schema" in parameter:
                parameter["x-codegen-name-override"] = "the_" + _word(parameter["name"])
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        if isinstance(schema, dict) and "$ref" not in schema:
            schema["x-codegen-name-override"] = "My_" + _word(name)
    for schema in list(_within(document.get("components", {}).get("schemas", {}))):
        for name, part in _properties(schema):
            if "x-codegen-name-override" not in part:
                schema["properties"][name] = _override_name(part, "its_" + _word(name))
    return document


def _override_name(part: dict[str, Any], name: str) -> dict[str, Any]:
    return {"allOf": [part], "x-codegen-name-override": name} if "$ref" in part else part | {
        "x-codegen-name-override": name
    }  # fmt: skip


def _properties(schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    inside = schema.get("properties")
    if isinstance(inside, dict) and ("type" not in schema or schema["type"] == "object"):
        yield from (
            (name, part) for name, part in list(inside.items()) if isinstance(part, dict) and "$ref" not in part
        )


def _within(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for key, item in node.items():
            if key not in ("example", "examples", "default", "enum", "const"):
                yield from _within(item)
    elif isinstance(node, list):
        for item in node:
            yield from _within(item)


def _word(text: str) -> str:
    return re.sub(r"\W+", "_", text).strip("_") or "it"


def files_of(program: Path) -> dict[str, bytes]:
    """Return the files of a program, by their names."""
    found = {}
    for path in sorted(program.rglob("*")):
        name = str(path.relative_to(program))
        if path.suffix in (".py", ".ts", ".go") and not name.startswith(("node_modules", "out")):
            found[name] = path.read_bytes()
    return found


# --------------------------------------------------------------------------- rewriting and checking


def _upgrade(target: str, program: Path, old: Path, new: Path) -> list[str]:
    """Rewrite the program; returns what is told."""
    words = ["--from", str(old / f"{target}.surface"), "--to", str(new / f"{target}.surface")]
    _link(target, program, old)
    sdk = ["--sdk", str(old / target)] if target == "python" else []
    done = json.loads(_codegen("upgrade-calls", str(program), *words, *sdk, "--format", "json"))
    places = [f"{Path(item['file']).relative_to(program)}:{item['line']}: {item['text']}" for item in done["places"]]
    return [*places, *(f"{name}: {why}" for name, why in done["left"].items()), *done["notes"]]


def marked_lines(text: str) -> Iterator[int]:
    """Yield the lines, from 1, of the statements that marks stand above."""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        mark = _MARK.match(line)
        if mark is None:
            continue
        at = index + 1
        while at < len(lines) and _MARK.match(lines[at]):
            at += 1
        yield at + 1
        for number in range(at + 1, len(lines)):
            inside = lines[number]
            closes = re.match(r"[ \t]*[)\]}]", inside)
            if inside.strip() and len(inside) - len(inside.lstrip()) <= len(mark[1]) and not closes:
                break
            yield number + 1


def _link(target: str, program: Path, sdk: Path) -> None:
    """Install an SDK for a program."""
    if target == "typescript":
        place = program / "node_modules/judged"
        place.unlink(missing_ok=True)
        place.symlink_to(sdk / "typescript")
    elif target == "go":
        text = "module example.com/program\n\ngo 1.24\n\nrequire example.com/judged v0.0.0\n\n"
        text += f"replace example.com/judged => {sdk / 'go'}\n"
        (program / "go.mod").write_text(text)


def _errors(target: str, program: Path, sdk: Path) -> list[str]:
    """Return what the type checkers of a language find: FILE:LINE: MESSAGE."""
    _link(target, program, sdk)
    check = {"python": _python, "typescript": _typescript, "go": go_errors}[target]
    return [f"{Path(name).relative_to(program) if Path(name).is_absolute() else name}:{line}: {text}"
            for name, line, text in check(program, sdk)]  # fmt: skip


def _python(program: Path, sdk: Path) -> list[tuple[str, str, str]]:
    paths = [str(sdk / "python"), str(program / "tests")]
    settings = program / "pyrightconfig.json"
    settings.write_text(json.dumps({"extraPaths": paths, "typeCheckingMode": "basic"}))
    pyright, mypy = (str(Path(sys.executable).with_name(name)) for name in ("pyright", "mypy"))
    words = [pyright, "--outputjson", "--project", str(program), "--pythonpath", sys.executable]
    said = json.loads(_run(words, program).stdout)["generalDiagnostics"]
    settings.unlink()
    found = [
        (item["file"], str(item["range"]["start"]["line"] + 1), item["message"])
        for item in said
        if item["severity"] == "error"
    ]
    words = [mypy, "--strict", "--no-error-summary", "--cache-dir", str(sdk / "mypy")]
    words += ["--config-file", os.devnull, "--no-namespace-packages", *map(str, sorted(program.rglob("*.py")))]
    done = _run(words, program, MYPYPATH=os.pathsep.join(paths))
    return found + re.findall(r"^(\S+?\.py):(\d+): error: (.*)", done.stdout, re.MULTILINE)


def _typescript(program: Path, sdk: Path) -> list[tuple[str, str, str]]:
    options = {"strict": True, "target": "es2023", "module": "nodenext", "noEmit": True, "types": ["node"],
               "skipLibCheck": True}  # fmt: skip
    (program / "tsconfig.json").write_text(json.dumps({"compilerOptions": options}))
    said = check_types(program)
    return re.findall(r"^(\S+?)\((\d+),\d+\): error (.*(?:\n .*)*)", said, re.MULTILINE)


def go_errors(program: Path, sdk: Path) -> list[tuple[str, str, str]]:
    """Return what `go build` and `go vet` find in a program."""
    found: dict[tuple[str, str, str], None] = {}
    for command in (["go", "build", "-gcflags=-e", "./..."], ["go", "vet", "./..."]):
        done = _run(command, program, GOWORK="off", GOFLAGS="-mod=mod")
        told = re.findall(r"^(?:vet: )?(?:\./)?(\S+?\.go):(\d+):\d+: (.*)", done.stderr, re.MULTILINE)
        found |= dict.fromkeys(told)
        if done.returncode and not found:
            raise SystemExit(done.stderr)
    return list(found)


def _run(words: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **variables}
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=env)


def _codegen(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "compiler", *words], capture_output=True, text=True, check=False, cwd=ROOT
    )
    if done.returncode and not (words[0] == "build" and "-k" in words):
        raise SystemExit(f"codegen {' '.join(words)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


# --------------------------------------------------------------------------- the report


def _print(row: tuple[str, str, str, Result]) -> None:
    name, target, pair, result = row
    print(f"{name}, {target}, {pair}: {result.files} files, {len(result.left_out)} left out, {result.calls} calls, "
          f"{result.rewritten} rewritten, {len(result.marks)} marks, {len(result.errors)} errors, "
          f"{result.below_marks} below marks, {len(result.differing)} differ", flush=True)  # fmt: skip
    kinds: dict[str, list[str]] = {}
    for text in result.marks:
        kinds.setdefault(re.sub(r"`[^`]*`", "...", text.partition(": ")[2]), []).append(text)
    for texts in kinds.values():
        print(f"    {len(texts):5} marks, such as {texts[0][:200]}")
    for text in result.errors[:12]:
        print(f"    error {' '.join(text.split())[:260]}")
    for differing in result.differing[:8]:
        print(f"    differs {differing}")


def _write(page: Path, rows: list[tuple[str, str, str, Result]]) -> None:
    """Write a table between two comments of a page: a row for each document and language."""
    text = page.read_text("utf-8")
    start, end = text.index(_FROM) + len(_FROM), text.index(_TO)
    kept = {line.split(" | ")[0]: line for line in text[start:end].splitlines() if line.startswith("| ")}
    together: dict[tuple[str, str], list[Result]] = {}
    for name, target, _, result in rows:
        together.setdefault((name, target), []).append(result)
    for (name, target), results in together.items():
        total = sum(item.files for item in results)
        same = total - sum(len(item.differing) for item in results)
        below = sum(item.below_marks for item in results)
        errors = f"{sum(len(item.errors) for item in results)}{f', {below} below marks' if below else ''}"
        key = f"| {name}, {target}"
        kept[key] = (
            f"{key} | {len(results)} | {results[0].files:,} files | {results[0].calls:,} "
            f"| {sum(item.rewritten for item in results):,} files | {errors} "
            f"| {sum(len(item.marks) for item in results)} | {same:,} of {total:,} |"
        )
    head = ("| of | SDKs | programs | calls | rewritten | errors in between | marks | as before after the way back |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |")  # fmt: skip
    body = [line for key, line in sorted(kept.items()) if key not in ("| of", "| ---")]
    page.write_text("\n".join((text[:start], "", *head, *body, "", text[end:])), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
