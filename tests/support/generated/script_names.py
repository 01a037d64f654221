"""Random names of every script in every slot of a document, for which each language has to find identifiers.

Letters, marks and digits of a script, in several cases and compositions, beside signs, words that languages reserve and
names that the runtimes have. A document has each of them in each slot; a slot is a small operation or component of its
own, so that a refused one hides no other.
"""

from __future__ import annotations

import json
import random
import unicodedata
import urllib.parse
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from backends import load_backend
from tests.support.drift import LANGUAGES
from tests.support.generated.blocks import FORM, TEXT, Document, content, having, ref, response
from tests.support.run import codegen

CONFIG = {
    "configVersion": "2.0.0",
    "python": {"packageName": "scripts"},
    "typescript": {"packageName": "scripts"},
    "go": {"modulePath": "example.com/scripts"},
}

BLOCKS = (
    *((0x41, 0x7A), (0xA1, 0xFF), (0x100, 0x24F), (0x250, 0x2FF), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x587)),
    *((0x5D0, 0x5F4), (0x620, 0x6FF), (0x900, 0x97F), (0x980, 0x9FE), (0xB80, 0xBFA), (0xE01, 0xE5B), (0xE80, 0xEDF)),
    *((0xF00, 0xFDA), (0x10A0, 0x10FF), (0x1100, 0x11FF), (0x1200, 0x137C), (0x13A0, 0x13FD), (0x1780, 0x17F9)),
    *((0x1800, 0x18AA), (0x1C90, 0x1CBF), (0x1E00, 0x1EFF), (0x1F00, 0x1FFE), (0x2070, 0x209C), (0x2100, 0x218B)),
    *((0x2460, 0x24FF), (0x2C00, 0x2C5F), (0x3005, 0x30FF), (0x3200, 0x33FF), (0x4E00, 0x9FFF), (0xA640, 0xA7FF)),
    *((0xAB30, 0xABBF), (0xAC00, 0xD7A3), (0xFB00, 0xFDFF), (0xFE70, 0xFEFC), (0xFF01, 0xFFDC), (0x10140, 0x1018E)),
    *((0x10330, 0x1034A), (0x10400, 0x1049D), (0x118A0, 0x118F2), (0x1D400, 0x1D7FF), (0x1E900, 0x1E959)),
    *((0x1F300, 0x1F64F), (0x20000, 0x20100)),
)
"""Scripts, and blocks of letters that are others in another composition."""
SIGNS = "_-.:/[]()$@!?*&%+ '\"<>|\\~^`{}#=,;"
MARKS = "\u0301\u0307\u0308\u0323\u0345\u093c\u094d\u0e31\u3099\u200c\u200d\ufe0f\u20e3\u202e\u2060\ufeff"


@cache
def letters(block: tuple[int, int]) -> str:
    found = map(chr, range(block[0], block[1] + 1))
    return "".join(char for char in found if unicodedata.category(char) not in ("Cn", "Cs", "Co", "Cc"))


@cache
def taken() -> tuple[str, ...]:
    """What the languages reserve and the runtimes have."""
    found: set[str] = set()
    for language in LANGUAGES:
        profile = load_backend(language).profile
        found |= profile.reserved.union(*profile.taken.values())
    return tuple(sorted(found))


def names(seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    made: list[str] = []
    known: set[str] = {""}
    while True:
        name = _name(chance, made)[:120]
        if name not in known and name.strip():
            known.add(name)
            made.append(name)
            yield name


def _name(chance: random.Random, made: Sequence[str]) -> str:
    kind = chance.randrange(10)
    if kind < 3 and made:
        return _varied(chance, chance.choice(made[-200:]))
    if kind == 3:
        word = chance.choice(taken())
        return chance.choice((word, word.upper(), word.lower(), word.title(), f"{word}_", f"_{word}", f"{word} {word}"))
    if kind == 4:
        return "".join(chance.choices(SIGNS, k=chance.randint(1, 3)))
    block = letters(chance.choice(BLOCKS))
    text = "".join(chance.choices(block, k=chance.randint(1, 5)))
    if kind == 5:
        return chance.choice(("id", "user ", "2", "_", "X-")) + text
    if kind == 6:
        at = chance.randint(0, len(text))
        return text[:at] + chance.choice(SIGNS + MARKS) + text[at:]
    return text


def _varied(chance: random.Random, name: str) -> str:
    cased = (name.upper(), name.lower(), name.title(), name.swapcase(), name.casefold())
    composed = (unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD"))
    longer = (
        name + chance.choice(MARKS),
        name + chance.choice("2\u0662_s"),
        f"{name}Error",
        f"{name} {name}",
        f"decode {name}",
    )
    return chance.choice((*cased, *composed, *longer))


def script_document(given: Sequence[str]) -> Document:
    return _Script(given).document()


class _Script:
    def __init__(self, given: Sequence[str]) -> None:
        self.given = given

    def some(self, at: int, count: int) -> list[str]:
        """Names from one on, in a ring."""
        return [self.given[(at + step) % len(self.given)] for step in range(min(count, len(self.given)))]

    def document(self) -> Document:
        schemas = {name: self.schema(at, name) for at, name in enumerate(self.given)}
        schemes = {name: {"type": "apiKey", "in": "header", "name": f"X-{at}"} for at, name in enumerate(self.given)}
        paths: Document = {}
        hooks: Document = {}
        for at, name in enumerate(self.given):
            paths[f"/tags/{at}"] = {"post": self.operation(at, name)}
            paths[f"/in/{at}/{{{self.in_path(name)}}}"] = {"get": self.named(at, name)}
            hooks[name] = {"post": {"requestBody": self.body(name), "responses": {"200": {"description": "ok"}}}}
        components = {"schemas": schemas, "securitySchemes": schemes}
        variables = {self.in_path(name): {"default": "a"} for name in self.given[:3]}
        servers = [{"url": f"https://{{{name}}}.example", "variables": {name: one}} for name, one in variables.items()]
        return {
            "openapi": "3.1.0",
            "info": {"title": self.given[0], "version": "1"},
            "servers": servers,
            "tags": [{"name": name} for name in self.given],
            "paths": paths,
            "webhooks": hooks,
            "components": components,
        }

    @staticmethod
    def in_path(name: str) -> str:
        """Return a name as it may stand in the braces of a path."""
        return "".join(char for char in name if char not in "{}/?#") or "x"

    def ref(self, name: str) -> Document:
        pointer = name.replace("~", "~0").replace("/", "~1")
        return ref(urllib.parse.quote(pointer, safe="~"), "schemas/")

    def body(self, name: str) -> Document:
        return {"description": "ok", "required": True, "content": content(self.ref(name))}

    def schema(self, at: int, name: str) -> Document:
        """Return a model, an enum, a union by tag, a union of inline members, or an alias of its name."""
        match at % 5:
            case 0:
                properties: Document = {**dict.fromkeys(self.some(at, 20), TEXT), name: self.ref(name)}
                inline = having([name], {"type": "string", "enum": [name, "b"]})
                return {"type": "object", "required": [name], "properties": properties | {self.some(at, 2)[-1]: inline}}
            case 1:
                return {"type": "string", "enum": self.some(at, 20)}
            case 2:
                union: Document = {"oneOf": [self.tagged(at, 0), self.tagged(at, 1)]}
                return union | ({"discriminator": {"propertyName": name}} if at % 2 else {})
            case 3:
                return {"type": "array", "items": {"type": "object", "title": name, "properties": {name: TEXT}}}
            case _:
                return {"type": "object", "additionalProperties": self.ref(self.some(at, 2)[-1])}

    def tagged(self, at: int, index: int) -> Document:
        key, value = self.given[at], self.some(at, 2)[index]
        return {"type": "object", "title": value, "required": [key], "properties": {key: {"const": value}}}

    def operation(self, at: int, name: str) -> Document:
        callback = {"https://example.com/": {"post": {"responses": {"200": {"description": "ok"}}}}}
        answer = response(self.ref(name))
        return {
            "operationId": self.some(at, 2)[-1],
            "tags": [name],
            "requestBody": self.body(name),
            "responses": {"200": answer, "400": answer},
            "security": [{name: []}],
            "callbacks": {name: callback} if at % 4 == 0 else {},
        }

    def named(self, at: int, name: str) -> Document:
        query = [{"name": other, "in": "query", "schema": TEXT} for other in self.some(at, 12)]
        cookie = [{"name": name, "in": "cookie", "schema": TEXT}] if at % 3 == 0 else []
        override = {"x-codegen-name-override": name} if at % 5 == 0 and any(map(str.isalnum, name)) else {}
        parameter = {"name": self.in_path(name), "in": "path", "required": True, "schema": TEXT}
        shared = {"operationId": name, "tags": ["all"], "parameters": [parameter, *query, *cookie]}
        form = {"requestBody": {"content": content(having([name]), FORM)}} if at % 7 == 0 else {}
        return shared | override | form | {"responses": {"204": {"description": "ok"}}}


def build(given: Sequence[str], folder: Path) -> tuple[int, str]:
    """Build the document of some names for every language; returns the exit code and what was said as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "openapi.json").write_text(json.dumps(script_document(given)))
    (folder / "gen.yaml").write_text(json.dumps(CONFIG))
    done = codegen("build", "openapi.json", "-k", "-o", "out", cwd=folder)
    return done.returncode, done.stderr
