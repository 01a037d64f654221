"""Writes the README of a package: what its words leave to the plan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from backends.readme import TOLD, OptionWords, Speaker
from backends.typescript.calls import arguments, awaited_call, call_text, expression, result_name, spelled
from backends.typescript.profile import PUBLIC
from backends.typescript.sdk import home_of, sdk_of
from backends.typescript.signatures import brief
from backends.typescript.text import string
from backends.writer import HARDLINE, Doc, Indent
from backends.writer.notice import GENERATED, notice
from backends.writer.prettier import braced, braces, call, fits, lay, statement
from compiler.base.patterns import lazy_pattern
from compiler.plan import examples as example
from compiler.plan import readme as tree
from compiler.plan.plan import Plan, function_key

_IMPORT = lazy_pattern(r"^import [^;]+;(?:\n|\Z)", re.MULTILINE)
"""A whole statement, over several lines where the names are many."""


class TypeScriptSpeaker(Speaker):
    """Says it in TypeScript."""

    title, fence, program_file = "TypeScript", "ts", "{}.js"
    head = f"<!-- {GENERATED} -->\n\n"
    brief = staticmethod(brief)

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, Path(__file__).parent)
        self.package, self.client = plan.surface.package, plan.surface.client
        self.options = [option_text(self.readme.base)] if self.readme.base is not None else []
        self.values = {**self.values, "base": "".join(f"{item}," for item in self.options)}

    def filling(self, code: tree.Code) -> Mapping[str, str]:
        """Give what the placeholders of a block of code stand for."""
        match code:
            case tree.FirstCall(options, call, told):
                name = result_name(call)
                shown = "page.result" if name == "page" else name
                return {"made": self._first_client(options, told), "call": call_text(call), "shown": shown}
            case tree.Credentials(options):
                return {"clients": "\n".join(map(self._credential, options))}
            case tree.Pages(call, items):
                loops = {"items": self._loop("item", expression(call)) if items else ""}
                return {**loops, "pages": self._loop("page", expression(call, then="pages")), "call": call_text(call)}
            case tree.Stream(call):
                return {"loop": self._loop("value", expression(call))}
            case tree.Reconnect(call):
                return {"call": lay(awaited_call(call, "const stream = ", ["reconnect: 3"]))}
            case tree.Upload(call):
                return {"call": lay(awaited_call(call))}
            case tree.Download(call):
                return {"call": _awaited("const response = ", expression(call, then="asResponse"))}
            case tree.Errors(call):
                return {"call": lay(awaited_call(call), 1)}
            case tree.RetrySettings(call):
                return {"call": lay(awaited_call(call, options=["timeout: 1500", "retries: 0"]))}
            case tree.WholeResponse(call):
                line = "const { result, response, metadata } = "
                return {"call": _awaited(line, expression(call, then="withResponse"))}
            case tree.Handler(event, signed):
                return {"event": event.method, "secrets": '{ secrets: ["..."] }' if signed else ""}
            case tree.Servers(options):
                listed = [lay([_new(self.client, [option_text(option)]), ";"]) for option in options]
                return {"clients": "\n".join(listed)}
            case tree.Bundle(call):
                return self._bundle(call)
        return {}

    def lay_out(self, name: str, arguments: list[str]) -> str:
        """Write a client that is made with options, or an import; its first word may name an entry of the package."""
        if name == "make":
            return self._make(*arguments)
        entry = arguments[0] if arguments[0].startswith("/") else ""
        return self._imports(*arguments[bool(entry) :], entry=entry)

    def _make(self, *options: str, name: str = "") -> str:
        """Write the construction of a client, assigned to a variable if a name is given."""
        return lay([f"const {name} = " if name else "", _new(self.client, [*self.options, *options]), ";"])

    def made_as_first(self) -> str:
        """Write the construction of the client as the first program has it."""
        return self._make(*map(option_text, self.readme.needed), name="client")

    def program(self, code: tree.Code, lines: list[str]) -> str:
        """Write a part of the README as a program: imports first, then a client if the part uses one."""
        head = f"{notice(self.plan.surface.licence, '//')}\n\n// @ts-check\n\n"
        if isinstance(code, tree.FirstCall):
            return head + "\n".join(lines) + "\n"
        text = "\n".join(lines)
        imports = _IMPORT.findall(text)
        own = [line for line in imports if line.endswith(f" from {string(self.package)};\n")]
        names = {name.strip() for line in own for name in line[line.index("{") + 1 : line.index("}")].split(",")} - {""}
        rest = [line.rstrip("\n") for line in imports if line not in own]
        body = _IMPORT.sub("", text).strip("\n")
        made = []
        if re.search(r"\bclient\s*\.", body):
            names.add(self.client)
            made = [self.made_as_first()]
        names |= {self.client} if f"new {self.client}(" in body else set()
        heads = [self._imports(*names), *rest] if names else rest
        return head + "\n".join(heads) + "\n\n" + "\n".join([*made, body]) + "\n"

    def _imports(self, *names: str, entry: str = "") -> str:
        """Write an import from the package, which has another name for what a type of the document is called."""
        if not entry:
            own = PUBLIC & sdk_of(self.plan).types.idents
            names = tuple(f"{self.client}{name} as {name}" if name in own else name for name in names)
        return lay(["import ", braces(sorted(names)), f" from {string(self.package + entry)};"])

    def _loop(self, name: str, values: Doc) -> str:
        """Write an asynchronous loop, with the use of each item."""
        head, body = [f"for await (const {name} of ", values, ")"], "console.log(%s);"
        shown = body % ("page.result" if name == "page" else name)
        line = lay([*head, f" {shown}"])
        return line if fits(line) and name != "value" else lay([*head, " {", Indent([HARDLINE, shown]), HARDLINE, "}"])

    def _first_client(self, options: Iterable[example.ClientOption], told: bool) -> str:
        said = f" // {TOLD}" if told else ""
        made = self._make(*map(option_text, options), name="client")
        return f"{made}{said}" if fits(made) else f"{said.strip()}\n{made}".strip()

    def _credential(self, option: example.Credential) -> str:
        asked = " // asked before each request" if option.form is example.Form.SOURCE else ""
        return self._make(option_text(option)) + asked

    def _bundle(self, call: example.ExampleCall) -> Mapping[str, str]:
        name, group = self.plan.surface.derived[function_key(call.method)], self.plan.surface.groups[call.method.group]
        if group.path:
            imports = (
                f"{self._imports('createCore', entry='/client')}\n{self._imports(name, entry=f'/{home_of(group)}')}"
            )
        else:
            imports = self._imports("createCore", name, entry="/client")
        core = f"{{ {', '.join(self.options)} }}" if self.options else ""
        return {
            "imports": imports,
            "call": lay(statement("await ", name, [f"createCore({core})", *arguments(call)])),
        }


def _new(client: str, options: list[str]) -> Doc:
    return call(f"new {client}", [braced(options)] if options else [])


def _awaited(head: str, made: Doc) -> str:
    return lay([f"{head}await ", made, ";"])


_CREDENTIALS = {
    example.Form.BASIC: '["user", "password"]',
    example.Form.TOKEN: '"..."',
    example.Form.CLIENT: '{ clientId: "...", clientSecret: "..." }',
    example.Form.PASSWORD: '{ username: "...", password: "..." }',
    example.Form.SOURCE: 'async () => "..."',
}
option_text = OptionWords("{}: {}", "baseUrl", "server", _CREDENTIALS, string, lambda value: lay([spelled(value)])).text
"""Writes an option of a client."""
