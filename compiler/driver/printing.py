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
        """Print the targets and compare them with the disk; the texts of one are not held while the next is printed."""
        languages = _languages(self.plans)
        helper = self._helper(languages)
        done: dict[str, Changes] = {}
        try:
            if helper is not None:
                self._share(helper, languages, done)
            for target in self.plans:
                yield done[target] if target in done else self._here(target, languages)
        finally:
            if helper is not None:
                kept = set(self.output.staging.made) if self.output.staging is not None else set()
                remove_made([name for name in helper.end() if name not in kept])
        self.progress.step("writing")

    def _share(self, helper: Helper[_Staged], languages: Sequence[Language], done: dict[str, Changes]) -> None:
        """Print one target after the other beside the second process, and wait for what that has taken."""
        target: str | None = next(iter(self.plans))
        while target is not None:
            done[target] = self._here(target, languages)
            target = helper.take()
        for other, made in helper.results():
            if self.output.staging is not None:
                self.output.staging.take(made.ready, made.made)
            done[other] = made.changes

    def _here(self, target: str, languages: Sequence[Language]) -> Changes:
        self.progress.step(f"printing {target}")
        return self._compared(target, languages, self.output)

    def _compared(self, target: str, languages: Sequence[Language], output: Output) -> Changes:
        plan = self.plans[target]
        files = load_backend(target).emit(plan, languages)
        return output.compare(TargetOutput(target, files, list(plan.wire.operations), self.left_out))

    def _helper(self, languages: Sequence[Language]) -> Helper[_Staged] | None:
        """Let another process take targets, where that is worth it: the last one first, which shows all the others."""
        units = sum(len(plan.wire.operations) + len(plan.wire.types) for plan in self.plans.values())
        if len(self.plans) < 2 or units < LARGE or not can_fork():
            return None

        def work(target: str, note: Note) -> _Staged:
            staging = Staging(note)
            output = replace(self.output, staging=staging if self.output.staging is not None else None)
            return _Staged(self._compared(target, languages, output), staging.ready, staging.made)

        with self.progress.still(), suppress(OSError):
            *others, last = list(self.plans)[1:]
            return Helper([last, *others], work)
        return None


def _languages(plans: Mapping[str, Plan]) -> Sequence[Language]:
    told = (language_of(load_backend(target), plan) for target, plan in plans.items())
    return [language for language in told if language is not None]
