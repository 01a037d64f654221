"""Plan and print targets, and compare the printed files with the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from backends import Language, language_of, load_backend
from compiler.base.memory import NONE, Memory
from compiler.base.spans import Span, Spans, is_recording, span, take_over
from compiler.driver.second_process import LARGE, Helper, Note, can_fork
from compiler.engine.printed import Printed
from compiler.engine.printers import install, settle_facts
from compiler.output import Changes, Output, Staging, TargetOutput, remove_temporaries
from compiler.output.atomic import Staged
from compiler.plan.per_plan import forget

if TYPE_CHECKING:
    from compiler.driver.progress import Progress
    from compiler.plan.plan import Plan


@dataclass(frozen=True, slots=True)
class _Staged:
    """What the second process made of a target, and the files it wrote beside their places."""

    changes: Changes
    ready: dict[Path, Staged]
    made: list[str]
    spans: list[Span]


class MisprintError(Exception):
    """Printed files do not match their plan: a bug of the compiler."""


class UnprintableError(Exception):
    """A target cannot be planned or printed: a bug of the compiler, described by the exception's cause."""

    def __init__(self, target: str, plans: Mapping[str, Plan], cause: Exception) -> None:
        super().__init__(f"{target} cannot be printed")
        self.target, self.plans = target, plans
        lines = str(cause).splitlines() or [""]
        self.problem = f"{type(cause).__name__}: {lines[0]}" if lines[0] else type(cause).__name__


class Printing:
    """The targets of one build. Those of a large one are printed by two processes (speed 4).

    The second process begins as soon as what it prints is planned, while the other targets are.
    """

    def __init__(
        self,
        targets: Sequence[str],
        left_out: Callable[[str], Mapping[str, Sequence[str]]],
        output: Output,
        progress: Progress,
        *,
        shown: Sequence[str] = (),
        verify: bool = False,
        memory: Memory = NONE,
        jobs: int | None = None,
    ) -> None:
        """``shown`` are the targets that pages show, printed now or not; none: those that are printed.

        With a ``memory`` that keeps, one process prints all: what another one learns is lost. ``jobs`` are the
        processes that may be used; None: as many as help.
        """
        self._targets = targets
        self._shown = shown or targets
        self._left_out = left_out  # what a target lacks, with the codes that say why
        self._output = output
        self._progress = progress
        self._verify = verify
        self._memory = memory
        self._alone = jobs == 1 or memory.keeps
        self._plans: dict[str, Plan] = {}
        self._helper: Helper[_Staged] | None = None
        self._printed: Printed | None = None

    def plan(self, plan: Callable[[str], Plan], units: int | None) -> dict[str, Plan]:
        """Plan the targets.

        Args:
            plan: plans a target.
            units: operations and types of the document; None where nothing may be printed yet.
        """
        large = units is not None and units * len(self._targets) >= LARGE
        theirs = self._theirs() if large and not self._alone and can_fork() else []
        for target in theirs:
            self._plan(target, plan)
        if theirs:
            for target in theirs:
                with self._name_target(target):
                    self._plans[target].shown.share()
            self._helper = self._start(theirs)
        for target in dict.fromkeys((*self._targets, *self._shown)):
            if target not in self._plans:
                self._plan(target, plan)
        plans = {target: self._plans[target] for target in self._targets}
        if self._memory.keeps:
            self._printed = self._memory.recall("printed", (), Printed)
            install()
            self._plans = self._printed.begin(self._plans)
            for target, noted in self._plans.items():
                with self._name_target(target):
                    settle_facts(self._printed, target, noted)
        return plans

    def _shown_plans(self) -> dict[str, Plan]:
        return {target: self._plans[target] for target in self._shown if target in self._plans}

    def _plan(self, target: str, plan: Callable[[str], Plan]) -> None:
        with self._name_target(target):
            self._plans[target] = plan(target)

    @contextmanager
    def _name_target(self, target: str) -> Iterator[None]:
        """Say which target a fault is of. Raises `UnprintableError`."""
        try:
            yield
        except MemoryError:
            raise
        except Exception as error:
            raise UnprintableError(target, self._shown_plans(), error) from error

    def _theirs(self) -> list[str]:
        """Divide the targets evenly, and return those of the second process.

        A target that shows other languages needs all their plans, and is printed here.
        """
        weights = {target: load_backend(target).weight for target in self._targets}
        languages = [target for target in weights if load_backend(target).has_calls]
        here = sum(weight for target, weight in weights.items() if target not in languages)
        theirs: list[str] = []
        there = 0
        for target in sorted(languages, key=lambda target: -weights[target]):
            if there <= here:
                theirs.append(target)
                there += weights[target]
            else:
                here += weights[target]
        return theirs if len(theirs) < len(self._targets) else []

    def _start(self, targets: Sequence[str]) -> Helper[_Staged] | None:
        def work(target: str, note: Note) -> _Staged:
            staging = Staging(self._output.folder, note)
            output = replace(self._output, staging=staging if self._output.staging is not None else None)
            spans = Spans()
            with spans.recording() if is_recording() else nullcontext():
                made = self._compared(target, output)
            forget(self._plans.pop(target))  # the next target takes its room
            return _Staged(made, staging.ready, staging.made, spans.ended)

        with self._progress.still(), suppress(OSError), span("fork"):
            return Helper(targets, work)
        return None

    def changes(self) -> Iterator[Changes]:
        """Print the targets and compare them with the disk; the texts of one are not held while the next is printed."""
        done = self._shared(self._helper) if self._helper is not None else {}
        for target in self._targets:
            yield done[target] if target in done else self._here(target)
        if self._printed is not None:
            self._printed.end()
        self._progress.step("writing")

    def _shared(self, helper: Helper[_Staged]) -> dict[str, Changes]:
        """Print one target after the other beside the second process, and wait for what that has taken."""
        done = {target: self._here(target) for target in self._targets if target not in helper.targets}
        while (target := helper.take()) is not None:
            done[target] = self._here(target)
        results = helper.results()
        while True:
            with span("wait for the second process"):
                other, made = next(results, (None, None))
            if other is None or made is None:
                return done
            take_over(made.spans)
            if self._output.staging is not None:
                self._output.staging.take(made.ready, made.made)
            done[other] = made.changes

    def _here(self, target: str) -> Changes:
        self._progress.step(f"printing {target}")
        return self._compared(target, self._output)

    def _compared(self, target: str, output: Output) -> Changes:
        printed = self._output_of(target)
        with span("write", target):
            return output.compare(printed)

    def _output_of(self, target: str) -> TargetOutput:
        plan = self._plans[target]
        with self._name_target(target), span("print", target):
            files = printed(target, plan, self._shown_plans(), verify=self._verify)
        return TargetOutput(target, files, list(plan.wire.operations), self._left_out(target))

    def outputs(self) -> list[TargetOutput]:
        """Print the targets, and leave the disk alone."""
        return [self._output_of(target) for target in self._targets]

    def close(self) -> None:
        """End the second process, and remove what it left behind that is not wanted."""
        if self._helper is not None:
            made = self._output.staging.made if self._output.staging is not None else []
            kept = set(made)
            remove_temporaries([name for name in self._helper.end() if name not in kept])
            # a folder of this process may have held a file of the other when it was to be removed
            remove_temporaries([name for name in made if name.endswith("/")])
            self._helper = None


def printed(target: str, plan: Plan, plans: Mapping[str, Plan], *, verify: bool) -> Mapping[str, str]:
    """Print a target, with the other targets' plans at hand where it shows them."""
    files = load_backend(target).emit(plan, () if load_backend(target).has_calls else _languages(plans))
    if verify:
        with span("verify", target):
            _verify(target, plan, files)
    return files


def _languages(plans: Mapping[str, Plan]) -> Sequence[Language]:
    told = (language_of(load_backend(target), plan) for target, plan in plans.items())
    return [language for language in told if language is not None]


def _verify(target: str, plan: Plan, files: Mapping[str, str]) -> None:
    """Check printed files against their plan.

    Raises:
        MisprintError: they are something else; it says where, and what is wrong.
    """
    faults = load_backend(target).judge(plan, files)
    found = [f"{target}/{fault.path}:{fault.line}: {fault.message}" for fault in faults]
    if found:
        raise MisprintError("\n".join(["the output is not what the plan says", *found]))
