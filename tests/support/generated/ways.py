"""The ways to make the call of a vector: a language, a kind of client, and how its models are printed.

A way makes several calls, each of them in a lane of its own, and says what came of each. This is the one module here
that knows how the wire vectors are run.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import itertools
import re
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from compiler.ir.types import Model
from compiler.plan.plan import Plan
from tests.support import wire_go, wire_python, wire_typescript
from tests.support.printed import Printed
from tests.support.recorder import Recorded, Recorder, Reply
from tests.support.typescript_things import drive, print_typescript
from tests.support.wire_python import wire_form
from tests.support.wire_run import ERRORS, HOOKS
from tests.support.wire_vectors import MISSING, Vector, load_file

Servers = tuple[Recorder, Recorder]
Outcome = tuple[Any, ...]
"""``ok`` and the result; ``api`` with status, error and words; ``metadata`` and what is in it; ``raised`` and what."""


class Desk(Recorder):
    """A recorder with a lane for each call: the first part of the path says which it is."""

    def __init__(self) -> None:
        super().__init__()
        self.lanes: dict[str, Lane] = {}
        self._numbers = itertools.count()

    def lane(self) -> Lane:
        made = Lane(self, f"n{next(self._numbers)}")
        self.lanes[made.name] = made
        return made

    def take(self, request: Recorded) -> Reply:
        """Record a request in its lane and hand out its next reply."""
        _, name, target = request.target.split("/", 2)
        return self.lanes[name].take(dataclasses.replace(request, target=f"/{target}"))


class Lane:
    def __init__(self, desk: Desk, name: str) -> None:
        self.name, self.origin = name, f"{desk.origin}/{name}"
        self.requests: list[Recorded] = []
        self._replies: deque[Reply] = deque()

    def script(self, *replies: Reply) -> None:
        self._replies.extend(replies)

    def take(self, request: Recorded) -> Reply:
        """Record a request and hand out the next reply."""
        self.requests.append(request)
        return self._replies.popleft() if self._replies else Reply(599)


@dataclasses.dataclass(frozen=True)
class Call:
    """A vector; ``plain``: what Go is given in place of tokens, ``apart``: what is given alone where it is refused."""

    vector: Vector
    plain: Mapping[str, Any]
    apart: Sequence[Call] = ()


@dataclasses.dataclass(frozen=True)
class Done:
    outcome: Outcome
    lane: Lane


Way = Callable[[Sequence[Call], Desk], list[Done]]


# --------------------------------------------------------------------------- Python


def python(calls: Sequence[Call], desk: Desk, *, models: str = "plain", **options: Any) -> list[Done]:
    """The client for threads."""
    return [_python(call.vector, desk.lane(), models, options) for call in calls]


def _python(vector: Vector, lane: Lane, models: str, options: Mapping[str, Any]) -> Done:
    run = wire_python.Run(vector, (lane, lane), models)  # type: ignore[arg-type]
    with run.threaded(**options) as client:
        return Done(_outcome_of(run, lambda: _results(run, client)), lane)


def python_async(calls: Sequence[Call], desk: Desk) -> list[Done]:
    lanes = [desk.lane() for _ in calls]
    runs = [wire_python.Run(call.vector, (lane, lane)) for call, lane in zip(calls, lanes, strict=True)]  # type: ignore[arg-type]
    outcomes = (_outcome_of(run, lambda run=run: wire_python.await_call(run)) for run in runs)
    return [Done(outcome, lane) for outcome, lane in zip(outcomes, lanes, strict=True)]


def _outcome_of(run: wire_python.Run, call: Callable[[], Any]) -> Outcome:
    try:
        found = call()
        return ("metadata" if run.vector.metadata else "ok"), wire_form(found)
    except run.module.APIError as error:
        told = error.body if error.error is None else error.error
        return "api", error.status, wire_form(told), _words(error)
    except Exception as error:
        return "raised", _kind_of([kind.__name__ for kind in type(error).__mro__]) or repr(error)


def _results(run: wire_python.Run, client: Any) -> Any:
    if run.vector.metadata:
        run.path = (*run.path[:-1], "with_raw_response", run.path[-1])
        found = run.call(client).metadata
        return {name: found.get(name) for name in run.vector.metadata}
    result = run.call(client)
    if len(run.vector.exchanges) > 1:
        run.vector = dataclasses.replace(run.vector, body=result)
        result = run.call(client)
    return list(result) if type(result).__name__ == "Stream" else result


def _kind_of(classes: Sequence[str]) -> str | None:
    return next((kind for kind, name in ERRORS.items() if name in classes), None)


def _words(message: object) -> str:
    """The words of an error: what stands behind its status, and behind the method and path that Go tells."""
    return re.sub(r"^\d{3}( [A-Z]+ \S+)?: ", "", str(message))


# --------------------------------------------------------------------------- TypeScript


@functools.cache
def in_camel_case(file: str) -> Printed:
    return print_typescript(load_file(file)[0], f"camel_{Path(file).stem}", propertyCase="camel")


_NODE = threading.Lock()
"""There is one process."""


def typescript(calls: Sequence[Call], desk: Desk, *, camel: bool = False, **options: Any) -> list[Done]:
    return [_typescript(call.vector, desk.lane(), camel, options) for call in calls]


def _typescript(vector: Vector, lane: Lane, camel: bool, options: Mapping[str, Any]) -> Done:
    run = wire_typescript.Run(vector, (lane, lane))  # type: ignore[arg-type]
    if camel:
        run.sdk = in_camel_case(vector.file)
        run.path, run.method = run.sdk.find(vector.call, vector.variant)
    names = property_names(run.sdk.plan)
    wires = {name: wire for wire, name in names.items()}
    if vector.body is not MISSING:
        run.vector = dataclasses.replace(vector, body=renamed(vector.body, names))
    again = "option" if run.method.fields else "member" if run.method.request else "argument"
    more = {"again": again} if len(vector.exchanges) > 1 else {}
    with _NODE:
        answer = run.call("metadata" if vector.metadata else "call", **more, **options)
    error = answer.get("error")
    if error is None and vector.metadata:
        return Done(("metadata", {name: answer["result"].get(name) for name in vector.metadata}), lane)
    if error is None:
        return Done(("ok", renamed(answer["result"], wires)), lane)
    if "APIError" in error["kinds"]:
        return Done(("api", error["status"], renamed(error["error"], wires), _words(error["message"])), lane)
    return Done(("raised", _kind_of(error["kinds"]) or answer), lane)


def property_names(plan: Plan) -> dict[str, str]:
    models = (at for at, item in plan.wire.types.items() if isinstance(item, Model))
    return {wire: name for at in models for wire, name in plan.surface.types[at].members.items()}


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    return value


# --------------------------------------------------------------------------- Go


def go(calls: Sequence[Call], desk: Desk, **options: Any) -> list[Done]:
    """One program that makes all calls."""
    lanes = [desk.lane() for _ in calls]
    runs = [wire_go.Run(_given_in_go(call), (lane, lane)) for call, lane in zip(calls, lanes, strict=True)]  # type: ignore[arg-type]
    orders = [
        run.order("call", Again=int(len(run.vector.exchanges) > 1), Kinds=_header_kinds(run), **options) for run in runs
    ]
    answers = runs[0].driver.run({"Each": orders})["Calls"]
    done = zip(calls, answers, lanes, strict=True)
    return [Done(_outcome_in_go(call.vector, answer), lane) for call, answer, lane in done]


def _given_in_go(call: Call) -> Vector:
    """A vector whose tokens are what JSON has, but for files and bytes."""
    vector = dataclasses.replace(call.vector, body=_undated(call.vector.body))
    # a value of anything that holds bytes is bytes in Go, too
    if "typed_anything" in vector.call and "$bytes" in str((vector.body, vector.arguments)):
        return vector
    plain = {key: value for key, value in call.plain.items() if key != "body" or "$file" not in str(vector.body)}
    return dataclasses.replace(vector, **plain)


def _undated(value: Any) -> Any:
    """A value whose dates are texts: the driver of Go finds no member of a union for their tokens."""
    if isinstance(value, list):
        return [_undated(item) for item in value]
    if not isinstance(value, dict):
        return value
    text = value.get("$date", value.get("$datetime"))
    return {key: _undated(item) for key, item in value.items()} if text is None else text


def _header_kinds(run: wire_go.Run) -> dict[str, str]:
    """The types that the headers of an answer are read as."""
    if not run.vector.metadata:
        return {}
    (answer,) = run.sdk.plan.wire.operations[run.method.operation].answers
    many = {"list", "object"}
    return {
        item.wire: f"{item.reading} of {'members' if item.members else item.items}"
        if item.reading in many
        else item.reading.value
        for item in answer.headers
    }


def _outcome_in_go(vector: Vector, answer: Mapping[str, Any]) -> Outcome:
    error = answer["Error"]
    if error is None and vector.metadata:
        return "metadata", answer["Metadata"]
    if error is None:
        empty = vector.exchanges[0].reply({}).status == 204  # of no body the result is the zero of its type
        return "ok", None if empty else answer["Result"]
    if error["Kind"] == "api":
        return "api", error["Status"], error["Value"], _words(error["Message"])
    return "raised", error["Kind"] if error["Kind"] in ERRORS else error


# --------------------------------------------------------------------------- pages

Walk = Callable[[Vector, Servers], None]
"""Walks the pages of a vector, and fails where they are not as it says."""


def walk_python_async(vector: Vector, servers: Servers) -> None:
    """The client for ``await``, up to an error."""
    run = wire_python.Run(vector, servers)
    counts: list[int | None] = []

    async def walk() -> None:
        async with run.awaited() as client:
            page = await run.call(client)
            while page is not None:
                counts.append(len(page.items) if hasattr(page, "items") else None)
                page = await page.next()

    last = vector.exchanges[-1]
    if last.raises is None:
        asyncio.run(walk())
    else:
        with pytest.raises(run.module.SDKError) as caught:
            asyncio.run(walk())
        run.check_error(caught.value, last.raises, last.status)
    run.check_counts(counts)
    run.check_requests()


# --------------------------------------------------------------------------- webhooks

Hook = Callable[[str, Mapping[str, Any]], Outcome]
"""Delivers what arrives to the receiver of a document: the status that goes back, and what handlers were given."""


def add_hooks(stem: str, made: Mapping[str, Any]) -> None:
    HOOKS[stem] = made


def hook_python(stem: str, vector: Mapping[str, Any]) -> Outcome:
    heard = wire_python.Heard(stem, vector)
    status = heard.receiver.handle(vector["event"], vector["headers"], heard.body).status
    return status, wire_form(heard.payloads)


def hook_typescript(stem: str, vector: Mapping[str, Any]) -> Outcome:
    sdk = wire_typescript.printed_hooks(stem)
    handlers = [name.handler for name in sdk.plan.surface.events.values()]
    found = drive(sdk, mode="webhook", vector=vector, handlers=handlers, options={"verify": False})
    wires = {name: wire for wire, name in property_names(sdk.plan).items()}
    return found["answer"]["status"], renamed(found["payloads"], wires)


def hook_go(stem: str, vector: Mapping[str, Any]) -> Outcome:
    driver = wire_go.hook_driver(stem)
    answer = driver.run({"Webhook": wire_go.hook_order(driver, vector)})
    return answer["Status"], answer["Payloads"] or []


# --------------------------------------------------------------------------- all of them

LANGUAGES: Mapping[str, Way] = {"python": python, "typescript": typescript, "go": go}
MODELS: Mapping[str, Way] = {
    "pydantic": functools.partial(python, models="pydantic"),
    "typescript in camel case": functools.partial(typescript, camel=True),
}
"""The same calls of SDKs whose models are printed otherwise."""
CHECKED: Mapping[str, Way] = {
    "python, checked": functools.partial(python, validate=True),
    "typescript, checked": functools.partial(typescript, validate=True),
    "go, checked": functools.partial(go, Validate=True),
}
"""Clients that check what they send (D11.1)."""
WALKS: Mapping[str, Walk] = {
    "python": functools.partial(wire_python.walk_pages, "plain"),
    "async": walk_python_async,
    "typescript": wire_typescript.walk_pages,
    "go": wire_go.walk_pages,
}
DELIVERIES: Mapping[str, Hook] = {"python": hook_python, "typescript": hook_typescript, "go": hook_go}
PRINTED: Mapping[str, Callable[[str], Printed]] = {
    "python": wire_python.printed,
    "pydantic": functools.partial(wire_python.printed, models="pydantic"),
    "typescript": wire_typescript.printed,
    "typescript in camel case": in_camel_case,
    "go": lambda file: wire_go.driver(file).sdk,
}
"""The SDK of a file for each way that has one of its own."""
HOOKS_PRINTED: Mapping[str, Callable[[str], Printed]] = {
    "python": wire_python.printed_hooks,
    "typescript": wire_typescript.printed_hooks,
    "go": lambda stem: wire_go.hook_driver(stem).sdk,
}
