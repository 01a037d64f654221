"""Prints what makes the files a package: its ``__init__.py`` and its project file; and copies the runtime."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from backends.python.clients import project_name
from backends.python.code import Import, Imports, Stmt, assign, literal, module, raw, string
from backends.python.docs import say
from backends.python.profile import ERRORS
from backends.python.type_files import by_home, lazy_module
from backends.readme import documentation
from backends.writer.notice import notice
from compiler.base.markdown import to_plain
from compiler.base.patterns import lazy_pattern
from compiler.ir.references import closure
from compiler.ir.wire import Returns
from compiler.plan.plan import Plan

_RUNTIME = Path(__file__).parent / "runtime"
_PYDANTIC = ("adapters", "model_pydantic")
"""Modules of the runtime that packages with pydantic models alone have."""
_NAMED = lazy_pattern(r"_runtime(?:\.| import )(\w+)")
"""A module of the runtime, as a printed file names it."""
_IMPORTED = lazy_pattern(r"^ *from \.(?:(\w+) import| import (\w+)$)", re.MULTILINE)
"""A module of the runtime, as another imports it."""

_PUBLIC = {
    "UNSET": "_runtime.unset",
    "Unset": "_runtime.unset",
    "AsyncStream": "_runtime.streams",
    "AsyncTransport": "_runtime.messages",
    "File": "_runtime.files",
    "FileInput": "_runtime.files",
    "Headers": "_runtime.messages",
    "Hooks": "_runtime.hooks",
    "InvalidRequest": "_runtime.validate",
    "InvalidResponse": "_runtime.answer_checks",
    "Model": "_runtime.model",
    "RawResponse": "_runtime.results",
    "Request": "_runtime.messages",
    "RequestOptions": "_runtime.options",
    "RetryPolicy": "_runtime.retries",
    "Stream": "_runtime.streams",
    "Transport": "_runtime.messages",
    "UnknownMember": "_runtime.unions",
    "UnknownNumber": "_runtime.kinds",
    "UnknownValue": "_runtime.kinds",
    "Violation": "_runtime.schemas",
    "check_request": "_validators",
    "unknown": "_runtime.enums",
    "unknown_tag": "_runtime.unions",
    "validate_request": "_validators",
    "with_part_headers": "_runtime.files",
}
"""Names that callers of any SDK use, and where they are."""

_PAGES = dict.fromkeys(("AsyncPage", "AsyncPager", "Page"), "_runtime.pages")
_PLAIN_PAGES = dict.fromkeys(("AsyncPlainPage", "AsyncPlainPager", "PlainPage"), "_runtime.pages")
"""Names that callers of methods with pages use: of such with items, and of such without."""

_EVENTS = {
    "PayloadError": "_runtime.webhook_events",
    "Reply": "_runtime.webhook_events",
    "SignatureError": "_runtime.signatures",
    "UnknownEventError": "_runtime.webhooks",
    "WebhookPayload": "_webhooks",
    "WebhookReceiver": "_webhooks",
    "WebhookResponse": "_runtime.webhook_events",
    "event_headers": "_runtime.webhooks",
}
"""Names that receivers of webhooks and callbacks use."""

_CALLBACKS = {
    "CallbackURLError": "_runtime.callbacks",
    "Exchange": "_runtime.callbacks",
    "callback_url": "_webhooks",
}
"""Names that senders of callbacks use."""


def public_names(plan: Plan) -> dict[str, str]:
    """Map the names of the package to the modules that hold them."""
    client = plan.surface.client
    names = {client: "_client", f"Async{client}": "_client", "models": "models", **_PUBLIC}
    names |= dict.fromkeys(ERRORS, "_runtime.errors")
    grants = {grant for item in plan.surface.credentials for grant in item.scheme.grants}
    if grants:
        names |= {grant.credentials: "_runtime.oauth2" for grant in grants} | {"TokenError": "_runtime.errors"}
    for operation in plan.wire.operations.values():
        if operation.returns is Returns.PAGE and operation.pages is not None:
            names |= _PAGES if operation.pages.has_items else _PLAIN_PAGES
    names |= {item.ident: "_errors" for item in plan.errors.values()}
    return dict(sorted({**_event_names(plan), **names}.items()))


def _event_names(plan: Plan) -> dict[str, str]:
    """Map the names of webhooks and callbacks, where there are some."""
    if plan.receiver is None:
        return {}
    names = dict(_EVENTS)
    for event in plan.receiver.events:
        names |= dict.fromkeys((event.payload, event.answer, event.handler), "_webhooks")
    if plan.receiver.callbacks:
        names |= _CALLBACKS
    return names


def front_door(plan: Plan, header: str) -> str:
    """Print the package's ``__init__.py``: every name, found when it is first used."""
    imports = Imports()
    imports.use("typing", "TYPE_CHECKING")
    imports.use("._runtime.lazy", "lazy")
    names = public_names(plan)
    table = literal({name: f".{home}" for name, home in names.items()})
    first, *rest = lazy_module(list(_checked(names)), list(names), table)
    first.apart = True
    version = assign(raw("__version__"), string(plan.surface.version), apart=True)
    return module([version, first, *rest], header=header, doc=_title(plan), imports=imports)


def _checked(names: Mapping[str, str]) -> Iterator[Stmt]:
    """Print the imports that type checkers see; a name equal to its module's (``models``) is the module itself."""
    found = by_home(names)
    modules = [home for home, listed in found.items() if listed == [home]]
    yield from (Import(".", [home]) for home in modules)
    yield from (Import(f".{home}", listed) for home, listed in found.items() if home not in modules)


def _title(plan: Plan) -> str:
    return "\n\n".join(filter(None, (f"{plan.wire.title}.", to_plain(plan.wire.summary or ""))))


def runtime_files(printed: Iterable[str], *, pydantic: bool) -> Iterator[tuple[str, str]]:
    """Yield the runtime's files that printed ones need, as pairs of path within the package and text."""
    sources, needs = _runtime(pydantic)
    named = {name for text in printed for name in _NAMED.findall(text)}
    for name in sorted({"__init__", *closure(needs, named & sources.keys())}):
        yield f"_runtime/{name}.py", sources[name]


def runtime_sources(plan: Plan) -> Mapping[str, str]:
    """Return the text of each module of the runtime."""
    return _runtime(plan.surface.options["models"] == "pydantic")[0]


@functools.cache
def _runtime(pydantic: bool) -> tuple[Mapping[str, str], Mapping[str, list[str]]]:
    """Read the runtime: the text of each module, and the modules that it imports, late imports included."""
    others = {"model": None, "model_pydantic": "model"} if pydantic else dict.fromkeys(_PYDANTIC)
    found = {others.get(path.stem, path.stem): path.read_text(encoding="utf-8") for path in _RUNTIME.glob("*.py")}
    sources = {name: text for name, text in found.items() if name is not None}
    return sources, {name: [one or other for one, other in _IMPORTED.findall(text)] for name, text in sources.items()}


def project_file(plan: Plan) -> str:
    """Print ``pyproject.toml``."""
    surface, author = plan.surface, plan.surface.options.get("author")
    text = say(
        "project",
        notice=notice(None, "#"),
        name=toml(project_name(plan)),
        version=toml(surface.version),
        description=toml(_description(plan)),
        licence=f"license = {toml(surface.licence)}" if surface.licence else "",
        authors=f"authors = [{{ name = {toml(str(author))} }}]" if author else "",
        dependencies=", ".join(map(toml, _dependencies(plan))),
        urls="\n".join(_urls(plan)),
        test_needs=say("test_needs") if surface.tests else "",
        package=toml(surface.package),
        pytest="\n" + say("pytest") if surface.tests else "",
    )
    return text + "\n"


def _urls(plan: Plan) -> list[str]:
    found = {"Documentation": documentation(plan), "Repository": plan.surface.options.get("repository")}
    lines = [f"{name} = {toml(str(url))}" for name, url in found.items() if url]
    return ["", "[project.urls]", *lines] if lines else []


def _dependencies(plan: Plan) -> list[str]:
    models = ["pydantic>=2.12"] if plan.surface.options["models"] == "pydantic" else []
    return ["httpx2>=2.0", *models]


def _description(plan: Plan) -> str:
    given = plan.surface.options.get("description")
    text = (
        given
        if isinstance(given, str) and given
        else to_plain(plan.wire.summary or "") or f"A client of {plan.wire.title}"
    )
    return " ".join(str(text).split())


def toml(text: str) -> str:
    """Print a TOML string."""
    shown = "".join(_toml_char(char) for char in text)
    return f'"{shown}"'


def _toml_char(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    code = ord(char)
    if char.isprintable() and not 0xD800 <= code <= 0xDFFF:
        return char
    return "\\uFFFD" if 0xD800 <= code <= 0xDFFF else f"\\U{code:08X}" if code > 0xFFFF else f"\\u{code:04X}"
