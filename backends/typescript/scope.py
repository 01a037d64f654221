"""What one file imports, found out while it is printed."""

from __future__ import annotations

from collections.abc import Iterator

from backends.typescript.text import braces, lay

_RUNTIME = {
    "errors": """APIConnectionError APIError APITimeoutError SDKError""",
    "bodies": "FileInput ToBytes ToForm ToJson ToLines ToMultipart ToText",
    "parameters": "InCookie InHeader InPath InQuery",
    "core": "ClientOptions Core Keyed NoTrace Operation RequestOptions",
    "links": "LinkTarget",
    "pages": """AddCount ByArguments ByUrl Each Empty HeaderValue Increment Missing PagePromise PagedOperation Past
    SetFrom Short""",
    "styles": "DeepObject Form Json Label Matrix PipeDelimited Reserved Simple SpaceDelimited",
    "results": "ResultPromise",
    "streams": "AsEvents AsLines StreamPromise",
    "responses": "Answer AsBytes AsJson AsText ByType Declared Flag Numeric Text",
    "security": """Basic BasicCredential Bearer Credential KeyInCookie KeyInHeader KeyInQuery OwnTransport
    UserAndPassword""",
    "oauth": "ClientCredentials OAuth OAuthVariables PasswordCredentials",
    "hooks": "Observers observed",
    "callbacks": "CallbackExchange UrlPart resolveUrl",
    "signatures": "Signature",
    "webhooks": "EventFacts Handler HeaderInput Receiver ReceiverOptions Reply",
    "schemas": "Schemas Violation",
    "validate": "Checked CheckedRequest InvalidRequest violations",
    "codecs": "Base64Codec BigIntCodec Codec DateCodec DateTimeCodec DigitsCodec lazy list map model union",
}
HOMES = {name: f"runtime/{module}" for module, names in _RUNTIME.items() for name in names.split()}
"""Names of the runtime to the files that export them."""


class Scope:
    """The imports of one file. ``home`` is its path below ``src``, without an ending."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.local: set[str] = set()
        """Names that the file declares itself."""
        self._types: dict[str, dict[str, str]] = {}
        self._values: dict[str, dict[str, str]] = {}

    def runtime(self, name: str) -> str:
        """Import a value of the runtime."""
        return self.value(HOMES[name], name)

    def runtime_type(self, name: str) -> str:
        """Import a type of the runtime."""
        return self.type(HOMES[name], name)

    def value(self, module: str, name: str) -> str:
        """Import a value, and return the name it has here."""
        return self._add(self._values, module, name)

    def type(self, module: str, name: str) -> str:
        """Import a type, and return the name it has here."""
        return self._add(self._types, module, name)

    def _add(self, table: dict[str, dict[str, str]], module: str, name: str) -> str:
        if module == self.home:
            return name
        known = table.setdefault(module, {})
        if name not in known:
            known[name] = f"{name}_" if name in self.local else name
        return known[name]

    def imports(self) -> tuple[str, str]:
        """Print the imports of the source, and of the JavaScript made of it."""
        typed = "".join(self._line(module) for module in sorted({*self._types, *self._values}, key=_order))
        plain = "".join(
            f"import {{ {', '.join(_renamed(names))} }} from {self._path(module)};\n"
            for module, names in sorted(self._values.items(), key=lambda item: _order(item[0]))
        )
        return typed, plain

    def required(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the files that CommonJS requires, and the names."""
        for module, names in sorted(self._values.items(), key=lambda item: _order(item[0])):
            yield self._path(module), [name if name == own else f"{name}: {own}" for name, own in sorted(names.items())]

    def _line(self, module: str) -> str:
        values = self._values.get(module, {})
        types = {name: own for name, own in self._types.get(module, {}).items() if name not in values}
        if not values:
            names = braces(_renamed(types))
            return lay(["import type ", names, f" from {self._path(module)};"]) + "\n"
        listed = [(name, text) for name, text in zip(sorted(values), _renamed(values), strict=True)]
        listed += [(name, f"type {text}") for name, text in zip(sorted(types), _renamed(types), strict=True)]
        names = braces([text for _, text in sorted(listed)])
        return lay(["import ", names, f" from {self._path(module)};"]) + "\n"

    def _path(self, module: str) -> str:
        here, there = self.home.split("/")[:-1], module.split("/")
        while here and len(there) > 1 and here[0] == there[0]:
            here, there = here[1:], there[1:]
        return '"' + ("../" * len(here) or "./") + "/".join(there) + '.js"'


def _renamed(names: dict[str, str]) -> list[str]:
    return [name if name == own else f"{name} as {own}" for name, own in sorted(names.items())]


def _order(module: str) -> tuple[bool, str]:
    return not module.startswith("runtime/"), module
