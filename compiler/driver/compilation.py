"""Compiles a document to plans: lowering, the passes, omissions by `--keep-going`, and a plan per target."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from backends import load_backend
from backends.keys import TARGET_KEYS
from compiler.base.frozen import mutable
from compiler.base.memory import NONE, Memory
from compiler.base.naming.vocabulary import vocabulary, words_of_title
from compiler.base.spans import span
from compiler.driver.inputs import check_targets, read_inputs
from compiler.driver.pipeline import Watch, leave_out, run_shared, run_target
from compiler.engine.recall import keeping
from compiler.front import LoadOptions, Lowering, lower_document
from compiler.ir.graph import Graph
from compiler.lock.file import lock_path, read_lock
from compiler.lock.lists import lists_of
from compiler.lock.lock import TITLE_WORDS, Lock
from passes.context import Context
from passes.plan import Common, Packaging, build_plan

if TYPE_CHECKING:
    from backends import Backend
    from compiler.base.naming import Profile
    from compiler.config import Config, Section
    from compiler.diagnostics import Diagnostics
    from compiler.driver.inputs import Inputs
    from compiler.driver.options import DebugOptions, InputOptions
    from compiler.ir.nodes import Sdk
    from compiler.plan.plan import Plan
    from compiler.source import Document


@mutable
class Compilation:
    """A document being compiled: its IR after the shared passes, and omissions with the codes that explain them."""

    sdk: Sdk
    context: Context
    watch: Watch
    memory: Memory = NONE
    """What is known from the build before."""
    left_out: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    unprinted: dict[str, dict[str, tuple[str, ...]]] = dataclasses.field(default_factory=dict)
    """Omissions from single targets that cannot print them."""
    common: list[Common] = dataclasses.field(default_factory=list)
    """Parts of target plans that other plans can share."""

    def left_out_of(self, target: str) -> Mapping[str, tuple[str, ...]]:
        """Return what is left out of a target, with the codes that explain it."""
        return {**self.left_out, **self.unprinted.get(target, {})}


def compile_inputs(
    inputs: Inputs,
    options: InputOptions,
    debug: DebugOptions,
    diagnostics: Diagnostics,
    lock: Lock,
    out: IO[str],
    *,
    keep_going: bool = False,
    examples: bool = False,
    memory: Memory = NONE,
) -> Compilation | None:
    """Compile a document with what its gen.yaml says; see :func:`compile_document`."""
    assert inputs.document is not None
    generation = inputs.config.generation
    return compile_document(
        inputs.document, inputs.folder, options, debug, diagnostics, lock, out,
        keep_going=keep_going, examples=examples, names=generation.text("names") or "auto",
        words=generation.texts("words"), docs_url=generation.text("docsUrl"),
        strict_formats=generation.text("formats") == "strict",
        extension_prefix=generation.text("extensionPrefix"), memory=memory,
    )  # fmt: skip


def compile_for_command(
    options: InputOptions,
    command: str,
    targets: Sequence[str],
    debug: DebugOptions,
    diagnostics: Diagnostics,
    out: IO[str],
    *,
    keep_going: bool = False,
) -> tuple[Inputs, Compilation] | None:
    """Read a document and compile it, for commands that write no output; None after errors that stop a build.

    ``command`` is the one that messages name, ``targets`` those that it was asked for.
    """
    inputs = read_inputs(options, diagnostics, command, targets=targets)
    check_targets(targets, diagnostics)
    if inputs.document is None or diagnostics.has_errors:
        return None
    lock = read_lock(lock_path(inputs.config), options.limits, diagnostics)
    made = compile_inputs(inputs, options, debug, diagnostics, lock, out, keep_going=keep_going)
    return None if made is None or diagnostics.must_stop else (inputs, made)


def compile_document(
    document: Document,
    folder: str | None,
    options: InputOptions,
    debug: DebugOptions,
    diagnostics: Diagnostics,
    lock: Lock,
    out: IO[str],
    *,
    keep_going: bool = False,
    examples: bool = False,
    names: str = "auto",
    words: Sequence[str] = (),
    docs_url: str | None = None,
    strict_formats: bool = False,
    extension_prefix: str | None = None,
    memory: Memory = NONE,
) -> Compilation | None:
    """Lower a document and run the shared passes; None after errors that stop the build."""
    prefix, front = options.extension_prefix or extension_prefix, memory.within("front")
    with span("lower"):
        lowering = read_all(
            document, folder, options, diagnostics, examples=examples, extension_prefix=prefix, memory=front
        )
    if lowering is None or diagnostics.must_stop:
        return None
    lock = lock.placed(lists_of(lowering.sdk, front))
    own = own_words(lowering.sdk.title, words, lock)
    targets = frozenset(TARGET_KEYS)
    context = Context(
        diagnostics,
        memory.same("files", lowering.files),
        lock=lock,
        targets=memory.same("targets", targets),
        names=names,
        vocabulary=memory.same("vocabulary", vocabulary(own)),
        docs_url=docs_url,
        strict_formats=strict_formats,
        graph=Graph(memory.within("graph")),
    )
    lowered = lowering.sdk
    memory.complete(lowered.schemas, lowered.parameters, lowered.bodies, lowered.responses, lowered.headers)
    watch = Watch(debug, out)
    watch.first(lowered)
    sdk = memory.same_members("sdk", run_shared(lowered, context, watch, memory))
    made = Compilation(sdk, context, watch, memory)
    if keep_going and diagnostics.has_errors and not diagnostics.must_stop:
        _leave_out(made, diagnostics)
    if not (keep_going or diagnostics.has_errors):  # whoever goes on, or could, wants to know what was there
        watch.resolved = None
    return made


def read_all(
    document: Document,
    folder: str | None,
    options: InputOptions,
    diagnostics: Diagnostics,
    *,
    examples: bool = False,
    extension_prefix: str | None = None,
    memory: Memory = NONE,
) -> Lowering | None:
    """Lower a document and the files that it refers to; None if it cannot be read at all."""
    hosts = frozenset(options.allow_remote)
    load = LoadOptions(folder or None, options.ref_root, hosts, options.limits, examples, frozenset(TARGET_KEYS))
    return lower_document(document, diagnostics, load, extension_prefix=extension_prefix, memory=memory)


def _leave_out(made: Compilation, diagnostics: Diagnostics) -> None:
    resolved = made.watch.resolved
    if resolved is None:
        return
    failed = diagnostics.failed_subjects
    made.sdk, gone = leave_out(made.sdk, resolved, failed)
    every = sorted({code for codes in failed.values() for code in codes})
    made.left_out = {at: tuple(failed.get(source, every)) for at, source in gone.items()}


def rest_of(made: Compilation, diagnostics: Diagnostics) -> Sdk | None:
    """Return what `--keep-going` would write of a document with errors; None where they stop it, too."""
    if diagnostics.must_stop or made.watch.resolved is None:
        return None
    return leave_out(made.sdk, made.watch.resolved, diagnostics.failed_subjects)[0]


def sdk_of(made: Compilation, target: str) -> Sdk:
    """Return the document without the parts that a target cannot print."""
    unprinted, resolved = made.unprinted.get(target), made.watch.resolved
    return leave_out(made.sdk, resolved, unprinted)[0] if unprinted and resolved is not None else made.sdk


def plan_target(made: Compilation, target: str, config: Config) -> Plan:
    """Run a target's passes and build its plan."""
    with span("load", target):
        backend = load_backend(target)
    section = config.section(target)
    profile = _profile(backend, section, made)
    memory = made.memory.within(target)
    calls = _calls(section, made.context)
    context = dataclasses.replace(made.context, target=target, profile=profile, **calls)
    sdk = run_target(sdk_of(made, target), context, made.watch, memory)
    with span("plan", target), keeping(memory.within("plan")):
        plan = build_plan(sdk, context, _packaging(config, target), made.common, backend.derived_names)
    return _with_known_parts(plan, memory)


def _with_known_parts(plan: Plan, memory: Memory) -> Plan:
    """Return a plan whose parts are those of the build before, as far as they are identical."""
    if not memory.keeps:
        return plan
    target = plan.surface.target
    wire = memory.same_members(("wire", target), plan.wire)
    surface = memory.same_members(("surface", target), plan.surface)
    return memory.same_members(("plan", target), dataclasses.replace(plan, wire=wire, surface=surface))


def _profile(backend: Backend, section: Section, made: Compilation) -> Profile:
    """Return a target's profile, which knows the identifiers it made before."""
    values = {key: section.value(key) for key in section.defaults}
    vocabulary = made.context.vocabulary
    return made.memory.recall(
        ("profile", section.name),
        (values, vocabulary),
        lambda: dataclasses.replace(backend.profile_for(values), vocabulary=vocabulary),
    )


def _calls(section: Section, context: Context) -> dict[str, Any]:
    """Return gen.yaml's settings of calls; a limit overrides the others, which is reported (D4.11)."""
    limit = section.integer("maxMethodParams") if "maxMethodParams" in section.settings else None
    idle = [key for key in ("body", "pathArguments") if key in section.settings and limit is not None]
    for key in idle:
        context.diagnostics.report("CG0713", section.loc_of(key), key=key, target=section.name)
    if limit is not None or "body" not in section.defaults:
        return {"max_method_params": limit}
    return {"body": section.text("body"), "path_arguments": section.text("pathArguments")}


def _packaging(config: Config, target: str) -> Packaging:
    section = config.section(target)
    values = {key: section.value(key) for key in section.defaults}
    package = next((key for key in ("packageName", "modulePath") if key in values), None)
    return Packaging(
        client=config.generation.text("sdkClassName"),
        package=section.text(package) if package else None,
        package_at=section.loc_of(package) if package else None,
        version=section.text("version") if "version" in values else None,
        licence=config.generation.text("licence"),
        tests=config.generation.value("tests") is not False,
        environment=config.generation.text("envPrefix"),
        options=values,
    )


def own_words(title: str, configured: Iterable[str], lock: Lock) -> tuple[str, ...]:
    """Return the words of the title and of gen.yaml.

    The title is text for people: codegen.lock keeps which of its words these were, also where there were none.
    """
    kept = lock.kept.get(TITLE_WORDS, "").split() if lock.kept else words_of_title(title)
    if kept:
        lock.seen[TITLE_WORDS] = " ".join(kept)
    return tuple(sorted({*kept, *configured}))
