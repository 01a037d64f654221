"""The validators of all languages on the requests of chance, and on these with something changed at random.

They must accept what the SDKs send, and say the same of everything else.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from tests.support.generated import ways
from tests.support.generated.side_by_side import LIBRARY, CallFile
from tests.support.generated.ways import Desk
from tests.support.typescript_things import gateway, print_typescript
from tests.support.wire_go import driver, validator_answers
from tests.support.wire_python import as_received, words
from tests.support.wire_vectors import load_checks

_OF_CLIENTS = LIBRARY | {"accept", "cookie", "idempotency-key"}


def validator_differences(file: CallFile, desk: Desk, changes: int = 4) -> Iterator[str]:
    """Let the validators judge what is sent, and changes of it; yield what they should not, or do not all, say."""
    chance = random.Random(file.seed)
    items = [item for sent in _sent(file, desk) for item in (sent, *_changed(sent, chance, changes))]
    checks = load_checks(file.write(f"checks_{file.name}", items))[1]
    in_go = validator_answers(driver(file.path), checks)
    with gateway(print_typescript(file.document, f"judged_{file.name}")) as ask:
        for check, other in zip(checks, in_go, strict=True):
            said = words(check)
            if "odd" not in check.case and any("is required" not in line for line in said):
                yield f"{check.case} is sent and refused: {said}: {check}"
            for language, found in (("go", other["Violations"]), ("typescript", ask(check)[1])):
                if sorted(f"{one['place']}{one['pointer']}: {one['message']}" for one in found or ()) != said:
                    yield f"{check.case} in {language} is {found}, not {said}: {check}"


def _sent(file: CallFile, desk: Desk) -> Iterator[dict[str, Any]]:
    """What Python sends, as a server has it; a file of bytes has no text, and is left out."""
    operations = ways.PRINTED["python"](file.path).plan.wire.operations.values()
    paths = {item.operation_id: item.path for item in operations}
    for call, done in zip(file.calls, ways.python(file.calls, desk), strict=True):
        request = done.lane.requests[0]
        received = as_received(request, paths[call.vector.call])
        item = {
            "case": call.vector.case,
            "validate": call.vector.call,
            "path": received["path"],
            "query": request.target.partition("?")[2],
            "headers": {name: text for name, text in request.headers if name.lower() not in _OF_CLIENTS},
            "cookies": {name: quote(texts[0], safe="") for name, texts in received["cookies"].items() if name},
            "finds": [],
        }
        try:
            yield item | ({"text": request.body.decode()} if request.header("Content-Type") else {})
        except UnicodeDecodeError:
            continue


JUNK: Sequence[Any] = (
    *(None, True, 1, -7, 2.5, 0.3, 10**20, -(10**6), "", "x", "z" * 50, "2024-13-45", "2024-05-06T07:08:09Z"),
    *("AP_-", "!!", "ä", [], [1], [None, "a"], [1, 2, 3, 4, 5], {}, {"kind": "cat"}, {"alpha": 1}),
)
WORDS = ("x", "", "1,2", "2.5", "true", "null", "{}", "[1]", "2024-01-01", "%", ",", "a,b", ".x", ";a=x", "a=1")


def _changed(item: Mapping[str, Any], chance: random.Random, times: int) -> Iterator[dict[str, Any]]:
    """Requests with something wrong, or perhaps wrong, in a place each."""
    for number in range(times):
        odd = copy.deepcopy(dict(item)) | {"case": f"{item['case']} odd {number}"}
        if item["headers"].get("Content-Type") == "application/json" and chance.random() < 0.7:
            odd["text"] = json.dumps(_mutated(json.loads(item["text"]), chance))
            yield odd
            continue
        place = chance.choice([place for place in ("path", "query", "headers") if item[place]] or ["query"])
        if place != "query":
            odd[place][chance.choice(list(odd[place]))] = chance.choice(WORDS)
        else:
            pairs = [*item["query"].split("&"), "extra=1"]
            at = chance.randrange(len(pairs))
            name = pairs[at].partition("=")[0]
            pairs[at : at + 1] = chance.choice([[], [name], [f"{name}={quote(chance.choice(WORDS))}"]])
            odd["query"] = "&".join(pairs)
        yield odd


def _mutated(value: Any, chance: random.Random) -> Any:
    value = copy.deepcopy(value)
    for _ in range(chance.choice([1, 1, 2])):
        holders = [(holder, key) for holder in _containers(value) for key in _keys(holder)]
        if not holders:
            value = copy.deepcopy(chance.choice(JUNK))
            continue
        holder, key = chance.choice(holders)
        if isinstance(holder, dict) and chance.random() < 0.3:
            del holder[key]
        else:
            more = isinstance(holder, dict) and chance.random() < 0.2
            holder["added" if more else key] = copy.deepcopy(chance.choice(JUNK))
    return value


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for key in _keys(value):
            yield from _containers(value[key])


def _keys(holder: Any) -> list[Any]:
    return list(holder if isinstance(holder, dict) else range(len(holder)))
