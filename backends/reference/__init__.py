"""Reference pages in Markdown, which show the languages side by side.

``site`` decides where everything stands; ``methods``, ``models``, ``events`` and ``index`` print a page each from
the plan; ``commonmark`` makes the document's own texts safe to print. Calls and signatures come from the language
backends, through :class:`backends.Language`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from backends import Backend
from backends.reference.events import event_page
from backends.reference.guides import guides
from backends.reference.index import index_page
from backends.reference.methods import group_page
from backends.reference.models import type_page, types_page
from backends.reference.profile import PROFILE
from backends.reference.site import INDEX, TYPES, build_site
from backends.reference.usage import usage
from backends.reference.website import site_files

if TYPE_CHECKING:
    from backends import Language
    from compiler.plan.plan import Plan


class ReferenceBackend(Backend):
    """Prints a page per group, named type, webhook and callback, and an index (spec 1.6, D9.1)."""

    target = "reference"
    title = "Reference"
    profile = PROFILE
    weight = 29

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print all pages of a plan, with signatures and calls in the given languages."""
        site = build_site(plan, languages)
        users = usage(site)
        told = guides(site)
        titles = {path: title for path, (title, _) in told.items()}
        pages = {INDEX: index_page(site, titles), **{path: text for path, (_, text) in told.items()}}
        pages |= {path: group_page(site, plan.surface.groups[at]) for at, path in site.groups.items()}
        pages |= {site.types[at]: type_page(site, at, users) for at in site.sheets}
        pages |= {path: event_page(site, at) for at, path in site.events.items()}
        if site.types:
            pages[TYPES] = types_page(site)
        return pages | dict(site_files(site, titles))


BACKEND = ReferenceBackend()
