"""Run passes in order, with dumps, diffs and the verifier, and stop after the pass that was asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from compiler.base.frozen import mutable
from compiler.base.memory import NONE, Memory
from compiler.base.spans import span
from compiler.driver.crash import Crash, note_crash
from compiler.engine.recall import keeping
from compiler.ir.node import replace
from passes import PIPELINE, TARGET_PIPELINE, Pass

if TYPE_CHECKING:
    from compiler.driver.options import DebugOptions
    from compiler.ir.nodes import Event, Operation, Sdk
    from passes.context import Context


_TABLES = ("schemas", "types", "operations", "events")


@mutable
class Watch:
    """Observes a run of the pipeline: writes dumps and diffs as the options ask."""

    options: DebugOptions
    out: IO[str]
    made: set[str] = dataclasses.field(default_factory=lambda: {"lowered"})
    count: int = 0
    before: str = ""
    resolved: Sdk | None = None
    found: bool = False
    """Whether a dump held anything: an identity that no declaration has leaves all of them empty."""

    def first(self, sdk: Sdk) -> None:
        """Show the document as lowered."""
        if self.options.observe is not None:
            self.options.observe("lower", sdk)
        if self.wants_text:
            self._show("lower", sdk)

    def ran(self, step: Pass, sdk: Sdk, label: str) -> None:
        """Note that a pass ran: verify and show what it left."""
        self.made.update(step.makes)
        if step.name == "resolve_refs":
            self.resolved = sdk
        if self.options.verify:
            from compiler.ir.verify import verify

            verify(sdk, label, frozenset(self.made))
        if self.options.observe is not None:
            self.options.observe(label, sdk)
        if self.wants_text:
            self._show(label, sdk)

    @property
    def wants_text(self) -> bool:
        """Whether any dump was asked for."""
        return self.options.dump_ir is not None or self.options.dump_diff

    def _show(self, label: str, sdk: Sdk) -> None:
        from compiler.ir.text import dump

        number, self.count = self.count, self.count + 1
        chosen = not self.options.dump_ir or label.partition("@")[0] in self.options.dump_ir
        if not chosen and not self.options.dump_diff and self.options.dump_only is None:
            return  # the text of a large document takes seconds
        text = dump(sdk, only=self.options.dump_only)
        self.found = self.found or bool(text)
        if chosen:
            shown = _diff(self.before, text) if self.options.dump_diff and number else text
            if shown:  # of a pass that changed nothing there is nothing to say
                self._write(f"{number:02d}-{label}.ir", f"// ----- {label}\n{shown}")
        self.before = text

    def _write(self, name: str, text: str) -> None:
        if self.options.dump_dir is None:
            self.out.write(text)
            return
        folder = Path(self.options.dump_dir)
        folder.mkdir(parents=True, exist_ok=True)
        folder.joinpath(name.replace("@", "-")).write_text(text, encoding="utf-8", newline="\n")


def _diff(before: str, after: str) -> str:
    """Return the changed lines of a dump with two lines around them."""
    import difflib

    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "".join(line + "\n" for line in lines if not line.startswith(("---", "+++")))


def run_shared(sdk: Sdk, context: Context, watch: Watch, memory: Memory = NONE) -> Sdk:
    """Run the passes that all targets share."""
    return _run(PIPELINE, sdk, context, watch, "", memory)


def run_target(sdk: Sdk, context: Context, watch: Watch, memory: Memory = NONE) -> Sdk:
    """Run the passes that depend on a target; ``context`` names it."""
    return _run(TARGET_PIPELINE, sdk, context, watch, f"@{context.target}", memory)


def _run(steps: Iterable[Pass], sdk: Sdk, context: Context, watch: Watch, suffix: str, memory: Memory) -> Sdk:
    for step in steps:
        with span(step.name, context.target or ""), _crashes(sdk, step.name, context.target):
            with keeping(memory.within(step.name)):
                made = step.load()(sdk, context)
            sdk = _known(made, sdk, step.name, memory)
            if "merged" in step.makes:  # which pass writes into the lock's tables last
                memory.complete(context.lock.kept, context.lock.members)
        watch.ran(step, sdk, step.name + suffix)
        if watch.options.stop_after == step.name and not suffix:
            break
    return sdk


@contextmanager
def _crashes(sdk: Sdk, step: str, target: str | None) -> Iterator[None]:
    """Attach the document to a fault of a pass."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        note_crash(error, Crash(sdk, step, target))
        raise


def _known(made: Sdk, before: Sdk, step: str, memory: Memory) -> Sdk:
    """Return what a pass made, with the objects that it made in the build before where they are identical."""
    changed = [name for name in _TABLES if getattr(made, name) is not getattr(before, name)] if memory.keeps else []
    tables: dict[str, Any] = {name: memory.same_table(("made", step, name), getattr(made, name)) for name in changed}
    memory.complete(*tables.values())
    return replace(made, **tables) if tables else made


def leave_out(sdk: Sdk, resolved: Sdk, failed: Iterable[str]) -> tuple[Sdk, dict[str, str]]:
    """Drop operations and events with an error, or that reach a schema with one (D1.4, ``--keep-going``).

    Security schemes with an error are dropped too; ``failed`` includes the operations that require them. A reference
    of a schema that leads nowhere is left out alone: any value stands there.

    Args:
        sdk: the document after the shared passes.
        resolved: the same after resolve_refs, whose raw schemas still show every reference.
        failed: identities of declarations that hold errors.

    Returns:
        the rest, and the identities that were left out, each with that of a declaration whose errors are the cause.
    """
    from compiler.ir.graph import schema_refs

    bad = dict.fromkeys(failed)
    leading = _leading(resolved, bad)
    owners: dict[str, Operation | Event] = {**resolved.operations, **resolved.events}
    gone = {at for at, item in owners.items() if at in bad or not leading.keys().isdisjoint(schema_refs(item))}
    gone |= {at for at, event in resolved.events.items() if event.operation in gone}
    gone |= bad.keys()
    operations = {at: _without(item, gone) for at, item in sdk.operations.items() if not _within(at, gone)}
    events = {at: item for at, item in sdk.events.items() if at not in gone}
    out = [at for at in owners if at in gone]
    out += [at for at in failed if at not in owners and (at.startswith(_OWNERS) or at.endswith("/$ref"))]
    schemes = {at: scheme for at, scheme in sdk.schemes.items() if at not in gone}
    known = {scheme.scheme for scheme in schemes.values()}
    security = tuple(item for item in sdk.security if known.issuperset(need.scheme for need in item.needs))
    rest = dataclasses.replace(sdk, operations=operations, events=events, schemes=schemes, security=security)
    broken = {at: leading[at] for at in resolved.schemas if at in leading}
    if broken:
        rest, types = _without_types(rest, broken)
        out += [at for at in resolved.schemas if at in types]
    return rest, {at: broken.get(at, at) for at in out}


def _leading(resolved: Sdk, bad: Iterable[str]) -> dict[str, str]:
    """Return what holds an error, and the schemas that lead to it, each with that one."""
    from compiler.ir.graph import schema_refs

    users: dict[str, list[str]] = {}
    for at, schema in resolved.schemas.items():
        for target in schema_refs(schema):
            users.setdefault(target, []).append(at)
    found = {at: at for at in bad}
    waiting = list(found)
    while waiting:
        at = waiting.pop()
        new = [user for user in users.get(at, ()) if user not in found]
        found.update(dict.fromkeys(new, found[at]))
        waiting += new
    return found


def _without_types(sdk: Sdk, broken: Collection[str]) -> tuple[Sdk, set[str]]:
    """Return a document without the types made of broken schemas that nothing else refers to, and which these were.

    A type is inside of the schema whose identity begins its own.
    """
    from compiler.ir.graph import Graph, operation_refs
    from compiler.ir.references import type_refs

    lost = {at for at in sdk.types if _within_any(at, broken)}
    callers: list[Operation | Event] = [*sdk.operations.values(), *sdk.events.values()]
    roots = [target for caller in callers for target in operation_refs(caller)]
    roots += [target for parameter in sdk.global_parameters for target in type_refs(parameter.type)]
    gone = lost - Graph().reachable(sdk.types, [*roots, *(at for at in sdk.types if at not in lost)])
    if not gone:
        return sdk, gone
    types = {at: item for at, item in sdk.types.items() if at not in gone}
    return dataclasses.replace(sdk, types=types, unused=tuple(at for at in sdk.unused if at not in gone)), gone


def _within_any(at: str, broken: Collection[str]) -> bool:
    """Whether a type is made of one of some schemas, or stands inside of one."""
    while at:
        if at in broken:
            return True
        at = at.rpartition("/")[0]
    return False


_OWNERS = ("paths/", "webhooks/", "x-webhooks/", "servers/")
"""The places of operations and events, including those that could not be lowered, and of the root's servers."""


def _without(operation: Operation, gone: set[str]) -> Operation:
    """Return the operation without the callbacks that are left out."""
    if gone.isdisjoint(operation.events):
        return operation
    return dataclasses.replace(operation, events=tuple(at for at in operation.events if at not in gone))


def _within(at: str, gone: set[str]) -> bool:
    """Whether an operation, or the one it is a variant of, is left out."""
    return at in gone or at.rpartition("#")[0] in gone
