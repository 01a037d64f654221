"""The language-independent part of the tests of printed SDKs: the exchanges, and which file tests which method."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial

from compiler.plan.examples import ClientOption, Form
from compiler.plan.exchanges import Exchange
from compiler.plan.parts import part
from compiler.plan.plan import Group, Method, Plan

EXCHANGES = "exchanges.json"
"""The file with the request and the response of each call, beside the mock that reads it."""
_json = json.JSONEncoder(ensure_ascii=False).encode
"""As `json.dumps`, which makes an encoder for each call."""


def exchanges_file(plan: Plan) -> str:
    """Print the exchanges, one per line, so that one more method adds one line."""
    return part(plan, EXCHANGES, (), lambda: _exchanges(plan))


def _exchanges(plan: Plan) -> str:
    lines: dict[str, str] = {}
    for group in plan.surface.groups.values():
        lines |= part(plan, ("lines of", *group.path), (group.methods,), partial(_lines, plan, group.methods))
    return "{\n" + ",\n".join(lines.values()) + "\n}\n"


def _lines(plan: Plan, methods: Sequence[Method]) -> dict[str, str]:
    return dict(
        part(plan, (EXCHANGES, *method.group, method.ident), (method,), partial(_line, plan, method))
        for method in methods
    )


def _line(plan: Plan, method: Method) -> tuple[str, str]:
    item = plan.shown.exchange(method)
    record = _json(item.record())
    if not record.isprintable():  # no control of a terminal, and none of the direction of text
        record = json.dumps(item.record())
    return item.name, f"{json.dumps(item.name)}: {record}"


def tested(plan: Plan) -> Iterator[tuple[str, Group, Sequence[Exchange]]]:
    """Yield the groups that have methods, each with a file stem of its own and the exchanges of its methods."""
    stems = {group.module for group in plan.surface.namespaces}
    root = "client"
    while root in stems:
        root += "_"
    for group in plan.surface.groups.values():
        if group.methods:
            exchanges = part(
                plan, ("exchanges of", *group.path), (group.methods,), partial(_exchanges_of, plan, group.methods)
            )
            yield group.module or root, group, exchanges


def _exchanges_of(plan: Plan, methods: Sequence[Method]) -> tuple[Exchange, ...]:
    return tuple(map(plan.shown.exchange, methods))


def client_options(plan: Plan) -> Iterator[ClientOption]:
    """Yield the options with which a client can call every method: client-level parameters, and all credentials."""
    readme = plan.shown.readme()
    yield from readme.needed
    seen: set[str] = set()
    for item in readme.credentials:
        if item.option not in seen and item.form in (Form.TOKEN, Form.BASIC):
            seen.add(item.option)
            yield item
