"""`codegen opt`: runs passes on IR text, and holds cases of passes to their text.

A case is a file of two halves with a line ``// -----`` between them: comments and IR, and below what the passes leave,
with their diagnostics as comments. ``// passes: a,b`` names the passes (else the folder's name is one), ``// args:``
holds options.
"""

from __future__ import annotations

import difflib
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.base.patterns import lazy_pattern
from compiler.base.similar import did_you_mean
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.options import Exit
from compiler.driver.outcome import count
from compiler.ir.read import IRSyntaxError, load
from compiler.ir.text import dump
from compiler.ir.verify import VerifyError, verify
from passes import PASS_NAMES, PIPELINE, TARGET_PIPELINE

if TYPE_CHECKING:
    from compiler.commands.opt import OptOptions
    from compiler.ir.nodes import Sdk
    from passes.context import Context

DIVIDER = "// -----"
"""Parts the halves of a case."""
NEXT = "// ====="
"""Parts the inputs of `--split-input`."""
_SAID = lazy_pattern(r"^// (?:args|passes): .*$", re.MULTILINE)
_EXPECTED = lazy_pattern(r"^// ((?:error|warning|info)\[CG\d{4}\] .*)$", re.MULTILINE)


class MistakeError(Exception):
    """What was asked for cannot be done; the message says why."""


def opt(options: OptOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Run passes on texts or hold cases to theirs; returns the exit code."""
    try:
        _check_passes(options.passes)
        if options.check or options.update:
            return _hold(options, stdout)
        codes = [_run_file(file, options, stdout, stderr) for file in options.files or ("-",)]
    except (MistakeError, OSError, UnicodeDecodeError, IRSyntaxError) as error:
        stderr.write(f"codegen opt: {error}\n")
        return Exit.USAGE
    return max(codes)


def _run_file(file: str, options: OptOptions, stdout: TextIO, stderr: TextIO) -> int:
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    parts = re.split(rf"^{NEXT}.*\n", text, flags=re.MULTILINE) if options.split_input else [text]
    code = Exit.OK
    for index, part in enumerate(parts):
        diagnostics = Diagnostics()
        try:
            after = _printed(part, options, diagnostics) if options.printed else run_text(part, options, diagnostics)
        except IRSyntaxError as error:
            before = sum(other.count("\n") + 1 for other in parts[:index])
            raise MistakeError(f"{file}{f' (from line {before + 1})' if before else ''}: {error}") from error
        stdout.write((f"{NEXT}\n" if index else "") + after)
        if options.expect_diagnostics:
            code = max(code, _compare(file, diagnostic_lines(diagnostics), _EXPECTED.findall(part), stderr))
        else:
            show(diagnostics, stdout, stderr)
            code = max(code, Exit.ERRORS if diagnostics.has_errors else Exit.OK)
    return code


def _compare(file: str, got: Sequence[str], wanted: Sequence[str], stderr: TextIO) -> int:
    missing, more = [line for line in wanted if line not in got], [line for line in got if line not in wanted]
    for sign, lines in (("-", missing), ("+", more)):
        stderr.writelines(f"{file}: {sign} {line}\n" for line in lines)
    return Exit.STALE if missing or more else Exit.OK


def diagnostic_lines(diagnostics: Diagnostics) -> list[str]:
    """Return each diagnostic as cases write it: ``error[CG0604] /x-codegen-name-override/0: message``."""
    return [
        f"{item.severity}[{item.code}] {getattr(item.loc, 'pointer', '')}: {item.message}" for item in diagnostics.items
    ]


# --------------------------------------------------------------------------- cases


def _hold(options: OptOptions, stdout: TextIO) -> int:
    """Compare cases with what they say, or write it into them."""
    if not options.files:
        raise MistakeError("name the files of the cases")
    stale = 0
    for file in options.files:
        text = Path(file).read_text(encoding="utf-8")
        try:
            made = whole_case(text, options, Path(file).parent.name)
        except (MistakeError, IRSyntaxError) as error:
            raise MistakeError(f"{file}: {error}") from error
        if made == text:
            continue
        stale += 1
        if options.update:
            Path(file).write_text(made, encoding="utf-8", newline="\n")
            stdout.write(f"{file}: written\n")
        else:
            lines = difflib.unified_diff(
                text.splitlines(), made.splitlines(), file, "what the passes leave", lineterm=""
            )
            stdout.writelines(f"{line}\n" for line in lines)
    stdout.write(f"{count(len(options.files), 'case')}, {stale} {'written' if options.update else 'not as they say'}\n")
    return Exit.STALE if stale and not options.update else Exit.OK


def whole_case(text: str, options: OptOptions, folder: str) -> str:
    """Return a case with the lower half that its upper half has.

    Raises:
        IRSyntaxError: the upper half is not IR.
        MistakeError: it asks for what does not exist.
    """
    upper = upper_half(text)
    diagnostics = Diagnostics()
    after = run_text(_without_comments(upper), case_options(upper, options, folder), diagnostics)
    return f"{upper}{DIVIDER}\n{after}" + "".join(f"// {line}\n" for line in diagnostic_lines(diagnostics))


def upper_half(text: str) -> str:
    """Return what people write of a case: the comment, its options and the IR."""
    return text.partition(DIVIDER)[0].rstrip("\n") + "\n"


def case_options(upper: str, options: OptOptions, folder: str) -> OptOptions:
    """Return the options of a case: those of the command line where its comments say nothing.

    Raises:
        MistakeError: its comments have unknown options.
    """
    said = dict(line.removeprefix("// ").split(": ", 1) for line in _SAID.findall(upper))
    passes = tuple(name.strip() for name in said["passes"].split(",")) if "passes" in said else options.passes
    words = shlex.split(said.get("args", ""))
    values = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or values.keys() - {"--target", "--max-method-params"}:
        raise MistakeError(f"`// args: {said['args']}` has other options than --target T and --max-method-params N")
    limit = values.get("--max-method-params")
    return replace(
        options,
        passes=passes or (folder,),
        target=values.get("--target", options.target),
        max_method_params=options.max_method_params if limit is None else int(limit),
    )


def _without_comments(text: str) -> str:
    """Return the IR alone; blank lines take the place of comments, so that errors tell lines of the file."""
    return "".join("\n" if line.startswith("//") else line for line in text.splitlines(keepends=True))


# --------------------------------------------------------------------------- passes


def run_text(text: str, options: OptOptions, diagnostics: Diagnostics) -> str:
    """Run passes on the text of a whole document and return the text they leave.

    Text below a line ``// -----`` is ignored: in a case it is the output of the pass.

    Raises:
        IRSyntaxError: the text is not IR.
        MistakeError: there is no such pass, or the IR breaks a rule after one (`--verify-each`).
    """
    _check_passes(options.passes)
    return dump(_run(text, options, diagnostics)[0])


def _printed(text: str, options: OptOptions, diagnostics: Diagnostics) -> str:
    """Run passes, plan and print a target from what they leave; return the paths and sizes of its files."""
    from backends import load_backend
    from backends.keys import TARGET_KEYS
    from passes.plan import Packaging, build_plan

    target = options.printed
    assert target is not None
    if target not in TARGET_KEYS:
        hint = did_you_mean(target, TARGET_KEYS) or f"choose from {', '.join(TARGET_KEYS)}"
        raise MistakeError(f"there is no target {target!r}; {hint}")
    sdk, context = _run(text, replace(options, target=target), diagnostics)
    for step in TARGET_PIPELINE:
        sdk = step.load()(sdk, context)
    backend = load_backend(target)
    plan = build_plan(sdk, context, Packaging(options=TARGET_KEYS[target].defaults), [], backend.derived_names)
    files = backend.emit(plan, ())
    return "".join(f"{len(text):9,}  {path}\n" for path, text in files.items())


def context_of(options: OptOptions, diagnostics: Diagnostics) -> Context:
    """Return what passes are given beside a document."""
    from backends import load_backend
    from backends.keys import TARGET_KEYS
    from passes.context import Context

    profile = load_backend(options.target).profile if options.target and options.target in TARGET_KEYS else None
    return Context(
        diagnostics,
        files=("input.ir",),
        target=options.target,
        profile=profile,
        max_method_params=options.max_method_params,
        targets=frozenset(TARGET_KEYS),
    )


def _run(text: str, options: OptOptions, diagnostics: Diagnostics) -> tuple[Sdk, Context]:
    context = context_of(options, diagnostics)
    sdk: Sdk = load(text.partition(f"\n{DIVIDER}\n")[0])
    for label, after in _states(sdk, options.passes, context):
        sdk = after
        if options.verify_each:
            try:
                verify(sdk, label[0], label[1])
            except VerifyError as error:
                raise MistakeError(str(error)) from error
    return sdk, context


def _check_passes(names: Sequence[str]) -> None:
    """Refuse the name of a pass that does not exist. Raises `MistakeError`."""
    unknown = next((name for name in names if name not in PASS_NAMES), None)
    if unknown is not None:
        hint = did_you_mean(unknown, PASS_NAMES) or "`codegen passes` lists them"
        raise MistakeError(f"there is no pass {unknown!r}; {hint}")


def _states(sdk: Sdk, names: Sequence[str], context: Context) -> Iterator[tuple[tuple[str, frozenset[str]], Sdk]]:
    """Yield the document after each pass, with its name and the facts that hold then: also those that it needs."""
    known = {step.name: step for step in (*TARGET_PIPELINE, *PIPELINE)}
    facts: frozenset[str] = frozenset()
    for name in names:
        step = known[name]
        sdk = step.load()(sdk, context)
        facts |= {*step.needs, *step.makes}
        yield (name, facts), sdk
