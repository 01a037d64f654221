"""Compiles the document without and with what is adopted: only the difference is written, and all of it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.adopt.actions import Action, overlay_text
from compiler.adopt.facts import Endpoint, Setting
from compiler.adopt.overlay import Reading, choose_reading, plan_overlay, reading_actions, removals
from compiler.adopt.report import Untrue
from compiler.adopt.wanted import Known, Wanted, clashing, differs_in_group, differs_in_name, wanted_calls
from compiler.base.diagnostics import Diagnostics
from compiler.base.frozen import frozen
from compiler.base.naming import words
from compiler.base.source import load_text
from compiler.driver.compilation import compile_document
from compiler.driver.options import DebugOptions
from compiler.front.overlays.overlay import apply_overlays
from compiler.lock.lock import Lock

if TYPE_CHECKING:
    from compiler.adopt.api import Api
    from compiler.adopt.facts import Facts
    from compiler.adopt.wanted import Key
    from compiler.driver.options import InputOptions
    from compiler.ir.nodes import Operation, Sdk

MODES = ("operationId", "path")
_ROUNDS = 3
"""How often the overlay is made anew for names that come of its own names."""


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


def adopt_names(
    given: InputOptions, api: Api, facts: Facts, settings: Mapping[str, Setting], diagnostics: Diagnostics
) -> Named | None:
    """Return the overlay's actions under the source of names with which they are fewest; None after an error."""
    reading = choose_reading(facts, api)
    settings = {**settings, **_prefix(reading, facts)}
    base = _build(given, api, settings, [], "auto")
    if base is None:
        diagnostics.take(_failed(given, api, settings))
        return None
    wanted = wanted_calls(facts, api, base.known)
    clashes = clashing(wanted, base.known, base.key)
    untrue = [_clash(endpoint, other, wanted[endpoint]) for endpoint, other in clashes.items()]
    wanted = {at: want for at, want in wanted.items() if at not in clashes}
    start = removals(facts, api, reading, clashes)
    modes = (base.mode, *(mode for mode in MODES if mode != base.mode)) if facts.calls else (base.mode,)
    best: tuple[int, str, list[Action], int, _Built] | None = None
    told = len(facts.unmatched)
    for mode in modes:
        before = [*reading_actions(reading), *start]
        built = _build(given, api, settings, before, mode)
        if built is None:
            continue
        unmatched = facts.unmatched[told:]
        del facts.unmatched[told:]
        actions = [*start, *plan_overlay(facts, api, reading, _present(wanted, built), built.known, built.key)]
        size = len(overlay_text(actions, "", ()).splitlines())
        if best is None or size < best[0]:
            same = sum(not _differs(want, built.known[at], built.key) for at, want in _present(wanted, built).items())
            best = (size, mode, actions, same, built)
        else:
            facts.unmatched[told:] = unmatched
    if best is None:
        return None
    _, mode, actions, same, built = best
    if mode != base.mode:
        settings["generation.names"] = Setting("generation.names", mode, api.loc(""), "")
    final = _build(given, api, settings, actions, mode)
    for _ in range(_ROUNDS):  # a name that the overlay gives one operation may take another one's away
        moved = _moved(wanted, built, final) if final is not None else {}
        if not moved:
            break
        built = replace(built, known={**built.known, **moved})
        again = [*start, *plan_overlay(facts, api, reading, _present(wanted, built), built.known, built.key)]
        if again == actions:
            break
        actions = again
        final = _build(given, api, settings, actions, mode)
    if final is not None:
        untrue += _untrue(wanted, final)
    return Named(actions, settings, same, len(wanted) - same, untrue)


def _present(wanted: Mapping[Endpoint, Wanted], built: _Built) -> dict[Endpoint, Wanted]:
    """Return what is wanted of the operations that a build has: others are ignored, or have errors."""
    return {at: want for at, want in wanted.items() if at in built.known}


def _moved(wanted: Mapping[Endpoint, Wanted], built: _Built, final: _Built) -> dict[Endpoint, Known]:
    """Return the operations that are called otherwise than they should, with what they are called in this instead."""
    found = {}
    for at, want in _present(wanted, built).items():
        now = final.known.get(at)
        if now is not None and differs_in_name(want, now, built.key):
            known = built.known[at]
            found[at] = replace(known, name=now.name, aliases=now.aliases, names=now.names)
        if now is not None and differs_in_group(want, now, built.key):
            found[at] = replace(found.get(at, built.known[at]), groups=now.groups)
    return found


def _clash(endpoint: Endpoint, other: Endpoint, wanted: Wanted) -> Untrue:
    why = f"{other} has that name"
    return Untrue(str(endpoint), _shown(wanted, None), "as codegen names it", why, wanted.origin)


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
        if known is None and endpoint.at in built.left_out:
            why = f"the document has an error there: {', '.join(built.left_out[endpoint.at])}"
            found.append(Untrue(str(endpoint), _shown(want, None), "nothing", why, want.origin))
        elif known is not None and _differs(want, known, built.key):
            found.append(
                Untrue(
                    str(endpoint),
                    _shown(want, known),
                    f"`{_called(known)}`",
                    "something else is called so",
                    want.origin,
                )
            )
    return found


def _shown(wanted: Wanted, known: Known | None) -> str:
    groups = wanted.groups or (known.groups if known is not None else None) or ("",)
    name = next(iter(wanted.names.values()), (known.name if known is not None else "?",))[0]
    return ".".join(filter(None, [groups[0], name]))


def _called(known: Known) -> str:
    return ".".join(filter(None, [(known.groups or ("",))[0], known.name]))


# --------------------------------------------------------------------------- builds


def _failed(given: InputOptions, api: Api, settings: Mapping[str, Setting]) -> Diagnostics:
    diagnostics = Diagnostics()
    _compile(given, api, settings, [], "auto", diagnostics)
    return diagnostics


def _build(
    given: InputOptions, api: Api, settings: Mapping[str, Setting], actions: Sequence[Action], mode: str
) -> _Built | None:
    diagnostics = Diagnostics()
    return _compile(given, api, settings, actions, mode, diagnostics)


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

    def said(name: str) -> str | None:
        setting = settings.get(f"generation.{name}")
        return setting.value if setting is not None and isinstance(setting.value, str) else None

    made = compile_document(
        document, str(Path(document.file).parent), given, DebugOptions(), diagnostics, Lock(), StringIO(),
        keep_going=True, names=mode, extension_prefix=said("extensionPrefix"),
    )  # fmt: skip
    if made is None or diagnostics.must_stop:
        return None
    own = made.context.vocabulary

    def key(text: str) -> tuple[str, ...]:
        return tuple(word.lower() for word in words(text, own))

    operations = [item for item in made.sdk.operations.values() if item.variant is None]
    known = {at: _known(item, at) for item in operations for at in [Endpoint(item.method, item.path)]}
    return _Built(known, _types(made.sdk), made.sdk.names, diagnostics, made.left_out, key)


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
    """Return the names of types by the pointers of their schemas."""
    found = {}
    for at, item in sdk.types.items():
        if item.name is not None:
            found[at] = item.name.text
    return found
