"""What the runners of the wire vectors share in every language: one vector on its way, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from compiler.plan.plan import Plan
from tests.support.printed import Printed
from tests.support.recorder import Recorder
from tests.support.wire_vectors import (
    FOLDER,
    Session,
    Vector,
    all_vectors,
    check_requests,
    read_yaml,
    same,
    script_servers,
)

VECTORS = all_vectors()
COUNTED = [v for v in VECTORS if v.paged and all(e.raises is None and e.count is not None for e in v.exchanges)]
"""Those whose pages all say how many items they have, none of them an error."""

ERRORS = {
    "argument": "InvalidArgumentError",
    "credentials": "MissingCredentialsError",
    "missing-body": "MissingBodyError",
    "api": "APIError",
    "not-modified": "NotModified",
    "decode": "DecodeError",
    "pagination": "PaginationError",
    "connection": "APIConnectionError",
}
"""What Python and TypeScript call the errors of the vectors."""


HOOK_ERRORS = {"signature": "SignatureError", "payload": "PayloadError", "name": "UnknownEventError"}
"""What they call those of webhooks."""
HOOKS: dict[str, Any] = {path.stem: read_yaml(path) for path in sorted((FOLDER / "webhooks").glob("*.yaml"))}
"""The files of webhooks by their names, each with its document and its vectors."""


def named(vector: Vector) -> str:
    """The name of a vector among those of all files."""
    return f"{vector.file.removesuffix('.yaml')}: {vector.case}"


def each(vectors: Sequence[Vector]) -> Any:
    """A test of each of these vectors."""
    return pytest.mark.parametrize("vector", vectors, ids=named)


def only(paged: bool) -> Any:
    """A test of each vector with pages, or of each without."""
    return each([vector for vector in VECTORS if vector.paged is paged])


def each_hook(key: str = "case") -> Any:
    """A test of each webhook of all files that says something of this key; `refuses`: there is no receiver for it."""
    every = [(stem, one) for stem, data in HOOKS.items() for one in data["vectors"] if key in one]
    found = [(stem, one) for stem, one in every if ("refuses" in one) is (key == "refuses")]
    return pytest.mark.parametrize(("stem", "vector"), found, ids=[f"{stem}: {one['case']}" for stem, one in found])


def environment(plan: Plan, session: Session) -> dict[str, str]:
    """The variables of a session by their names in the environment of the SDK's program."""
    ends = {given.scheme.scheme: given.variable for given in plan.surface.credentials}
    return {
        "_".join(filter(None, (ends[scheme], name))): value
        for scheme, variables in session.environment.items()
        for name, value in variables.items()
    }


def check_heard(
    vector: Mapping[str, Any],
    status: int,
    kind: str | None,
    body: str,
    payloads: list[Any],
    told: Mapping[str, str],
    others: list[str],
) -> None:
    """Compare what comes of a webhook with what the vector says.

    Args:
        vector: of tests/wire/webhooks.
        status: what is answered.
        kind: the media type of the answer.
        body: that of the answer.
        payloads: what handlers were given.
        told: the headers that they were told of, by their names in lower case.
        others: the events that have no handler of their own.
    """
    wanted = vector["answers"]
    assert status == wanted["status"]
    if "json" in wanted:
        assert (json.loads(body), kind) == (wanted["json"], "application/json")
    assert body == wanted.get("text", body)
    assert "payload" not in vector or same(payloads, [vector["payload"]])
    assert {name: told.get(name.lower()) for name in vector.get("told", {})} == vector.get("told", {})
    assert others == vector.get("others", [])
    assert "handled" not in vector or bool(payloads) == vector["handled"]


class WireRun:
    """One vector on its way: a printed SDK, the two servers with their answers, and what the plan calls things."""

    language = ""

    def __init__(self, vector: Vector, servers: tuple[Recorder, Recorder], sdk: Printed) -> None:
        if self.language in vector.later:
            pytest.skip(f"{self.language} keeps it later")
        self.vector, self.servers, self.sdk = vector, servers, sdk
        self.here, self.there = servers
        script_servers(servers, vector.requests)
        self.path, self.method = sdk.find(vector.call, vector.variant)

    def check_requests(self) -> None:
        """Compare what was recorded with what the vector says, and that there was nothing else."""
        check_requests(self.servers, self.vector.requests)

    def check_counts(self, counts: Sequence[int | None]) -> None:
        """As many pages as there are before an error, and in each as many items as the vector says."""
        wanted = [exchange.count for exchange in self.vector.exchanges if exchange.raises is None]
        assert len(counts) == len(wanted), counts
        assert all(count in (None, found) for found, count in zip(counts, wanted, strict=True)), counts
