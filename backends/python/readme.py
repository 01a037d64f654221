"""Writes the README of a package: what its words leave to the plan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from backends.python.calls import call_text, value_text
from backends.python.clients import project_name
from backends.python.code import string
from backends.python.signatures import brief
from backends.readme import TOLD, OptionWords, Speaker
from backends.writer.notice import notice
from compiler.plan import examples as example
from compiler.plan import readme as tree
from compiler.plan.plan import Plan


class PythonSpeaker(Speaker):
    """Says it in Python."""

    title, fence, program_file = "Python", "python", "{}.py"
    brief = staticmethod(brief)

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, Path(__file__).parent)
        self.client = plan.surface.client
        self.base = [option_text(self.readme.base)] if self.readme.base is not None else []
        self.values = {
            **self.values,
            "project": project_name(plan),
            "requests": self.words["requests"] if self.readme.requests else "",
            "ignored": self.words["ignored"].replace(f"/{plan.surface.package}/\n", ""),  # a package named `build`
        }
        self.unsaid = () if plan.surface.options["models"] == "pydantic" else ("models",)

    def filling(self, code: tree.Code) -> Mapping[str, str]:
        """Give what the placeholders of a block of code stand for."""
        match code:
            case tree.FirstCall(options, call, told, objects):
                made = self._make(map(option_text, options)) + (f"  # {TOLD}" if told else "")
                return {"models": "models" if objects else "", "made": made, "used": _used(call)}
            case tree.AwaitedCall(options, call):
                made = self._make(map(option_text, options), f"Async{self.client}")
                return {"made": made, "used": "pass" if call is None else _used(call, "await")}
            case tree.Credentials(options):
                names = {_CLASSES[option.form] for option in options if option.form in _CLASSES}
                imports = self.lay_out("import", [*names]) + "\n" if names else ""
                return {"imports": imports, "clients": "\n".join(map(self._credential, options))}
            case tree.Pages(call, items):
                return {"call": call_text(call, name="page"), "items": self.say("items") if items else ""}
            case tree.Stream(call) | tree.Upload(call) | tree.Errors(call):
                return {"call": call_text(call)}
            case tree.Download(call):
                return {"call": call_text(call, through="with_streaming_response")}
            case tree.RetrySettings(call):
                return {"call": call_text(call, options='{"timeout": 1.5, "retries": 0}')}
            case tree.WholeResponse(call):
                return {"call": call_text(call, through="with_raw_response", name="whole")}
            case tree.Handler(event, signed):
                return {
                    "event": event.method,
                    "payload": event.payload,
                    "secrets": 'secrets=["..."]' if signed else "",
                }
            case tree.Servers(options):
                return {"clients": "\n".join(f"{self.client}({option_text(option)})" for option in options)}
        return {}

    def lay_out(self, name: str, arguments: list[str]) -> str:
        """Write a client that is made with options, or an import from the package."""
        if name == "import":
            return f"from {self.plan.surface.package} import {', '.join(sorted(arguments))}"
        return self._make(arguments)

    def _make(self, options: Iterable[str], client: str = "") -> str:
        return f"{client or self.client}({', '.join([*self.base, *options])})"

    def made_as_first(self) -> str:
        """Write the construction of the client as the first program has it."""
        return self._make(map(option_text, self.readme.needed))

    def program(self, code: tree.Code, lines: list[str]) -> str:
        """Write a part of the README as a program: imports first, then a client if the part uses one."""
        head = f"{notice(self.plan.surface.licence, '#')}\n\n"
        if isinstance(code, tree.FirstCall | tree.AwaitedCall):
            return head + "\n".join(lines) + "\n"
        start = f"from {self.plan.surface.package} import "
        names = {name for line in lines if line.startswith(start) for name in line.removeprefix(start).split(", ")}
        body = "\n".join(line for line in lines if not line.startswith(start)).strip("\n")
        made = []
        if re.search(r"\bclient\.", body):
            names.add(self.client)
            made = [f"client = {self.made_as_first()}"]
        names |= {self.client} if re.search(rf"\b{self.client}\(", body) else set()
        imports = [f"{start}{', '.join(sorted(names, key=_isort))}"] if names else []
        gap = "\n\n\n" if body.startswith("@") else "\n"
        text = gap.join(filter(None, ["\n".join(made), body])) if not body.startswith("@") else body
        return head + "\n".join(imports) + ("\n\n" if imports else "") + text + "\n"

    def _credential(self, option: example.Credential) -> str:
        asked = "  # asked before each request" if option.form is example.Form.SOURCE else ""
        return self._make([option_text(option)]) + asked


def _used(call: example.ExampleCall, awaited: str = "") -> str:
    """Write a call and the use of its result."""
    if call.gives is example.Gives.NOTHING:
        return call_text(call, name=awaited)
    return call_text(call, name=f"result = {awaited}" if awaited else "result") + "\nprint(result)"


_CLASSES = {example.Form.CLIENT: "ClientCredentials", example.Form.PASSWORD: "PasswordCredentials"}


_CREDENTIALS = {
    example.Form.BASIC: '("user", "password")',
    example.Form.TOKEN: '"..."',
    example.Form.CLIENT: 'ClientCredentials(client_id="...", client_secret="...")',
    example.Form.PASSWORD: 'PasswordCredentials(username="...", password="...")',
    example.Form.SOURCE: 'lambda: "..."',
}
option_text = OptionWords("{}={}", "base_url", "server", _CREDENTIALS, lambda text: string(text).text, value_text).text
"""Writes an option of a client."""


def _isort(name: str) -> tuple[bool, str]:
    return not name[:1].isupper(), name
