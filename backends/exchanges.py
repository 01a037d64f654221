"""The language-independent part of the tests of printed SDKs: the exchanges, and which file tests which method."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from backends.writer.notice import notice
from compiler.ir.node import frozen
from compiler.plan.examples import ClientOption, Form
from compiler.plan.exchanges import Exchange
from compiler.plan.plan import Group, Method, Plan

EXCHANGES = "exchanges.json"
"""The file with the request and the response of each call, beside the mock that reads it."""
_json = json.JSONEncoder(ensure_ascii=False).encode
"""As `json.dumps`, which makes an encoder for each call."""


@frozen
class TestFiles:
    """Where the tests of a language stand, and what prints them.

    ``of_group`` is the path of a group's tests, ``{}`` its file stem. ``mark`` begins a line of a comment, and ``gap``
    says how (:func:`notice`); with ``heads`` the functions print that notice themselves.
    """

    exchanges: str
    mock: str
    setup: str
    of_group: str
    mark: str
    print_mock: Callable[[Plan], str]
    print_setup: Callable[[Plan], str]
    print_group: Callable[[Plan, str, Group, Sequence[Exchange]], str]
    gap: bool = True
    heads: bool = False

    def files(self, plan: Plan) -> Iterator[tuple[str, str]]:
        """Yield the tests, by path; none where there is nothing to call."""
        groups = list(tested(plan))
        if not groups:
            return
        notices = f"{notice(plan.surface.licence, self.mark, gap=self.gap)}\n\n"
        head = "" if self.heads else notices
        yield self.exchanges, exchanges_file(plan)
        yield self.mock, notices + self.print_mock(plan)
        yield self.setup, head + self.print_setup(plan)
        for stem, group, exchanges in groups:
            yield self.of_group.format(stem), head + self.print_group(plan, stem, group, exchanges)


@cache
def mock_text(path: Path) -> str:
    """Read the mock of a language."""
    return path.read_text("utf-8")


def exchanges_file(plan: Plan) -> str:
    """Print the exchanges, one per line, so that one more method adds one line."""
    lines: dict[str, str] = {}
    for group in plan.surface.groups.values():
        lines |= lines_of(plan, group.path, group.methods)
    return "{\n" + ",\n".join(lines.values()) + "\n}\n"


def lines_of(plan: Plan, group: tuple[str, ...], methods: Sequence[Method]) -> dict[str, str]:
    """Print the exchanges of a group."""
    return dict(line_of(plan, method) for method in methods)


def line_of(plan: Plan, method: Method) -> tuple[str, str]:
    """Print an exchange; return it with its name."""
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
            yield group.module or root, group, exchanges_of(plan, group.path, group.methods)


def exchanges_of(plan: Plan, group: tuple[str, ...], methods: Sequence[Method]) -> tuple[Exchange, ...]:
    """Return the exchanges of a group."""
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
