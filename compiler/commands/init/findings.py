"""What `codegen init` finds in a document: comments and commented values for gen.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from compiler.base.naming.vocabulary import Vocabulary
from compiler.config.template import Found
from compiler.ir.credentials import CredentialKind
from compiler.source import Json
from passes.support.names.mode import explained
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
    notes = {("generation", "names"): [_names(sdk, plan.vocabulary)]}
    for target, surface in ((target, planned.surface) for target, planned in plans.items()):
        values[target, "version"] = surface.version
        values[target, "packageName"] = surface.package
        notes[target, "modulePath"] = [f"The package is called `{surface.package}` here."]
    if suggested:
        notes["generation", "overlays"] = list(_pages(suggested, overlay))
        values["generation", "overlays"] = ["pages.overlay.yaml"]
    overlays = [*others, *([overlay] if overlay is not None else [])]
    given: dict[tuple[str, str], Json] = {("generation", "overlays"): [*overlays]} if overlays else {}
    return Found(
        values,
        given,
        notes,
        head=[*_document(plan, source), _MAKE.format(source=source)],
        sections={target: list(_credentials(planned.surface.credentials)) for target, planned in plans.items()},
    )


def _names(sdk: Sdk, vocabulary: Vocabulary) -> str:
    """Explain the source of names; groups are inferred by now, so that those of the document count as tags."""
    operations = [item for item in sdk.operations.values() if item.variant is None]
    mode, reason = explained(operations, vocabulary)
    if mode != sdk.names:
        bare = sum(not item.tags for item in operations)
        reason = f"{bare} of {len(operations)} operations have no tag" if sdk.names == "path" else ""
    since = f", since {reason}" if reason else ""
    return f"`auto` takes names from {_NAMES[sdk.names]} here{since}."


def _pages(suggested: Sequence[Suggestion], overlay: str | None) -> Iterator[str]:
    count = _count(len(suggested), "operation")
    if overlay is None:
        yield f"Not configured, though pages show in {count}; `codegen init --suggest` writes down how:"
    else:
        yield f"{overlay} configures the pages of {count}; look it over:"
    ways = Counter(sentence(item.pagination) for item in suggested)
    yield from (f"- {way} ({number})" for way, number in ways.most_common(_SHOWN))
    if len(ways) > _SHOWN:
        yield f"- and {len(ways) - _SHOWN} more ways"


def _document(plan: Plan, source: str) -> Iterator[str]:
    """Yield the document that was read, and its servers."""
    operations = len({at.partition("#")[0] for at in plan.wire.operations})
    lines = [f"{source} has {_count(operations, 'operation')}."]
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


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
