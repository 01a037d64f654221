"""Reads printed files back with the parser of their language, and compares their content with the plan (Python
by the judge of `codegen build --verify-output`).

Every literal comes from the plan or from the compiler's own words, every wire name of the plan is there as a literal,
identifiers are derived from the plan's, comments from its texts (house 3): a text that broke out of its literal
or comment would not be one of these.
"""

from __future__ import annotations

import ast
import functools
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum as PythonEnum
from pathlib import Path
from typing import Any

from backends.python.judge import judge
from compiler.ir.types import Enum, Model
from compiler.plan.plan import Plan
from tests.support.go_things import go
from tests.support.places import ROOT
from tests.support.typescript_tools import ask, require_tools, start

TOOLS = ROOT / "tests" / "tools"


@dataclass(frozen=True)
class Tokens:
    """What a parser finds in a file."""

    errors: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Literals that are no plain text: templates, patterns, characters."""
    tags: tuple[str, ...] = ()
    """Go: the wire names and the constants (as JSON) of struct tags."""


# --------------------------------------------------------------------------- readers


def _python_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield from name.split(".")
                yield from [other] if other else []
            case _:
                continue


def read_typescript(folder: Path) -> dict[str, Tokens]:
    """Read the sources, the JavaScript and the declarations below a folder, by path; without the runtime."""
    below = (_below(path, folder) for path in sorted(folder.rglob("*")))
    paths = [path for path in below if re.search(r"\.(ts|js|mjs|cjs)$", path) and not RUNTIME["typescript"].match(path)]
    found = ask(_typescript_reader(), {"files": [str(folder / path) for path in paths]})
    return dict(zip(paths, map(_tokens, found), strict=True))


@functools.cache
def _typescript_reader() -> subprocess.Popen[str]:
    """The program that reads TypeScript."""
    return start(TOOLS / "typescript_tokens.mjs", require_tools().parent / "typescript" / "package.json")


@functools.cache
def _go_reader() -> str:
    """Build the program that reads Go."""
    folder = Path(tempfile.mkdtemp(prefix="go-tokens-"))
    binary = folder / "tokens"
    go("build", "-o", str(binary), str(TOOLS / "go_tokens/main.go"), folder=folder)
    return str(binary)


def read_go(folder: Path) -> dict[str, Tokens]:
    """Read the files of a Go package, by name."""
    done = subprocess.run([_go_reader(), str(folder)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return {path: _tokens(found) for path, found in json.loads(done.stdout).items()}


def _tokens(found: Mapping[str, Any]) -> Tokens:
    return Tokens(**{key: tuple(values or ()) for key, values in found.items()})


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


READERS = {"typescript": read_typescript, "go": read_go}
RUNTIME = {
    "typescript": re.compile(r"src/runtime/|dist/\w+/(runtime|receiving|checking)\b|tests/mock\.js$"),
    "go": re.compile(r"(sdk_\w+|mock_test)\.go$"),
}
"""Files that are copied as they are: the runtime, and the mock that printed tests call."""


def read_printed(language: str, folder: Path) -> dict[str, Tokens]:
    """Read what was printed of a document: everything but the runtime."""
    found = READERS[language](folder)
    return {path: tokens for path, tokens in found.items() if not RUNTIME[language].match(path)}


# --------------------------------------------------------------------------- the plan's words


def plan_texts(plan: Plan) -> set[str]:
    """Return every text of a plan: names, identifiers, descriptions, values, keys."""
    found: set[str] = set()
    waiting: list[Any] = [plan]
    while waiting:
        item = waiting.pop()
        if isinstance(item, PythonEnum):
            found.add(str(item.value))
        elif isinstance(item, str):
            found.add(item)
        elif isinstance(item, Mapping):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set | frozenset):
            waiting += item
        elif is_dataclass(item):
            waiting += [getattr(item, part.name) for part in fields(item)]
    return found


def wire_names(plan: Plan) -> set[str]:
    """Return what every language must send or read by its very name; response headers are metadata of some alone."""
    wire = plan.wire
    found: set[str] = set()
    for operation in wire.operations.values():
        found |= {operation.method, operation.path}
        found |= {item.wire for item in operation.parameters}
        found |= {server.url for server in operation.servers}
        if operation.body is not None:
            found |= {operation.body.media_type, *(part.wire for part in operation.body.parts)}
        found |= {operation.idempotency} if operation.idempotency else set()
    used = {need.scheme for operation in wire.operations.values() for item in operation.security for need in item.needs}
    found |= {scheme.wire for key, scheme in wire.schemes.items() if key in used and scheme.wire}
    found |= {event.wire for event in wire.events.values() if not event.callback}
    found |= {server.url for server in wire.servers}
    for declared in wire.types.values():
        if isinstance(declared, Model):
            found |= {item.wire for item in declared.fields}
        elif isinstance(declared, Enum):
            found |= {str(member.value) for member in declared.members if isinstance(member.value, str)}
    return found


@dataclass
class Own:
    """The compiler's own words in one language: literals of its printers, and of the runtime."""

    texts: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


@functools.cache
def own(language: str) -> Own:
    """Collect the words that a printer may write by itself."""
    found = Own()
    sources = [*(ROOT / "backends" / language).rglob("*.py"), *(ROOT / "backends").glob("*.py")]
    sources += [*(ROOT / "backends" / "writer").glob("*.py"), *(ROOT / "passes" / "plan" / "schemas").glob("*.py")]
    sources += [ROOT / "compiler" / "output" / "__init__.py", *(ROOT / "compiler" / "ir").glob("*.py")]
    sources += (ROOT / "compiler" / "plan").glob("*.py")
    for path in sources:
        tree = ast.parse(path.read_text("utf-8"))
        found.texts |= {node.value for node in ast.walk(tree) if _is_text(node)}
        found.words |= set(_python_names(tree))
    for path in (*(ROOT / "backends" / language).glob("*.md"), *(ROOT / "backends").glob("*.md")):
        found.texts |= {*path.read_text("utf-8").splitlines()}
    runtime = ROOT / "backends" / language / "runtime"
    for tokens in READERS[language](runtime).values():
        found.texts |= set(tokens.strings)
        found.words |= set(tokens.names)
    found.words |= {word for text in found.texts for word in words_of(text)}
    return found


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def words_of(text: str) -> list[str]:
    """Split a text into what identifiers are made of."""
    return re.findall(r"\w+", text)


def pieces(ident: str) -> list[str]:
    """Split an identifier at its cases and underscores, lower case."""
    found = re.findall(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|[^\W_A-Za-z\d]+\d*|\d+", ident)
    return [part.lower() for part in found]


# --------------------------------------------------------------------------- the comparison


def judged(language: str, plan: Plan, folder: Path) -> tuple[int, list[str]]:
    """Return how many printed files there are, and what is wrong with them; Python has a judge of its own."""
    if language != "python":
        found = read_printed(language, folder)
        return len(found), compare(language, plan, found)
    files = {_below(path, folder): path.read_text("utf-8") for path in folder.rglob("*.py")}
    return len(files), [f"{fault.path}:{fault.line}: {fault.message}" for fault in judge(plan, files)]


PLAIN = re.compile(r"[\w./@#|\[\], -]*")
"""A literal that could be no code: a module's path, a name of the environment, a type in quotes."""
UNSAID = {"Idempotency-Key"}
"""Names on the wire that the runtime says where printed code says nothing."""
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
"""Characters that comments leave out, or put a blank for."""


def compare(language: str, plan: Plan, files: Mapping[str, Tokens]) -> list[str]:
    """Return what stands in printed files and not in the plan, or the other way about."""
    texts, mine = plan_texts(plan), own(language)
    parts = {part for text in (*texts, *mine.words) for part in pieces(text)}
    known = {text.lower() for text in (*texts, *mine.texts)} | {text.lower() for text in _composed(plan)}
    printers = "\n".join(mine.texts)
    quoted = [json.dumps(text, ensure_ascii=False) for text in texts]
    escaped = [HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text) for text in quoted]
    shown = (*texts, *mine.texts, *mine.words, *quoted, *escaped)
    said = {word.lower() for text in shown for word in _comment_words(text)} | parts
    found: list[str] = []
    for path, tokens in files.items():
        found += [f"{path}: does not parse: {error}" for error in tokens.errors]
        found += [
            f"{path}: a literal that is not in the plan: {text!a}"
            for text in tokens.strings
            if text.lower() not in known
            and not (PLAIN.fullmatch(text) and (_is_made_of_words(text, parts) or _holds_name(text, texts, parts)))
            and f'"{text}"' not in printers
            and not _holds_one(text, texts, parts)
        ]
        found += [
            f"{path}: an identifier of no known words: {name!a}"
            for name in tokens.names
            if name not in texts and not _is_made_of_words(name, parts) and not _holds_name(name, texts, parts)
        ]
        found += [
            f"{path}: a comment says what the plan does not: {word!a}"
            for comment in tokens.comments
            for word in _comment_words(comment)
            if word.lower() not in said and not _is_made_of_words(word, parts) and not _holds_name(word, texts, parts)
        ]
        found += [f"{path}: a template: {text!a}" for text in tokens.others if text not in TEMPLATES]
    there = {text for tokens in files.values() for text in (*tokens.strings, *tokens.names, *tokens.tags)}
    there |= {json.loads(tag) for tokens in files.values() for tag in tokens.tags if tag[:1] == '"'}
    found += [f"nowhere printed: {name!a}" for name in wire_names(plan) - there - UNSAID if not _query(name) <= there]
    return sorted(set(found))


def _query(path: str) -> set[str]:
    """Return path and query of a path that has one (D1.4), which stand apart where a language keeps pairs."""
    before, sign, after = path.partition("?")
    return {before, after} - {""} if sign else {path}


TEMPLATES = {"`there is no operation ${operation}`"}
"""Literals with something in them that printers write by themselves."""


def _composed(plan: Plan) -> Iterator[str]:
    """Yield the texts that printers put together of two of the plan's, and media types without parameters."""
    operations = plan.wire.operations
    for operation in operations.values():
        yield from _query(operation.path)
    yield f"{plan.surface.package}/{plan.surface.version}"
    for text in plan_texts(plan):
        yield text.partition(";")[0].strip()
    for event in plan.wire.events.values():
        if event.operation in operations:
            yield f"{operations[event.operation].operation_id}.{event.wire}"


def _holds_one(text: str, texts: set[str], parts: set[str]) -> bool:
    """Whether a literal is one text of the plan, whole, with plain words around it: ``list is deprecated: ...``."""
    held = max((known for known in texts if known and known in text), key=len, default="")
    rest = text.replace(held, "", 1).replace(":", "") if held else "("
    return bool(PLAIN.fullmatch(rest)) and _is_made_of_words(rest, parts)


def _holds_name(text: str, texts: set[str], parts: set[str]) -> bool:
    """Whether an identifier, or a name of the environment, is a long text of the plan with known words around it.

    Cases and scripts may divide it elsewhere than the text by itself: ``ACME_SRC_HTTP_KEY`` of ``SRC=http key``.
    """
    whole = _squeezed(text)
    held = max((part for part in map(_squeezed, texts) if len(part) > 9 and part in whole), key=len, default="")
    return bool(held) and all(_is_made_of_words(part, parts) for part in whole.split(held, 1))


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()


def _is_made_of_words(ident: str, parts: set[str]) -> bool:
    """Whether an identifier is made of known words; capitals may be initials (``OpBB``), other scripts are no code."""
    return all(part in parts or not part.isascii() or _initials(part, parts) for part in pieces(ident))


def _initials(part: str, parts: set[str]) -> bool:
    return (len(part) < 4 and set(part) <= parts) or (part[0] in parts and part[1:] in parts)


def _comment_words(text: str) -> set[str]:
    """Return the words of a text as a comment shows them: with and without characters that it hides."""
    return {word for shown in (HIDDEN.sub("", text), HIDDEN.sub(" ", text)) for word in words_of(shown)}
