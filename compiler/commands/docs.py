"""`codegen docs`: the pages of docs/, which the wheel contains, too, as messages name them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.base.patterns import lazy_pattern
from compiler.driver.options import Exit

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser

_FOLDER = Path(__file__).parents[2] / "docs"
_HEADING = lazy_pattern(r"(#{1,6}) +(.+?)(?: +#+)?\s*")
_FENCE = lazy_pattern(r" {0,3}(`{3,}|~{3,})")


def pages() -> dict[str, Path]:
    """Return the pages by name: `gen-yaml` for docs/gen-yaml.md, `adr` for docs/adr/README.md."""
    found = {path.relative_to(_FOLDER).with_suffix("").as_posix(): path for path in sorted(_FOLDER.rglob("*.md"))}
    return dict(sorted((name.removesuffix("/README"), path) for name, path in found.items()))


def docs(page: str | None, stdout: TextIO, stderr: TextIO) -> int:
    """Print a page, or a section of it: `gen-yaml`, `docs/gen-yaml.md`, `gen-yaml#python`; without one, list all."""
    known = pages()
    if page is None:
        width = max(map(len, known), default=0)
        stdout.writelines(f"{name:<{width}}  {_title(path)}\n" for name, path in known.items())
        return Exit.OK
    name, _, anchor = page.strip("`").partition("#")
    name = name.removeprefix("./").removeprefix("docs/").removesuffix(".md").removesuffix("/README").strip("/")
    path = known.get(name)
    if path is None:
        stderr.write(f"codegen docs: there is no page {name!r}; {_near(name, known) or '`codegen docs` lists them'}\n")
        return Exit.USAGE
    text = path.read_text("utf-8")
    if anchor:
        sections = dict(_sections(text))
        if anchor not in sections:
            hint = _near(anchor, sections) or f"`codegen docs {name}` shows all"
            stderr.write(f"codegen docs: {name} has no section {anchor!r}; {hint}\n")
            return Exit.USAGE
        text = sections[anchor]
    _show(text, stdout)
    return Exit.OK


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    return f"near ones: {', '.join(near)}" if near else ""


def _title(path: Path) -> str:
    return next((title for _, title, _ in _headings(path.read_text("utf-8").splitlines())), "")


def _headings(lines: list[str]) -> Iterator[tuple[int, str, int]]:
    """Yield the level, the text and the line of each heading that is not in a block of code."""
    fence = ""
    for number, line in enumerate(lines):
        opened = _FENCE.match(line)
        if fence:
            fence = "" if opened and opened[1].startswith(fence) else fence
        elif opened:
            fence = opened[1]
        elif heading := _HEADING.fullmatch(line):
            yield len(heading[1]), heading[2], number


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield each section with its anchor, which is made as sites that render Markdown make it."""
    lines = text.splitlines(keepends=True)
    found = list(_headings([line.rstrip("\n") for line in lines]))
    taken: dict[str, int] = {}
    for index, (level, title, start) in enumerate(found):
        slug = re.sub(r"[^\w -]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", title).lower()).replace(" ", "-")
        count = taken[slug] = taken.get(slug, -1) + 1
        ends = (line for deep, _, line in found[index + 1 :] if deep <= level)
        yield f"{slug}-{count}" if count else slug, "".join(lines[start : next(ends, len(lines))])


def _show(text: str, stdout: TextIO) -> None:
    """Write Markdown as it is, or on a terminal as a page that one can leaf through."""
    if not stdout.isatty() or os.environ.get("TERM") == "dumb":
        stdout.write(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "FRX")  # as git: colours, and no pager for what fits
    console = Console(file=stdout, width=min(Console(file=stdout).width, 120))
    with console.pager(styles="NO_COLOR" not in os.environ):
        console.print(Markdown(re.sub(r"<!--.*?-->\n*", "", text, flags=re.DOTALL), hyperlinks=False))


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("page", metavar="PAGE", nargs="?", help="without it, all pages are listed")


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    return docs(arguments.page, stdout, stderr)
