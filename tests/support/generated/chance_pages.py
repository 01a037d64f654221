"""Random operations with pages, as a file of wire vectors: their requests follow only from the rules of D6.

A configuration of pagination has any input in any place with any outputs. The server's responses are random, some of
them invalid, and the rules of D6.3 to D6.7, implemented again here, say which requests follow.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from tests.support.generated.blocks import FORM, JSON, TEXT, Json, content

HERE, THERE = "{origin}", "{other}"
ITEM = {"type": "object", "title": "Item", "required": ["id"], "properties": {"id": TEXT}}
LISTS: Mapping[str, tuple[str, ...]] = {
    "$": (), "$.data": ("data",), "$.data.items": ("data", "items"), "$['a-b'].list": ("a-b", "list"),
    "$.class[*]": ("class",), "$.next": ("next",),
}  # fmt: skip
"""JSONPaths of results, and the properties that they lead through."""
NAMES = {
    "query": ("page", "p", "page[number]", "pageToken", "class", "page-no"),
    "header": ("X-Page", "Page", "X-Next-Token"),
    "path": ("page", "page_number"),
    "body": ("page", "next", "page-no", "class"),
}
SIZES = {"query": ("limit", "page[size]", "per_page"), "body": ("limit", "page_size")}
CURSORS = ("c1", "a b/1", "x=&y", "ä", "%41", "+", "null", "0", '"')
HOLES: tuple[Json, ...] = (None, 5, "text", {"a": 1}, True, [], "")
"""What stands where a list should."""
COUNTS: tuple[Json, ...] = (None, "5", True, [], {}, 2.5)
"""What stands where a number of pages should."""
NEXT = ("?page={n}", "/from/{n}?x=%2F", "more/{n}", "../up/{n}", "{origin}/abs/{n}?a=b=c", "{origin}/abs/{n}#part")
FAR = ("{other}/far/{n}", "{other}/far?page={n}")
NESTED: tuple[Json, ...] = ([], {}, [1], {"a": 1}, ["x"])
"""Cursors that no parameter of a single value takes."""
ENDS: tuple[Json, ...] = (None, "", "  ", 5, False, [])
KEYS: Mapping[str, Mapping[str, Any]] = {
    "token": {"type": "http", "scheme": "bearer"},
    "login": {"type": "http", "scheme": "basic"},
    "headerKey": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "queryKey": {"type": "apiKey", "in": "query", "name": "key"},
    "cookieKey": {"type": "apiKey", "in": "cookie", "name": "sid"},
}
SECRETS: Mapping[str, Json] = {
    "token": "t", "login": ["ada", "p:w"], "headerKey": "k", "queryKey": "k/1", "cookieKey": "c",
}  # fmt: skip
SIGNED = {
    "token": ("Authorization", "Bearer t"), "login": ("Authorization", "Basic YWRhOnA6dw=="),
    "headerKey": ("X-Key", "k"), "cookieKey": ("Cookie", "sid=c"),
}  # fmt: skip
"""What each secret is in a request's headers."""
HEAD = {
    "openapi": "3.1.0",
    "info": {"title": "Pages by chance", "version": "1.0.0"},
    "x-codegen-idempotency": {"header": "Idempotency-Key"},
    "x-codegen-retries": {"strategy": "backoff", "backoff": {"initialInterval": 1, "maxInterval": 2}},
    "security": [{"token": []}],
    "components": {"securitySchemes": KEYS},
}
MISSING: Json = object()


@dataclass
class Input:
    """What a next page is asked with: its place (``body`` for JSON, ``form``), whether it is a text, its default."""

    name: str
    place: str
    text: bool = False
    default: int | None = None

    @property
    def schema(self) -> dict[str, Any]:
        kind: dict[str, Any] = {"type": "string" if self.text else "integer"}
        return kind if self.default is None else kind | {"default": str(self.default) if self.text else self.default}

    def spelt(self, value: Json) -> Json:
        return str(value) if self.text else value


@dataclass
class Paged:
    """An operation with pages: its kind, inputs by what they mean, and the paths of its outputs."""

    name: str
    kind: str
    method: str
    inputs: dict[str, Input]
    names: tuple[str, ...] = ()
    """The properties that lead to the list of items, whether or not results are configured."""
    results: str | None = None
    pages: str | None = None
    cursor: str | None = None
    url: str | None = None
    security: list[list[str]] = field(default_factory=list)
    query: list[str] = field(default_factory=list)
    """Names of the parameters in the query, as they are declared."""

    @property
    def body(self) -> str | None:
        return next((item.place for item in self.inputs.values() if item.place in ("body", "form")), None)


class PagesByChance:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.paths: dict[str, Any] = {}
        self.vectors: list[dict[str, Any]] = []

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def file(self, operations: int, calls: int) -> dict[str, Any]:
        for number in range(operations):
            paged = self.operation(f"list{number}")
            self.vectors += [Call(self, paged, f"{paged.name} {turn}").vector() for turn in range(calls)]
        return {"document": HEAD | {"paths": self.paths}, "vectors": self.vectors}

    def operation(self, name: str) -> Paged:
        kind = self.chance.choice(["page", "page", "offset", "both", "cursor", "cursor", "url", "url"])
        paged = Paged(name, kind, "get", {})
        if kind != "url":
            self.inputs(paged)
        self.outputs(paged)
        paged.method = "post" if paged.body else self.chance.choice(["get", "get", "get", "post"])
        one, other = ([name] for name in self.chance.sample(list(KEYS), 2))
        paged.security = self.chance.choice([[["token"]], [[]], [one + other], [one, other], [one, []]])
        self.declare(paged)
        return paged

    def inputs(self, paged: Paged) -> None:
        place = self.chance.choice(
            ["query", "query", "header", "body", "form", *(["path"] if paged.kind != "both" else [])]
        )
        wanted = ["page", "offset"] if paged.kind == "both" else [paged.kind]
        names = self.chance.sample(NAMES.get(place, NAMES["body"]), 2)
        for what, name in zip(wanted, names, strict=False):
            made = paged.inputs[what] = Input(name, place, text=self.happens(0.75 if what == "cursor" else 0.2))
            if what != "cursor" and place != "path" and self.happens(0.25):
                made.default = self.chance.choice([0, 1, 3])
        if self.happens(0.5):
            sized = place if place in ("body", "form") else "query"
            name = self.chance.choice(SIZES["query" if sized == "query" else "body"])
            paged.inputs["limit"] = Input(name, sized, default=self.chance.choice([None, None, 2]))

    def outputs(self, paged: Paged) -> None:
        results = self.chance.choice(list(LISTS))
        in_object = results != "$"
        match paged.kind:
            case "page":
                paged.pages = self.chance.choice(["$.meta.total_pages", "$response.header.X-Pages", None])
                if paged.pages == "$.meta.total_pages" and not in_object:
                    paged.pages = "$response.header.X-Pages"
                paged.results = None if paged.pages and self.happens(0.2) and in_object else results
            case "cursor":
                paged.cursor = "$.meta.cursor" if in_object else "$[-1].id"
                if paged.inputs["cursor"].text and in_object and self.happens(0.3):
                    paged.cursor = results.removesuffix("[*]") + "[-1].id"
                if not paged.inputs["cursor"].text and not in_object:
                    results, paged.cursor = "$.data", "$.meta.cursor"
                paged.results = results if self.happens(0.8) or not in_object else None
            case "url":
                paged.url = self.chance.choice(["$.links.next", "$response.header.Link"]) if in_object else None
                paged.url = paged.url or "$response.header.Link"
                paged.results = results if self.happens(0.8) or not in_object else None
            case _:
                paged.results = results
        paged.names = LISTS[results]
        if paged.results is None:
            paged.inputs.pop("limit", None)  # it could not count

    def declare(self, paged: Paged) -> None:
        path, parameters, properties = f"/{paged.name}", [], {"q": TEXT}
        for item in paged.inputs.values():
            if item.place in ("body", "form"):
                properties[item.name] = item.schema
                continue
            if item.place == "path":
                path += f"/{{{item.name}}}"
            required = {"required": True} if item.place == "path" else {}
            parameters.append({"name": item.name, "in": item.place, "schema": item.schema} | required)
        parameters.append({"name": "tag", "in": "query", "schema": TEXT})
        parameters.append({"name": "X-Mine", "in": "header", "schema": TEXT})
        self.chance.shuffle(parameters)
        paged.query = [item["name"] for item in parameters if item["in"] == "query"]
        made: dict[str, Any] = {"operationId": paged.name, "parameters": parameters}
        if paged.body:
            media_type = JSON if paged.body == "body" else FORM
            sent = {"content": content({"type": "object", "properties": properties}, media_type)}
            made["requestBody"] = sent | self.chance.choice([{}, {"required": True}])
        if paged.security != [["token"]]:
            made["security"] = [{name: [] for name in needs} for needs in paged.security]
        self.configure(paged, made)
        self.paths[path] = {paged.method: made}

    def configure(self, paged: Paged, made: dict[str, Any]) -> None:
        schema = wrapped(paged.names, {"type": "array", "items": ITEM}, True)
        if "properties" in schema:
            cursor = paged.inputs.get("cursor")
            word = "string" if cursor is None or cursor.text else "integer"
            meta = {"total_pages": {"type": ["integer", "null"]}, "cursor": {"type": [word, "null"]}}
            schema["properties"] |= {
                "meta": {"type": "object", "properties": meta},
                "links": {"type": "object", "properties": {"next": {"type": ["string", "null"]}}},
            }
        outputs = {"results": paged.results, "numPages": paged.pages, "nextCursor": paged.cursor, "nextUrl": paged.url}
        configuration: dict[str, Any] = {
            "type": paged.kind if paged.kind in ("cursor", "url") else "offsetLimit",
            "outputs": {key: path for key, path in outputs.items() if path is not None},
        }
        if paged.inputs:
            places = {"body": "requestBody", "form": "requestBody"}
            configuration["inputs"] = [
                {"name": item.name, "in": places.get(item.place, "parameters"), "type": what}
                for what, item in paged.inputs.items()
            ]
        headers = {"X-Pages": {"schema": {"type": "integer"}}, "Link": {"schema": TEXT}}
        media: dict[str, Any] = {"schema": schema}
        response: dict[str, Any] = {"description": "a page", "headers": headers, "content": {JSON: media}}
        self.chance.choice([schema, media, response, made])["x-codegen-pagination"] = configuration
        made["responses"] = {"200": response}


def wrapped(names: tuple[str, ...], inner: Json, schema: bool = False) -> Json:
    for name in reversed(names):
        inner = {"type": "object", "properties": {name: inner}} if schema else {name: inner}
    return inner


class Call:
    """One call of an operation and the pages that follow it, by the rules."""

    def __init__(self, made: PagesByChance, paged: Paged, case: str) -> None:
        self.chance, self.happens, self.paged, self.case = made.chance, made.happens, paged, case
        self.given: dict[str, Json] = {}
        """What the caller gives, and what the next page is asked with, by what it means."""
        self.count = 0
        self.url = HERE
        """Of the page that was asked for."""
        self.far = False
        """Whether a page was at another origin: what comes after is not trusted with credentials again."""
        self.body: dict[str, Json] = {}
        self.needs: list[str] = []
        self.first: dict[str, Json] = {}
        """Arguments that stay as they are."""

    def vector(self) -> dict[str, Any]:
        paged = self.paged
        for what, item in paged.inputs.items():
            if item.place == "path" or self.happens(0.4):
                self.given[what] = self.start(what, item)
        self.first = {
            key: text for key, text in {"tag": "a b", "X-Mine": "mine", "q": "x"}.items() if self.happens(0.5)
        }
        places = {"tag": "query", "X-Mine": "header"}
        arguments = {f"{place}:{name}": self.first[name] for name, place in places.items() if name in self.first}
        body = {name: text for name, text in self.first.items() if paged.body and name not in places}
        for what, value in self.given.items():
            item = paged.inputs[what]
            if item.place in ("body", "form"):
                body[item.name] = item.spelt(value)
            else:
                arguments[f"{item.place}:{item.name}"] = item.spelt(value)
        self.needs = self.chance.choice(paged.security)
        found: dict[str, Any] = {"case": self.case, "call": paged.name, "with": arguments}
        if paged.body:
            found["body"] = self.body = body
        credentials = {name: SECRETS[name] for name in self.needs}
        # the first alternative that has its credentials is taken; a request has one Authorization
        self.needs = next(needs for needs in paged.security if all(name in credentials for name in needs))
        if {"token", "login"} <= set(self.needs):
            self.needs = self.needs[:1]
        return found | {"credentials": credentials, "pages": self.pages()}

    def start(self, what: str, item: Input) -> Json:
        if what != "cursor":
            return self.chance.choice([1, 2, 5])
        if not item.text:
            return self.chance.choice([0, 7])
        return "c0" if item.place in ("path", "header") else self.chance.choice(CURSORS)

    def pages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for number in range(6):
            exchange: dict[str, Any] = {"sends": self.sends(), "other": self.url.startswith(THERE)}
            if not number:
                self.url += exchange["sends"]["target"]
            if number == 5 or (number and self.happens(0.04)):
                return [*found, exchange | {"answer": {"status": 404}, "raises": "api", "status": 404}]
            if self.happens(0.1):
                exchange["before"] = [{"status": self.chance.choice([503, 429])}]
            value, headers = self.answer()
            exchange["answer"] = {"json": value, "headers": headers}
            items = look(value, self.paged.names) if self.paged.results else None
            if self.paged.results:
                exchange["count"] = len(items) if isinstance(items, list) else 0
            found.append(exchange)
            match self.advance(value, headers, items):
                case None:
                    return found
                case "stop":
                    return [*found, {"raises": "pagination"}]
        raise AssertionError(number)

    def sends(self) -> dict[str, Any]:
        paged = self.paged
        if paged.kind == "url" and self.count:
            return self.follows()
        path, body = f"/{paged.name}", dict(self.body)
        pairs = {"tag": self.first["tag"]} if "tag" in self.first else {}
        headers = {"X-Mine": self.first.get("X-Mine")}
        for what, value in self.given.items():
            item = paged.inputs[what]
            match item.place:
                case "query":
                    pairs[item.name] = str(value)
                case "path":
                    path += f"/{quote(str(value), safe='')}"
                case "header":
                    headers[item.name] = str(value)
                case _:
                    body[item.name] = item.spelt(value)
        query = [f"{quote(name, safe='')}={quote(pairs[name], safe='')}" for name in paged.query if name in pairs]
        sent: dict[str, Any] = {"method": paged.method.upper(), "target": self.keyed(path, query)}
        sent["headers"] = headers | self.authorized()
        if paged.body == "body":
            sent["json"] = body
        if paged.body == "form":
            sent["form"] = {name: str(value) for name, value in body.items()}
        return sent

    def follows(self) -> dict[str, Any]:
        """Return the request that a URL asks for (D6.5)."""
        parts = urlsplit(as_host(self.url))
        headers = {"X-Mine": self.first.get("X-Mine"), "Content-Type": None} | self.authorized()
        if self.far:
            headers = dict.fromkeys(headers)
        target = parts.path or "/"
        query = parts.query.split("&") if parts.query else []
        return {"method": "GET", "target": self.keyed(target, query), "headers": headers, "text": ""}

    def keyed(self, path: str, query: list[str]) -> str:
        if not self.far and "queryKey" in self.needs:
            query = [*query, "key=k%2F1"]
        return "?".join([path, "&".join(query)]) if query else path

    def authorized(self) -> dict[str, str | None]:
        found: dict[str, str | None] = {"Authorization": None, "X-Key": None, "Cookie": None}
        return found | dict(SIGNED[name] for name in self.needs if name in SIGNED)

    def answer(self) -> tuple[Json, dict[str, str]]:
        paged, headers = self.paged, {}
        limit = self.size()
        most = limit if limit is not None and self.happens(0.7) else self.chance.choice([0, 1, 2, 3])
        items: Json = [{"id": f"i{self.chance.randrange(10**6)}"} for _ in range(most)]
        if self.happens(0.1):
            items = self.chance.choice(HOLES) if paged.names else []  # a body that is no list at all is an error in Go
        value = {} if paged.names and self.happens(0.05) else wrapped(paged.names, items)
        more: dict[str, Json] = {}
        if paged.pages:
            pages: Json = self.chance.choice(COUNTS) if self.happens(0.15) else self.chance.randint(1, 9)
            if paged.pages.startswith("$."):
                more["meta"] = {"total_pages": pages}
            elif isinstance(pages, int) and not isinstance(pages, bool):
                headers["X-Pages"] = str(pages)
        if paged.cursor == "$.meta.cursor":
            more["meta"] = {} if self.happens(0.1) else {"cursor": None if self.happens(0.1) else self.fresh()}
        if paged.url:
            again = self.happens(0.05) and self.count > 0
            link: Json = self.url if again else self.chance.choice(NEXT if self.happens(0.85) else FAR)
            link = self.chance.choice(ENDS) if self.happens(0.1) else link.replace("{n}", str(self.count))
            if paged.url.startswith("$."):
                more["links"] = {"next": link}
            elif isinstance(link, str) and link.strip():
                relation = self.chance.choice(["rel=next", 'rel="prev next"', 'title="a, b"; rel=next'])
                headers["Link"] = f'</self>; rel="self", <{link}>; {relation}'
        return value | more if isinstance(value, dict) else value, headers

    def fresh(self) -> Json:
        """A cursor that was not used before, or the one that was just used."""
        item = self.paged.inputs["cursor"]
        if self.happens(0.1) and "cursor" in self.given:
            return self.given["cursor"]
        if self.happens(0.05):
            return self.chance.choice(NESTED)
        if not item.text:
            return 100 + self.count
        plain = item.place in ("path", "header")
        return f"{self.count}{'' if plain else self.chance.choice(CURSORS)}"

    # ------------------------------------------------------------------ the rules of D6.3 and D6.4

    def size(self) -> int | None:
        """The limit that counts: the caller's, and not the schema's default (D6.3)."""
        item = self.paged.inputs.get("limit")
        return None if item is None else self.given.get("limit")

    def at(self, what: str, other: int) -> int:
        """Where an input stands: the caller's value, the schema's default, or the rule's."""
        found = self.given.get(what, self.paged.inputs[what].default)
        return other if found is None else int(found)

    def advance(self, value: Json, headers: Mapping[str, str], items: Json) -> str | None:
        """Go on to the next page; None where there is none, ``stop`` where it would be the same again."""
        paged = self.paged
        self.count += 1
        if paged.results and (not isinstance(items, list) or not items):
            return None
        size = self.size()
        if paged.results and size is not None and len(items) < size:
            return None
        if paged.kind == "cursor":
            return self.by_cursor(value)
        return self.by_url(value, headers) if paged.kind == "url" else self.by_number(value, headers, items)

    def by_number(self, value: Json, headers: Mapping[str, str], items: Json) -> str | None:
        paged = self.paged
        if "page" in paged.inputs:
            page = self.at("page", 1) + 1
            if paged.pages:
                there = headers.get("X-Pages")
                total = (there and int(there)) if paged.pages.startswith("$r") else look(value, ("meta", "total_pages"))
                if isinstance(total, bool) or not isinstance(total, int | float) or page > total:
                    return None
            self.given["page"] = page
        if "offset" in paged.inputs:
            self.given["offset"] = self.at("offset", 0) + len(items)
        return "go"

    def by_cursor(self, value: Json) -> str | None:
        if self.paged.cursor == "$.meta.cursor":
            found = look(value, ("meta", "cursor"))
        else:
            listed = look(value, self.paged.names)
            found = listed[-1]["id"] if isinstance(listed, list) and listed else MISSING
        if found is MISSING or found is None or isinstance(found, list | dict) or not str(found).strip():
            return None
        if found == self.given.get("cursor"):
            return "stop"
        self.given["cursor"] = found
        return "go"

    def by_url(self, value: Json, headers: Mapping[str, str]) -> str | None:
        if self.paged.url == "$.links.next":
            link = look(value, ("links", "next"))
        else:
            shown = headers.get("Link", "")
            link = shown.rpartition("<")[2].partition(">")[0] if shown else MISSING
        if not isinstance(link, str) or not link.strip():
            return None
        found = as_token(urljoin(as_host(self.url), as_host(link)))
        if found.partition("#")[0] == self.url.partition("#")[0]:
            return "stop"
        self.url = found
        self.far = self.far or found.startswith(THERE)
        return "go"


def as_host(url: str) -> str:
    return url.replace(HERE, "http://here").replace(THERE, "http://there")


def as_token(url: str) -> str:
    return url.replace("http://here", HERE).replace("http://there", THERE)


def look(value: Json, names: tuple[str, ...]) -> Json:
    for name in names:
        if not isinstance(value, dict) or name not in value:
            return MISSING
        value = value[name]
    return value
