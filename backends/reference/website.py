"""Prints what makes the pages a site: ``zensical.toml``, and the extension of Python-Markdown that reads the pages.

The pages themselves stay plain Markdown. Types are reached from their own list and by links, not by the navigation,
which every page repeats: an API has hundreds of them.
"""

from __future__ import annotations

import functools
import html
import json
from collections.abc import Iterator, Mapping
from pathlib import Path as File

from backends.reference.site import INDEX, TYPES, Path, Site, group_title
from backends.words import section
from backends.writer.notice import notice
from compiler.ir.node import Id

_HOME = File(__file__).parent
_RUNTIME = _HOME / "runtime"
REQUIREMENTS = "zensical>=0.0.73,<0.1\n"


FOLDER = "theme"
OUTPUT = "site"


def site_files(site: Site, guides: Mapping[Path, str]) -> Iterator[tuple[Path, str]]:
    """Yield the files, as pairs of path and text; ``guides`` has titles by path."""
    said = notice(site.plan.surface.licence).replace("\n", "; ")
    header = notice(site.plan.surface.licence, "#")
    name = _quoted(site.plan.wire.title or "Reference")
    nav = "\n".join(_navigation(site, guides))
    given = {"header": header, "folder": FOLDER, "output": OUTPUT, "name": name, "nav": nav}
    yield "zensical.toml", section(_HOME, "website", **given) + "\n"
    yield f"{FOLDER}/requirements.txt", f"{header}\n{REQUIREMENTS}"
    yield f"{FOLDER}/pages.py", f"{header}\n\n{_source('pages.py')}"
    yield f"{FOLDER}/pages.css", f"/* {said} */\n\n{_source('pages.css')}{_own_style(site)}"
    yield f"{FOLDER}/overrides/main.html", f"{{# {said} #}}\n{section(_HOME, 'website_title')}\n"


def _own_style(site: Site) -> str:
    """Return the rules for the logo and the colour that gen.yaml names."""
    options = site.plan.surface.options
    logo, colour = options.get("logo"), options.get("colour")
    found = [section(_HOME, "website_colour", colour=str(colour))] if colour else []
    found += [section(_HOME, "website_logo", logo=str(logo))] if logo else []
    return "".join(f"\n{text}\n" for text in found)


@functools.cache
def _source(name: str) -> str:
    return (_RUNTIME / name).read_text(encoding="utf-8")


def _navigation(site: Site, guides: Mapping[Path, str]) -> Iterator[str]:
    yield f'  {{ "Overview" = "{INDEX}" }},'
    groups = site.plan.surface.groups
    titles = {page: group_title(groups[path], site.plan) for path, page in site.groups.items()}
    yield from _section("Guides", guides)
    yield from _section("Methods", titles)
    yield from _section("Webhooks", _events(site, callback=False))
    yield from _section("Callbacks", _events(site, callback=True))
    if site.types:
        yield f'  {{ "Types" = "{TYPES}" }},'


def _events(site: Site, *, callback: bool) -> dict[Path, str]:
    events: Mapping[Id, Path] = site.events
    found = {path: site.plan.wire.events[at] for at, path in events.items()}
    return {path: event.wire for path, event in found.items() if event.callback is callback}


def _section(title: str, pages: Mapping[Path, str]) -> Iterator[str]:
    if pages:
        yield f'  {{ "{title}" = ['
        yield from (
            f"    {{ {_quoted(name)} = {json.dumps(path, ensure_ascii=False)} }}," for path, name in pages.items()
        )
        yield "  ] },"


def _quoted(text: str) -> str:
    """Print a name as a TOML string, which JSON's strings also are. The theme inserts it as HTML, so it is escaped."""
    shown = "".join(char if char.isprintable() else " " for char in text).strip()
    shown = shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…"
    return json.dumps(html.escape(shown), ensure_ascii=False)


_LONGEST = 160
"""Characters of a title in the navigation."""
