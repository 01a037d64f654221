"""Guides: the sections of the READMEs of all languages, side by side, one page per subject."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from backends.readme import Speaker, part_text
from backends.reference.index import credentials_table
from backends.reference.page import page
from backends.reference.site import Path, Site
from compiler.plan import readme as tree

QUICK_START = "Quick start"
CLIENT = "The client"
_PAGES = {
    QUICK_START: ("", "First call", "Credentials"),
    "Values": ("Values",),
    "Pages": ("Pages",),
    "Streams": ("Streams",),
    "Files": ("Files",),
    "Errors": ("Errors",),
    "Retries and timeouts": ("Retries and timeouts",),
    "Webhooks": ("Webhooks",),
}
"""The sections of each guide; those that no guide names are of the client's."""


def guides(site: Site) -> Mapping[Path, tuple[str, str]]:
    """Return the guides: path to title and text. None where no language has anything to say."""
    languages = [voice.language for voice in site.voices]
    voices = [(one.title, speaker(one.plan)) for one in languages if (speaker := one.backend.speaker) is not None]
    sections = list(_sections(site, voices))
    named = {title for titles in _PAGES.values() for title in titles}
    pages = {**_PAGES, CLIENT: tuple(title for title, _ in sections if title not in named)}
    found: dict[Path, tuple[str, str]] = {}
    for title, wanted in pages.items():
        said = [(heading, text) for heading, text in sections if heading in wanted and text]
        if said:
            path = f"guides/{title.lower().replace(' ', '-')}.md"
            found[path] = title, page([f"# {title}", *_listed(said, title)], site.plan.surface.licence)
    return found


def _listed(said: Sequence[tuple[str, str]], title: str) -> Iterator[str]:
    for heading, text in said:
        if heading and heading != title:
            yield f"## {heading}"
        yield text


def _sections(site: Site, voices: Sequence[tuple[str, Speaker]]) -> Iterator[tuple[str, str]]:
    """Yield the sections in the order of the README, each as all languages have it."""
    spoken = [(name, speaker, {one.title: one for one in speaker.readme.sections}) for name, speaker in voices]
    titles = dict.fromkeys(title for _, _, sections in spoken for title in sections)
    for title in titles:
        told = [(name, speaker, sections[title].parts) for name, speaker, sections in spoken if title in sections]
        longest = max(len(parts) for _, _, parts in told)
        merged = (
            _merged(site, [(name, speaker, parts[at]) for name, speaker, parts in told if at < len(parts)])
            for at in range(longest)
        )
        yield title, "\n\n".join(filter(None, merged))


def _merged(site: Site, said: Sequence[tuple[str, Speaker, tree.Part]]) -> str:
    """Return a part once if all languages say the same, else each version under its language; code becomes tabs."""
    match said[0][2]:
        case tree.CredentialsTable():
            return credentials_table(site)
        case tree.Text("install"):
            return ""  # a heading
    texts = [(name, speaker, part, text) for name, speaker, part in said if (text := part_text(part, speaker))]
    if not texts:
        return ""
    if len({text for *_, text in texts}) == 1 and (len(texts) == len(said) or len(said) == 1):
        return texts[0][3]
    if all(isinstance(part, tree.Block) for _, _, part, _ in texts):
        return "\n\n".join(_titled(name, text) for name, _, _, text in texts)
    if any("\n" in text for *_, text in texts):
        return "\n\n".join(f"**{name}**\n\n{text}" for name, _, _, text in texts)
    return "\n".join(f"- **{name}**: {text}" for name, _, _, text in texts)


def _titled(name: str, block: str) -> str:
    """Give a block of code the title that the site shows on its tab."""
    fence, _, rest = block.partition("\n")
    return f'{fence} title="{name}"\n{rest}'
