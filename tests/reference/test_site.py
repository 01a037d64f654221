"""The site of the reference pages: zensical builds it without a warning, calls are tabs, and the anchors are those to
which the pages link. Zensical has an environment of its own, below build/."""

from __future__ import annotations

import fcntl
import html.parser
import json
import os
import re
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path

import markdown
import pytest

from backends.reference.runtime.pages import Anchors, rewritten
from backends.reference.website import REQUIREMENTS
from tests.support import run
from tests.support.canary import payloads
from tests.support.canary.build import build
from tests.support.canary.document import canary_document
from tests.support.documents import content, document, object_of, operation, ref
from tests.support.places import ROOT, SHARED
from tests.support.rendered import print_pages
from tests.support.run import configure, simple, write

SPECS = SHARED / "specs"
SITE_TOOLS = ROOT / "build" / "tools" / "site"


def python() -> Path:
    """The interpreter that has zensical, installed on first use; the test is skipped where that fails, except in CI."""
    SITE_TOOLS.parent.mkdir(parents=True, exist_ok=True)
    with SITE_TOOLS.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two workers may come here at once
        _install()
    return SITE_TOOLS / "bin" / "python"


def _install() -> None:
    if not (SITE_TOOLS / ".ready").exists():
        venv.create(SITE_TOOLS, with_pip=True)
        command = [SITE_TOOLS / "bin" / "python", "-m", "pip", "install", "--quiet", *REQUIREMENTS.split()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode and os.environ.get("CI") != "true":
            pytest.skip("zensical cannot be installed")
        assert not done.returncode, done.stderr
        (SITE_TOOLS / ".ready").touch()


def built(pages: Path) -> Path:
    """Build the site of the pages; a warning is an error."""
    run.run_program([python(), "-m", "zensical", "build", "--strict"], pages)
    return pages / "site"


class Page(html.parser.HTMLParser):
    """What a page of the site holds: its anchors, its links, what stands on its tabs, and what would run."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.alive: list[str] = []
        self.inside = ""
        self.feed(file.read_text("utf-8"))
        self.tabs = re.findall(r'<label for="__tabbed[^>]*>([^<]*)</label>', file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.inside = tag
        self.alive += [name for name, value in attrs if name.startswith("on") or "javascript:" in (value or "")]
        self.ids += [found["id"]] if found.get("id") else []
        self.links += [found["href"]] if tag == "a" and found.get("href") else []

    def handle_data(self, data: str) -> None:
        if self.inside == "script" and "CANARY" in data:
            self.alive.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


@pytest.mark.slow
def test_the_site_of_the_example(trains: Path) -> None:
    """Built once, then looked at from all sides."""
    site = built(trains / "reference")
    pages = {file.resolve(): Page(file) for file in sorted(site.rglob("index.html"))}
    bookings = pages[(site / "groups" / "bookings" / "index.html").resolve()]
    languages = ["Python", "TypeScript", "Go"]
    assert bookings.tabs == [*languages, *languages, "cURL"] * 6, "a tab for each signature and each example"
    assert len(pages) > 60 and lost_links(pages) == []
    links = {link.split("#")[0] for link in pages[(site / "index.html").resolve()].links}
    for folder in ("guides", "groups", "webhooks", "callbacks"):
        listed = {f"{folder}/{page.name}/" for page in (site / folder).iterdir()}
        assert listed <= links, "every group, webhook and callback is in the navigation"
    index = (site / "search.json").read_text()
    assert '"location":"types/Booking/"' in index and "bookings/#create" in index
    assert [path.name for path in (site / "theme").iterdir()] == ["pages.css"]
    text = (site / "groups" / "bookings" / "index.html").read_text()
    assert text.count('<div class="method-samples">') == 6 and '<span class="verb verb-delete">DELETE</span>' in text
    assert '<details class="fold">' in text and 'data-label="Description"' in text


def lost_links(pages: Mapping[Path, Page]) -> list[tuple[str, str]]:
    """The links that lead to no page of the site, or to no anchor of one."""
    lost = []
    for file, page in pages.items():
        for link in page.links:
            path, _, anchor = link.partition("#")
            if "://" in path or path.startswith("mailto:"):
                continue
            target = (file.parent / path).resolve() if path else file
            found = pages.get(target / "index.html" if target.is_dir() else target)
            if found is None or (anchor and anchor not in found.ids):
                lost.append((file.parent.name, link))
    return lost


HOSTILE = """<script>CANARY()</script> <img src=x onerror=CANARY()> {: onclick="CANARY()" }

## A heading {: onclick="CANARY()" }

[link](javascript:CANARY()) <javascript:CANARY()> ![x](javascript:CANARY()) [TOC]

=== "tab"
    <b onclick=CANARY()>x</b>

```{.python onclick="CANARY()"}
CANARY
```

1. <i onload=CANARY()>item
   `<b>` **bold**{: onclick=CANARY() }
"""


@pytest.mark.slow
def test_what_a_document_says_does_not_run(tmp_path: Path) -> None:
    """Python-Markdown reads in a way of its own: no text becomes a script, a handler or a link that runs."""
    thing = {**object_of(a={"description": HOSTILE}), "description": HOSTILE}
    responses = {"200": {"description": HOSTILE, **content(ref("Thing"))}}
    hostile = operation("x", responses, summary=HOSTILE, description=HOSTILE, tags=["t"])
    made = document("", {"/x": {"get": hostile}}, {"Thing": thing}, tags=[{"name": "t", "description": HOSTILE}])
    made["info"] = {"title": "<script>CANARY()</script>", "version": "1", "description": HOSTILE}
    write(tmp_path, "openapi.json", made)
    site = built(print_pages(tmp_path / "openapi.json", tmp_path, "-t", "python", "-t", "reference"))
    seen = 0
    for file in site.rglob("index.html"):
        seen += file.read_text().count("CANARY")
        assert Page(file).alive == []
    assert seen > 10


TAGS = re.compile(
    "a|blockquote|br|code|d[ltd]|del|details|div|em|h[1-6]|hr|img|input|label|li|[ou]l|p|pre|span|strong|summary"
    "|table|tbody|td|th|thead|tr"
)
"""What Markdown makes, with the tabs and colours of code."""
ATTRIBUTES = {
    "alt", "checked", "class", "data-label", "data-tabs", "for", "href", "id", "name", "src", "start", "style", "title",
    "type",
}  # fmt: skip
TARGET = re.compile(r"(https?|mailto|tel):|(?!//)[\w./#%?=&-]*\Z")


class Fragment(html.parser.HTMLParser):
    """A rendered page: tags, attributes and links that none of ours has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.strange: list[str] = []
        self.breaks = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.breaks += tag == "br"
        self.strange += [] if TAGS.fullmatch(tag) else [tag]
        self.strange += [name for name, _ in attrs if name not in ATTRIBUTES]
        self.strange += [
            f"{name}={value}" for name, value in attrs if name in ("href", "src") and not TARGET.match(value or "")
        ]

    def handle_comment(self, data: str) -> None:
        self.strange.append(f"<!--{data}")

    def handle_pi(self, data: str) -> None:
        self.strange.append(f"<?{data}")

    def handle_decl(self, decl: str) -> None:
        self.strange.append(f"<!{decl}")


def fragments(pages: Path) -> Mapping[str, Fragment]:
    """Return the pages of a site as Python-Markdown and the extension render them, without the theme."""
    command = [python(), Path(__file__).with_name("render_site.py"), pages]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return {path: Fragment(text) for path, text in json.loads(done.stdout).items()}


@pytest.mark.slow
@pytest.mark.parametrize("share", [8, pytest.param(4, marks=pytest.mark.hunt)])
def test_canaries_are_no_html(share: int, tmp_path: Path) -> None:
    """Issue 5, part 4: hostile texts in every slot; what the site makes of the pages is Markdown's own and no more."""
    texts = (*payloads.MARKUP, *payloads.TYPESCRIPT, *payloads.CHARACTERS, *payloads.naughty()[::12])
    made = build(
        canary_document(texts, share), tmp_path, {"configVersion": "2.0.0", "python": {"packageName": "canary"}}
    )
    assert made.code == 0, made.said[-2000:]
    found = fragments(made.out / "reference")
    assert len(found) > 100 and sum(page.breaks for page in found.values()) > 20
    assert {path: page.strange for path, page in found.items() if page.strange} == {}


UNCLEAN = """<!-- Code generated by codegen. DO NOT EDIT. -->

# <b>x</b>

<script>CANARY()</script>

<div>

a <img src=x onerror=CANARY()> <!-- c --> <?php x ?> <![CDATA[y]]> [a](javascript:CANARY()) <java&#115;cript:CANARY()>

</div>

[b](&#106;avascript&colon;CANARY()) [c](java&Tab;script:CANARY()) <a@b.example> ![d](data:text/html,CANARY)

| a | b |
| - | - |
| one<br>two | <i>&lt;</i> |

[c](https://example.com/?a=b&c=d) [e](../types/index.md)
"""


@pytest.mark.slow
def test_the_site_reads_no_html(tmp_path: Path) -> None:
    """The second wall: were a page to hold HTML, it would be shown and not live."""
    pages = print_pages(write(tmp_path, "openapi.yaml", simple()), tmp_path, "-t", "reference")
    (pages / "index.md").write_text(UNCLEAN)
    page = fragments(pages)["index.md"]
    assert page.strange == [] and page.breaks == 1


@pytest.mark.hunt
@pytest.mark.slow
def test_a_big_document(tmp_path: Path) -> None:
    """openai.yaml, some 1,500 pages: nothing to warn of."""
    document = SPECS / "openai.yaml"
    if not document.exists():
        pytest.skip("needs shared/specs/openai.yaml")
    site = built(print_pages(document, tmp_path, "-k", "-t", "python", "-t", "reference"))
    assert len(list(site.rglob("index.html"))) > 1_000


def test_blocks_in_several_languages_become_tabs() -> None:
    """Other code, and what only looks like a title within it, stays as it is."""
    page = (
        '```python title="Python"\nf()\n\ng()\n```\n\n```go title="Go"\nF()\n```\n\n````json\n```go title="Go"\n````\n'
    )
    tabs = (
        '=== "Python"\n\n    ```python\n    f()\n\n    g()\n    ```\n\n\n=== "Go"\n\n    ```go\n    F()\n    ```\n\n\n'
    )
    assert "\n".join(rewritten(page)) == tabs + '````json\n```go title="Go"\n````\n'


def test_folds_become_details() -> None:
    page = "a\n\n<details>\n<summary>Fields of b&#95;c</summary>\n\n| x |\n| --- |\n\n</details>\n\nb"
    assert "\n".join(rewritten(page)) == 'a\n\n??? fold "Fields of b&#95;c"\n\n    | x |\n    | --- |\n\n\nb'


def test_a_list_may_follow_a_paragraph() -> None:
    """As CommonMark has it, which Python-Markdown does not."""
    assert "\n".join(rewritten("Say:\n- one\n- two\n  more\n")) == "Say:\n\n- one\n- two\n  more\n"
    assert "\n".join(rewritten("```\na\n- b\n```")) == "```\na\n- b\n```"


def test_anchors_are_those_of_github() -> None:
    anchors = Anchors()
    found = [anchors.of(text) for text in ("Get it!", "get it", "X-Rate", "get-it-1")]
    assert found == ["get-it", "get-it-1", "x-rate", "get-it-1-1"]


def test_contents_leave_out_what_is_said_above() -> None:
    """Types within another are called by it; entries of the table of contents are not."""
    page = "# `Order`\n\n## `OrderState`\n\n## `Ordering`\n\n## `Other`"
    reader = markdown.Markdown(extensions=["toc", "backends.reference.runtime.pages"])
    reader.convert(page)
    children = reader.toc_tokens[0]["children"]
    assert [item["data-toc-label"] or item["name"] for item in children] == ["State", "Ordering", "Other"]


def reference(folder: Path, section: str, code: int = 0) -> str:
    """Build a small document with a section `reference` in gen.yaml: what was said."""
    write(folder, "openapi.yaml", simple())
    configure(folder, f"reference: {{{section}}}\n")
    return run.build(folder, "openapi.yaml", "-o", "out", code=code).stderr


def test_the_logo_and_the_colour_stand_in_the_style_sheet(tmp_path: Path) -> None:
    """D15: `reference.logo` is read beside gen.yaml; a URL stays one."""
    (tmp_path / "logo.SVG").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    reference(tmp_path, "logo: logo.SVG, colour: '#0b6bcb'")
    style = (tmp_path / "out" / "reference" / "theme" / "pages.css").read_text()
    assert "--md-primary-fg-color: #0b6bcb;" in style and 'url("data:image/svg+xml;base64,PHN2Zy' in style
    reference(tmp_path, "logo: 'https://example.com/logo.png'")
    style = (tmp_path / "out" / "reference" / "theme" / "pages.css").read_text()
    assert 'url("https://example.com/logo.png")' in style and "--md-primary-fg-color" not in style


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("logo: none.png", "none.png cannot be the logo: no such file or directory"),
        ("logo: folder.png", "cannot be the logo: is a directory"),
        ("logo: empty.gif", "cannot be the logo: it is empty"),
        ("logo: big.png", "cannot be the logo: it has more than 256 kB"),
        ("logo: 'a\") } body { x'", "`logo` cannot be"),
        ("colour: red", '`colour` cannot be "red"'),
    ],
)
def test_what_is_no_logo_and_no_colour_is_told(section: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "empty.gif").touch()
    (tmp_path / "big.png").write_bytes(b"x" * 300_000)
    assert said in reference(tmp_path, section, code=3)
    assert not (tmp_path / "out").exists()
