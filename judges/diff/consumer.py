"""A TypeScript program that uses all that the surface of an SDK names; `tsc` says whether it fits another version.

It is made of the text that `codegen build --surface` wrote for the old version, and of nothing else. It calls every
method with the arguments that are required and with all of them, reads every field of what arrives, makes every model
that is sent, handles all members of each closed enum and union, and names every type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from compiler.surface.surface import Symbol, read_surface
from judges.diff.program import Program
from tests.support.typescript_tools import check_types

_ERROR = re.compile(r"^(\S+?)\((\d+),\d+\): error (TS\d+: .*)$")
_SCALARS = {
    "any": "unknown", "null": "null", "boolean": "boolean", "integer": "number", "int32": "number",
    "int64": "number | bigint", "uint64": "number | bigint",
    "number": "number", "decimal": "string", "string": "string", "date": "string",
    "date-time": "string", "base64": "Uint8Array", "bytes": "Uint8Array",
}  # fmt: skip
_VALUES = {
    "unknown": "{}", "null": "null", "boolean": "true", "number": "1", "number | bigint": "1", "string": '"a"',
    "Uint8Array": "new Uint8Array()",
}  # fmt: skip
_CONFIG = {
    "compilerOptions": {
        "target": "es2022", "lib": ["es2022", "dom", "dom.iterable", "dom.asynciterable", "esnext.disposable"],
        "module": "nodenext", "strict": True, "noEmit": True, "skipLibCheck": True, "types": [],
    }
}  # fmt: skip


def breaks(folders: Sequence[Path]) -> dict[Path, list[str]]:
    """Return what `tsc` says of the programs of old versions with the new ones, by folder of the pair.

    Each folder has `old-surface`, and the packages `old/typescript` and `new/typescript`. A program that does not fit
    its own version is a mistake of ours, and fails.
    """
    for folder in folders:
        text = program((folder / "old-surface/typescript.surface").read_text("utf-8"))
        for which in ("old", "new"):
            (folder / f"{which}.mts").write_text(
                text.replace("SDK", f"./{which}/typescript/dist/esm/index.js"), "utf-8"
            )
    strange = _compiled(folders, "old")
    assert not any(strange.values()), strange
    return _compiled(folders, "new")


def _compiled(folders: Sequence[Path], which: str) -> dict[Path, list[str]]:
    top = folders[0].parent
    files = [f"{folder.name}/{which}.mts" for folder in folders]
    (top / f"tsconfig.{which}.json").write_text(json.dumps({**_CONFIG, "files": files}))
    said = check_types(top, "-p", f"tsconfig.{which}.json")
    found: dict[Path, list[str]] = {folder: [] for folder in folders}
    for line in said.splitlines():
        match = _ERROR.match(line)
        if match is not None:
            path = top / match[1]
            source = path.read_text("utf-8").splitlines()[int(match[2]) - 1].strip()
            found[path.parent].append(f"`{source}`: {match[3]}")
        else:
            assert line.startswith(" ") or not line, line
    return found


def program(surface: str) -> str:
    _, symbols = read_surface(surface)
    return "\n".join(_Program(symbols).lines()) + "\n"


class _Program(Program):
    def lines(self) -> Iterator[str]:
        client = next(item.path for item in self.symbols if item.kind == "client")
        errors = [item for item in self.symbols if item.kind == "error"]
        options = [f"{item.path.partition('.')[2]}" for item in self.symbols if item.kind == "option"]
        yield f'import {{ {", ".join([client, *(item.path for item in errors)])} }} from "SDK";'
        yield 'import type * as sdk from "SDK";'
        yield f"type Options = NonNullable<ConstructorParameters<typeof {client}>[0]>;"
        for option in options:
            yield f"export type Of{option} = Options[{json.dumps(option)}];"
        yield f"declare const client: {client};"
        for name in self.types:
            yield from self._type(name)
        for item in errors:
            yield f"export function get{item.path}(e: unknown): {self.type_of(item.rest[2:])} | undefined {{"
            yield f"  return e instanceof {item.path} ? e.error : undefined;"
            yield "}"
        for number, item in enumerate(symbol for symbol in self.symbols if symbol.kind == "method"):
            yield from self._method(f"m{number}", item)

    def _type(self, name: str) -> Iterator[str]:
        said = self.types[name]
        yield f"export type Use{name} = sdk.{name};"
        members = self.members.get(name, [])
        if said.startswith("model"):
            if "received" in said:
                yield f"export function read{name}(v: sdk.{name}) {{"
                for item in members:
                    optional, type_ = item.rest.startswith("?"), item.rest.partition(": ")[2]
                    ts = self.type_of(type_) + (" | undefined" if optional else "")
                    yield f"  const x{_key(item)}: {ts} = v{_member(item)}; void x{_key(item)};"
                yield "}"
            if "sent" in said:
                yield f"export const make{name}: sdk.{name} = {self.model(name, whole=True)};"
                yield f"export const least{name}: sdk.{name} = {self.model(name, whole=False)};"
        if said.startswith("enum") and "received" in said:
            cases = " ".join(f"case {item.rest.removeprefix(' = ')}: return {n};" for n, item in enumerate(members))
            yield f"export function handle{name}(v: sdk.{name}): number {{ switch (v) {{ {cases} }} }}"
        if "enum" in said:
            for number, item in enumerate(members):
                yield f"export const value{name}{number}: sdk.{name} = {item.rest.removeprefix(' = ')};"
        if said.startswith("union") and "received" in said:
            all_ = " | ".join(self.type_of(item.path.partition(".")[2]) for item in members)
            yield f"export function handle{name}(v: sdk.{name}): {all_} {{ return v; }}"
        if said.startswith("open union") and "received" in said:
            for number, item in enumerate(members):
                case = self.type_of(item.path.partition(".")[2])
                yield f"export type Case{name}{number} = Extract<sdk.{name}, {case}>;"
        if "union" in said and "sent" in said:
            for number, item in enumerate(members):
                yield f"export const case{name}{number}: sdk.{name} = {self.value(item.path.partition('.')[2])};"

    NULLABLE, LIST, MAP, CONSTANT, NAMED = "{} | null", "Array<{}>", "Record<string, {}>", "{}", "sdk.{}"
    MAP_VALUE = "{ k: %s }"

    def scalar(self, text: str) -> str:
        kind, _, form = text.partition("/")
        if (kind, form) == ("number", "int64"):
            return "number | bigint"
        return "number" if (kind, form) == ("decimal", "number") else _SCALARS[kind]

    def plain(self, text: str) -> str:
        return _VALUES[self.scalar(text)]

    def literal(self, text: str) -> str:
        return text

    def object_of(self, name: str, given: Sequence[tuple[str, str]]) -> str:
        """Return a model, which is written without its name."""
        return f"{{ {', '.join(f'{json.dumps(key)}: {value}' for key, value in given)} }}"

    def _method(self, name: str, item: Symbol) -> Iterator[str]:
        alone, packed, result, request = self.arguments(item)
        for number, whole in enumerate((False, True)):
            given = [self.value(one.type) for one in alone if whole or not one.optional]
            inner = [(one.name, self.value(one.type)) for one in packed if whole or not one.optional]
            if inner or (whole and (packed or request)):
                given.append(self.object_of("", inner))
            yield f"export async function {name}of{number}() {{"
            yield f"  const r = await {item.path}({', '.join(given)});"
            yield from self._read(result)
            yield "}"

    def _read(self, result: str) -> Iterator[str]:
        if result == "none":
            yield "  void r;"
        elif result.startswith("pages<"):
            yield f"  for await (const x of r) {{ const y: {self.type_of(result[6:-1])} = x; void y; }}"
        elif result.startswith("stream<"):
            yield f"  for await (const x of r) {{ const y: {self._results(result[7:-1])} = x; void y; }}"
        else:
            yield f"  const x: {self._results(result)} = r; void x;"

    def _results(self, text: str) -> str:
        return " | ".join("undefined" if part == "null" else self.type_of(part) for part in text.split(" | "))


def _key(item: Symbol) -> str:
    return re.sub(r"\W", "_", item.path.partition(".")[2])


def _member(item: Symbol) -> str:
    return f"[{json.dumps(item.path.partition('.')[2])}]"
