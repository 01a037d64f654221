"""Finds security schemes that are required together although a request can carry only one of them."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import defaultdict
from collections.abc import Mapping
from typing import TypeAlias

from compiler.front.session.session import Session
from compiler.ir.credentials import Alternative, Need
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.wire import Place, SecurityScheme

Slot: TypeAlias = tuple[Place, str]
"""Where a credential stands in a request: a place and a name in it."""
_MOST = 1_000
"""So many needs may come of one alternative; more of them is nothing that anybody means, and stays as it is."""


def part_schemes(session: Session, sdk: Sdk) -> Sdk:
    """Make alternatives of schemes that stand in one place of a request, which OpenAPI's "all of them" cannot mean."""
    schemes = {scheme.scheme: scheme for scheme in sdk.schemes.values()}
    operations: dict[Id, Operation] = {}
    for at, operation in sdk.operations.items():
        if operation.security:
            with session.reports.on_behalf_of(at):
                parted = _parted(session, child(at, "security"), operation.security, schemes)
            if parted is not operation.security:
                operations[at] = dataclasses.replace(operation, security=parted)
    with session.reports.on_behalf_of("security"):
        security = _parted(session, "security", sdk.security, schemes)
    if security is sdk.security and not operations:
        return sdk
    return dataclasses.replace(sdk, security=security, operations={**sdk.operations, **operations})


def _parted(
    session: Session, at: Id, security: tuple[Alternative, ...], schemes: Mapping[str, SecurityScheme]
) -> tuple[Alternative, ...]:
    found: list[Alternative] = []
    for index, alternative in enumerate(security):
        slots: defaultdict[Slot | str, list[Need]] = defaultdict(list)
        for need in alternative.needs:
            slots[_slot(need.scheme, schemes)].append(need)
        if len(slots) == len(alternative.needs):
            found.append(alternative)
            continue
        rivals = next(needs for needs in slots.values() if len(needs) > 1)
        names = " and ".join(f"`{need.scheme}`" for need in rivals[:2])
        place, wire = _place(rivals[0].scheme, schemes) or (Place.HEADER, "")
        session.reports.add("CG1115", child(at, str(index)), names=names, place=place.value, wire=wire)
        if math.prod(map(len, slots.values())) * len(slots) > _MOST:
            found.append(alternative)
        else:
            found += map(Alternative, itertools.product(*slots.values()))
    return security if len(found) == len(security) else tuple(found)


def _slot(name: str, schemes: Mapping[str, SecurityScheme]) -> Slot | str:
    """Return what tells where a credential stands; the scheme's name where it has no place in a request."""
    found = _place(name, schemes)
    if found is None:
        return name
    place, wire = found
    return (place, wire.lower() if place is Place.HEADER else wire)


def _place(name: str, schemes: Mapping[str, SecurityScheme]) -> Slot | None:
    scheme = schemes.get(name)
    if scheme is None or scheme.kind == "mutualTLS":
        return None
    return (scheme.place or Place.HEADER, scheme.wire or "Authorization")
