"""Prints what stands around the code: package.json, tsconfig.json, and the runtime."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from backends.readme import documentation
from backends.typescript.scope import javascript
from backends.writer.notice import notice
from compiler.base.markdown import to_plain
from compiler.ir.node import Json
from compiler.ir.plan import Plan

_SHAPES = {
    "src/runtime": ("runtime", ".ts"),
    "dist/esm": ("built/esm", ".js"),
    "dist/cjs": ("built/cjs", ".js"),
    "dist/types/runtime": ("built/types", ".d.ts"),
}
"""Where the runtime goes in a package, and the folder here that holds it in that shape."""


def package_json(plan: Plan, *, webhooks: bool) -> str:
    """Print ``package.json``: ESM and CommonJS, each with declarations of its own kind."""
    surface, options = plan.surface, plan.surface.options
    homepage = documentation(plan)
    described = options.get("description") or to_plain(plan.wire.summary or "") or plan.wire.title
    entries = {".": "index", "./client": "client", "./groups/*": "groups/*", "./validators": "validators"}
    if webhooks:
        entries["./webhooks"] = "webhooks"
    content = {
        "name": surface.package,
        "version": surface.version,
        "description": described,
        **({"author": options["author"]} if options.get("author") else {}),
        **({"license": surface.licence} if surface.licence else {}),
        **({"homepage": homepage} if homepage else {}),
        **({"repository": _repository(str(options["repository"]))} if options.get("repository") else {}),
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "main": "./dist/cjs/index.js",
        "module": "./dist/esm/index.js",
        "types": "./dist/types/index.d.ts",
        "exports": {**{name: _entry(path) for name, path in entries.items()}, "./package.json": "./package.json"},
        "files": ["dist", "src", "README.md", "CHANGELOG.md"],
        "scripts": {
            "typecheck": "tsc --noEmit",
            **({"test": "node --test tests/*.test.js"} if surface.tests else {}),
        },
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _repository(url: str) -> dict[str, str]:
    """Return where the package comes from, in npm's own form: it publishes with provenance only from there."""
    return {"type": "git", "url": f"git+{url.removesuffix('/').removesuffix('.git')}.git"}


def _entry(path: str) -> dict[str, Json]:
    """Return the exports of a module.

    The declarations are those of a CommonJS module. Beside the ES module stands one that gives them on: a compiler
    takes a module to be of the kind that its declarations are, and ``publint`` says so.
    """
    script = javascript(path)
    return {
        "import": {"types": f"./dist/esm/{path}.d.ts", "default": f"./dist/esm/{script}.js"},
        "require": {"types": f"./dist/types/{path}.d.ts", "default": f"./dist/cjs/{script}.js"},
    }


TSCONFIG = """\
{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "lib": ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    "types": [],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "noPropertyAccessFromIndexSignature": true,
    "noImplicitOverride": true,
    "isolatedModules": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": false,
    "noEmit": true
  },
  "include": ["src"]
}
"""


def small_files() -> Iterator[tuple[str, str]]:
    """Yield the files that are the same in every SDK."""
    yield "tsconfig.json", TSCONFIG
    yield "dist/cjs/package.json", '{ "type": "commonjs" }\n'
    yield "dist/types/package.json", '{ "type": "commonjs" }\n'
    yield "dist/esm/package.json", '{ "type": "module", "sideEffects": false }\n'
    yield ".prettierignore", "dist\n*.md\ntests/exchanges.json\n.codegen-manifest.json\n"


@cache
def runtime_files() -> tuple[tuple[str, str], ...]:
    """Read the runtime: its sources as they are, and what the compiler of TypeScript made of them."""
    root = Path(__file__).parent
    found: list[tuple[str, str]] = []
    for folder, (home, ending) in _SHAPES.items():
        for item in sorted(root.joinpath(*home.split("/")).iterdir(), key=lambda item: item.name):
            if item.name.endswith(ending):
                text = item.read_text(encoding="utf-8")
                found.append((f"{folder}/{item.name}", f"{notice(None, '//')}\n\n{text}"))
    return tuple(found)
