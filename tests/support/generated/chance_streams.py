"""Random streams, as a file of wire vectors: events and lines of any values, in any legal form.

Server-sent events have all forms that the HTML standard allows: any line endings, comments, fields in any order and of
any name, data in several lines. JSON lines have blank lines among them.
"""

from __future__ import annotations

import json
from typing import Any

from tests.support.generated.blocks import TEXT, Json, Schema
from tests.support.generated.chance import Chance

EVENTS = "text/event-stream"
LINES = ("application/jsonl", "application/x-ndjson", "application/json-lines")
SENTINEL = "[DONE]"
FIELDS = (
    *("event: tick", "event:", "id: 7", "id", "id: ä b", "retry: 10", "retry: soon", "unknown: x", "datax: {"),
    *(" data: {", ":", ": a comment", ":data: {}"),
)
"""Lines that change nothing of what the data are."""


class StreamsByChance(Chance):
    def operation(self, number: int, calls: int) -> None:
        """Add an operation that answers with a stream, and calls of it."""
        kind = self.chance.choice([EVENTS, EVENTS, *LINES])
        schema = self.item()
        media: dict[str, Any] = {"schema": schema}
        ends = kind == EVENTS and self.happens(0.4)
        if ends:
            media["x-codegen-sse-sentinel"] = SENTINEL
        elif kind != EVENTS and (self.is_array(schema) or self.happens(0.3)):
            media["schema"] = {"type": "array", "items": schema}  # D13: describes the whole
        response = {"description": "a stream", "content": {kind: media}}
        made = {"operationId": f"stream{number}", "responses": {"200": response}}
        self.paths[f"/stream{number}"] = {self.chance.choice(["get", "post"]): made}
        for turn in range(calls):
            values = [self.wire(schema) for _ in range(self.chance.choice([0, 1, 2, 3, 5]))]
            if kind != EVENTS:
                text = self.lines(values)
            elif self.is_text(schema):
                values = [" ".join(value.split("\r")) for value in values]  # which ends a line
                text = self.events(values, ends=ends)
            else:
                texts = [self.json(it, indent=self.chance.choice([None, None, 1])) for it in values]
                text = self.events(texts, ends=ends)
            answer = {"headers": {"Content-Type": self.respelt(kind)}, "text": text}
            called = {"case": f"stream{number} {turn}", "call": f"stream{number}"}
            self.vectors.append(called | {"answer": answer, "returns": values, "plain": {}})

    def item(self) -> Schema:
        kinds = [self.ref, self.ref, lambda: self.object(2), lambda: self.array(2), lambda: self.map(2)]
        texts: list[Schema] = [TEXT, TEXT | {"format": "date"}, {"enum": ["a", "b c", "d"]}]
        return self.chance.choice([*kinds, lambda: {"type": "integer"}, lambda: self.chance.choice(texts)])()

    def is_text(self, schema: Schema) -> bool:
        """Whether all values are strings, which events hold without the quotes of JSON."""
        schema = self.components.get(schema.get("$ref", "").rpartition("/")[2], schema)
        members = schema.get("oneOf", schema.get("anyOf"))
        if members:
            return all(map(self.is_text, members))
        values = schema.get("enum", [schema["const"]] if "const" in schema else [])
        if values:
            return all(isinstance(value, str) for value in values)
        return schema.get("type") == "string" and schema.get("format") != "binary"

    def is_array(self, schema: Schema) -> bool:
        return self.components.get(schema.get("$ref", "").rpartition("/")[2], schema).get("type") == "array"

    def wire(self, schema: Schema) -> Json:
        """Return a value as JSON has it, which is not null: that stands for nothing in some language."""
        while True:
            found = self.value(schema, "response")[1]
            if found is not None:
                return found

    def respelt(self, media_type: str) -> str:
        kinds = [media_type, media_type, f"{media_type}; charset=utf-8", media_type.upper()]
        return self.chance.choice([*kinds, f"{media_type};charset=UTF-8"])

    def lines(self, values: list[Json]) -> str:
        end = self.chance.choice(["\n", "\r\n"])
        texts = []
        for value in values:
            texts += self.chance.choice([[], [], [""], ["  "]])
            texts.append(self.chance.choice(["", "", " "]) + self.json(value))
        return end.join(texts) + self.chance.choice(["", end, end * 2])

    def json(self, value: Json, **options: Any) -> str:
        return json.dumps(value, ensure_ascii=self.happens(0.5), **options)

    def events(self, texts: list[str], *, ends: bool) -> str:
        end = self.chance.choice(["\n", "\n", "\r\n", "\r"])
        lines: list[str] = []
        for text in texts:
            lines += self.nothing()
            lines += self.event(text)
        lines += self.nothing()
        if ends and self.happens(0.8):
            lines += self.event(SENTINEL)
            lines += self.event(self.chance.choice(["{}", "1", "no JSON", SENTINEL]))
        made = "".join(line + end for line in lines)
        return ("\ufeff" if self.happens(0.2) else "") + made

    def event(self, data: str) -> list[str]:
        found = []
        for line in data.split("\n"):
            found += self.chance.sample(FIELDS, self.chance.choice([0, 0, 0, 1, 2]))
            space = self.chance.choice([" ", " ", ""]) if not line.startswith(" ") else " "
            found.append(f"data:{space}{line}")
        found += self.chance.sample(FIELDS, self.chance.choice([0, 0, 1]))
        return [*found, ""]

    def nothing(self) -> list[str]:
        """Write what is no event: comments, empty lines, fields without data."""
        kinds: list[list[str]] = [[], [], [""], [": keep-alive", ""], ["event: ping", ""], ["id: 3", "retry: 5", ""]]
        return self.chance.choice(kinds)
