"""Builds that are killed at random times, and pairs of builds at once (issue 31, part 1; docs/builds.md).

``python -m judges.killed [--kills N] [--pairs N] [--seed N]``. A build turns the output of one document into that of
another, and gets SIGKILL at a random point. Then the packages hold no temporary file; the next build completes the rest
to the old output or the new one, byte for byte, codegen.lock included; and a build after that mistakes no file for a
manual edit. Two concurrent builds run one after the other: the output is all of one, manifests included.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from compiler.driver import entry as commands
from compiler.driver.options import BuildOptions, Exit, InputOptions
from compiler.output.journal import journal_path, recover

_CONFIG = 'configVersion: "2.0.0"\npython: {}\ngo: {modulePath: example.com/zoo}\n'
_OPERATIONS = 8
_NAMES = ("old", "new")


def document(name: str, operations: int) -> str:
    """Return a document of which every operation and every type differs from those of another name."""
    paths, schemas = [], []
    for number in range(operations):
        ref = f"{{schema: {{$ref: '#/components/schemas/Thing{number}'}}}}"
        answer = f"'200': {{description: {name}, content: {{application/json: {ref}}}}}"
        own = f"{name}{number}" if number % 3 == 0 else f"thing{number}"
        paths.append(
            f"  /{own}: {{get: {{operationId: get_{own}, tags: [group{number % 4}], responses: {{{answer}}}}}}}"
        )
        schemas.append(f"    Thing{number}: {{type: object, properties: {{{name}: {{type: string}}}}}}")
    head = f"openapi: 3.1.0\ninfo: {{title: Zoo, version: 1.0.0, description: {name}}}\npaths:\n"
    return "\n".join([head + "\n".join(paths), "components:", "  schemas:", *schemas, ""])


def build(folder: Path, name: str) -> tuple[int, str]:
    """Build a document in this process; returns the code and what was said."""
    os.chdir(folder)
    said = StringIO()
    options = BuildOptions(input=InputOptions(document=f"{name}.yaml", config="gen.yaml"), forget=True)
    code = commands.build(options, StringIO(), said)
    return code, said.getvalue()


def child(folder: Path, name: str) -> int:
    """Build in a child that is there at once; returns its process id."""
    pid = os.fork()
    if pid == 0:
        code = Exit.INTERNAL
        try:
            code, said = build(folder, name)
            if code:
                sys.stderr.write(said)
        finally:
            os._exit(code)
    return pid


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files of the output and codegen.lock."""
    found = [folder / "codegen.lock", *sorted((folder / "sdk").rglob("*"))]
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in found
        if path.is_file() and not path.name.endswith(".turn")
    }


def kills(place: Path, states: dict[str, Path], count: int, chance: random.Random) -> Counter[str]:
    """Kill builds; returns how they ended. Raises `AssertionError`."""
    outputs = {name: tree(folder) for name, folder in states.items()}
    begin = time.monotonic()
    shutil.copytree(states["old"], place)
    os.waitpid(child(place, "new"), 0)
    long = time.monotonic() - begin
    moving = 0.25  # of them in the last part of a build, where files are written and moved
    ended: Counter[str] = Counter()
    for _ in range(count):
        shutil.rmtree(place)
        shutil.copytree(states["old"], place)
        pid = child(place, "new")
        share = chance.uniform(0, 1.1) if chance.random() > moving else chance.uniform(0.7, 1.1)
        staged, deadline = place / "sdk/.codegen/staged", time.monotonic() + 20 * long
        how = chance.randrange(3)
        if how == 0:
            time.sleep(share * long)
        else:  # as soon as files are staged, or the journal is there, and a little later
            waits_for = staged if how == 1 else journal_path(place / "sdk")
            while (
                not waits_for.exists()
                and time.monotonic() < deadline
                and not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            ):
                time.sleep(0)
            time.sleep(chance.uniform(0, 0.3 * long if how == 1 else 0.02))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        assert not [path for path in (place / "sdk").rglob("*.tmp") if ".codegen" not in path.parts]
        state = "during the moves" if journal_path(place / "sdk").exists() else ""
        if not state:
            state = "while files were staged" if staged.exists() else "else"
        problems = recover(place / "sdk", place / "codegen.lock")
        assert all(problem.code == "CG1208" for problem in problems), problems
        found = tree(place)
        name = next((name for name in _NAMES if found == outputs[name]), None)
        assert name is not None, f"a mixture, {state}"
        ended[f"killed {state}: the {name} output"] += 1
        if sum(ended.values()) % 10 == 0:  # and a whole build has nothing to say of edits
            pid = child(place, "new")
            assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
            assert tree(place) == outputs["new"]
    return ended


def pairs(place: Path, states: dict[str, Path], count: int, chance: random.Random) -> Counter[str]:
    """Run two builds at once; returns whose output stayed. Raises `AssertionError`."""
    ended: Counter[str] = Counter()
    outputs = {
        name: {key: text for key, text in tree(states[name]).items() if key != "codegen.lock"} for name in _NAMES
    }
    for _ in range(count):
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(states[chance.choice(_NAMES)], place)
        children = []
        for name in chance.sample(_NAMES, 2):
            children.append(child(place, name))
            time.sleep(chance.choice([0, 0, 0.01, 0.1]))
        assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children] == [0, 0]
        found = {key: text for key, text in tree(place).items() if key != "codegen.lock"}
        name = next((name for name in _NAMES if found == outputs[name]), None)
        assert name is not None, "a mixture of two builds"
        ended[f"two at once: the {name} output"] += 1
    return ended


def main(argv: Sequence[str]) -> int:
    """Run it and print what became of the builds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args(argv)
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary).resolve()
        states = {}
        (root / "first").mkdir()
        for name in _NAMES:
            (root / "first" / f"{name}.yaml").write_text(document(name, _OPERATIONS))
        (root / "first/gen.yaml").write_text(_CONFIG)
        for name in _NAMES:  # the new output comes of the old one: codegen.lock keeps names
            states[name] = root / f"state-{name}"
            shutil.copytree(states["old"] if name == "new" else root / "first", states[name])
            code, said = build(states[name], name)
            assert code == 0, said
        ended = kills(root / "place", states, options.kills, chance)
        ended += pairs(root / "pair", states, options.pairs, chance)
        os.chdir("/")
    for state, number in sorted(ended.items()):
        print(f"{number:5} {state}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
