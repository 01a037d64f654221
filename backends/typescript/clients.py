"""Prints ``client.ts``: the client, its options, and what it knows of the API; and ``index.ts``, the front door."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from backends.texts import joined
from backends.typescript.arguments import interface_head
from backends.typescript.docs import deprecation, say
from backends.typescript.doors import doors
from backends.typescript.facts import retries_fact, servers_fact
from backends.typescript.files import File
from backends.typescript.groups import GroupPrinter
from backends.typescript.linked import api_constant
from backends.typescript.models import ANY_TEXT, named_enums, property_line
from backends.typescript.profile import ERRORS, EXPORTED
from backends.typescript.scope import Scope
from backends.typescript.sdk import Sdk
from backends.typescript.text import comment, literal, obj, string
from backends.typescript.types import distinct
from backends.writer import Doc, bracketed, hugging
from backends.writer.prettier import INDENT, WIDTH, braced, braces, call, lay
from compiler.ir.credentials import CredentialKind
from compiler.ir.servers import Retries, Server
from compiler.plan.plan import Plan

_VALUES = [
    ("runtime/bodies", ["withPartHeaders"]),
    ("runtime/files", ["fromPath"]),
    ("runtime/unknown", ["unknown", "unknownTag"]),
    ("runtime/pages", ["PagePromise"]),
    ("runtime/results", ["ResultPromise"]),
]
"""Other values of the runtime that the package exports."""

VALIDATORS = '() => import("./answers.js")'
"""What loads the checks of responses: only clients that ask for them do."""


def client_file(sdk: Sdk) -> File:
    """Print ``client.ts``."""
    return _Client(sdk).print()


def options_name(plan: Plan) -> str:
    """Name the type of the client's options."""
    return plan.surface.derived["options"]


class _Client:
    def __init__(self, sdk: Sdk) -> None:
        self.sdk, self.plan = sdk, sdk.plan
        self.file = File(Scope("client"))
        self.scope = self.file.scope
        self.options = options_name(self.plan)
        self.api = api_constant(self.plan)
        self.scope.local |= {self.plan.surface.client, self.options, "createCore", self.api, *sdk.own[()].local}
        self.group = GroupPrinter(sdk, self.plan.surface.root, self.file)

    def print(self) -> File:
        """Print everything."""
        self._api()
        self._options()
        self._create_core()
        self.group.operations()
        self._class()
        return self.file

    # ------------------------------------------------------------------ what the document says of everything

    def _api(self) -> None:
        kind = self.scope.type("runtime/core", "Api")
        self.file.constant(self.api, kind, obj(self._facts()))

    def _facts(self) -> Iterator[tuple[str, Doc]]:
        wire, surface = self.plan.wire, self.plan.surface
        yield "agent", string(f"{surface.package.removeprefix('@').replace('/', '-')}/{surface.version}")
        yield "variable", string(f"{self.plan.surface.environment}_BASE_URL")
        yield "servers", servers_fact(wire.servers, surface.server_variables)
        yield "retries", retries_fact(wire.retries or Retries(), None)
        yield "timeout", str(60_000 if wire.timeout is None else wire.timeout)

    # ------------------------------------------------------------------ options

    def _options(self) -> None:
        base = self.scope.runtime_type("ClientOptions")
        lines = [*self._credential_lines(), *self._variable_lines(), *self._global_lines()]
        said = comment("Options of the client: the general ones, and credentials by security scheme.")
        body = f"{{\n{''.join(lines)}}}\n" if lines else "{}\n"
        bases = [base, self.scope.runtime_type("Observers")]
        self.file.types(said + interface_head(self.options, bases, body))

    def _own_options(self) -> Iterator[str]:
        """Yield the names of the options that this API adds."""
        for given in self.plan.surface.credentials:
            if given.scheme.credential is not CredentialKind.CERTIFICATE:
                yield given.option
        yield from self.plan.surface.server_variables.values()
        yield from self.plan.surface.global_parameters.values()

    def _credential_lines(self) -> Iterator[str]:
        for given in self.plan.surface.credentials:
            if given.scheme.credential is not CredentialKind.CERTIFICATE:
                basic = given.scheme.credential is CredentialKind.BASIC
                kinds: list[Doc] = [self.scope.runtime_type("BasicCredential" if basic else "Credential")]
                kinds += [self.scope.runtime_type(grant.credentials) for grant in given.scheme.grants]
                yield comment(given.scheme.description, 1) + _given_line(given.option, kinds)

    def _variable_lines(self) -> Iterator[str]:
        found = {item.wire: item for server in self._servers() for item in server.variables}
        for wire, ident in self.plan.surface.server_variables.items():
            item = found[wire]
            kinds: list[Doc] = [string(value) for value in item.values]
            default = f"Default: `{item.default}`."
            said = comment("\n\n".join(text for text in (item.description, default) if text), 1)
            yield said + _given_line(ident, [*kinds, ANY_TEXT] if kinds else ["string"])

    def _servers(self) -> Iterator[Server]:
        yield from self.plan.wire.servers
        for operation in self.plan.wire.operations.values():
            yield from operation.servers

    def _global_lines(self) -> Iterator[str]:
        shared = {item.wire: item for item in self.plan.wire.global_parameters}
        for wire, ident in self.plan.surface.global_parameters.items():
            members = self.sdk.types.members(shared[wire].type, self.scope, sent=True)
            note = deprecation(shared[wire])
            yield comment(joined([shared[wire].description, note]), 1) + _given_line(ident, distinct(members))

    # ------------------------------------------------------------------ the client

    def _create_core(self) -> None:
        surface = self.plan.surface
        core = self.scope.runtime_type("Core")
        pairs = braced([f"api: {self.api}", "options"])
        body = lay(["return () => (", pairs, ");"], 1) + "\n"
        said = comment(say("create_core", prefix=string(surface.environment)))
        taken = bracketed("Omit<", [self.options, f"keyof {self.scope.runtime_type('Observers')}"], ">", trailing="")
        given: list[Doc] = [["options: ", taken, " = {}"]]
        ts = lay(["export ", bracketed("function createCore(", given, ")"), f": {core} {{"])
        dts = lay(["export declare ", bracketed("function createCore(", [["options?: ", taken]], ")")])
        self.file.value(
            f"{said}{ts}\n{body}}}\n",
            f"function createCore(options = {{}}) {{\n{body}}}\n",
            f"{said}{dts}: {core};\n",
            "createCore",
        )

    def _class(self) -> None:
        wire, client = self.plan.wire, self.plan.surface.client
        said = comment("\n\n".join(part.strip() for part in (f"{wire.title}.", wire.summary, wire.description) if part))
        core = self.scope.runtime_type("Core")
        fields, inner, declared = self.group.children()
        own = literal(list(self._own_options()))
        given: list[Doc] = ["options", string(self.plan.surface.environment), own, VALIDATORS]
        observed = self.scope.runtime("observed")
        watched = hugging(f"{observed}(", given, ")", WIDTH) or call(observed, given)
        make = lay(["const core = ", call("createCore", [watched]), ";"], 2) + "\n"
        keep = f"{INDENT * 2}this.#core = core;\n{INDENT * 2}this.#options = options;\n"
        made = f"{make}{keep}{''.join(inner)}{INDENT}}}\n"
        ts, js, dts = map(list.__add__, self.group.methods(), doors(self.plan, self.scope, self.options))
        private = f"{INDENT}readonly #core: {core};\n{INDENT}readonly #options: {self.options};\n"
        head = f"class {client} {{\n"
        taken: list[Doc] = [f"options: {self.options} = {{}}"]
        init = lay([bracketed("constructor(", taken, ")"), " {"], 1) + "\n"
        first = [private + "".join(fields)]
        self.file.value(
            said + f"export {head}" + "\n".join([*first, init + made, *ts]) + "}\n",
            head
            + f"{INDENT}#core;\n{INDENT}#options;\n"
            + "".join([f"{INDENT}constructor(options = {{}}) {{\n{made}", *js])
            + "}\n",
            f"{said}export declare {head}{INDENT}#private;\n{''.join(declared)}"
            + f"{INDENT}constructor(options?: {self.options});\n{''.join(dts)}}}\n",
            client,
        )


def _given_line(name: str, kinds: Sequence[Doc]) -> str:
    """Print an option; undefined, as an environment variable may be, counts as not given."""
    return property_line(name, False, [*kinds, "undefined"])


def index_file(sdk: Sdk) -> File:
    """Print ``index.ts``: the client, the errors, and all types."""
    plan = sdk.plan
    file = File(Scope("index"))
    client = plan.surface.client
    lines = [_exports("export", [client, "createCore", f"type {options_name(plan)}"], "client")]
    declared = [("errors", [item.ident for item in plan.errors.values()])] if plan.errors else []
    values = [(home, _apart(names, sdk)) for home, names in (("runtime/errors", sorted(ERRORS)), *_VALUES)] + declared
    lines += [_exports("export", names, home) for home, names in values]
    lines.append(_exports("export", ["observed"], "runtime/hooks"))
    file.reexported = [("client", [client, "createCore"]), ("runtime/errors", [*values[0][1], "observed"])]
    file.reexported += values[1:]
    lines += [_exports("export type", _apart(names.split(), sdk), module) for module, names in EXPORTED.items()]
    homes: dict[str, list[str]] = {}
    for ident, home in sdk.requests.items():
        homes.setdefault(home, []).append(ident)
    for home, idents in sorted(homes.items()):  # one name per line: one more changes no other (D10.7)
        lines += [_exports("export type", [ident], home) for ident in sorted(idents)]
    for home, idents in named_enums(sdk.types).items():
        lines.append(_exports("export", idents, home))
        file.reexported.append((home, idents))
    lines += ['export type * from "./models/index.js";\n']
    file.types("".join(lines))
    return file


def _apart(names: Iterable[str], sdk: Sdk) -> list[str]:
    """Put the client's name before names of the runtime that types of the document have (D10.5)."""
    own, client = sdk.types.idents, sdk.plan.surface.client
    return [f"{name} as {client}{name}" if name in own else name for name in names]


def _exports(word: str, names: list[str], module: str) -> str:
    return lay([f"{word} ", braces(names), f' from "./{module}.js";']) + "\n"
