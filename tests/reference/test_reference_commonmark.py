"""Descriptions of a document in the pages: CommonMark is kept, HTML and unsafe links are not."""

from __future__ import annotations

import random

import pytest

from backends.reference.commonmark import blocks, cell, code, fenced, inline
from tests.support.rendered import links, raw_html, tokens

HOSTILE = (
    "<script>alert(1)</script>",
    "text <img src=x onerror=alert(1)> more",
    "| a | b |\n| --- | --- |\n| <b>x</b> | `<i>|</i>` |",
    "stray ` tick\n\n`<script>` code",
    "two ` ticks\n`<script>` ` here",
    "\\`<script>` escaped tick",
    "- ```\n  <b>\n  ```\n  <script>",
    "```\nnever closed <script>",
    "  ```\nnever closed, indented",
    "    ```\n\n<script>",
    "> ```\n> quote\n\n<script>",
    "<https://a`b> `<script>`",
    "<a href='`'>`</a>",
    "<!-- a comment -->",
    "<javascript:alert(1)>",
    "<![CDATA[x]]> <?php ?> <!DOCTYPE x>",
)


def bars(text: str) -> str:
    return cell(text).replace("|", "\\|")


@pytest.mark.parametrize("text", HOSTILE)
def test_raw_html_is_escaped_in_every_place(text: str) -> None:
    assert raw_html(f"before\n\n{blocks(text)}\n\nafter") == []
    assert raw_html(f"| a |\n| --- |\n| {bars(text)} |\n") == []
    assert raw_html(f"# {inline(text)}\n") == []


def test_any_mixture_of_hostile_pieces_stays_escaped_and_keeps_the_page_behind_it() -> None:
    pieces = ["<b>", "`", "``", "```", "~~~", "\n", "\n\n", "  ", "    ", "- ", "> ", "\\", "|", "](", ")", "[x", "a"]
    pieces += ["1. ", "<script>", "<https://a.b>", "# ", "\n---\n", "]: javascript:a", "<!--", "-->", "&lt;", "\t"]
    chance = random.Random(7)
    for _ in range(3_000):
        text = "".join(chance.choices(pieces, k=chance.randint(2, 14)))
        shown = f"before\n\n{blocks(text)}\n\n## After\n"
        assert raw_html(shown) == [], repr(text)
        assert any(token.type == "heading_open" and token.tag == "h2" for token in tokens(shown)), repr(text)
        assert raw_html(f"| a | b |\n| --- | --- |\n| {bars(text)} | {bars(text)} |\n") == [], repr(text)


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "javascript&colon;alert(1)",
        "javascript\\:alert(1)",
        "\njavascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "../elsewhere.md",
        "#section/Auth",
    ],
)
def test_links_lead_to_the_web_or_nowhere(target: str) -> None:
    for text in (f"[a]({target})", f"![a]({target})", f"[`a`]({target})", f"[a][b]\n\n[b]: {target}"):
        assert links(blocks(text)) == [], text
        assert links(cell(text)) == [], text


def test_links_to_the_web_stay() -> None:
    text = "[a](https://example.com/x?y=1#z) <https://example.com> ![i](https://example.com/i.png) [m](mailto:a@b.c)"
    assert len(links(blocks(text))) == 4
    assert blocks(text) == text


def test_commonmark_stays_as_it_is() -> None:
    text = 'One *two* **three** `four <five>`\n\n- item\n- item\n\n```json\n{"a": "<b>"}\n```\n\n| a |\n| - |\n| 1 |'
    assert blocks(text) == text


def test_headings_become_bold_so_that_the_outline_is_the_pages_own() -> None:
    assert blocks("# One\nText\n## Two ##\n\nThree\n---\nend") == "**One**\n\nText\n\n**Two**\n\n**Three**\n\nend"


def test_a_tag_that_is_a_text_stays_one() -> None:
    """What is HTML is Markdown before a page is printed (D11.6); what looks like it is escaped."""
    assert blocks("Bearer \\<token>, <token>") == "Bearer &lt;token>, &lt;token>"
    assert blocks("one \\\\<b>") == "one \\\\&lt;b>"


def test_a_cell_has_a_list_in_the_place_of_a_table() -> None:
    assert cell("Keys:\n\n| a | b |\n| - | - |\n| 1 | 2 |") == "Keys:<br>- a | b<br>- 1 | 2"


def test_a_cell_is_one_line_and_keeps_paragraphs_and_items_apart() -> None:
    assert cell("One\ntwo | three\n\nfour\n- five\n- six") == "One two | three<br><br>four<br>- five<br>- six"
    assert cell("```sh\ncurl x | jq\n```") == "`curl x | jq`"
    assert cell(None) == cell("  \n") == ""


@pytest.mark.parametrize("text", ["plain", "a`b", "`", "``a``", "<b>", "a\nb", "", " "])
def test_code_spans_hold_any_text(text: str) -> None:
    spans = [token for token in tokens(f"x {code(text)} y") if token.type == "code_inline"]
    assert [span.content for span in spans] == ([text.replace("\n", " ")] if text.strip() else [])


def test_fenced_blocks_hold_any_text() -> None:
    assert fenced("a\n```\nb", "text") == "````text\na\n```\nb\n````"
