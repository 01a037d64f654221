"""The site that the reference pages become: mkdocs-material builds it without a warning, calls are tabs, anchors are
those that the pages link to. MkDocs has an environment of its own, below build/."""

from __future__ import annotations

import fcntl
import html.parser
import importlib.util
import io
import json
import os
import re
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest
from canary import payloads
from canary.build import build
from canary.document import canary_document

from backends.reference.mkdocs import REQUIREMENTS
from compiler import driver
from compiler.options import BuildOptions, InputOptions

ROOT = Path(__file__).parents[1]
TRAINS = ROOT / "examples" / "trains"
SPECS = ROOT.parent / "shared" / "specs"
MKDOCS = ROOT / "build" / "tools" / "mkdocs"
HOOKS = ROOT / "backends" / "reference" / "runtime" / "hooks.py"


def mkdocs() -> Path:
    """The program, installed on first use; the test is skipped where that fails, except in CI."""
    MKDOCS.parent.mkdir(parents=True, exist_ok=True)
    with MKDOCS.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two workers may come here at once
        _install()
    return MKDOCS / "bin" / "mkdocs"


def _install() -> None:
    if not (MKDOCS / ".ready").exists():
        venv.create(MKDOCS, with_pip=True)
        command = [MKDOCS / "bin" / "python", "-m", "pip", "install", "--quiet", *REQUIREMENTS.split()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode and os.environ.get("CI") != "true":
            pytest.skip("mkdocs-material cannot be installed")
        assert not done.returncode, done.stderr
        (MKDOCS / ".ready").touch()


def compiled(document: Path, config: Path | None, folder: Path, *targets: str) -> Path:
    options = InputOptions(document=str(document), config=str(config) if config else None)
    out, err = io.StringIO(), io.StringIO()
    request = BuildOptions(input=options, out=str(folder), targets=targets, keep_going=True)
    assert driver.build(request, out, err) == 0, err.getvalue()
    return folder / "reference"


def built(pages: Path) -> Path:
    """Build the site of the pages; a warning is an error."""
    command = [mkdocs(), "build", "--strict", "--quiet", "-f", pages / "site" / "mkdocs.yml"]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return pages.parent / "site"


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
def test_the_site_of_the_example(tmp_path: Path) -> None:
    """Issue 4, part 11: built once, then looked at from all sides."""
    site = built(compiled(TRAINS / "openapi.yaml", TRAINS / "gen.yaml", tmp_path))
    pages = {file.resolve(): Page(file) for file in sorted(site.rglob("index.html"))}
    bookings = pages[(site / "groups" / "bookings" / "index.html").resolve()]
    assert bookings.tabs == ["Python", "TypeScript", "Go"] * (2 * 6), "a tab for each signature and each example"
    assert len(pages) > 60 and lost_links(pages) == []
    links = {link.split("#")[0] for link in pages[(site / "index.html").resolve()].links}
    for folder in ("groups", "webhooks", "callbacks"):
        listed = {f"{folder}/{page.name}/" for page in (site / folder).iterdir()}
        assert listed <= links, "every group, webhook and callback is in the navigation"
    index = (site / "search" / "search_index.json").read_text()
    assert '"location":"types/Booking/"' in index and "bookings/#create" in index
    assert not (site / "site" / "hooks.py").exists() and (site / "site" / "site.css").exists()


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
    """MkDocs reads Markdown in a way of its own: no text becomes a script, a handler or a link that runs."""
    operation = {"operationId": "x", "summary": HOSTILE, "description": HOSTILE, "tags": ["t"], "responses": {}}
    schemas = {"Thing": {"type": "object", "description": HOSTILE, "properties": {"a": {"description": HOSTILE}}}}
    answer = {
        "description": HOSTILE,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}},
    }
    operation["responses"] = {"200": answer}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "<script>CANARY()</script>", "version": "1", "description": HOSTILE},
    }
    document |= {"tags": [{"name": "t", "description": HOSTILE}], "paths": {"/x": {"get": operation}}}
    document |= {"components": {"schemas": schemas}}
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    site = built(compiled(tmp_path / "openapi.json", None, tmp_path, "python", "reference"))
    seen = 0
    for file in site.rglob("index.html"):
        seen += file.read_text().count("CANARY")
        assert Page(file).alive == []
    assert seen > 10


TAGS = re.compile(
    "a|blockquote|br|code|d[ltd]|del|div|em|h[1-6]|hr|img|input|label|li|[ou]l|p|pre|span|strong"
    "|table|tbody|td|th|thead|tr"
)
"""What Markdown makes, with the tabs and colours of code."""
ATTRIBUTES = {
    "alt",
    "checked",
    "class",
    "data-tabs",
    "for",
    "href",
    "id",
    "name",
    "src",
    "start",
    "style",
    "title",
    "type",
}
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
    """Return the pages of a site as Python-Markdown and the hooks render them, without the theme."""
    command = [mkdocs().parent / "python", ROOT / "tests" / "tools" / "render_site.py", pages]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return {path: Fragment(text) for path, text in json.loads(done.stdout).items()}


@pytest.mark.slow
def test_canaries_are_no_html(tmp_path: Path) -> None:
    """Issue 5, part 4: hostile texts in every slot; what MkDocs makes of the pages is Markdown's own and no more."""
    texts = (*payloads.MARKUP, *payloads.TYPESCRIPT, *payloads.CHARACTERS, *payloads.naughty()[::12])
    made = build(canary_document(texts, 4), tmp_path, {"configVersion": "2.0.0", "python": {"packageName": "canary"}})
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
    pages = compiled(TRAINS / "openapi.yaml", None, tmp_path, "reference")
    (pages / "index.md").write_text(UNCLEAN)
    page = fragments(pages)["index.md"]
    assert page.strange == [] and page.breaks == 1


@pytest.mark.slow
def test_a_big_document(tmp_path: Path) -> None:
    """openai.yaml, some 1,500 pages: nothing to warn of."""
    document = SPECS / "openai.yaml"
    if not document.exists():
        pytest.skip("needs shared/specs/openai.yaml")
    site = built(compiled(document, None, tmp_path, "python", "reference"))
    assert len(list(site.rglob("index.html"))) > 1_000


def hooks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_hooks", HOOKS)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_blocks_in_several_languages_become_tabs() -> None:
    """Other code, and what only looks like a title within it, stays as it is."""
    page = (
        '```python title="Python"\nf()\n\ng()\n```\n\n```go title="Go"\nF()\n```\n\n````json\n```go title="Go"\n````\n'
    )
    tabs = (
        '=== "Python"\n\n    ```python\n    f()\n\n    g()\n    ```\n\n\n=== "Go"\n\n    ```go\n    F()\n    ```\n\n\n'
    )
    assert hooks().on_page_markdown(page) == tabs + '````json\n```go title="Go"\n````\n'


def test_a_list_may_follow_a_paragraph() -> None:
    """As CommonMark has it, which Python-Markdown does not."""
    assert hooks().on_page_markdown("Say:\n- one\n- two\n  more\n") == "Say:\n\n- one\n- two\n  more\n"
    assert hooks().on_page_markdown("```\na\n- b\n```") == "```\na\n- b\n```"


def test_anchors_are_those_of_github() -> None:
    module = hooks()
    module.on_page_markdown("")
    assert [module.anchor(text) for text in ("Get it!", "get it", "X-Rate", "get-it-1")] == [
        "get-it",
        "get-it-1",
        "x-rate",
        "get-it-1-1",
    ]
