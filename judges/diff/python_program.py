"""A Python program that uses all that the surface of an SDK names; mypy says whether it fits another version.

It is to Python what :mod:`judges.diff.consumer` is to TypeScript: griffe does not look at types.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from compiler.commands.diff.surface_types import parted
from compiler.surface.surface import Symbol, read_surface
from judges.diff.program import Program

_ERROR = re.compile(r"^[^:]+:(\d+): error: (.*)$")
_SCALARS = {
    "any": "Any", "null": "None", "boolean": "bool", "integer": "int", "int32": "int", "int64": "int", "uint64": "int",
    "number": "float", "decimal": "Decimal", "string": "str", "date": "date", "date-time": "datetime",
    "base64": "bytes", "bytes": "bytes",
}  # fmt: skip
_VALUES = {
    "Any": '"a"', "None": "None", "bool": "True", "int": "1", "float": "1.5", "Decimal": 'Decimal("1")', "str": '"a"',
    "date": "date(2020, 1, 1)", "datetime": "datetime(2020, 1, 1, tzinfo=timezone.utc)", "bytes": 'b""',
}  # fmt: skip


def breaks(folders: Sequence[Path]) -> dict[Path, list[str]]:
    """Return what mypy says of the programs of old versions with the new packages, by folder of the pair."""
    found = {}
    for folder in folders:
        text = "\n".join(
            PythonProgram(read_surface((folder / "old-surface/python.surface").read_text("utf-8"))[1]).lines()
        )
        (folder / "program.py").write_text(f"{text}\n", "utf-8")
        strange = _checked(folder, "old")
        assert not strange, (folder, strange)
        found[folder] = _checked(folder, "new")
    return found


def _checked(folder: Path, which: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder.parent / f"mypy-{which}"), "program.py"],
        cwd=folder, env=os.environ | {"MYPYPATH": str(folder / which / "python")}, capture_output=True, text=True,
        timeout=600,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    source = (folder / "program.py").read_text("utf-8").splitlines()
    matches = [match for line in done.stdout.splitlines() if (match := _ERROR.match(line)) is not None]
    return [f"`{source[int(match[1]) - 1].strip()}`: {match[2]}" for match in matches]


class PythonProgram(Program):
    def lines(self) -> Iterator[str]:
        client = next(item.path for item in self.symbols if item.kind == "client")
        yield "from __future__ import annotations"
        yield "from datetime import date, datetime, timezone"
        yield "from decimal import Decimal"
        yield "from typing import Any, Literal"
        yield "import judged"
        yield "from judged import models"
        yield f"client: judged.{client}"
        for name, said in self.types.items():
            if not said.startswith("arguments"):
                yield from self._type(name, said)
        for item in self.symbols:
            if item.kind == "error":
                yield f"def get_{item.path}(e: Exception) -> {self.type_of(item.rest[2:])} | None:"
                yield f"    return e.error if isinstance(e, judged.{item.path}) else None"
            elif item.kind == "derived" and item.rest.startswith(": param "):
                yield f"Use{item.path} = models.{item.path}"
        for number, item in enumerate(symbol for symbol in self.symbols if symbol.kind == "method"):
            yield from self._method(number, item)

    def _type(self, name: str, said: str) -> Iterator[str]:
        yield f"Use{name} = models.{name}"
        members = self.members.get(name, [])
        if said.startswith("model") and "received" in said:
            yield f"def read_{name}(v: models.{name}) -> None:"
            for item in members:
                key, type_ = item.path.partition(".")[2], self.type_of(item.rest.partition(": ")[2])
                yield f"    x_{key}: {type_}{' | None' if item.rest.startswith('?') else ''} = v.{key}"
            yield "    return None"
        if said.startswith("model") and "sent" in said:
            for whole in (True, False):
                yield f"made_{name}_{whole}: models.{name} = {self.model(name, whole=whole)}"
        if said.startswith("enum") and "received" in said:
            yield f"def handle_{name}(v: models.{name}) -> int:"
            for number, item in enumerate(members):
                yield f"    if v == {self.literal(item.rest.removeprefix(' = '))}:"
                yield f"        return {number}"
        if "enum" in said:
            for number, item in enumerate(members):
                yield f"value_{name}_{number}: models.{name} = {self.literal(item.rest.removeprefix(' = '))}"
        if said.startswith("union") and "received" in said:
            every = " | ".join(self.type_of(item.path.partition(".")[2]) for item in members)
            yield f"def handle_{name}(v: models.{name}) -> {every}:"
            yield "    return v"

    NULLABLE, LIST, MAP, CONSTANT, NAMED = "{} | None", "list[{}]", "dict[str, {}]", "Literal[{}]", "models.{}"
    MAP_VALUE = '{"k": %s}'

    def scalar(self, text: str) -> str:
        return _SCALARS[text.partition("/")[0]]

    def plain(self, text: str) -> str:
        return _VALUES[self.scalar(text)]

    def literal(self, text: str) -> str:
        return repr(json.loads(text))

    def object_of(self, name: str, given: Sequence[tuple[str, str]]) -> str:
        return f"models.{name}({', '.join(f'{key}={value}' for key, value in given)})"

    def _method(self, number: int, item: Symbol) -> Iterator[str]:
        alone, packed, result, request = self.arguments(item)
        if request:
            return  # the class of its arguments is named above
        for whole in (False, True):
            given = [
                f"{one.name}={self.value(one.type)}" if whole else self.value(one.type)
                for one in alone
                if whole or not one.optional
            ]  # by name and by position, as programs may
            given += [f"{one.name}={self.value(one.type)}" for one in packed if whole or not one.optional]
            call = f"{item.path}({', '.join(given)})"
            yield f"def m{number}_{whole}() -> None:"
            if result == "none":
                yield f"    {call}"
            elif result.startswith(("pages<", "stream<")):
                inner = result.partition("<")[2][:-1]
                yield f"    for x in {call}:"
                yield f"        y: {' | '.join(map(self.type_of, parted(inner, ' | ')))} = x"
            else:
                yield f"    x: {' | '.join(map(self.type_of, parted(result, ' | ')))} = {call}"
