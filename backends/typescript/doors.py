"""Prints the methods of every client besides the document's: ``withOptions``, and any call (D16.3)."""

from __future__ import annotations

from backends.typescript.scope import Scope
from backends.typescript.security import scheme_names, security_fact
from backends.typescript.text import comment, obj
from backends.writer import Doc, bracketed
from backends.writer.prettier import INDENT, braced, call, lay
from compiler.plan.plan import Plan

_OTHER = "Returns a copy of the client with other options, which shares its connections. Other options are kept."
_ANY = (
    "Calls an undocumented operation by its path, with the client's credentials, retries and errors.\n"
    "The result is JSON, text or bytes, by content type."
)


def doors(plan: Plan, scope: Scope, options: str) -> tuple[list[str], list[str], list[str]]:
    """Print the methods: as TypeScript, as JavaScript, and their declarations."""
    client = plan.surface.client
    promise, given = scope.runtime_type("ResultPromise"), scope.runtime_type("RequestOptions")
    both: Doc = braced(["...this.#options", "...options"])
    made = lay(["return ", call(f"new {client}", [both]), ";"], 2) + f"\n{INDENT}}}\n"
    takes = bracketed("withOptions(", [f"options: {options}"], ")")
    args: list[Doc] = ["this.#core", _carried(plan, scope), "method", "path", "options"]
    asked = lay(["return ", call(scope.runtime("anyCall"), args), ";"], 2) + f"\n{INDENT}}}\n"
    other, anything = comment(_OTHER, 1), comment(_ANY, 1)
    words = ("method: string", "path: string", f"options?: {given}<unknown>")
    head = f"{INDENT}request<T = unknown>(\n" + "".join(f"{INDENT * 2}{word},\n" for word in words)
    return (
        [
            f"{other}{lay([takes, f': {client} {{'], 1)}\n{made}",
            f"{anything}{head}{INDENT}): {promise}<T> {{\n{asked}",
        ],
        [
            f"{INDENT}withOptions(options) {{\n{made}",
            f"{INDENT}request(method, path, options) {{\n{asked}",
        ],
        [
            f"{other}{lay([takes, f': {client};'], 1)}\n",
            f"{anything}{head}{INDENT}): {promise}<T>;\n",
        ],
    )


def _carried(plan: Plan, scope: Scope) -> Doc:
    """Print the credentials that such a call sends."""
    return obj(security_fact(plan.wire.undeclared, plan, scheme_names(plan), scope))
