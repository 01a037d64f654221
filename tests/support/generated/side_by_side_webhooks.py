"""Random webhooks (chance_webhooks.py) in all languages: the handler's arguments, and the reply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.support.generated.chance_webhooks import WebhooksByChance
from tests.support.generated.side_by_side import alike, renamed, spelt
from tests.support.printed import Printed
from tests.support.typescript_things import drive
from tests.wire import test_wire_go, test_wire_webhooks_python, test_wire_webhooks_typescript
from tests.wire.test_wire_python import wire_form

Outcome = tuple[int, list[Any]]
"""The status that goes back, and what handlers were given."""
Hook = Callable[[str, Mapping[str, Any]], Outcome]


class WebhookFile:
    """Webhooks made of a seed, and what arrives."""

    def __init__(self, seed: int, events: int = 24, deliveries: int = 4) -> None:
        self.stem = f"chance_{seed}"
        made = WebhooksByChance(seed).webhooks(events, deliveries)
        self.vectors = made["vectors"]
        for files in (test_wire_webhooks_python.FILES, test_wire_go.HOOKS):
            files[self.stem] = made

    def sdks(self) -> Iterator[tuple[str, Printed]]:
        """The SDKs by their languages."""
        yield "python", test_wire_webhooks_python.printed(self.stem)
        yield "typescript", test_wire_webhooks_typescript.printed(self.stem)
        yield "go", test_wire_go.hook_driver(self.stem).sdk

    def calls(self) -> Iterator[str]:
        """Deliver everything to every language; yield what differs."""
        for vector in self.vectors:
            first: Outcome | None = None
            for language, hook in _LANGUAGES.items():
                status, payloads = hook(self.stem, vector)
                first = first or (status, payloads)
                if "broken" not in vector and (not 200 <= status < 300 or not alike(payloads, [vector["payload"]])):
                    yield f"{vector['case']} in {language} is {status}, {payloads}: {vector}"
                if status != first[0] or not alike(payloads, first[1]):
                    yield f"{vector['case']} in {language} is {status}, {payloads}, not {first}: {vector}"


def in_python(stem: str, vector: Mapping[str, Any]) -> Outcome:
    """Deliver to a receiver of Python."""
    heard = test_wire_webhooks_python.Heard(stem, vector)
    status = heard.receiver.handle(vector["event"], vector["headers"], heard.body).status
    return status, wire_form(heard.payloads)


def in_typescript(stem: str, vector: Mapping[str, Any]) -> Outcome:
    """Deliver to a receiver in node."""
    sdk = test_wire_webhooks_typescript.printed(stem)
    handlers = [name.handler for name in sdk.plan.surface.events.values()]
    found = drive(sdk, mode="webhook", vector=vector, handlers=handlers, options={"verify": False})
    wires = {name: wire for wire, name in spelt(sdk.plan).items()}
    return found["answer"]["status"], renamed(found["payloads"], wires)


def in_go(stem: str, vector: Mapping[str, Any]) -> Outcome:
    """Deliver to a receiver of Go."""
    answer = test_wire_go.hook_driver(stem).run({"Webhook": test_wire_go.hook_order(stem, vector)})
    return answer["Status"], answer["Payloads"] or []


_LANGUAGES: dict[str, Hook] = {"python": in_python, "typescript": in_typescript, "go": in_go}
