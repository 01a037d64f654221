"""The words of which printed Python may consist: those of a plan, and the printers' own."""

from __future__ import annotations

import importlib.util
import json
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib.abc import InspectLoader
from pathlib import Path
from types import CodeType
from typing import Any

from backends.python.clients import project_name
from backends.python.names import Names
from backends.words import fixed_parts, read_words
from compiler.base.naming import word_set
from compiler.ir.types import Model
from compiler.plan.plan import Plan

BUILTINS = word_set(
    """
    False None True __name__ bool bytes classmethod dict float globals int list locals object property staticmethod str
    super
    """
)
"""Names that a file may use without defining or importing them."""

STANDARD = word_set(
    """
    __future__ builtins collections.abc datetime decimal functools pydantic typing typing_extensions
    """
)
"""Modules that a file may import, besides those of its package."""

MEMBERS = frozenset({"default", "rpartition", "serialization_alias", "split", "total", "validation_alias"})
"""Attributes and keyword arguments of what those modules and builtins give."""

OWN = word_set(
    """
    WebhookReceiver WebhookPayload _API _URLS __all__ __decode_extra__ __dir__ __encode_extra__ __getattr__ __init__
    __nullable__ __read__ __readers__ __slots__ __tags__ __version__ __writers__ _events _renamed _signature _tag
    _validator body callback_url check_request data error exchange get handler headers name o of options payload read
    request self cls
    validate_request value with_options with_raw_response with_streaming_response
    auth base_url hooks http_client max_connections proxy retries server timeout timezone validate
    validate_responses max_response_bytes
    """
)
"""Names that printers define by themselves."""

_SHARED = ("backends.constraints", "backends.texts")
"""Modules with words for every language."""


def values(item: Any) -> Iterator[str | int | float]:
    """Yield every text and number of a value of the plan, keys of maps included."""
    waiting = [item]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Enum):
            waiting.append(item.value)
        elif isinstance(item, str | int | float):
            yield item
        elif isinstance(item, Mapping):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set | frozenset):
            waiting += item
        elif is_dataclass(item):
            waiting += [getattr(item, part.name) for part in fields(item)]


def identifiers(plan: Plan) -> set[str]:
    """Return the names that may be defined: the plan's own, those derived from them for Python, and the printers'."""
    surface = plan.surface
    named = (surface.groups, surface.types, surface.events, surface.schemes, surface.server_variables)
    given = values((*named, surface.global_parameters, surface.derived, surface.client, plan.receiver))
    found = {text for text in given if isinstance(text, str) and text.isidentifier()}
    found |= {field.wire for item in plan.wire.types.values() if isinstance(item, Model) for field in item.fields}
    found |= {item.ident for item in plan.errors.values()}
    readers = Names(plan)
    found |= {f"_{name}" for name in readers.own}
    found |= set(readers.unknown.named.values())
    found |= {readers.decoder(at) for at, item in plan.wire.types.items() if not isinstance(item, Model)}
    for group in surface.groups.values():
        found.update(_classes(surface.class_of(group)))
        found.update(f"_{method.ident}" for method in group.methods)
    statuses = {item.status.lower() for one in plan.wire.operations.values() for item in one.answers}
    return found | {f"_on_{status}" for status in statuses} | OWN


def _classes(ident: str) -> Iterator[str]:
    for name in (ident, f"Async{ident}"):
        yield from (name, f"{name}WithRawResponse", f"{name}WithStreamingResponse")


def texts(plan: Plan) -> set[str]:
    """Return the texts that literals may have: every text of the plan, and those that printers make of two of them."""
    found = {text for text in values((plan.wire, plan.surface)) if isinstance(text, str)}
    found |= {
        project_name(plan),
        "external",
        "report",
        "text/plain",
        *(scheme.prefix for scheme in plan.wire.schemes.values()),
    }
    operations = plan.wire.operations
    for method in plan.surface.methods():
        reason = operations[method.operation].deprecation_message
        found.add(f"{'.'.join(plan.surface.path(method))} is deprecated{f': {reason}' if reason else ''}")
    return found


def environment(plan: Plan) -> set[str]:
    """Return the variables of the environment that a client reads."""
    listed = (name for item in plan.surface.credentials for names in item.variables for name in names)
    return {f"{plan.surface.environment}_BASE_URL", *listed}


def numbers(plan: Plan) -> set[str]:
    """Return the numbers of a plan as JSON writes them."""
    return {json.dumps(value) for value in values(plan.wire) if not isinstance(value, str)}


@cache
def printed_words() -> frozenset[str]:
    """Return every text in the code of the printers: each of the printers' own texts is one of these."""
    home = Path(__file__).parents[1]
    package = (f"backends.python.{module.name}" for module in pkgutil.iter_modules([str(home)]))
    code = (text for name in (*package, *_SHARED) for text in _constants([_code(name)]))
    return frozenset((*code, *(part for text in read_words(home).values() for part in fixed_parts(text))))


def _code(name: str) -> CodeType | None:
    spec = importlib.util.find_spec(name)
    loader = spec.loader if spec is not None else None
    return loader.get_code(name) if isinstance(loader, InspectLoader) else None


def _constants(found: Iterable[object]) -> Iterator[str]:
    for item in found:
        if isinstance(item, str):
            yield item
        elif isinstance(item, CodeType):
            yield from _constants(item.co_consts)
        elif isinstance(item, Sequence | frozenset):
            yield from _constants(item)
