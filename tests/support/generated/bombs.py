"""Small documents that ask for endless work, and a process that measures the time and memory of each.

``python -m tests.support.generated.bombs FOLDER`` compiles every document of a folder to all targets, each in a child
with 512 MiB of memory, and prints a line of JSON for each: name, exit code, CPU time as a multiple of the example's at
the same time, peak MiB, codes of errors.
"""

from __future__ import annotations

import functools
import json
import os
import re
import resource
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.support.generated.blocks import (
    DONE,
    FORM,
    content,
    document,
    having,
    line,
    operations,
    ref,
    response,
    swagger,
)
from tests.support.generated.growth import SLOTS
from tests.support.places import ROOT

MEGABYTES = 512
TIMES = 16.0
"""How many times the example's CPU time a bomb may take; what doubles, or grows with the square, takes far more."""
QUIET = 0.25
"""CPU seconds of the example on a machine that does nothing else."""
SECONDS = 40
"""CPU seconds after which a child is killed."""

HEAD = "openapi: 3.1.0\ninfo: {title: Bomb, version: 1.0.0}\nservers: [{url: https://bomb.example}]\n"
OBJECT = {"type": "object"}


def described(schemas: dict[str, Any]) -> str:
    called = {"operationId": "getA", "responses": {"200": response(ref(0), description="a")}}
    servers = [{"url": "https://bomb.example"}]
    return json.dumps(document(called, title="Bomb", servers=servers, components={"schemas": schemas}))


def operation(*lines: str, path: str = "/a") -> str:
    """Return a document with one operation, of further lines."""
    body = "".join(f"      {line}\n" for line in lines)
    return f'{HEAD}paths:\n  ? "{path}"\n  : post:\n      responses: {{"204": {{description: done}}}}\n{body}'


def _choices(count: int) -> dict[str, Any]:
    """Return an allOf of unions: ten to the tenth combinations."""
    names = [[f"p{row}{column}" for column in range(10)] for row in range(count)]
    unions = [[{**OBJECT, "properties": {name: {}}, "required": [name]} for name in row] for row in names]
    return {"allOf": [{"oneOf": members} for members in unions]}


def _tagged(count: int) -> dict[str, Any]:
    """Return a union by thousands of tags, each member an heir of the one before."""
    tags = {f"t{number}": ref(1 + number % count)["$ref"] for number in range(10 * count)}
    heirs = {f"S{number}": {"allOf": [ref(number // 2 or 1000), OBJECT]} for number in range(1, count + 1)}
    base = {**OBJECT, "properties": {"k": {"type": "string"}}, "discriminator": {"propertyName": "k"}}
    union = {"oneOf": [ref(number) for number in range(1, count + 1)]}
    return {"S0": {**union, "discriminator": {"propertyName": "k", "mapping": tags}}, **heirs, "S1000": base}


def _swagger() -> str:
    """Return a Swagger 2.0 document with parts that double and references that go in circles."""
    doubled = {f"S{n}": {"allOf": [{"$ref": f"#/definitions/S{n + 1}"}] * 2} for n in range(60)}
    answer = {"description": "a", "schema": {"$ref": "#/definitions/S0"}}
    paths = {"/a": {"get": {"responses": {"200": answer}}}} | {
        "/b": {"$ref": "#/paths/~1c"},
        "/c": {"$ref": "#/paths/~1b"},
    }
    parameters = {"p": {"$ref": "#/parameters/p"}}
    return json.dumps(swagger("Bomb", paths=paths, parameters=parameters, definitions={**doubled, "S60": OBJECT}))


def _layers(count: int, width: int) -> dict[str, Any]:
    """Return layers of unions beside properties, each of all schemas of the next layer."""
    layers = [range(1 + row * width, 1 + (row + 1) * width) for row in range(count)]
    found: dict[str, Any] = {"S0": {"anyOf": [ref(number) for number in layers[0]]}}
    for row, (layer, below) in enumerate(pairwise(layers)):
        union = {"anyOf": [ref(number) for number in below], "properties": {f"q{row}": {"type": "string"}}}
        found.update((f"S{number}", union) for number in layer)
    return {**found, **{f"S{number}": {**OBJECT, "properties": {f"p{number}": {}}} for number in layers[-1]}}


def _resources(count: int) -> dict[str, Any]:
    """Return schemas with URIs of their own, each of which leads to all others."""
    uris = [f"https://bomb.example/{number}/" for number in range(count)]
    inner = {
        f"d{n}": {"$id": uri, "$anchor": "a", "properties": {"n": {"$ref": f"{uris[n - 1]}#a"}}}
        for n, uri in enumerate(uris)
    }
    return {"S0": {"$defs": inner, "$ref": "#/components/schemas/S0/$defs/d0"}}


def _swagger_media() -> str:
    """Return a Swagger 2.0 document whose media types stand in each of its responses."""
    responses = {str(status): {"description": "a", "schema": {}} for status in range(200, 500)}
    media_types = [f"application/x{n}+json" for n in range(1000)]
    return json.dumps(swagger("Bomb", produces=media_types, paths={"/a": {"get": {"responses": responses}}}))


_BODY = '"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": %s}}}, '
_BODY %= json.dumps(ref(0))
"""What makes an operation whose example call shows a body of S0."""


def _members(count: int) -> dict[str, Any]:
    return {**OBJECT, "properties": {f"p{n}": {} for n in range(count)}}


def _asking(number: int, names: str) -> dict[str, Any]:
    return {**OBJECT, "required": [*names], "properties": dict.fromkeys(names, ref(number))}


def _paths(count: int, more: Callable[[int], dict[str, Any]], **members: Any) -> str:
    return json.dumps(
        operations(count, lambda n: {"operationId": f"op{n}", **more(n)}, "post", title="Bomb", **members)
    )


def _overrides(count: int) -> str:
    rules = [{"operationId": f"^op{n}x$", "methodNameOverride": f"m{n}"} for n in range(count)]
    return _paths(count // 20, lambda n: {}, **{"x-codegen-name-override": rules})


BOMBS: Mapping[str, Callable[[], str]] = {
    # text
    "aliases.yaml": lambda: HEAD + "x-0: &a0 [1,1,1,1,1,1,1,1,1]\n"
    + "".join(f"x-{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)) + "paths: {}\n",
    "merges.yaml": lambda: HEAD + "x-0: &m0 {a: 1}\n"
    + "".join(f"x-{n}: &m{n} {{<<: [{','.join([f'*m{n - 1}'] * 10)}]}}\n" for n in range(1, 12)) + "paths: {}\n",
    "circle.yaml": lambda: HEAD + "paths: &p {/a: *p}\n",
    "deep.json": lambda: '{"openapi": "3.1.0", "x": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep.yaml": lambda: HEAD + "paths: {}\nx: " + "[" * 100_000,
    "integer.json": lambda: '{"openapi": "3.1.0", "x": ' + "9" * 1_000_000 + "}",
    "commas.json": lambda: described({"S0": {"type": "string", "description": "," * 6_000_000}}),
    "repeated.yaml": lambda: HEAD + "paths: {}\nx-a:\n" + "".join(f" k{n % 50_000}: 0\n" for n in range(100_000)),
    "tags.yaml": lambda: HEAD + "paths: {}\nx-a:\n" + "".join(f" - !!int a{n}\n" for n in range(200_000)),
    "float.json": lambda: described({"S0": {"type": "number"}}).replace('"number"', '"number", "maximum": 1e999999'),
    "nothing.json": lambda: described({"\0": {"properties": {"\0": {"enum": ["\0", "\ud800"]}}}, "S0": OBJECT}),
    # references
    "self.json": lambda: described({"S0": ref(0)}),
    "chain.json": lambda: described(line(1000, ref, {"type": "string"})),
    "path-items.yaml": lambda: HEAD + 'paths: {/a: {$ref: "#/paths/~1b"}, /b: {$ref: "#/paths/~1a"}}\n',
    "file.yaml": lambda: HEAD + 'paths: {/a: {$ref: "file.yaml#/paths/~1a"}}\n',
    "dangling.json": lambda: described(
        {"S0": {"properties": {f"p{n}": {"$ref": f"#/components/schemas/T{n}"} for n in range(20_000)}}}
        | {f"U{n}": {} for n in range(200)}
    ),
    "long-file.json": lambda: described({"S0": {"$ref": "x/" * 500_000}}),
    # schemas
    "part-of-itself.json": lambda: described({"S0": {"allOf": [ref(0), OBJECT]}}),
    "parts-in-circle.json": lambda: described({f"S{n}": {"allOf": [ref((n + 1) % 50), OBJECT]} for n in range(50)}),
    "doubled.json": lambda: described(line(60, lambda n: {"allOf": [ref(n), ref(n)]}, OBJECT)),
    "product.json": lambda: described({"S0": _choices(10)}),
    "unions.json": lambda: described(
        line(15, lambda n: {"oneOf": [ref(n), {**OBJECT, "properties": {"x": ref(n)}, "allOf": [ref(n)]}]}, OBJECT)
    ),
    "properties.json": lambda: described(
        line(40, lambda n: {"properties": {"a": {"allOf": [ref(n), {"properties": {"b": ref(n)}}]}}}, OBJECT)
    ),
    "everybody.json": lambda: described(
        {f"S{n}": {"properties": {f"p{m}": ref(m) for m in range(40)}} for n in range(40)}
    ),
    "any-of-everybody.json": lambda: described(
        {f"S{n}": {"anyOf": [{"type": "string"}, *(ref(m) for m in range(40) if m != n)]} for n in range(40)}
    ),
    "nested.json": lambda: described(
        {"S0": functools.reduce(lambda inner, _: having(["a"], inner), range(60), {"type": "string"})}
    ),
    "values.json": lambda: json.dumps(SLOTS["values of an enum"](20_000)),
    "numbers.json": lambda: json.dumps(SLOTS["numbers of an enum"](10_000)),
    "parts.json": lambda: described(line(400, lambda n: {"allOf": [ref(n), {"properties": {f"p{n}": {}}}]}, OBJECT)),
    "defaults.json": lambda: described({
        **{f"S{n}": {**OBJECT, "properties": {"k": {"const": n}}} for n in range(2000)},
        "U": {"anyOf": [ref(n) for n in range(2000)]},
        "T": {**OBJECT, "properties": {f"p{n}": {"$ref": "#/components/schemas/U", "default": 5} for n in range(2000)}},
    }),
    "tags.json": lambda: described(_tagged(300)),
    "patterns.json": lambda: described(
        {"S0": {**OBJECT, "patternProperties": {f"^(a+)+{n}$": {} for n in range(500)}}}
    ),
    "swagger.json": _swagger,
    "swagger-media.json": _swagger_media,
    "layers.json": lambda: described(_layers(8, 10)),
    "resources.json": lambda: described(_resources(2000)),
    "long-chain.json": lambda: described(line(3000, ref, {"type": "string"})),
    "long-choice.json": lambda: described(line(3000, lambda n: {"oneOf": [ref(n), {"type": "string"}]}, OBJECT)),
    "long-inline.json": lambda: described(
        {"S0": {"$ref": "#/components/schemas/S1/$defs/d0"}, "S1": {"$defs": {
            f"d{n}": {"properties": {"a": {"$ref": f"#/components/schemas/S1/$defs/d{n + 1}"}}} for n in range(3000)
        } | {"d3000": OBJECT}}}
    ),
    "same-shapes.json": lambda: described(
        {"S0": {"anyOf": [{**OBJECT, "properties": {"a": {}}} for _ in range(1500)]}}
    ),
    "constants.json": lambda: described(
        {"S0": {"oneOf": [{**OBJECT, "properties": {"k": {"const": n}}, "required": ["k"]} for n in range(3000)]}}
    ),
    "asked.json": lambda: described(
        line(30, lambda n: _asking(n, "ab"), {"type": "string"})).replace('"get": {', _BODY
    ),
    "asked-deep.json": lambda: described(
        line(800, lambda n: _asking(n, "a"), {"type": "string"})).replace('"get": {', _BODY
    ),
    "dynamic.json": lambda: described({
        f"S{n}": {"$id": f"s{n}", "$dynamicAnchor": "a", "properties": {
            **{f"p{m}": {"$ref": f"s{m}"} for m in range(32)}, "x": {"$dynamicRef": "#a"},
        }} for n in range(32)
    }),
    # more than anybody has
    "members.json": lambda: described({"S0": _members(100_000)}),
    "declarations.json": lambda: described({f"S{n}": {} for n in range(100_000)}),
    "keys.json": lambda: described({"S0": {f"k{n}": 0 for n in range(100_000)}}),
    # operations
    "parameters.json": lambda: json.dumps(SLOTS["query parameters"](3000)),
    "media-types.json": lambda: json.dumps(SLOTS["media types of a body"](4000)),
    "same-names.yaml": lambda: operation(
        "parameters:",
        *(f"  - {{name: '{'a' + '-_. '[n % 4] * (n // 4)}', in: query, schema: {{}}}}" for n in range(2000)),
    ),
    "tag-each.json": lambda: _paths(6000, lambda n: {"tags": [f"t{n}"]}),
    "shared.json": lambda: _paths(
        400,
        lambda n: {"requestBody": ref("B", "requestBodies/")},
        components={"requestBodies": {"B": {"content": content(_members(400), FORM)}}},
    ),
    "path-items-shared.json": lambda: json.dumps(document(
        title="Bomb",
        paths={f"/a{n}": ref("P", "pathItems/") for n in range(2000)},
        components={
            "pathItems": {"P": {"parameters": [{"name": f"p{n}", "in": "query"} for n in range(1000)], "get": DONE}}
        },
    )),
    "blamed.json": lambda: _paths(
        1500,
        lambda n: {"requestBody": {"content": content(ref(0))}},
        components={"schemas": {
            f"S{n}": {"properties": {"a": ref((n + 1) % 1500), "b": ref(n, "schemas/T")}} for n in range(1500)
        }},
    ),
    "path-item-chain.json": lambda: json.dumps(
        document(title="Bomb", paths={f"/a{n}": {"$ref": f"#/paths/~1a{(n + 1) % 2000}"} for n in range(2000)})
    ),
    "groups.yaml": lambda: operation(f"x-codegen-group: {'g.' * 5000}g"),
    "retries.yaml": lambda: f"x-codegen-retries: {{strategy: backoff, backoff: {{exponent: {'9' * 4000}}}}}\n"
    + operation(),
    "callbacks-in-circle.yaml": lambda: operation(
        "callbacks: {done: {'{$request.body#/u}': {$ref: '#/paths/~1a'}}}",
    ),
    "override.yaml": lambda: (
        "x-codegen-name-override: [{operationId: '(a+)+(a|a)*(b?){900}$', methodNameOverride: x}]\n"
        + operation(f"operationId: {'a' * 5000}")
    ),
    "overrides.json": lambda: _overrides(4000),
    "many-words.json": lambda: described({"S0": OBJECT}).replace("getA", "oA_" * 20_000),
    "long-path.yaml": lambda: operation(
        f"operationId: {'o' * 50_000}", f"tags: [{'g' * 50_000}]", path="/" + "p" * 50_000
    ),
    # names and texts
    "title.json": lambda: described({"S0": OBJECT}).replace("Bomb", "Bomb " * 100_000),
    "titles.json": lambda: described(
        {"S0": {"properties": {f"p{n}": {**OBJECT, "title": "Same"} for n in range(500)}}}
    ),
    "long-place.json": lambda: described(
        {"S0": OBJECT, "S1" * 50_000: {"properties": {f"p{n}": {} for n in range(5000)}}}
    ),
    "long-name.json": lambda: described({"S0": {"properties": {"a" * 200_000: {"enum": ["b" * 100_000]}}}}),
    "markdown.json": lambda: described({"S0": {**OBJECT, "description": "`" * 20_000 + "[" * 20_000 + "*_" * 20_000}}),
    "links.json": lambda: described(
        {"S0": {**OBJECT, "description": "[a](http://x.y/" * 20_000 + "x\r" * 100_000}}
    ),
    "links-ending.json": lambda: json.dumps(SLOTS["links without an end"](20_400)),
    "long-pattern.json": lambda: described({"S0": {"type": "string", "pattern": "(a|b)?" * 200_000}}),
    "pattern.json": lambda: described({"S0": {"type": "string", "pattern": "(a+)+" * 200, "default": "a" * 100}}),
    # expressions
    "callback.yaml": lambda: operation(
        "callbacks:",
        "  done:",
        f'    ? "{"{$request.body#/" * 5000}"',
        '    : {post: {responses: {"200": {description: done}}}}',
    ),
    "template.yaml": lambda: operation(path="/" + "{a}" * 3000),
    "jsonpath.yaml": lambda: operation(
        "parameters: [{name: page, in: query, schema: {type: integer}}]",
        "x-codegen-pagination: {type: offsetLimit, inputs: [{name: page, in: parameters, type: page}],",
        f'  outputs: {{results: "${"[0]" * 5000}{"(" * 3000}"}}}}',
    ),
}  # fmt: skip
"""What makes each, which takes a second and more for all of them."""


def measure(path: Path, megabytes: int = MEGABYTES, seconds: int = SECONDS) -> dict[str, Any]:
    """Compile a document in a child with limits; return what became of it."""
    log, out = path.with_suffix(".log"), path.with_suffix("")
    shutil.rmtree(out, ignore_errors=True)
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os._exit(_child(path, log))
    _, status, usage = os.wait4(pid, 0)
    said = log.read_text("utf-8", errors="replace")
    return {
        "name": path.name,
        "exit": os.waitstatus_to_exitcode(status),
        "cpu": usage.ru_utime + usage.ru_stime,
        "megabytes": usage.ru_maxrss / 1024,
        "errors": sorted(set(re.findall(r"^error\[(CG\d+)\]", said, re.MULTILINE))),
        "crashed": "Traceback" in said or "internal error" in said,
    }


def _child(path: Path, log: Path) -> int:
    from compiler.commands import main

    os.environ["CODEGEN_CACHE"] = "off"  # a second run is measured, too
    descriptor = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    targets = [word for target in ("python", "typescript", "go", "reference") for word in ("-t", target)]
    code = main(["build", str(path), *targets, "-k", "-q", "-o", str(path.with_suffix(""))])
    sys.stdout.flush()
    sys.stderr.flush()
    return code


_TRIES = 4


def times(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield what becomes of each document of a folder, with ``times``: how many times the example's CPU time.

    All that a build imports is imported here, once for all children. What seems to take too long is measured again, and
    the example before and after it: a neighbour may have come, or gone, since.
    """
    documents = sorted(found for found in folder.glob("*.*") if found.suffix in (".json", ".yaml"))
    example = folder / "example.yml"
    shutil.copyfile(ROOT / "examples" / "trains" / "openapi.yaml", example)
    _import_all(example)
    before = min(_seconds(example) for _ in range(3))
    for path in documents:
        ends = measure(path)
        least = ends["cpu"] / before
        for _ in range(_TRIES):
            if least <= TIMES * 0.7 or ends["exit"] < 0:
                break
            before, ends, after = _seconds(example), measure(path), _seconds(example)
            least = min(least, ends["cpu"] / max(before, after))
            before = min(before, after)
        yield {**ends, "times": least}


def _import_all(example: Path) -> None:
    kept = os.dup(1), os.dup(2)
    _child(example, example.with_suffix(".log"))
    for descriptor, ours in zip(kept, (1, 2), strict=True):
        os.dup2(descriptor, ours)
        os.close(descriptor)


def _seconds(path: Path) -> float:
    return float(measure(path)["cpu"])


def main(folder: Path) -> None:
    for ends in times(folder):
        print(json.dumps(ends), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
