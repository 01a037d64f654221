"""What `codegen init` finds in a document: comments and commented values for gen.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from compiler.base.naming import solid
from compiler.config.template import Found
from compiler.driver.outcome import count
from compiler.ir.credentials import CredentialKind
from compiler.source import Json
from passes.support.names.first_places import sources_of
from passes.support.names.mode import explained
from passes.support.names.sources import Source, judge_ids
from passes.support.pagination.pagination_text import sentence

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk
    from compiler.plan.plan import CredentialOption, Plan
    from passes.page_suggestions import Suggestion

_SHOWN = 5
"""How many servers and kinds of pagination are listed."""
_MAKE = """\
With make (`codegen init --make` prints the last line):

    CODEGEN_SPEC := {source}
    include $(shell codegen init --make=path)"""
_EXAMPLES = 10
"""How many names are shown."""
_BY = {
    Source.PATH: "the path",
    Source.TAG: "tag and path",
    Source.ID: "the operationId",
    Source.WORD: "the author's part of the operationId",
}
_NAMES = {"path": "paths", "operationId": "operationIds"}


def find(
    sdk: Sdk,
    plans: Mapping[str, Plan],
    suggested: Sequence[Suggestion],
    *,
    source: str,
    overlay: str | None,
    others: Sequence[str],
) -> Found:
    """Return the findings; ``overlay`` is the new one that configures pagination, ``others`` are applied before it."""
    plan = next(iter(plans.values()))
    values: dict[tuple[str, str], Json] = {
        ("generation", "names"): sdk.names,
        ("generation", "sdkClassName"): plan.surface.client,
        ("generation", "envPrefix"): plan.surface.environment,
    }
    notes = {("generation", "names"): list(_names(sdk, plan))}
    for target, surface in ((target, planned.surface) for target, planned in plans.items()):
        values[target, "version"] = surface.version
        values[target, "packageName"] = surface.package
        notes[target, "modulePath"] = [f"The package is called `{surface.package}` here."]
    if suggested:
        notes["generation", "overlays"] = list(_pages(suggested, overlay))
        values["generation", "overlays"] = ["suggested.overlay.yaml"]
    overlays = [*others, *([overlay] if overlay is not None else [])]
    given: dict[tuple[str, str], Json] = {("generation", "overlays"): [*overlays]} if overlays else {}
    return Found(
        values,
        given,
        notes,
        head=[*_document(plan, source), _MAKE.format(source=source)],
        sections={target: list(_credentials(planned.surface.credentials)) for target, planned in plans.items()},
    )


def _names(sdk: Sdk, plan: Plan) -> Iterator[str]:
    """Explain the source of names, and show some; groups are inferred by now: those of the document count as tags."""
    operations = {at: item for at, item in sdk.operations.items() if item.variant is None}
    judged = judge_ids(operations, plan.vocabulary)
    mode, reason = explained(operations, judged, plan.vocabulary)
    if mode != sdk.names:
        bare = sum(not item.tags for item in operations.values())
        reason = f"{bare} of {len(operations)} operations have no tag" if sdk.names == "path" else ""
    since = f", since {reason}" if reason else ""
    yield f"`auto` takes names from {_NAMES[sdk.names]} here{since}."
    sources = sources_of(operations, judged, sdk.names or "", auto=True)
    framed = sum(bool(item.operation_id) and not judged[at].is_plain for at, item in operations.items())
    if framed:
        yield f"{framed} of {len(operations)} operationIds were put together by a framework; what is left names these."
    yield "Some, each with what names it; x-codegen-name-override and x-codegen-group change one:"
    step = max(1, len(operations) // _EXAMPLES)
    for at in list(operations)[::step][:_EXAMPLES]:
        item = operations[at]
        name = solid(item.name.text) if item.name else ""
        path = f"{item.method} {item.path}"
        yield f"- {path} is {'.'.join(filter(None, (*(item.groups or ())[:1], name)))}, by {_BY[sources[at].source]}"


def _pages(suggested: Sequence[Suggestion], overlay: str | None) -> Iterator[str]:
    found = count(len(suggested), "operation")
    if overlay is None:
        yield f"Not configured, though pages show in {found}; `codegen init --suggest` writes down how:"
    else:
        yield f"{overlay} configures the pages of {found}; look it over:"
    ways = Counter(sentence(item.pagination) for item in suggested)
    yield from (f"- {way} ({number})" for way, number in ways.most_common(_SHOWN))
    if len(ways) > _SHOWN:
        yield f"- and {len(ways) - _SHOWN} more ways"


def _document(plan: Plan, source: str) -> Iterator[str]:
    """Yield the document that was read, and its servers."""
    operations = len({at.partition("#")[0] for at in plan.wire.operations})
    lines = [f"{source} has {count(operations, 'operation')}."]
    servers = [server.url + (f" ({server.server_id})" if server.server_id else "") for server in plan.wire.servers]
    if servers:
        lines.append("Requests go to the first of its servers, if a program says nothing else:")
        lines += [f"- {url}" for url in servers[:_SHOWN]]
        lines += [f"- and {len(servers) - _SHOWN} more"] if len(servers) > _SHOWN else []
    else:
        lines.append("It names no server: programs give a base URL.")
    yield "\n".join(lines)


def _credentials(options: Iterable[CredentialOption]) -> Iterator[str]:
    """Yield the credentials that a target's client takes, and their environment variables."""
    for given in options:
        if given.scheme.credential is CredentialKind.CERTIFICATE:
            yield f"`{given.scheme.scheme}` is a certificate of the transport."
        else:
            variables = ", or ".join(" and ".join(names) for names in given.variables)
            yield f"The client takes `{given.option}`, or the variable{_s(given)} {variables}."


def _s(given: CredentialOption) -> str:
    return "s" if any(len(names) > 1 for names in given.variables) else ""
