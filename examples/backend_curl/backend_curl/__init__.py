"""The backend to copy: it prints a shell function for each method, which sends the call with cURL (`call.sh`)."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import codegen_sdk  # noqa: F401  (leads to `backends` and `compiler`, which the wheel keeps below this package)
from backends import Backend, Language
from backends.writer.notice import notice
from compiler.base.naming import Case, Profile
from compiler.ir.credentials import CredentialKind
from compiler.plan.plan import Argument, Derived, Method, Plan, function_key

_TOKENS = (CredentialKind.BEARER, CredentialKind.OAUTH)


class CurlBackend(Backend):
    """Prints `client.sh`. All that it leaves out has a default: `Backend` says what there is."""

    target = "curl"
    title = "cURL"
    contract = 2
    profile = Profile(
        "curl",
        dict.fromkeys(("method", "group", "module"), Case.SNAKE)
        | dict.fromkeys(("type", "field", "argument", "member"), Case.VERBATIM),
    )

    def derived_names(self, plan: Plan) -> Iterable[Derived]:
        """Name the functions: the plan makes the names unique, and codegen.lock keeps them."""
        for method in plan.surface.methods():
            name = "_".join(plan.surface.path(method))
            yield Derived(function_key(method), method.operation, (name, f"{name}_call"), home="functions")

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print all in one file."""
        runtime = Path(__file__).with_name("call.sh").read_text("utf-8")
        server = next((server.url for server in plan.wire.servers if "{" not in server.url), "")
        head = [notice(plan.surface.licence, "#"), runtime, f": ${{BASE_URL:={shlex.quote(server)}}}\n"]
        return {"client.sh": "\n".join([*head, *(_function(plan, method) for method in plan.surface.methods())])}

    def render_signature(self, plan: Plan, method: Method) -> str:
        """Write what a function takes, for the reference pages."""
        taken = (f"{_name(item)}=" if item.required else f"[{_name(item)}=]" for item in method.arguments)
        return " ".join([plan.surface.derived[function_key(method)], *taken])

    def render_call(self, plan: Plan, method: Method) -> str:
        """Write a call with the values of its example."""
        given = plan.shown.example_arguments(method)
        values = ((_name(item), given[item.ident]) for item in method.arguments if item.ident in given)
        words = (f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in values)
        return " ".join([plan.surface.derived[function_key(method)], *map(shlex.quote, words)])


def _name(argument: Argument) -> str:
    return "body" if argument.whole_body else argument.wire


def _function(plan: Plan, method: Method) -> str:
    operation, known = plan.wire.operations[method.operation], {it.scheme.scheme: it for it in plan.surface.credentials}
    needs = [known[need.scheme] for need in operation.security[0].needs] if operation.security else []
    parameters = [bound.parameter for bound in method.parameters]
    words = [operation.method, operation.route, *(f"{it.place}:{it.wire}" for it in parameters)]
    words += [f"bearer:{need.variable}" for need in needs if need.scheme.credential in _TOKENS]
    words += [f"body:{operation.body.media_type}"] if operation.body else []
    words += ["--", *(f"{it.wire}={it.fixed.json}" for it in parameters if it.fixed is not None)]
    told = " ".join((operation.summary or operation.path).split())
    call = " ".join(["_call", *map(shlex.quote, words), '"$@"'])
    return f"# {told}\n{plan.surface.derived[function_key(method)]}() {{\n  {call}\n}}\n"


BACKEND = CurlBackend()
