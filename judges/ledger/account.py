"""One document's account: its nodes, their outcome in each language, and nodes missing without a diagnostic."""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from backends import load_backend
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import Compilation, compile_document, plan_target
from compiler.driver.inputs import read_inputs
from compiler.driver.options import DebugOptions, InputOptions
from compiler.ir.node import Id
from compiler.lock.lock import Lock
from compiler.plan.plan import Plan
from judges.ledger.entries import Ledger, judge
from judges.ledger.printed import methods, not_printed
from judges.ledger.walk import Walk
from judges.ledger.watch import unwatched, watched, watching

LANGUAGES = ("python", "typescript", "go")


@dataclass(slots=True)
class Account:
    """Counts of one document; the same on every machine."""

    operations: int = 0
    webhooks: int = 0
    callbacks: int = 0
    methods: dict[str, int] = field(default_factory=dict)
    """Per language; more than operations where a second media type or a stream has a method of its own."""
    types: int = 0
    ignored: int = 0
    """Operations that ``x-codegen-ignore`` leaves out."""
    left_out: dict[str, int] = field(default_factory=dict)
    """Operations and events that hold an error, by its code (D1.4)."""
    diagnostics: dict[str, int] = field(default_factory=dict)
    read: int = 0
    by_rule: dict[str, int] = field(default_factory=dict)
    reported: dict[str, int] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Without a code: nodes, operations without a method, parts of the plan that are not printed."""


@dataclass(slots=True)
class Compiled:
    """An account with what it was made from."""

    account: Account
    ledger: Ledger
    plans: Mapping[str, Plan]
    files: Mapping[str, Mapping[str, str]]
    """Per language its printed files."""


def compile_watched(path: Path, prefix: str | None = None, languages: Iterable[str] = LANGUAGES) -> Compiled | None:
    """Compile a document with a tree that takes notes, print it, and hold the print against plan and document.

    Args:
        path: the document.
        prefix: another vendor's prefix that counts beside `x-codegen-`.
        languages: the targets to print.

    Returns:
        None where an error stops everything.
    """
    options = InputOptions(document=str(path), extension_prefix=prefix)
    diagnostics = Diagnostics()
    inputs = read_inputs(options, diagnostics, "build")
    if inputs.document is None:
        return None
    inputs.document.root = watched(inputs.document.root)
    with watching() as notes:
        notes.documents[inputs.document.file] = inputs.document
        made = compile_document(
            inputs.document, inputs.folder, options, DebugOptions(), diagnostics, Lock(), io.StringIO(), keep_going=True
        )
    if made is None or diagnostics.must_stop:
        return None
    ours = ("x-codegen-", prefix) if prefix else ("x-codegen-",)
    with unwatched():
        ledger = judge(Walk(notes.documents, inputs.document.file, ours), notes, diagnostics)
        plans = {target: plan_target(made, target, inputs.config) for target in languages}
        files = {target: load_backend(target).emit(plan, []) for target, plan in plans.items()}
        account = _account(ledger, made, plans, files, diagnostics, path.parent)
    return Compiled(account, ledger, plans, files)


def _account(
    ledger: Ledger,
    made: Compilation,
    plans: Mapping[str, Plan],
    files: Mapping[str, Mapping[str, str]],
    diagnostics: Diagnostics,
    folder: Path,
) -> Account:
    codes = Counter(item.code for item in diagnostics.items)
    webhooks = sum(at.startswith(("webhooks/", "x-webhooks/")) for at in ledger.events)
    missing = [f"{node.kind}: {os.path.relpath(node.file, folder)}#{node.pointer}" for node in ledger.missing]
    for target, plan in plans.items():
        missing += [f"{target}: {what}" for what in _without_method(ledger, made, plan)]
        missing += [f"{target}: {what}" for what in not_printed(plan, files[target])]
    return Account(
        operations=len(ledger.operations),
        webhooks=webhooks,
        callbacks=len(ledger.events) - webhooks,
        methods={target: len({method.operation for _, method in methods(plan)}) for target, plan in plans.items()},
        types=max((len(plan.wire.types) for plan in plans.values()), default=0),
        ignored=sum(1 for at in ledger.operations if _ignored(made, at)),
        left_out=dict(Counter(code for found in made.left_out.values() for code in set(found))),
        diagnostics=dict(sorted(codes.items())),
        read=ledger.read,
        by_rule=dict(sorted(ledger.ignored.items())),
        reported=dict(sorted(ledger.reported.items())),
        missing=missing,
    )


def _ignored(made: Compilation, at: Id, target: str = "*") -> bool:
    """Whether the document leaves an operation or event out of a target (D5)."""
    resolved = made.watch.resolved
    assert resolved is not None
    item = resolved.operations.get(at) or resolved.events.get(at)
    if item is None:
        return False
    owner = getattr(item, "operation", None)
    return not {"*", target}.isdisjoint(item.ignore) or (owner is not None and _ignored(made, owner, target))


def _without_method(ledger: Ledger, made: Compilation, plan: Plan) -> list[str]:
    """Return operations, webhooks and callbacks of the document that a language has nothing for, and no reason why."""
    there = {at.partition("#")[0] for at in plan.wire.operations} | set(plan.wire.events) | set(made.left_out)
    every = (*ledger.operations, *ledger.events)
    return [at for at in every if at not in there and not _ignored(made, at, plan.surface.target)]
