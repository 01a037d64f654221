"""Compares two versions of a document as programs see them that speak HTTP themselves: the wire level."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import TYPE_CHECKING

from compiler.base.patterns import lazy_pattern
from compiler.commands.diff.findings import Finding, Findings, Level
from compiler.commands.diff.lifetimes import Lifetimes, is_unstable
from compiler.commands.diff.places import BREAK, NOTE, RISK, Place, Report, Side
from compiler.commands.diff.schemas import Schemas

if TYPE_CHECKING:
    from compiler.commands.diff.view import Spot, View

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_TEMPLATE = lazy_pattern(r"\{[^}]*\}")


def compare_documents(old: View, new: View, today: datetime.date | None = None) -> Findings:
    """Return what changed on the wire; ``today`` decides whether announced ends of operations have come."""
    findings = Findings()
    _Documents(old, new, findings, today or datetime.date.today()).run()
    return findings


class _Documents:
    def __init__(self, old: View, new: View, findings: Findings, today: datetime.date) -> None:
        self._old, self._new, self._today = old, new, today
        self._findings = findings
        self._schemas = Schemas(Report(old, new, findings))
        self._lifetimes = Lifetimes(self._say, today)

    def _say(self, rule: str, level: Level, where: str, text: str, old: Spot | None, new: Spot | None) -> None:
        places = (self._old.loc(old) if old else None, self._new.loc(new) if new else None)
        self._findings.add(Finding(rule, level, where, text, *places))

    def run(self) -> None:
        for table, rule, prefix in (("paths", "api", ""), ("webhooks", "webhook", "webhook ")):
            self._table(self._operations(self._old, table), self._operations(self._new, table), rule, prefix)
        self._security("", self._old.root, self._new.root)

    # ------------------------------------------------------------------ operations

    @staticmethod
    def _operations(view: View, table: str) -> dict[tuple[str, str], tuple[str, Spot, Spot]]:
        """Return operations by method and path without the names of its parameters; each with its path item."""
        found = {}
        for path, written in view.root.below(table).members():
            item = view.follow(written)
            for method in METHODS:
                operation = item.below(method)
                if operation.is_object:
                    key = (method.upper(), _TEMPLATE.sub("{}", path) if table == "paths" else path)
                    found[key] = (path, item, view.follow(operation))
        return found

    def _table(
        self,
        old: dict[tuple[str, str], tuple[str, Spot, Spot]],
        new: dict[tuple[str, str], tuple[str, Spot, Spot]],
        rule: str,
        prefix: str,
    ) -> None:
        kept = {path for _, path in new}
        for key, (path, _, operation) in old.items():
            where = f"{prefix}{key[0]} {path}"
            if key not in new:
                self._lifetimes.report_end(
                    f"{rule}-removed" if key[1] in kept or prefix else f"{rule}-path-removed", where, operation
                )
        for key, (path, item, operation) in new.items():
            where = f"{prefix}{key[0]} {path}"
            if key not in old:
                name = "webhook-added" if prefix else "endpoint-added"
                self._say(name, NOTE, where, "it is new", None, operation)
                continue
            _, was_item, was = old[key]
            # a webhook is sent by the server: its request is what programs get
            sides = (Side.RESPONSE, Side.REQUEST) if prefix else (Side.REQUEST, Side.RESPONSE)
            operations = ((was_item, was), (item, operation))
            if is_unstable(was):  # nothing was promised
                apart = _Documents(self._old, self._new, Findings(), self._today)
                apart._operation(where, *operations, sides, (old[key][0], path))
                for finding in apart._findings.items:
                    self._findings.add(replace(finding, level=NOTE))
            else:
                self._operation(where, *operations, sides, (old[key][0], path))

    def _operation(
        self,
        where: str,
        old: tuple[Spot, Spot],
        new: tuple[Spot, Spot],
        sides: tuple[Side, Side],
        paths: tuple[str, str],
    ) -> None:
        was, now = old[1], new[1]
        self._lifetimes.compare("api", where, was, now)
        self._parameters(where, old, new, sides[0], paths)
        self._body(where, was, now, sides[0])
        self._responses(where, was, now, sides[1])
        self._security(where, was, now)
        if was.get("operationId") != now.get("operationId"):
            text = f"operationId {was.get('operationId')} became {now.get('operationId')}"
            self._say("api-operation-id-changed", NOTE, where, text, was, now)
        if was.get("tags") != now.get("tags"):
            self._say("api-tags-changed", NOTE, where, "the tags are others", was, now)
        self._callbacks(where, was, now)

    def _callbacks(self, where: str, was: Spot, now: Spot) -> None:
        for name, callback in was.below("callbacks").members():
            other = now.below("callbacks", name)
            if not other.is_object:
                self._say("callback-removed", BREAK, where, f"callback `{name}` is gone", callback, now)

    # ------------------------------------------------------------------ parameters

    def _parameters(
        self, where: str, old: tuple[Spot, Spot], new: tuple[Spot, Spot], side: Side, paths: tuple[str, str]
    ) -> None:
        before, after = _parameters_of(self._old, *old), _parameters_of(self._new, *new)
        renamed = dict(zip(_TEMPLATE.findall(paths[0]), _TEMPLATE.findall(paths[1]), strict=False))
        for (place, name), parameter in before.items():
            key = (place, renamed.get(f"{{{name}}}", name).strip("{}") if place == "path" else name)
            other = after.pop(key, None)
            shown = f"{place} parameter `{name}`"
            if other is None:
                if self._lifetimes.ends_early("request-parameter-removed", where, shown, parameter, new[1]):
                    continue
                level = NOTE if parameter.get("deprecated") is True else RISK
                if place == "path":
                    level = NOTE if f"{{{name}}}" not in paths[0] else level
                self._say("request-parameter-removed", level, where, f"{shown} is gone", parameter, new[1])
                continue
            self._parameter(where, shown, parameter, other, side)
        for (place, name), parameter in after.items():
            shown = f"{place} parameter `{name}`"
            needed = parameter.get("required") is True
            if place == "path":
                self._say("new-request-path-parameter", BREAK, where, f"{shown} is new", old[1], parameter)
            elif needed:
                text = f"{shown} is new and required"
                self._say("new-required-request-parameter", BREAK, where, text, old[1], parameter)
            else:
                self._say("new-optional-request-parameter", NOTE, where, f"{shown} is new", old[1], parameter)

    def _parameter(self, where: str, shown: str, was: Spot, now: Spot, side: Side) -> None:
        before, after = was.get("required") is True, now.get("required") is True
        if after and not before:
            self._say("request-parameter-became-required", BREAK, where, f"{shown} is required now", was, now)
        if before and not after:
            self._say("request-parameter-became-optional", NOTE, where, f"{shown} is optional now", was, now)
        self._lifetimes.compare("request-parameter", where, was, now)
        for key in ("style", "explode", "allowReserved"):
            if was.get(key) != now.get(key) and (was.get(key) is not None and now.get(key) is not None):
                text = f"{shown}: {key} {was.get(key)} became {now.get(key)}"
                self._say(f"request-parameter-{key.lower()}-changed", BREAK, where, text, was, now)
        place = Place(
            side, "request-parameter", where, str(was.get("name")), text=True, listed=_is_listed(now), needed=after
        )
        one, other = was.below("schema"), now.below("schema")
        if one.raw is not None and other.raw is not None:
            self._schemas.compare((one,), (other,), place)
        self._contents(where, place, was, now)

    # ------------------------------------------------------------------ bodies and responses

    def _body(self, where: str, was: Spot, now: Spot, side: Side) -> None:
        old, new = self._old.follow(was.below("requestBody")), self._new.follow(now.below("requestBody"))
        if not old.is_object and not new.is_object:
            return
        if not new.is_object:
            self._say("request-body-removed", BREAK, where, "the request body is gone", old, now)
        elif not old.is_object:
            needed = new.get("required") is True
            rule = "request-body-added-required" if needed else "request-body-added-optional"
            self._say(rule, BREAK if needed else NOTE, where, "a request body is new", was, new)
        else:
            if new.get("required") is True and old.get("required") is not True:
                self._say("request-body-became-required", BREAK, where, "the request body is required now", old, new)
            elif old.get("required") is True and new.get("required") is not True:
                self._say("request-body-became-optional", NOTE, where, "the request body is optional now", old, new)
            self._contents(where, Place(side, f"{side.value}-body", where), old, new)

    def _responses(self, where: str, was: Spot, now: Spot, side: Side) -> None:
        before, after = dict(was.below("responses").members()), dict(now.below("responses").members())
        for status, response in before.items():
            old = self._old.follow(response)
            if status not in after:
                success = status.startswith("2")
                kind = "success" if success else "non-success"
                level = BREAK if success else NOTE
                self._say(f"response-{kind}-status-removed", level, where, f"response {status} is gone", old, now)
                continue
            new = self._new.follow(after[status])
            self._headers(where, status, old, new, side)
            self._contents(where, Place(side, f"{side.value}-body", where, status), old, new)
        for status, response in after.items():
            if status not in before:
                kind = "success" if status.startswith("2") else "non-success"
                self._say(f"response-{kind}-status-added", NOTE, where, f"response {status} is new", was, response)

    def _headers(self, where: str, status: str, was: Spot, now: Spot, side: Side) -> None:
        before = {name.lower(): self._old.follow(item) for name, item in was.below("headers").members(named=True)}
        after = {name.lower(): self._new.follow(item) for name, item in now.below("headers").members(named=True)}
        for name, old in before.items():
            shown, new = f"header `{name}` of {status}", after.get(name)
            if new is None:
                needed = old.get("required") is True
                rule = "required-response-header-removed" if needed else "optional-response-header-removed"
                self._say(rule, BREAK if needed else RISK, where, f"{shown} is gone", old, now)
                continue
            if old.get("required") is True and new.get("required") is not True:
                self._say("response-header-became-optional", BREAK, where, f"{shown} may be missing now", old, new)
            one, other = old.below("schema"), new.below("schema")
            if one.raw is not None and other.raw is not None:
                self._schemas.compare((one,), (other,), Place(side, "response-header", where, name, text=True))

    def _contents(self, where: str, place: Place, was: Spot, now: Spot) -> None:
        before, after = dict(was.below("content").members()), dict(now.below("content").members())
        what = "request-body" if place.side is Side.REQUEST else "response"
        left = {name: item for name, item in after.items() if name not in before}
        for media, old in before.items():
            new = after.get(media)
            if new is None:
                new = self._other_media(where, what, media, old, left, place)
                if new is None:
                    continue
            one, other = old.below("schema"), new.below("schema")
            inner = Place(place.side, place.what, where, "", place.text)
            if one.raw is not None and other.raw is not None:
                self._schemas.compare((one,), (other,), inner)
            elif other.raw is not None:
                level = BREAK if place.side is Side.REQUEST else NOTE
                self._say(
                    f"{place.what}-media-type-schema-added", level, where, f"{media} has a schema now", old, other
                )
            elif one.raw is not None:
                level = NOTE if place.side is Side.REQUEST else RISK
                self._say(
                    f"{place.what}-media-type-schema-removed", level, where, f"{media} has no schema now", one, new
                )
        for media, new in left.items():
            self._say(f"{what}-media-type-added", NOTE, where, f"media type {media} is new", was, new)

    def _other_media(
        self, where: str, what: str, media: str, old: Spot, left: dict[str, Spot], place: Place
    ) -> Spot | None:
        """Return the content whose media type is a wider or a narrower one; report a media type that is gone."""
        for name in tuple(left):
            if _within(media, name) or _within(name, media):
                wider = _within(media, name)
                rule = f"{what}-media-type-name-{'generalized' if wider else 'specialized'}"
                level = NOTE if wider == (place.side is Side.REQUEST) else BREAK
                self._say(rule, level, where, f"media type {media} became {name}", old, left[name])
                return left.pop(name)
        self._say(f"{what}-media-type-removed", BREAK, where, f"media type {media} is gone", old, None)
        return None

    # ------------------------------------------------------------------ security

    def _security(self, where: str, was: Spot, now: Spot) -> None:
        old, new = was.get("security"), now.get("security")
        if old == new:
            return
        self._say("api-security-changed", NOTE, where, "what credentials are needed changed", was, now)


def _parameters_of(view: View, item: Spot, operation: Spot) -> dict[tuple[str, str], Spot]:
    """Return the parameters of an operation by place and name, those of its path item first (D4.4)."""
    found = {}
    for holder in (item, operation):
        for written in holder.below("parameters").items():
            parameter = view.follow(written)
            name, place = parameter.get("name"), parameter.get("in")
            if isinstance(name, str) and isinstance(place, str):
                found[place, name.lower() if place == "header" else name] = parameter
    return found


def _is_listed(parameter: Spot) -> bool:
    """Whether a parameter writes each value of a list as a member of its own: ``a=1&a=2``."""
    form = parameter.get("style", "form") == "form" and parameter.get("explode", True) is True
    return parameter.get("in") in ("query", "cookie") and form


def _within(media: str, other: str) -> bool:
    """Whether a media type is one of those that a wider one means: `application/json` of `application/*`."""
    kind, _, rest = media.partition(";")[0].strip().partition("/")
    wide, _, more = other.partition(";")[0].strip().partition("/")
    if media == other:
        return False
    if other.strip() == "*/*" or (kind == wide and more == "*"):
        return True
    plain = rest.rpartition("+")[2]
    return kind == wide and ((plain == more and rest != more) or (rest == more and ";" in media and ";" not in other))
