"""Printing targets, and comparing what was printed with the disk."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from backends import Language, language_of, load_backend
from compiler.driver.beside import LARGE, Helper, Note, can_fork
from compiler.output import Changes, Output, Staging, TargetOutput, remove_made

if TYPE_CHECKING:
    from compiler.ir.plan import Plan
    from compiler.progress import Progress


@dataclass(frozen=True, slots=True)
class _Staged:
    """What the second process made of a target, and the files it wrote beside their places."""

    changes: Changes
    ready: dict[Path, str]
    made: list[str]


@dataclass(frozen=True, slots=True)
class Printing:
    """The targets of one build, of which a large one is printed by two processes."""

    plans: Mapping[str, Plan]
    left_out: Mapping[str, Sequence[str]]
    output: Output
    progress: Progress

    def changes(self) -> Generator[Changes, None, None]:
        """Print one target after the other and compare it with the disk; its texts are not held longer."""
        languages = _languages(self.plans)
        helper = self._helper(languages)
        staging = self.output.staging
        try:
            for target in self.plans:
                self.progress.step(f"printing {target}")
                done = helper.result(target) if helper is not None else None
                if done is not None and staging is not None:
                    staging.take(done.ready, done.made)
                yield self._compared(target, languages, self.output) if done is None else done.changes
        finally:
            if helper is not None:
                kept = set(staging.made) if staging is not None else set()
                remove_made([name for name in helper.end() if name not in kept])
        self.progress.step("writing")

    def _compared(self, target: str, languages: Sequence[Language], output: Output) -> Changes:
        plan = self.plans[target]
        files = load_backend(target).emit(plan, languages)
        return output.compare(TargetOutput(target, files, list(plan.wire.operations), self.left_out))

    def _helper(self, languages: Sequence[Language]) -> Helper[_Staged] | None:
        """Let another process see to all targets but the first, where that is worth it."""
        units = sum(len(plan.wire.operations) + len(plan.wire.types) for plan in self.plans.values())
        if len(self.plans) < 2 or units < LARGE or not can_fork():
            return None

        def work(target: str, note: Note) -> _Staged:
            staging = Staging(note)
            output = replace(self.output, staging=staging if self.output.staging is not None else None)
            return _Staged(self._compared(target, languages, output), staging.ready, staging.made)

        with self.progress.still(), suppress(OSError):
            return Helper(list(self.plans)[1:], work)
        return None


def _languages(plans: Mapping[str, Plan]) -> Sequence[Language]:
    told = (language_of(load_backend(target), plan) for target, plan in plans.items())
    return [language for language in told if language is not None]
