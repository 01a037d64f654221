"""Prints what stands around the code: package.json, tsconfig.json, the README, and the runtime."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from backends.typescript.calls import first_call, render_call
from backends.typescript.clients import prefix
from backends.typescript.files import HEADER
from compiler.ir.plan import Plan

_SHAPES = {
    "src": ("runtime", ".ts"),
    "dist/esm": ("built/esm", ".js"),
    "dist/cjs": ("built/cjs", ".js"),
    "dist/types": ("built/types", ".d.ts"),
}
"""Where the runtime goes in a package, and the folder here that holds it in that shape."""


def package_json(plan: Plan, *, webhooks: bool) -> str:
    """Print ``package.json``: ESM and CommonJS, and one set of declarations for both."""
    surface, options = plan.surface, plan.surface.options
    described = options.get("description") or plan.wire.summary or plan.wire.title
    entries = {".": "index", "./client": "client", "./groups/*": "groups/*", "./validators": "validators"}
    if webhooks:
        entries["./webhooks"] = "webhooks"
    content = {
        "name": surface.package,
        "version": surface.version,
        "description": described,
        **({"author": options["author"]} if options.get("author") else {}),
        **({"license": surface.licence} if surface.licence else {}),
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "main": "./dist/cjs/index.js",
        "module": "./dist/esm/index.js",
        "types": "./dist/types/index.d.ts",
        "exports": {**{name: _entry(path) for name, path in entries.items()}, "./package.json": "./package.json"},
        "files": ["dist", "src", "README.md"],
        "scripts": {"typecheck": "tsc --noEmit"},
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _entry(path: str) -> dict[str, str]:
    return {
        "types": f"./dist/types/{path}.d.ts",
        "import": f"./dist/esm/{path}.js",
        "require": f"./dist/cjs/{path}.js",
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
    yield ".prettierignore", "dist\nREADME.md\n.codegen-manifest.json\n"


@cache
def runtime_files() -> tuple[tuple[str, str], ...]:
    """Read the runtime: its sources as they are, and what the compiler of TypeScript made of them."""
    root = files("backends.typescript")
    found: list[tuple[str, str]] = []
    for folder, (home, ending) in _SHAPES.items():
        for item in sorted(root.joinpath(*home.split("/")).iterdir(), key=lambda item: item.name):
            if item.name.endswith(ending):
                text = item.read_text(encoding="utf-8")
                found.append((f"{folder}/runtime/{item.name}", f"// {HEADER}\n\n{text}"))
    return tuple(found)


def readme(plan: Plan, *, webhooks: bool) -> str:
    """Print ``README.md``."""
    surface, wire = plan.surface, plan.wire
    parts = [f"<!-- {HEADER} -->\n\n# {surface.client}\n", _said(plan)]
    parts.append(_INSTALL.replace("PACKAGE", surface.package))
    option = next(iter(surface.schemes.values()), None)
    credential = f'{{ {option}: "..." }}' if option else ""
    head = f'import {{ {surface.client} }} from "{surface.package}";\n\n'
    head += f"const client = new {surface.client}({credential});\n"
    method = first_call(plan)
    if method is not None:
        head += render_call(plan, method) + "\n"
    parts.append(f"## First call\n\n```ts\n{head}```\n")
    parts.append(_AUTH.replace("PREFIX", prefix(plan)) if surface.schemes else "")
    parts.append(_PAGES if any(item.pages is not None for item in wire.operations.values()) else "")
    parts.append(_ERRORS.replace("PACKAGE", surface.package))
    parts.append(_SMALL.replace("PACKAGE", surface.package))
    parts.append(_WEBHOOKS.replace("PACKAGE", surface.package) if webhooks else "")
    return "\n".join(part for part in parts if part)


def _said(plan: Plan) -> str:
    text = plan.wire.summary or plan.wire.title
    return " ".join(text.split()) + "\n"


_INSTALL = """\
## Install

```sh
npm install PACKAGE
```

Node 20 or later, browsers, and edge runtimes; no dependencies.
"""
_AUTH = """\
## Credentials

Each security scheme is an option of the client; a function is asked for its value before each request. What is not
given is read from environment variables that begin with `PREFIX_`.
"""
_PAGES = """\
## Pages

A method that is paged gives the first page; `next()` gives the one that follows, or null. Iterating walks all items:

```ts
for await (const item of client.things.list()) console.log(item);
for await (const page of client.things.list().pages()) console.log(page.result);
```
"""
_ERRORS = """\
## Errors, retries, timeouts

Everything thrown is an `SDKError`; an answer of the server is an `APIError` with `status`, `headers`, `body` and
`requestId`, and an instance of the class of its status:

```ts
import { NotFoundError } from "PACKAGE";

try {
  // ...
} catch (error) {
  if (error instanceof NotFoundError) console.log(error.requestId);
}
```

Requests are repeated after connection errors and statuses such as 429 and 503, twice by default, and Retry-After is
kept to. `retries`, `timeout`, `headers` and `signal` are options of a call, most of them of the client too.
"""
_SMALL = """\
## Small bundles

Each method is a function too, which takes a core; a bundle then holds what it uses:

```ts
import { createCore } from "PACKAGE/client";
```
"""
_WEBHOOKS = """\
## Webhooks

```ts
import { WebhookReceiver } from "PACKAGE/webhooks";

const receiver = new WebhookReceiver({ secrets: ["..."] });
```

Register a handler for each event, then hand requests to `receiver.fetch(request)`, or to `receiver.listener()` under
`node:http`.
"""
