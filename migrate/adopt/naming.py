"""Compiles the document without and with what is adopted: only the difference is written, and all of it holds."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.naming import words
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document
from compiler.driver.options import DebugOptions
from compiler.front.overlays.overlay import apply_overlays
from compiler.ir.identity import locate
from compiler.lock.lock import Lock
from compiler.source import Loc, escape_token, load_text, unescape_token
from migrate.adopt.actions import Action, overlay_text
from migrate.adopt.facts import Endpoint, Placed, Setting, Unmatched
from migrate.adopt.overlay import plan_overlay
from migrate.adopt.readings import PREFIX, Reading, choose_reading, reading_actions, removals
from migrate.adopt.report import Untrue
from migrate.adopt.wanted import Known, Wanted, clashing, differs_in_group, differs_in_name, wanted_calls

if TYPE_CHECKING:
    from compiler.driver.options import InputOptions
    from compiler.ir.nodes import Operation, Sdk
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Facts, TypeName
    from migrate.adopt.wanted import Key

_TYPE_TAKEN = "CG0511"
_OVERRIDE = re.compile(r"the override `(.+?)` ")
MODES = ("operationId", "path")
_COMPONENTS = "/components/schemas/"
_ROUNDS = 6
"""How often the overlay is planned: what did not come true at first is named expressly then."""


@frozen
class Named:
    """The actions of the overlay, the settings with those that names need, and what did not come true."""

    actions: Sequence[Action]
    settings: Mapping[str, Setting]
    same: int
    written: int
    untrue: Sequence[Untrue] = ()


@frozen
class _Built:
    known: Mapping[Endpoint, Known]
    types: Mapping[str, str]
    mode: str
    diagnostics: Diagnostics
    left_out: Mapping[str, tuple[str, ...]]
    key: Key = field(default=lambda text: (text,))

    def lost(self, endpoint: Endpoint) -> bool:
        """Whether an operation is not there since it has an error, and not since it is ignored."""
        return endpoint.at in self.left_out


def adopt_names(
    given: InputOptions, api: Api, facts: Facts, settings: Mapping[str, Setting], diagnostics: Diagnostics
) -> Named | None:
    """Return the overlay's actions under the source of names with which they are fewest; None after an error."""
    reading = choose_reading(facts, api)
    settings = {**settings, **_prefix(reading, facts)}
    base = _compile(given, api, settings, reading_actions(reading), "auto", diagnostics.empty_sink())
    if base is None:
        _compile(given, api, settings, [], "auto", diagnostics)
        return None
    wanted = {at: want for at, want in wanted_calls(facts, api, base.known).items() if at in base.known}
    clashes = clashing(wanted, base.known, base.key)
    refused = _refused(base.diagnostics, facts, reading, clashes, api)
    untrue = [_clash(at, other, wanted[at]) for at, other in clashes.items()]
    untrue += [
        Untrue(f"the type at {item.at}", str(item.value), "as codegen names it", why, item.origin)
        for item, why in refused
    ]
    wanted = {at: want for at, want in wanted.items() if at not in clashes}
    start = removals(facts, api, reading, clashes, [item for item, _ in refused])
    work = _Work(given, api, facts, settings, reading, start, wanted, diagnostics)
    modes = ("auto", *MODES) if facts.calls else ("auto",)
    tries = [found for mode in modes if (found := work.attempt(mode)) is not None]
    if not tries:
        return None
    best = min(tries, key=lambda item: (len(item.untrue), item.size))
    facts.unmatched += best.unmatched
    if best.mode != "auto":
        settings["generation.names"] = Setting("generation.names", best.mode, api.loc(""), "")
    return Named(best.actions, settings, best.same, len(wanted) - best.same, [*untrue, *best.untrue])


@frozen
class _Try:
    """What adopting comes to under one source of names."""

    mode: str
    actions: Sequence[Action]
    size: int
    same: int
    untrue: Sequence[Untrue]
    unmatched: Sequence[Unmatched]


@frozen
class _Work:
    given: InputOptions
    api: Api
    facts: Facts
    settings: Mapping[str, Setting]
    reading: Reading
    start: Sequence[Action]
    wanted: Mapping[Endpoint, Wanted]
    diagnostics: Diagnostics

    def attempt(self, mode: str) -> _Try | None:
        """Plan the overlay for a source of names, and again with what did not come true: groups change names."""
        before = self._build([*reading_actions(self.reading), *self.start], mode)
        if before is None:
            return None
        present = {at: want for at, want in self.wanted.items() if at in before.known}
        same = sum(not _differs(want, before.known[at], before.key) for at, want in present.items())
        forced: set[Endpoint] = set()
        found: _Try | None = None
        for _ in range(_ROUNDS):
            told = len(self.facts.unmatched)
            planned = plan_overlay(
                self.facts, self.api, self.reading, present, before.known, before.types, before.key, forced
            )
            unmatched = self.facts.unmatched[told:]
            del self.facts.unmatched[told:]
            actions = [*self.start, *planned]
            after = self._build(actions, mode)
            if after is None:
                break
            taken = _taken_names(self.facts, after)
            if taken:
                self.facts.types = [item for item in self.facts.types if item not in taken]
                self.facts.add(*taken.values())
                continue
            missed = {
                at for at, want in present.items() if at in after.known and _differs(want, after.known[at], after.key)
            }
            size = len(overlay_text(actions, "", ()).splitlines())
            untrue = [*_untrue(self.wanted, after), *_untrue_types(self.facts, after)]
            if found is None or len(untrue) < len(found.untrue):
                found = _Try(mode, actions, size, same, untrue, unmatched)
            if not missed - forced:
                break
            forced |= missed
        return found

    def _build(self, actions: Sequence[Action], mode: str) -> _Built | None:
        built = _compile(self.given, self.api, self.settings, actions, mode, self.diagnostics.empty_sink())
        if built is None or not built.left_out:
            return built
        own = {
            item.at: str(item.value)
            for item in self.facts.placed
            if item.key == "name-override" and self.reading.reads(item)
        }
        known = {
            at: replace(item, name=own.get(self.api.operations[at].at, "")) if built.lost(at) else item
            for at, item in built.known.items()
        }
        return replace(built, known=known)


def _refused(
    diagnostics: Diagnostics, facts: Facts, reading: Reading, clashes: Collection[Endpoint], api: Api
) -> list[tuple[Placed, str]]:
    """Return the names that a build refuses, since something else has them, with what it says."""
    errors = {item.loc.pointer: item.message for item in diagnostics.errors if isinstance(item.loc, Loc)}
    known = {api.operations[at].at for at in clashes if at in api.operations}
    return [
        (item, message)
        for item in facts.placed
        if item.key == "name-override" and item.at not in known and reading.reads(item)
        for name in (item.theirs, f"{PREFIX}name-override")
        if (message := errors.get(f"{item.at}/{name}")) is not None
    ]


def _taken_names(facts: Facts, built: _Built) -> dict[TypeName, Unmatched]:
    """Return the names of types that something else has, with what is told of them."""
    names = {}
    for error in built.diagnostics.errors:
        said = _OVERRIDE.match(error.message) if error.code == _TYPE_TAKEN else None
        if said is not None:
            names[built.key(said[1])] = error.message
    return {
        item: Unmatched(f"the type name {item.name} ({item.at})", names[built.key(item.name)], item.origin, item.source)
        for item in facts.types
        if built.key(item.name) in names
    }


def _untrue_types(facts: Facts, built: _Built) -> list[Untrue]:
    """Return the types whose names the SDK would not have."""
    found = []
    for item in facts.types:
        at = _COMPONENTS + escape_token(item.name) if item.another else item.at
        got = built.types.get(at) if isinstance(at, str) else None
        if got is not None and built.key(got) != built.key(item.name):
            found.append(
                Untrue(f"the type at {item.at}", item.name, f"`{got}`", "something else is called so", item.origin)
            )
    return found


def _clash(endpoint: Endpoint, other: Endpoint, wanted: Wanted) -> Untrue:
    return Untrue(str(endpoint), _as_text(wanted, None), "as codegen names it", f"{other} has that name", wanted.origin)


def _differs(wanted: Wanted, known: Known, key: Key) -> bool:
    return differs_in_name(wanted, known, key) or differs_in_group(wanted, known, key)


def _prefix(reading: Reading, facts: Facts) -> dict[str, Setting]:
    if reading.prefix is None:
        return {}
    origin = next(item.origin for item in facts.placed if item.theirs.startswith(reading.prefix))
    return {
        "generation.extensionPrefix": Setting(
            "generation.extensionPrefix", reading.prefix, origin, f"{reading.prefix}*"
        )
    }


def _untrue(wanted: Mapping[Endpoint, Wanted], built: _Built) -> list[Untrue]:
    """Return the calls whose names the SDK would not have."""
    found = []
    for endpoint, want in wanted.items():
        known = built.known.get(endpoint)
        if built.lost(endpoint):
            why = f"the document has an error there: {', '.join(built.left_out[endpoint.at])}"
            found.append(Untrue(str(endpoint), _as_text(want, None), "left out", why, want.origin))
        elif known is not None and _differs(want, known, built.key):
            found.append(
                Untrue(
                    str(endpoint),
                    _as_text(want, known),
                    f"`{_called(known)}`",
                    "something else is called so",
                    want.origin,
                )
            )
    return found


def _as_text(wanted: Wanted, known: Known | None) -> str:
    groups = wanted.groups or (known.groups if known is not None else None) or ("",)
    name = next(iter(wanted.names.values()), (known.name if known is not None else "?",))[0]
    return ".".join(filter(None, [groups[0], name]))


def _called(known: Known) -> str:
    return ".".join(filter(None, [(known.groups or ("",))[0], known.name]))


# --------------------------------------------------------------------------- builds


def _compile(
    given: InputOptions,
    api: Api,
    settings: Mapping[str, Setting],
    actions: Sequence[Action],
    mode: str,
    diagnostics: Diagnostics,
) -> _Built | None:
    """Return what a build would name things, without whatever has errors; None if it cannot go on."""
    document = api.document
    diagnostics.add_document(document)
    if actions:
        overlay = load_text(overlay_text(actions, "", ()), "adopted.overlay.yaml", given.limits, diagnostics)
        changed = apply_overlays(document, [overlay], diagnostics, given.limits) if overlay is not None else None
        if changed is None:
            return None
        document = changed

    def text_setting(name: str) -> str | None:
        setting = settings.get(f"generation.{name}")
        return setting.value if setting is not None and isinstance(setting.value, str) else None

    made = compile_document(
        document, str(Path(document.file).parent), given, DebugOptions(), diagnostics, Lock(), StringIO(),
        keep_going=True, names=mode, extension_prefix=text_setting("extensionPrefix"),
    )  # fmt: skip
    if made is None or diagnostics.must_stop:
        return None
    own = made.context.vocabulary

    def key(text: str) -> tuple[str, ...]:
        return tuple(word.lower() for word in words(text, own))

    operations = [item for item in made.sdk.operations.values() if item.variant is None]
    known = {at: _known(item, at) for item in operations for at in [_endpoint(item)]}
    for at, called in api.operations.items():  # those with errors, which the overlay may mend
        if called.at[1:] in made.left_out and at not in known:
            known[at] = Known(at, called.operation_id, called.tags, "", ())
    return _Built(known, _types(made.sdk), made.sdk.names, diagnostics, made.left_out, key)


def _endpoint(operation: Operation) -> Endpoint:
    """Return the operation with the path as the document has it, a fragment or query included."""
    steps = operation.id.split("/")
    path = unescape_token(steps[1]) if steps[0] == "paths" and len(steps) == 3 else operation.path
    return Endpoint(operation.method, path.replace("%23", "#").replace("%25", "%") if path != operation.path else path)


def _known(operation: Operation, at: Endpoint) -> Known:
    return Known(
        at,
        operation.operation_id,
        operation.tags,
        operation.name.text if operation.name is not None else "",
        operation.groups or ("",),
        operation.aliases,
        {item.target: (item.text, *item.aliases) for item in operation.names_in},
    )


def _types(sdk: Sdk) -> dict[str, str]:
    """Return the names of types by the pointers of their schemas in the document itself."""
    found = {}
    for at, item in sdk.types.items():
        place = locate(at, "")
        if item.name is not None and not place.file and "#" not in at:
            found[place.pointer] = item.name.text
            if place.pointer.startswith(_COMPONENTS):  # as Swagger 2.0 has them
                found[f"/definitions/{place.pointer.removeprefix(_COMPONENTS)}"] = item.name.text
    return found
