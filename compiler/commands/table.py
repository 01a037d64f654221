"""Runs each command: turns arguments into options, and hands the options to the driver."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from compiler.base.similar import did_you_mean
from compiler.driver.options import (
    BisectOptions,
    BuildOptions,
    CleanOptions,
    DebugOptions,
    DiffOptions,
    Exit,
    GraphOptions,
    InitOptions,
    InputOptions,
    OptOptions,
    ReduceOptions,
    UpgradeOptions,
    WhyOptions,
)

if TYPE_CHECKING:
    from argparse import Namespace

    Command = Callable[[Namespace, TextIO, TextIO], int]
    Build = Callable[[BuildOptions, TextIO, TextIO], int]


def _input(arguments: Namespace, stderr: TextIO) -> InputOptions:
    from dataclasses import fields

    from compiler.base.source.limits import Limits

    return InputOptions(
        document=arguments.documents[0] if arguments.documents else None,
        more=tuple(arguments.documents[1:]),
        config=arguments.config,
        extension_prefix=arguments.extension_prefix,
        allow_remote=tuple(arguments.allow_remote),
        ref_root=arguments.ref_root,
        overlays=tuple(arguments.overlay),
        limits=Limits(**{limit.name: getattr(arguments, limit.name) for limit in fields(Limits)}),
        strict=arguments.strict,
        format=arguments.format,
        quiet=arguments.quiet,
        color=stderr.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb",
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split(",") if (name := part.strip()))


def _debug(arguments: Namespace) -> DebugOptions:
    return DebugOptions(
        dump_ir=None if arguments.dump_ir is None else _names(arguments.dump_ir),
        dump_dir=arguments.dump_dir,
        dump_diff=arguments.dump_ir_diff,
        dump_only=arguments.dump_ir_only and arguments.dump_ir_only.removeprefix("@").strip('"'),
        stop_after=arguments.stop_after,
        time_passes=arguments.time_passes,
        trace=arguments.trace,
        verify=arguments.verify_ir,
        verify_output=arguments.verify_output,
    )


def build_options(arguments: Namespace, stderr: TextIO) -> BuildOptions:
    """Return the options of `codegen build`, and of commands that build as it does."""
    return BuildOptions(
        input=_input(arguments, stderr),
        debug=_debug(arguments),
        out=arguments.out,
        targets=tuple(arguments.targets),
        keep_going=arguments.keep_going,
        locked=arguments.locked,
        forget=arguments.forget,
        force=arguments.force,
        wait=arguments.wait,
        check=arguments.check,
        dry_run=arguments.dry_run,
        diff=arguments.diff,
        listing=arguments.listing,
        depfile=arguments.depfile,
        stamp=arguments.stamp,
        surface=arguments.surface,
        jobs=arguments.jobs,
        record=getattr(arguments, "record", None),
        time_limit=arguments.time_limit,
        scheduler=arguments.scheduler,
        cache=arguments.cache,
    )


def run_build(arguments: Namespace, stdout: TextIO, stderr: TextIO, build: Build | None = None) -> int:
    """Run `codegen build`; ``build`` is that of a resident process, where one builds."""
    from compiler.base.output.interrupts import terminable
    from compiler.driver import entry as commands

    options = build_options(arguments, stderr)
    mistake = _mistake(options)
    if not mistake and options.debug.dump_only is not None:
        options, mistake = _narrowed(options)
    if mistake:
        stderr.write(f"codegen build: {mistake}\n")
        return Exit.USAGE
    with terminable():
        refused = _unknown_pass(options.debug, stderr) or _unwritable_trace(options.debug, stderr)
        return refused or (build or commands.build)(options, stdout, stderr)


def _narrowed(options: BuildOptions) -> tuple[BuildOptions, str]:
    """Return options whose dumps are of a declaration, which a symbol may name; or what is wrong with the symbol."""
    from compiler.commands.lookup import UnknownError
    from compiler.commands.why import narrowed

    try:
        only = narrowed(options.debug.dump_only, options.input, options.targets)
    except UnknownError as error:
        return options, f"--dump-ir-only: {error}"
    return replace(options, debug=replace(options.debug, dump_only=only)), ""


def _mistake(options: BuildOptions) -> str:
    """Return what is wrong with options that do not go together; "" if nothing is."""
    if options.diff and not (options.check or options.dry_run):
        return "--diff shows the changes that --check or --dry-run finds: add one of them"
    if options.looks and (options.depfile or options.stamp or options.surface):
        return "--depfile, --stamp and --surface are written by builds: leave them out where nothing is written"
    return ""


def _unknown_pass(debug: DebugOptions, stderr: TextIO) -> int:
    """Refuse the name of a pass that does not exist: it would dump nothing, or stop nowhere."""
    from passes import PASS_NAMES

    for name in (*(debug.dump_ir or ()), *filter(None, [debug.stop_after])):
        if name not in PASS_NAMES and (name != "lower" or name == debug.stop_after):
            hint = did_you_mean(name, PASS_NAMES) or "`codegen passes` lists them"
            stderr.write(f"codegen build: there is no pass {name!r}; {hint}\n")
            return Exit.USAGE
    return Exit.OK


def _unwritable_trace(debug: DebugOptions, stderr: TextIO) -> int:
    """Refuse a file that cannot be written before the work is done and not after it."""
    if debug.trace is None:
        return Exit.OK
    from compiler.driver.timing import write_trace

    problem = write_trace(debug.trace)
    stderr.write(problem and f"codegen build: {problem}\n")
    return Exit.USAGE if problem else Exit.OK


def _watch(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.watch.loop import watch

    return watch(build_options(arguments, stderr), stdout, stderr)


def _lint(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.driver import entry as commands

    return commands.lint(BuildOptions(_input(arguments, stderr), targets=tuple(arguments.targets)), stdout, stderr)


def _init(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    for tool in ("make", "cmake", "bazel"):
        form = getattr(arguments, tool)
        if form in ("", "path"):
            from compiler.commands.init.build_tools import how_to_include

            stdout.write(how_to_include(tool, form))
            return Exit.OK
        if form is not None:
            stderr.write(f"codegen init: --{tool} takes no value, or `=path`\n")
            return Exit.USAGE
    from compiler.driver import entry as commands

    options = InitOptions(
        _input(arguments, stderr),
        tuple(arguments.targets),
        arguments.keep_going,
        arguments.suggest,
        arguments.force,
    )
    return commands.init(options, stdout, stderr)


def _clean(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.driver import entry as commands

    options = CleanOptions(_input(arguments, stderr), arguments.out, tuple(arguments.targets), arguments.wait)
    return commands.clean(options, stdout, stderr)


def _passes(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.driver import entry as commands

    return commands.passes(stdout, stderr)


def _opt(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.opt import opt

    options = OptOptions(
        tuple(arguments.files),
        _names(arguments.passes),
        arguments.target,
        arguments.max_method_params,
        verify_each=arguments.verify_each,
        split_input=arguments.split_input,
        expect_diagnostics=arguments.expect_diagnostics,
        check=arguments.check,
        update=arguments.update,
        printed=arguments.print,
    )
    return opt(options, stdout, stderr)


def _daemon(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.daemon.control import status, stop

    return status(stdout, stderr) if arguments.action == "status" else stop(stdout, stderr)


def _explain(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.explain import explain

    return explain(arguments.code, stdout, stderr)


def _docs(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.docs import docs

    return docs(arguments.page, stdout, stderr)


def _schema(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    if arguments.of == "config":
        from compiler.base.config.schema import shipped_schema

        stdout.write(shipped_schema())
    else:
        from compiler.front.keys.document_schema import keys_schema, openapi_schema

        stdout.write(openapi_schema() if arguments.of == "openapi" else keys_schema())
    return Exit.OK


def _diff(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.diff.compare import diff

    if arguments.new is None and arguments.compiler is None:
        stderr.write("codegen diff: NEW is missing, or --compiler to compare two versions of codegen by one document\n")
        return Exit.USAGE
    options = DiffOptions(
        arguments.old,
        arguments.new if arguments.new is not None else arguments.old,
        _input(arguments, stderr),
        tuple(dict.fromkeys(arguments.targets)),
        arguments.keep_going,
        arguments.fail_on,
        arguments.compiler,
    )
    return diff(options, stdout, stderr)


def _upgrade_calls(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from migrate.upgrade.upgrade_calls import upgrade_calls

    options = UpgradeOptions(
        tuple(arguments.paths),
        _input(arguments, stderr),
        arguments.old,
        arguments.new,
        arguments.renames,
        tuple(dict.fromkeys(arguments.targets)),
        arguments.keep_going,
        check=arguments.check,
        dry_run=arguments.dry_run,
        diff=arguments.diff,
        write_renames=arguments.write_renames,
        sdk=tuple(arguments.sdk),
        python=arguments.python,
    )
    mistake = _upgrade_mistake(options)
    if mistake:
        stderr.write(f"codegen upgrade-calls: {mistake}\n")
        return Exit.USAGE
    return upgrade_calls(options, stdout, stderr)


def _upgrade_mistake(options: UpgradeOptions) -> str:
    if options.renames is None and (options.old is None or options.new is None):
        return "--from OLD and --to NEW, or --renames FILE, say what changed"
    if options.renames is not None and (options.old is not None or options.new is not None):
        return "--renames is in place of --from and --to"
    if not options.paths and options.write_renames is None:
        return "name the files or folders of the program"
    return ""


def _completion(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.completion import completion

    stdout.write(completion(arguments.shell))
    return Exit.OK


def _graph(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.graph import graph
    from passes import PIPELINE

    known = [step.name for step in PIPELINE]
    if arguments.after is not None and arguments.after not in known:
        hint = did_you_mean(arguments.after, known) or "`codegen passes` lists them"
        stderr.write(f"codegen graph: there is no pass {arguments.after!r} that all targets share; {hint}\n")
        return Exit.USAGE
    options = GraphOptions(
        replace(_input(arguments, stderr), format="text"),
        after=arguments.after,
        format=arguments.format,
        around=arguments.around,
        depth=arguments.depth,
        cycles=arguments.cycles,
        reaching=arguments.reaching,
        reached_from=arguments.reached_from,
        kept_by=arguments.kept_by,
        path=None if arguments.path is None else (arguments.path[0], arguments.path[1]),
    )
    return graph(options, stdout, stderr)


def _why(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.why import why

    given = replace(_input(arguments, stderr), format="text")
    options = WhyOptions(
        arguments.symbol, given, tuple(dict.fromkeys(arguments.targets)), arguments.full, arguments.format
    )
    return why(options, stdout, stderr)


def _reduce(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.reduce import reduce

    options = ReduceOptions(
        _input(arguments, stderr),
        tuple(arguments.targets),
        code=arguments.code,
        run=arguments.run,
        out=arguments.out,
        anonymise=arguments.anonymise,
        seconds=arguments.seconds,
    )
    return reduce(options, stdout, stderr)


def _bisect(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from compiler.commands.bisect import bisect

    options = BisectOptions(
        _input(arguments, stderr),
        tuple(arguments.targets),
        has=arguments.has,
        lacks=arguments.lacks,
        run=arguments.run,
        only=arguments.only and arguments.only.removeprefix("@").strip('"'),
    )
    return bisect(options, stdout, stderr)


def _adopt(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from migrate.adopt import run_adopt

    return run_adopt(arguments, stdout, stderr)


COMMANDS: dict[str, Command] = {
    "build": run_build,
    "watch": _watch,
    "lint": _lint,
    "init": _init,
    "adopt": _adopt,
    "clean": _clean,
    "daemon": _daemon,
    "diff": _diff,
    "upgrade-calls": _upgrade_calls,
    "graph": _graph,
    "why": _why,
    "reduce": _reduce,
    "bisect": _bisect,
    "explain": _explain,
    "docs": _docs,
    "passes": _passes,
    "opt": _opt,
    "schema": _schema,
    "completion": _completion,
}
