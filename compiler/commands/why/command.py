"""Finds what was asked for, and puts its answer together."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from backends.keys import TARGET_KEYS
from compiler.base.frozen import frozen
from compiler.base.similar import close_matches, did_you_mean
from compiler.commands.changed_lines import changes
from compiler.commands.diff.sides import targets_with_surfaces
from compiler.commands.lookup import Called as Names
from compiler.commands.lookup import UnknownError, words_of
from compiler.commands.why import WhyOptions
from compiler.commands.why.answer import Answer, Called, Step, as_json, as_text
from compiler.commands.why.history import Stage, owners_of, part, tables, words_of_parts
from compiler.commands.why.overrides import override
from compiler.commands.why.reasons import Reasons
from compiler.commands.why.symbols import Subject, Subjects, in_line
from compiler.config.keys import target_meant
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.compilation import Compilation, compile_for_command, plan_target
from compiler.driver.ending import failure
from compiler.driver.options import DebugOptions, Exit
from compiler.driver.printing import printed
from compiler.ir.nodes import Event, Operation
from compiler.lock.file import lock_path
from compiler.source import Json, Loc
from compiler.source.json_paths import json_path
from passes import PIPELINE, TARGET_PIPELINE

if TYPE_CHECKING:
    from compiler.driver.options import InputOptions
    from compiler.ir.node import Id
    from compiler.plan.plan import Plan

_LINE = re.compile(r"(.+?):(\d+)(?::\d+)?:?\Z")
_WORD = re.compile(r"[A-Z]+ /|[^/]+\Z")
"""What is no identity: `GET /trips`, an operationId, the name of a component."""
_NAMING = ("CG03", "CG05", "CG06", "CG07", "CG14")
"""The beginnings of codes that tell of names and of what names yield to."""


_KEYS = ("operationId", "x-codegen-name-override", "x-codegen-group", "$ref")
"""Keys of a thing at which its name is told of."""


def why(options: WhyOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Answer for one symbol; returns the exit code."""
    diagnostics = Diagnostics()
    given = options.input
    try:
        asked = _Question.of(options)
        compiled = _Compiled.of(asked.targets, given, diagnostics)
        if compiled is None:
            show(diagnostics, stdout, stderr, color=given.color, quiet=given.quiet)
            return failure(diagnostics) or Exit.ERRORS
        answer = _Answering(compiled, asked, diagnostics).answer()
    except UnknownError as error:
        stderr.write(f"codegen why: {error}\n")
        return Exit.USAGE
    stdout.write(as_json(answer) if options.format == "json" else as_text(answer, full=options.full))
    return Exit.OK


def narrowed(only: str | None, given: InputOptions, targets: Sequence[str]) -> str | None:
    """Return the declaration that `--dump-ir-only` means: an identity as it is, or what a symbol was made from.

    Raises:
        UnknownError: there is no such symbol.
    """
    if only is None or not (_LINE.match(only) or _WORD.match(only) or _target(only)):
        return only
    diagnostics = Diagnostics()
    asked = _Question.of(WhyOptions(only, given, tuple(targets)))
    compiled = _Compiled.of(asked.targets, given, diagnostics)
    if compiled is None:
        return only  # the build will tell what is wrong
    at = _Answering(compiled, asked, diagnostics).subject().at
    known = [table for stage in reversed(compiled.stages) for table in tables(stage.sdk)]
    return next((owner for owner in owners_of(at) if any(owner in table for table in known)), at)


@frozen
class _Question:
    """``target`` and ``path`` of a symbol; or ``file`` and ``line``; or only a ``word`` that the document has."""

    text: str
    targets: tuple[str, ...]
    target: str = ""
    path: str = ""
    file: str = ""
    line: int = 0

    @classmethod
    def of(cls, options: WhyOptions) -> _Question:
        """Read a question. Raises `UnknownError` where it names a target that is none."""
        text = options.symbol
        line = _LINE.match(text)
        if line is not None and not _target(text):
            return cls(text, options.targets, file=line[1], line=int(line[2]))
        target, colon, path = text.partition(":")
        if _target(text):
            return cls(text, (target,), target, path)
        if colon and target.isalpha() and path[:2] != "//":
            meant = target_meant(target, TARGET_KEYS)
            hint = f"did you mean {meant!r}?" if meant else did_you_mean(target, list(TARGET_KEYS)) or ""
            raise UnknownError(f"there is no target {target!r}; {hint}".rstrip("; "))
        return cls(text, options.targets)


@frozen
class _Compiled:
    """A document after each pass, with the plan of each target."""

    made: Compilation
    root: Json
    stages: list[Stage]
    plans: dict[str, Plan]
    subjects: dict[str, Subjects]
    lock: Path | None

    @classmethod
    def of(cls, targets: Sequence[str], given: InputOptions, diagnostics: Diagnostics) -> _Compiled | None:
        """Compile the document; None after errors, which are reported."""
        stages: list[Stage] = []
        debug = DebugOptions(observe=lambda label, sdk: stages.append(Stage(label, sdk)))
        compiled = compile_for_command(given, "why", targets, debug, diagnostics, StringIO(), keep_going=True)
        if compiled is None:
            return None
        inputs, made = compiled
        languages = targets_with_surfaces()
        wanted = [target for target in targets or inputs.config.enabled if target in languages] or languages
        plans = {target: plan_target(made, target, inputs.config) for target in wanted}
        subjects = {target: Subjects(plan, made.sdk) for target, plan in plans.items()}
        root = inputs.document.root if inputs.document is not None else None
        return cls(made, root, stages, plans, subjects, lock_path(inputs.config))


def _target(symbol: str) -> str:
    """Return the target that a symbol begins with; "" where it does not."""
    target, colon, _ = symbol.partition(":")
    return target if colon and target in TARGET_KEYS else ""


@frozen
class _Answering:
    compiled: _Compiled
    asked: _Question
    diagnostics: Diagnostics

    def answer(self) -> Answer:
        """Put the answer together. Raises `UnknownError`."""
        subject = self.subject()
        at = subject.at
        node = next((found for stage in reversed(self.compiled.stages) if (found := part(stage.sdk, at))), None)
        goes_to, text = override(subject, self._written_path(at))
        return Answer(
            asked=self.asked.text,
            at=at,
            place=self._place(at) if at else "",
            what=_what(node, at),
            called=tuple(self._called(subject)),
            steps=(*self._passes(at), *self._targets(subject)),
            lock=tuple(self._locked(subject)),
            told=tuple(self._name_diagnostics(at)),
            goes_to=goes_to,
            override=text,
        )

    # ------------------------------------------------------------------ what is asked for

    def subject(self) -> Subject:
        """Return what was asked for. Raises `UnknownError`."""
        asked = self.asked
        if asked.target:
            if asked.target not in targets_with_surfaces():
                raise UnknownError(f"{asked.target} has no symbols of its own: ask for those of a language")
            return self.compiled.subjects[asked.target].find(asked.path)
        if asked.file:
            return self._at_line()
        sdk = self.compiled.made.sdk
        try:
            return _plain(Names(words_of(sdk)).find(asked.text), self.compiled.stages)
        except UnknownError:
            found = [
                subjects.by_path[path][0]
                for subjects in self.compiled.subjects.values()
                for path in (asked.text, f"client.{asked.text}")
                if path in subjects.by_path
            ]
            if len({item.at for item in found}) == 1:
                return found[0]
            symbols = (
                (item.at, [item.path.removeprefix("client."), item.ident])
                for subjects in self.compiled.subjects.values() for item in subjects.all if item.at
            )  # fmt: skip
            named = Names(
                (*words_of(sdk), *words_of_parts(sdk), *words_of_parts(self.compiled.stages[0].sdk), *symbols)
            )
            return _plain(named.find(asked.text), self.compiled.stages)

    def _at_line(self) -> Subject:
        asked = self.asked
        document = next((name for name in self.diagnostics.documents if _is_file(name, asked.file)), None)
        if document is not None:
            return self._in_document(document)
        best: tuple[int, str, str, str] | None = None
        paths: list[str] = []
        for target in self.compiled.subjects:
            files = printed(target, self.compiled.plans[target], {}, verify=False)
            paths += files
            for path, text in files.items():
                if _is_file(asked.file, path) and (best is None or len(path) > best[0]):
                    best = (len(path), target, path, text)
        if best is None:
            near = close_matches(Path(asked.file).name, [Path(path).name for path in paths])
            same = [path for path in paths if near and Path(path).name == near[0]][:3]
            hint = f"; did you mean {' or '.join(same)}?" if same else ""
            raise UnknownError(f"{asked.file} is no file of the document, and none that a target prints{hint}")
        _, target, path, text = best
        try:
            return in_line(self.compiled.subjects[target], path, text, asked.line)
        except UnknownError as error:
            raise UnknownError(f"{path}, line {asked.line}: {error}") from None

    def _in_document(self, file: str) -> Subject:
        """Return the innermost thing that begins at or before a line."""
        best: tuple[tuple[int, int], Id] | None = None
        for at in self._identities():
            where = self._position(at)
            if where is None or where[0] != file or where[1] > self.asked.line:
                continue
            if best is None or where[1:] >= best[0]:
                best = (where[1:], at)
        if best is None:
            raise UnknownError(f"{file} has no operation, schema or part of one at line {self.asked.line}")
        return _plain(best[1], self.compiled.stages)

    def _identities(self) -> Iterator[Id]:
        for table in tables(self.compiled.stages[0].sdk):
            yield from table
        for subjects in self.compiled.subjects.values():
            yield from (item.at for item in subjects.all if item.at)
            break

    # ------------------------------------------------------------------ places

    def _position(self, at: Id) -> tuple[str, int, int] | None:
        loc = self.diagnostics.origin(self.compiled.made.context.loc(at))
        found = self.diagnostics.locate(loc, at_key=True) if loc is not None else None
        return (loc.file, found[0], found[1]) if loc is not None and found is not None else None

    def _written_path(self, at: Id) -> str:
        """Return the JSONPath of a part of the root document as it is written; "" where no overlay reaches it."""
        loc = self.compiled.made.context.loc(at)
        if not at or loc.file != self.compiled.made.context.files[0]:
            return ""
        origin = self.diagnostics.origin(loc)
        if isinstance(origin, Loc) and origin.file == loc.file:  # else an overlay has put it there
            loc = origin
        return json_path(loc.pointer, self.compiled.root)

    def _place(self, at: Id) -> str:
        where = self._position(at)
        return at if where is None else ":".join(map(str, where))

    # ------------------------------------------------------------------ the chain

    def _passes(self, at: Id) -> Iterator[Step]:
        """Yield what each pass did to a part of the document."""
        reasons = Reasons(self.compiled.made, self._place)
        summaries = {step.name: step.summary for step in (*PIPELINE, *TARGET_PIPELINE)}
        stages = self.compiled.stages
        shared = [stage for stage in stages if not stage.target]
        known = {stage.label: part(stage.sdk, at) for stage in stages}
        for index, stage in enumerate(stages):
            before = stages[index - 1] if not stage.target or stages[index - 1].target == stage.target else shared[-1]
            new, old = known[stage.label], known[before.label] if index else None
            if new is old or new == old:
                continue
            name, _, _ = stage.label.partition("@")
            if index == 0:
                yield Step("lower", "read the document", (), tuple(changes(None, new)[:1]))
                continue
            said = tuple(reasons.of_pass(before, stage, old, new, at)) if new is not None else ()
            lines = tuple(changes(old, new)) if new is not None else ("it is not there any more",)
            yield Step(stage.label, summaries.get(name, ""), said, lines)

    def _targets(self, subject: Subject) -> Iterator[Step]:
        reasons = Reasons(self.compiled.made, self._place)
        sdk = self.compiled.made.sdk
        for subjects in self.compiled.subjects.values():
            for item in self._same(subject, subjects):
                said = tuple(reasons.of_identifier(item, subjects, sdk))
                if said:
                    yield Step(f"plan@{item.target}", f"{item.kind} {item.path}", said)

    def _same(self, subject: Subject, subjects: Subjects) -> list[Subject]:
        """Return what a target has of a subject: itself, or all that was made from the same part."""
        if subject.target:
            return [subject] if subject.target == subjects.target else []
        return [item for item in subjects.subjects_from(subject.at) if item.kind != "case"]

    def _called(self, subject: Subject) -> Iterator[Called]:
        for subjects in self.compiled.subjects.values():
            for item in self._same(subject, subjects):
                yield Called(item.target, item.kind, item.path)

    # ------------------------------------------------------------------ beside it

    def _locked(self, subject: Subject) -> Iterator[str]:
        """Yield the lines of codegen.lock that concern a subject."""
        path = self.compiled.lock
        if path is None or not path.is_file():
            return
        base = next(iter(self.compiled.made.context.lock.seats.lasting([subject.at]))) if subject.at else ""
        owner = base.rpartition("/properties/")[0] if subject.kind == "field" else base
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            found = re.match(r'  ("(?:[^"\\]|\\.)*"): "', line)
            key = json.loads(found[1]) if found is not None else ""
            if key and _concerns(key, subject, base, owner):
                yield f"{path}:{number}: {line.strip().rstrip(',')}"

    def _name_diagnostics(self, at: Id) -> Iterator[str]:
        """Yield the diagnostics about names that were reported at a part of the document."""
        loc = self.diagnostics.origin(self.compiled.made.context.loc(at)) if at else None
        if not isinstance(loc, Loc):
            return
        places = (loc, *(loc.at(key) for key in _KEYS))
        for item in self.diagnostics.items:
            if item.code.startswith(_NAMING) and item.loc in places:
                yield f"{item.severity}[{item.code}]: {item.message}"


def _plain(at: Id, stages: Sequence[Stage]) -> Subject:
    """Return a part of the document as a subject of no target."""
    node = next((found for stage in reversed(stages) if (found := part(stage.sdk, at))), None)
    kind = {Operation: "operation", Event: "event"}.get(type(node), str(getattr(node, "WORD", "part")))
    return Subject("", kind, at, at)


def _what(node: Any, at: Id) -> str:
    match node:
        case Operation():
            named = f", operationId `{node.operation_id}`" if node.operation_id else ""
            return f"{node.method} {node.path}{named}"
        case None:
            return at or "what the document says as a whole"
    return f"{node.WORD} {at}"


def _is_file(given: str, path: str) -> bool:
    """Whether a file that was given is the one of a path, which may be shorter."""
    one, other = Path(given).parts, Path(path).parts
    short = min(len(one), len(other))
    return one[-short:] == other[-short:] and (len(other) <= len(one) or one == other[-len(one) :])


def _concerns(key: str, subject: Subject, base: Id, owner: Id) -> bool:
    """Whether a line of codegen.lock is one of a subject."""
    scope, _, last = key.partition(":")
    if subject.kind in ("field", "member"):
        return scope.startswith(f"{owner}#") and last == subject.key and scope.endswith((subject.target, "#"))
    if subject.kind == "argument":
        method = base.partition("/parameters/")[0].partition("/requestBody")[0]
        return scope.startswith(f"{method}#arguments") and last.endswith(subject.key)
    if subject.kind == "client":
        return key in ("info/title#client", "info/title#title")
    if not base:
        return False
    return key == base or (key.startswith(f"{base}#") and "#arguments" not in key) or key.endswith(f":{base}")
