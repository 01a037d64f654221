"""A process that stays, and builds again after every edit, against builds in a process of their own.

``python -m judges.resident [--edits N] [--seed N] [--document NAME]``; part of ``make soak``. After each edit the same
command is run twice, each in a folder of its own: by a resident process (`codegen watch`, `codegen worker` and
`--daemon` are such), and by a fresh one. Exit code, messages, and all files must be the same, byte for byte,
codegen.lock included. ``tests/support/generated/sittings.py`` makes the edits; tests/driver/test_resident.py runs some.

``--builds N`` builds one document N times in one process instead, edited each time, and fails if memory grows.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import os
import pickle
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from compiler.commands.arguments import parse_arguments
from compiler.commands.build import build_options
from compiler.commands.resident import Resident, resident_bytes
from compiler.driver import entry as commands
from compiler.driver.options import BuildOptions, Exit, InputOptions
from tests.support.run import tree

_LENGTH = 25
"""Edits of one sitting."""
_RECURSION = 20_000


@dataclass(frozen=True, slots=True)
class Result:
    """What a build did: exit code, output streams, and all files of the folder."""

    code: int
    stdout: str
    stderr: str
    files: Mapping[str, bytes]

    def unlike(self, other: Result) -> str:
        """Say how another result differs; empty if it does not."""
        if self.code != other.code:
            return f"exit code {self.code} and {other.code}\n{self.stderr[-2000:]}\n-----\n{other.stderr[-2000:]}"
        texts = {"stdout": (self.stdout, other.stdout), "stderr": (self.stderr, other.stderr)}
        for name in sorted({*self.files, *other.files}):
            texts[name] = self._text(name), other._text(name)
        for name, (one, two) in texts.items():
            if one != two:
                lines = difflib.unified_diff(one.splitlines(), two.splitlines(), "resident", "cold", n=1, lineterm="")
                return "\n".join([name, *[line[:300] for line in lines][:30]])
        return ""

    def _text(self, name: str) -> str:
        data = self.files.get(name)
        return "(no such file)" if data is None else data.decode("utf-8", "surrogateescape")


class Child:
    """A copy of this process that builds in a folder on demand."""

    def __init__(self, folder: Path, *, stays: bool) -> None:
        orders, self._orders = os.pipe()
        self._results, results = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._orders)
            try:
                os.chdir(folder)
                _serve(os.fdopen(orders, "rb"), os.fdopen(results, "wb"), stays)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        os.close(orders)
        os.close(results)
        self._out = os.fdopen(self._orders, "wb")
        self._in = os.fdopen(self._results, "rb")

    def build(self, arguments: tuple[str, ...]) -> tuple[int, str, str]:
        """Build, and return the exit code and what was said."""
        pickle.dump(arguments, self._out)
        self._out.flush()
        made: tuple[int, str, str] = pickle.load(self._in)
        return made

    def end(self) -> None:
        """End the process."""
        self._out.close()
        self._in.close()
        os.waitpid(self.pid, 0)


def _serve(orders: Any, results: Any, stays: bool) -> None:
    resident = Resident() if stays else None
    gc.disable()
    sys.setrecursionlimit(_RECURSION)
    while True:
        try:
            arguments = pickle.load(orders)
        except EOFError:
            return
        out, err = StringIO(), StringIO()
        options = build_options(parse_arguments(["build", *arguments]), err)
        code = _code(resident, options, out, err)
        pickle.dump((code, out.getvalue(), err.getvalue()), results)
        results.flush()
        if resident is not None:
            resident.collect()


def _code(resident: Resident | None, options: BuildOptions, out: StringIO, err: StringIO) -> int:
    try:
        return commands.build(options, out, err) if resident is None else resident.build(options, out, err).code
    except Exception:
        err.write(traceback.format_exc().replace(str(Path.cwd()), "."))
        return Exit.INTERNAL


class Pair:
    """Two folders with the same files: one has a resident process, in the other each build is a process."""

    def __init__(self, place: Path) -> None:
        self.folders = place / "resident", place / "cold"
        for folder in self.folders:
            folder.mkdir(parents=True)
        self._resident = Child(self.folders[0], stays=True)

    def write(self, files: Mapping[str, str | None]) -> None:
        """Write the files that changed, as an editor would."""
        for folder in self.folders:
            for name, text in files.items():
                path = folder / name
                if text is None:
                    path.unlink(missing_ok=True)
                elif not path.exists() or path.read_bytes() != text.encode("utf-8", "surrogatepass"):
                    path.write_bytes(text.encode("utf-8", "surrogatepass"))

    def build(self, arguments: tuple[str, ...]) -> tuple[Result, Result]:
        """Build in both folders."""
        cold = Child(self.folders[1], stays=False)
        try:
            said = self._resident.build(arguments), cold.build(arguments)
        finally:
            cold.end()
        one, two = (Result(*made, tree(folder)) for made, folder in zip(said, self.folders, strict=True))
        return one, two

    def end(self) -> None:
        """End the resident process."""
        self._resident.end()


def sit(seed: int, steps: int, place: Path, names: list[str] | None = None, codes: Counter[int] | None = None) -> str:
    """Run a sitting of so many steps; returns how the two differed first, empty if they did not.

    ``codes`` counts the exit codes.
    """
    from tests.support.generated.sittings import Sitting

    sitting = Sitting(seed, names)
    pair = Pair(place)
    try:
        done, arguments, damage = "nothing yet", (), []
        for number in range(steps + 1):
            pair.write(sitting.files())
            for harm in damage:
                for folder in pair.folders:
                    harm(folder)
            one, two = pair.build(("openapi.yaml", *arguments))
            if codes is not None:
                codes[one.code] += 1
            if told := one.unlike(two):
                return f"seed {seed} ({sitting.name}), step {number}: {done}, build {' '.join(arguments)}\n{told}"
            done, arguments, damage = sitting.step(one.code)
    finally:
        pair.end()
    return ""


_SMALL = """\
openapi: 3.1.0
info: {title: Small, version: "1", description: Edit %d}
paths:
  /things/{id}:
    get:
      operationId: getThing
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}}
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}, p%d: {type: integer, description: No. %d}}}
"""
_TOLERATED = 1.15


def stay(builds: int, folder: Path) -> int:
    """Build a small document in this process so many times; 1 if the last half of them took more memory."""
    os.chdir(folder)
    resident, sizes = Resident(), []
    for number in range(builds):
        Path("openapi.yaml").write_text(_SMALL % (number, number % 7, number), "utf-8")
        options = BuildOptions(input=InputOptions(document="openapi.yaml"), targets=("python", "go"))
        built = resident.build(options, StringIO(), StringIO())
        if built.code:
            return 1
        resident.collect()
        sizes.append(resident_bytes())
    half, end = sizes[builds // 2], sizes[-1]
    print(f"{builds:,} builds: {half >> 10:,} KiB after half of them, {end >> 10:,} KiB at the end")
    return int(end > half * _TOLERATED)


def preload() -> None:
    """Import what builds need, so that the processes that are copied from this one begin with it."""
    from backends import BACKENDS, load_backend
    from passes import PIPELINE, TARGET_PIPELINE

    for target in BACKENDS:
        load_backend(target)
    for step in (*PIPELINE, *TARGET_PIPELINE):
        step.load()


def main() -> int:
    """Edit until so many edits were made; 1 where a resident process differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--length", type=int, default=_LENGTH, help="edits of one sitting")
    parser.add_argument("--document", action="append", help="only this one of the documents; may be repeated")
    parser.add_argument("--keep", action="store_true", help="leave the folders of a fault")
    parser.add_argument("--builds", type=int, metavar="N", help="only build N times in one process, and look at memory")
    options = parser.parse_args()
    preload()
    if options.builds:
        with tempfile.TemporaryDirectory() as folder:
            return stay(options.builds, Path(folder))
    started, made, faults, seed = time.monotonic(), 0, 0, options.seed
    codes: Counter[int] = Counter()
    while made < options.edits:
        place = Path(tempfile.mkdtemp(prefix="codegen-sitting-"))
        told = sit(seed, options.length, place, options.document, codes)
        if told:
            faults += 1
            print(f"FAULT {told}\n{place if options.keep else ''}", flush=True)
        if not (told and options.keep):
            shutil.rmtree(place)
        made, seed = made + options.length, seed + 1
        if seed % 10 == 0:
            print(f"{made:,} edits, {faults} faults, {time.monotonic() - started:.0f} s", flush=True)
    ended = ", ".join(f"{count:,} with {code}" for code, count in sorted(codes.items()))
    print(f"{made:,} edits in {seed - options.seed} sittings, {faults} faults, {time.monotonic() - started:.0f} s")
    print(f"builds by exit code: {ended}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
