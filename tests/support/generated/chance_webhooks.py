"""Random webhooks: payloads of any schema, as they arrive at a receiver, valid and broken."""

from __future__ import annotations

import json
from typing import Any

from tests.support.generated.blocks import JSON, Schema, body
from tests.support.generated.chance import Chance

KINDS = (JSON, JSON, "application/vnd.chance+json", "text/plain", "application/jsonl")
"""Media types of payloads."""


class WebhooksByChance(Chance):
    def file(self, operations: int, calls: int) -> dict[str, Any]:
        """Return a document with so many webhooks, and so many deliveries of each."""
        document = super().file(0, 0)["document"]
        hooks, vectors = {}, []
        tag = self.chance.choice([None, "type", "@kind"])
        for number in range(operations):
            name = f"{self.chance.choice(['made', 'ping', 'self', 'a.b'])}{number}"
            kind = self.chance.choice(KINDS)
            if tag is not None:
                kind = self.chance.choice(KINDS[:3])
            schema = {"text/plain": {"type": "string"}, "application/jsonl": self.object(2)}.get(kind) or self.schema(3)
            if tag is not None:
                schema = self.object(2)
                schema["properties"][tag] = {
                    "type": "string",
                    "enum": self.chance.choice([[name], [name, f"{name}/2"]]),
                }
                schema["required"] = sorted({*schema.get("required", ()), tag})
            done = self.chance.choice(["200", "204", "2XX"])
            made = {
                "operationId": f"on{number}",
                "requestBody": body(schema, kind),
                "responses": {done: {"description": "ok"}},
            }
            hooks[name] = {"post": made}
            found = [self.delivery(f"{name} {turn}", name, kind, schema) for turn in range(calls)]
            if tag is not None:  # receivers find the event; what is broken may be that of none
                found = [vector | {"event": None if vector["event"] == name else vector["event"]} for vector in found]
            vectors += found
        paths = "x-webhooks" if self.old else "webhooks"
        return {"document": document | {paths: hooks, "paths": {}}, "vectors": vectors}

    def property(self, depth: int) -> Schema:
        """Return a property, which both ways have."""
        return {key: item for key, item in super().property(depth).items() if key not in ("readOnly", "writeOnly")}

    def delivery(self, case: str, event: str, kind: str, schema: Schema) -> dict[str, Any]:
        """Return what arrives, and what the handler is given of it."""
        found: dict[str, Any] = {"case": case, "event": event, "unsigned": True}
        value = self.value(schema, "response")[1]
        text = value if kind == "text/plain" else self.written(value)
        if kind == "application/jsonl":
            value = [value, *(self.value(schema, "response")[1] for _ in range(self.chance.randrange(3)))]
            text = self.chance.choice(["\n", "\r\n"]).join(map(self.written, value)) + self.chance.choice(["", "\n"])
        found |= {"headers": {"Content-Type": self.respelt(kind)}, "body": text, "payload": value}
        if self.happens(0.2):
            found |= {"payload": None, "broken": True}
            match self.chance.randrange(3):
                case 0:
                    found["headers"] = {"Content-Type": "image/png"}
                case 1:
                    found["body"] = text[: len(text) // 2] if kind not in ("text/plain", "application/jsonl") else ""
                case _:
                    found["event"] = "unheard"
        return found

    def written(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=self.happens(0.5))
