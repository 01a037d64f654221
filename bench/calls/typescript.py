"""The calls of openai-node's tests on the TypeScript SDK: type-checked by ``tsc --strict``, then run (D4.9, D4.12).

The SDK is built with ``pathArguments: last-first``, like the vendor's. Calls that only provoke an error ("request
options instead of params") and those of webhooks, which are not requests, are left out.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.calls.vendor import DOCUMENT, NODE, Outcome, build, checkout, failures, share, write_names
from bench.documents import ROOT
from bench.mock import steady
from bench.page import table as lay_out

TSC = ROOT / "build" / "tools" / "typescript" / "node_modules" / ".bin" / "tsc"
PACKAGE = "openai-ours"
MISSING = "MissingBodyError"
_CALL = re.compile(r"\bclient\.[\w.]+\(")
_QUOTES = "\"'`"
_ERROR = re.compile(r"^program\.ts\((\d+),\d+\): error (TS\d+): (.*)$", re.MULTILINE)
_CHECKED = f"""\
import {{ OpenAI, type FileInput }} from "{PACKAGE}";
declare const client: OpenAI;
declare const Buffer: {{ from(text: string): Uint8Array }};
declare function toFile(data: Uint8Array, name: string): Promise<FileInput>;
"""
_CONFIG = """\
{"compilerOptions": {"target": "es2022", "module": "nodenext", "strict": true, "noEmit": true, "skipLibCheck": true,
"types": []}, "files": ["program.ts"]}
"""
_RUN = f"""\
import {{ OpenAI }} from "{PACKAGE}";
const client = new OpenAI({{ baseUrl: process.argv[2], apiKeyAuth: "key", adminApiKeyAuth: "key", retries: 0 }});
const toFile = async (data, name) => new File([data], name);
const said = (error) =>
  error.body?.steady?.errors?.map((one) => `${{one.path}}: ${{one.message}}`).join("; ") || String(error.message);
async function outcome(call) {{
  try {{
    await call();
    return ["", ""];
  }} catch (error) {{
    return [error?.name ?? "Error", said(error)];
  }}
}}
const found = [];
"""


def table(given: Path | None, folder: Path) -> tuple[str, bool]:
    """Return the figures, and whether they are as good as they have to be."""
    files = checkout(NODE, given, folder)
    section = {"packageName": PACKAGE, "pathArguments": "last-first"}
    package = build(folder, "typescript", section, write_names(files, folder))
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / PACKAGE).symlink_to(package)
    (folder / "package.json").write_text('{"type": "module"}')
    found = list(calls(files / "tests" / "api-resources"))
    typed = checked(folder, found)
    written, told = run(folder, found)
    empty = sum(item.kind == MISSING for item in written)
    rows = [
        ("pass `tsc --strict`", share(typed)),
        ("accepted and decoded", share(written)),
        (f"the same, where {empty} that give no field say `{{ body: {{}} }}`", share(told)),
    ]
    lines = lay_out(("Plain calls of openai-node", ":"), rows)
    good = all(sum(not item.kind for item in one) >= 0.98 * len(found) for one in (typed, told))
    return "\n".join([*lines, "", *failures([*typed, *told])]), good


def calls(folder: Path) -> Iterator[str]:
    """Yield the calls of the tests, those aside that are to fail."""
    for path in sorted(folder.rglob("*.test.ts")):
        text = path.read_text("utf-8")
        for match in _CALL.finditer(text):
            made = text[match.start() : _end(text, match.end())]
            if "_unknown_path" not in made and not made.startswith("client.webhooks."):
                yield made


def _end(text: str, at: int) -> int:
    """Find where the parentheses end that are open before a place."""
    depth, quote = 1, ""
    while depth:
        sign = text[at]
        if quote:
            at += sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        else:
            depth += (sign in "([{") - (sign in ")]}")
        at += 1
    return at


def _title(call: str) -> str:
    name, _, arguments = call.partition("(")
    shown = " ".join(arguments[:-1].split())
    return f"`{name.removeprefix('client.')}`, {'with' if '{' in shown else 'without'} an object"


# --------------------------------------------------------------------------- calling


def checked(folder: Path, found: Sequence[str]) -> list[Outcome]:
    """Type-check the calls, each in a function of its own."""
    (folder / "tsconfig.json").write_text(_CONFIG)
    text, starts = _CHECKED, []
    for call in found:
        starts.append(text.count("\n") + 1)
        text += f"void (async () => {{ void {call}; }});\n"
    (folder / "program.ts").write_text(text, "utf-8")
    done = subprocess.run([str(TSC), "-p", "."], cwd=folder, capture_output=True, text=True, check=False)
    errors: dict[int, Outcome] = {}
    for line, code, said in _ERROR.findall(done.stdout):
        at = sum(start <= int(line) for start in starts) - 1
        errors.setdefault(at, Outcome(_title(found[at]), code, said))
    return [errors.get(at, Outcome(_title(call))) for at, call in enumerate(found)]


def run(folder: Path, found: Sequence[str]) -> tuple[list[Outcome], list[Outcome]]:
    """Call the SDK; and again, with an empty body, where one is missed of which no field is given (D4.10)."""
    with steady(DOCUMENT) as origin:
        written = _run(folder, found, origin)
        missed = [at for at, item in enumerate(written) if item.kind == MISSING]
        told = dict(zip(missed, _run(folder, [with_empty_body(found[at]) for at in missed], origin), strict=True))
    return written, [told.get(at, item) for at, item in enumerate(written)]


def _run(folder: Path, found: Sequence[str], origin: str) -> list[Outcome]:
    lines = [f"found.push(await outcome(async () => await {call}));\n" for call in found]
    program = folder / "program.mjs"
    program.write_text(_RUN + "".join(lines) + "console.log(JSON.stringify(found));\n", "utf-8")
    done = subprocess.run(["node", str(program), origin], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return [Outcome(_title(call), *said) for call, said in zip(found, json.loads(done.stdout), strict=True)]


def with_empty_body(call: str) -> str:
    """Return a call that says that its body is the empty object, where no field is given."""
    return f"{call[:-1].rstrip().rstrip(',')}, {{ body: {{}} }})"
