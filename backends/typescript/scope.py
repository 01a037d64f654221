"""The imports of one file, collected while it is printed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Set

from backends.writer.prettier import braces, lay

_RUNTIME = {
    "errors": """APIConnectionError APIError APITimeoutError SDKError""",
    "files": "FileInput",
    "bodies": "FromFields ToBytes ToForm ToJson ToJsonOrFiles ToLines ToMultipart ToSwitched ToText",
    "parameters": "Exact Fixed InCookie InHeader InPath InQuery OfClient",
    "core": """AsGetAfter303 CallCheck ClientOptions Core Keyed NoFields NoTrace Operation RequestOptions
    UnlessProcessed UnlessStream WholeBody""",
    "json": "parseJson",
    "links": "LinkTarget",
    "pages": """Absent AddCount ByArguments ByBody ByParts ByUrl Each Empty HeaderValue InFull Increment Missing NoMore
    OfBody Page PageExchange PagePromise PagedOperation Past PlainPageExchange PlainPagePromise SetFrom Short
    Undeclared""",
    "styles": "DeepObject Form Json Label Matrix PipeDelimited Reserved ReservedInCookie ReservedInPath Simple"
    " SpaceDelimited",
    "request": "anyCall",
    "results": "Exchange ResultPromise",
    "streams": "AsEvents AsLines StreamPromise",
    "responses": "Answer AsBytes AsJson AsJsonOrText AsText BigIntText ByType Declared Flag LongText"
    " Numeric Text codedHeader jsonHeader listHeader objectHeader",
    "security": """Basic BasicCredential Credential InCookies KeyInCookie KeyInHeader KeyInQuery OwnTransport
    UserAndPassword""",
    "oauth": "ClientCredentials OAuth OAuthVariables PasswordCredentials",
    "hooks": "Observers observed",
    "callbacks": "CallbackExchange UrlPart resolveUrl",
    "signatures": "Signature",
    "webhooks": "EventFacts Handler HeaderInput Receiver ReceiverOptions Reply",
    "schemas": "Schemas Violation",
    "checks": "wrongCall",
    "inspection": "Answers CheckedAnswer wrongAnswer",
    "validate": "Checked CheckedRequest InvalidRequest violations",
    "unknown": "UnknownMember UnknownNumber UnknownValue",
    "codecs": "Base64Codec Base64UrlCodec BigIntCodec Codec DateCodec DateTimeCodec DigitsCodec LongCodec"
    " NumberCodec lazy list map longs model union",
}
HOMES = {name: f"runtime/{module}" for module, names in _RUNTIME.items() for name in names.split()}
"""Names of the runtime to the files that export them."""
RECEIVING = frozenset("callbacks checked checks forms received signatures validate webhooks".split())  # noqa: SIM905
"""Files of the runtime for those who receive requests; their JavaScript is a module of its own."""
CHECKING = frozenset("assertions formats inspection schemas".split())  # noqa: SIM905
"""Files of the runtime for checks against schemas: a module without the client, which a client may import later."""
LINKED = "operations"
"""The JavaScript of the client and of all groups."""


def linked(module: str) -> bool:
    """Tell whether the JavaScript of a source file is in the linked module."""
    return module == "client" or module.startswith("groups/")


def javascript(module: str) -> str:
    """Name the file that has the JavaScript of a source file."""
    folder, _, stem = module.rpartition("/")
    if folder == "runtime":
        return "receiving" if stem in RECEIVING else "checking" if stem in CHECKING else "runtime"
    return LINKED if linked(module) else module


class Scope:
    """The imports of one file. ``home`` is its path below ``src``, without an ending."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.local: set[str] = set()
        """Names that the file declares itself."""
        self.declared: Container[str] = ()
        """The same of a file that is not printed: only a signature of it is shown."""
        self.classes: Set[str] = frozenset()
        """Names that its JavaScript shares a module with."""
        self.named: Set[str] = frozenset()
        """Names of types of the document, by which nothing else is called here (D10.6)."""
        self._types: dict[str, dict[str, str]] = {}
        self._values: dict[str, dict[str, str]] = {}
        self._linked: dict[str, set[tuple[str, str]]] = {}

    def runtime(self, name: str) -> str:
        """Import a value of the runtime."""
        return self.value(HOMES[name], name)

    def runtime_type(self, name: str) -> str:
        """Import a type of the runtime."""
        return self.type(HOMES[name], name)

    def value(self, module: str, name: str) -> str:
        """Import a value, and return its name in this file."""
        return self._add(self._values, module, name)

    def type(self, module: str, name: str) -> str:
        """Import a type, and return its name in this file."""
        return self._add(self._types, module, name)

    def _add(self, table: dict[str, dict[str, str]], module: str, name: str) -> str:
        if module == self.home:
            return name
        known = table.setdefault(module, {})
        if name not in known:
            used = name in self.local or name in self.declared or (name in self.classes and not linked(module))
            used = used or (name in self.named and module.startswith(("runtime/", "groups/")))
            known[name] = f"{name}_" if used else name
        return known[name]

    def imports(self) -> tuple[str, str]:
        """Print the imports of the source, and of its JavaScript."""
        typed = "".join(self._line(module) for module in sorted({*self._types, *self._values}, key=_order))
        plain = "".join(
            f"import {{ {', '.join(_renamed(names))} }} from {self._path(module)};\n"
            for module, names in self._javascript()
        )
        return typed, plain

    def requires(self) -> str:
        """Print the ``require`` calls of CommonJS."""
        return "".join(
            f"const {{ {', '.join(_renamed(names, ': '))} }} = require({self._path(module)});\n"
            for module, names in self._javascript()
        )

    def _javascript(self) -> list[tuple[str, set[tuple[str, str]]]]:
        """Find the imports of the JavaScript: files, and names with their local names."""
        found = {module: set(names) for module, names in self._linked.items()}
        for module, names in self._values.items():
            found.setdefault(javascript(module), set()).update(names.items())
        return sorted(found.items(), key=lambda item: _order(item[0]))

    def link(self, other: Scope) -> None:
        """Add the imports of another file's JavaScript, except those from within the linked module."""
        for module, names in other._values.items():
            if not linked(module):
                self._linked.setdefault(javascript(module), set()).update(names.items())

    def linked_aliases(self) -> Iterator[tuple[str, str]]:
        """Yield values of the linked module that have another name in this file."""
        for module, names in self._values.items():
            yield from ((name, own) for name, own in names.items() if linked(module) and name != own)

    def _line(self, module: str) -> str:
        values = self._values.get(module, {})
        types = {name: own for name, own in self._types.get(module, {}).items() if name not in values}
        if not values:
            names = braces(_renamed(types.items()))
            return lay(["import type ", names, f" from {self._path(module)};"]) + "\n"
        listed = [(name, text) for name, text in zip(sorted(values), _renamed(values.items()), strict=True)]
        listed += [(name, f"type {text}") for name, text in zip(sorted(types), _renamed(types.items()), strict=True)]
        names = braces([text for _, text in sorted(listed)])
        return lay(["import ", names, f" from {self._path(module)};"]) + "\n"

    def _path(self, module: str) -> str:
        here, there = self.home.split("/")[:-1], module.split("/")
        while here and len(there) > 1 and here[0] == there[0]:
            here, there = here[1:], there[1:]
        return '"' + ("../" * len(here) or "./") + "/".join(there) + '.js"'


def _renamed(names: Iterable[tuple[str, str]], word: str = " as ") -> list[str]:
    return [name if name == own else f"{name}{word}{own}" for name, own in sorted(names)]


def _order(module: str) -> tuple[bool, str]:
    return not module.startswith(("runtime", "receiving", "checking")), module
