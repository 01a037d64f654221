"""Prints what makes the pages a site: ``site/mkdocs.yml`` for mkdocs-material, and the hooks it reads them through.

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
from backends.writer.notice import notice
from compiler.ir.node import Id

_RUNTIME = File(__file__).parent / "runtime"
REQUIREMENTS = "mkdocs-material>=9.6\n"

_CONFIG = """\
{header}
#
#     pip install -r {folder}/requirements.txt
#     mkdocs serve -f {folder}/mkdocs.yml
site_name: {name}
docs_dir: ..
site_dir: ../../site
exclude_docs: |
  /site/*
  !/site/site.css
extra_css: [site/site.css]
hooks: [hooks.py]
theme:
  name: material
  font: false
  features:
    - content.code.copy
    - content.tabs.link
    - navigation.footer
    - navigation.path
    - navigation.prune
    - navigation.sections
    - navigation.top
    - search.highlight
    - search.suggest
    - toc.follow
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      toggle: {{icon: material/weather-night, name: Dark}}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      toggle: {{icon: material/weather-sunny, name: Light}}
plugins: [search]
markdown_extensions:
  - sane_lists
  - tables
  - toc: {{permalink: true, marker: ""}}
  - pymdownx.highlight: {{use_pygments: true}}
  - pymdownx.superfences
  - pymdownx.tabbed: {{alternate_style: true}}
validation:
  omitted_files: ignore
  absolute_links: warn
  unrecognized_links: warn
  anchors: warn
nav:
"""

FOLDER = "site"


def site_files(site: Site) -> Iterator[tuple[Path, str]]:
    """Yield the files, as pairs of path and text."""
    said = notice(site.plan.surface.licence).replace("\n", "; ")
    header = notice(site.plan.surface.licence, "#")
    name = _quoted(site.plan.wire.title or "Reference")
    config = _CONFIG.format(header=header, folder=FOLDER, name=name)
    yield f"{FOLDER}/mkdocs.yml", config + "\n".join(_navigation(site)) + "\n"
    yield f"{FOLDER}/requirements.txt", f"{header}\n{REQUIREMENTS}"
    yield f"{FOLDER}/hooks.py", f"{header}\n\n{_source('hooks.py')}"
    yield f"{FOLDER}/site.css", f"/* {said} */\n\n{_source('site.css')}"


@functools.cache
def _source(name: str) -> str:
    return (_RUNTIME / name).read_text(encoding="utf-8")


def _navigation(site: Site) -> Iterator[str]:
    yield f"  - Overview: {INDEX}"
    groups = site.plan.surface.groups
    titles = {page: group_title(groups[path], site.plan) for path, page in site.groups.items()}
    yield from _section("Methods", titles)
    yield from _section("Webhooks", _events(site, callback=False))
    yield from _section("Callbacks", _events(site, callback=True))
    if site.types:
        yield f"  - Types: {TYPES}"


def _events(site: Site, *, callback: bool) -> dict[Path, str]:
    events: Mapping[Id, Path] = site.events
    found = {path: site.plan.wire.events[at] for at, path in events.items()}
    return {path: event.wire for path, event in found.items() if event.callback is callback}


def _section(title: str, pages: Mapping[Path, str]) -> Iterator[str]:
    if pages:
        yield f"  - {title}:"
        yield from (f"      - {_quoted(name)}: {json.dumps(path, ensure_ascii=False)}" for path, name in pages.items())


def _quoted(text: str) -> str:
    """Print a name as YAML, which JSON is. The theme takes it for HTML, so it is HTML; YAML limits keys to 1,024."""
    shown = "".join(char if char.isprintable() else " " for char in text).strip()
    shown = shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…"
    return json.dumps(html.escape(shown), ensure_ascii=False)


_LONGEST = 160
"""Characters of a title in the navigation; each may become six when it is escaped."""
