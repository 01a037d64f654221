"""Documentation texts (D11.6): which part of an SDK has which text, HTML and links in texts, what no text can do."""

from __future__ import annotations

import ast
import dataclasses
import re
import time
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.base.markdown import to_markdown, to_plain
from compiler.ir import headers, nodes, servers, types, wire
from compiler.ir.node import TextKind, texts_of
from passes.settle_texts import HELD
from tests.support.documents import answers, document, object_of, parameter, ref, sends
from tests.support.run import build, build_sdks, configure, write

BASE = "https://docs.acme.test/v1/"

# --------------------------------------------------------------------------- HTML and links


@pytest.mark.parametrize(
    ("written", "markdown", "plain"),
    [
        ("plain * text_with [signs] & 1 < 2 > 0", None, None),
        ("<p>One.</p>\n<p>Two<br>three</p>", "One.\n\nTwo\n\nthree", None),
        ("<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>", "**a** **b** *c* *d*", "a b c d"),
        ("<code>a&lt;b&gt;</code> and <code>`x`</code>", "`a<b>` and `` `x` ``", None),
        (
            '<a href="https://x.test/a?b=1&amp;c=2">t</a>',
            "[t](https://x.test/a?b=1&c=2)",
            "t (https://x.test/a?b=1&c=2)",
        ),
        ('<a href="https://x.test">https://x.test</a>', "<https://x.test>", "https://x.test"),
        ("<ul><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ul>", "- a\n- b\n  1. c\n  2. d", None),
        ("<ul>\n <li>a\n <li><p>b</p><p>c</p>\n</ul>end", "- a\n- b\n\n  c\n\nend", None),
        ("<h2>Head</h2>text", "## Head\n\ntext", "Head\n\ntext"),
        ("x<sup>2</sup>, H<sub>2</sub>O, a<sup>th</sup>", "x², H₂O, a^th", None),
        (
            "<table><tr><th>K</th><th>V</th></tr><tr><td>a|b</td><td><code>c</code></td></tr></table>",
            "| K | V |\n| --- | --- |\n| a\\|b | `c` |",
            "- K | V\n- a|b | `c`",
        ),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "|  |  |\n| --- | --- |\n| a | b |", "- a | b"),
        (
            '<pre><code class="language-json">{"a": 1}\n  &lt;b&gt;</code></pre>',
            '```json\n{"a": 1}\n  <b>\n```',
            '```json\n{"a": 1}\n  <b>\n```',
        ),
        (
            '<img src="https://x.test/i.png" alt="pic"> <img src="data:x" alt="no">',
            "![pic](https://x.test/i.png) no",
            "pic no",
        ),
        (
            "&copy; &nbsp;a &amp;lt; &#42;b&#42; &foo; &lt;p&gt; &lt; 3",
            "©  a \\&lt; \\*b\\* &foo; \\<p> < 3",
            "©  a &lt; *b* &foo; <p> < 3",
        ),
        ("<blockquote>a<br>b</blockquote>c", "> a\n> b\n\nc", None),
        (
            "Bearer <token>, <your key> or <Dial>",
            "Bearer \\<token>, \\<your key> or \\<Dial>",
            "Bearer <token>, <your key> or <Dial>",
        ),
        ("of <currency>100</currency>", "of 100", "of 100"),
        ('before <video src="x"> after', "before  after", None),
        ("a <script>alert(1)</script><style>b{}</style>c<!-- d -->e", "a ce", None),
        ("half <b>bold, </i>none, <a href='x", "half **bold, none, \\<a href='x**", "half bold, none, <a href='x"),
        ("<scr</b>ipt>x</script>", "\\<script>x\\</script>", "<script>x</script>"),
        ("<<b></b>script>", "\\<script>", "<script>"),
        ("`<b>` and\n\n```\n<p>&lt;\n```\n\n    <i>", None, None),
        ("<https://x.test/a> and <me@x.test>", None, "https://x.test/a and <me@x.test>"),
        ("**a *b* c** 2 * 3 * 4 *.txt `*d*`", None, "a b c 2 * 3 * 4 *.txt `*d*`"),
        ("<strong>Note:</strong>next", "Note:next", None),
    ],
)
def test_html_becomes_markdown_and_plain_text(written: str, markdown: str | None, plain: str | None) -> None:
    """What is no HTML stays as it is; Markdown that is read once more stays the same."""
    found = to_markdown(written, BASE)
    assert found == (written if markdown is None else markdown)
    assert to_markdown(found, BASE) == found
    assert to_plain(found) == (found if plain is None else plain)


@pytest.mark.parametrize(
    ("target", "absolute"),
    [
        ("/guide", "https://docs.acme.test/guide"),
        ("guide", "https://docs.acme.test/v1/guide"),
        ("#part", "https://docs.acme.test/v1/#part"),
        ("../x?y=(1)", "https://docs.acme.test/x?y=(1)"),
        ("../../../../etc/passwd", "https://docs.acme.test/etc/passwd"),
        ("//other.test/x", "https://other.test/x"),
        ("\\\\other.test/x", None),
        ("<a b>", "<https://docs.acme.test/v1/a%20b>"),
        ("http://[", "http://["),
        ("//[", "https://%5B"),
        ("mailto:me@acme.test", "mailto:me@acme.test"),
        ("javascript:alert(1)", None),
        ("JaVa&#115;cript:alert(1)", None),
        ("data:text/html,x", None),
        ("doc:pages", None),
    ],
)
def test_a_relative_link_belongs_to_the_vendors_pages(target: str, absolute: str | None) -> None:
    """None climbs above the root of these, none leads elsewhere than to the web; without them it is its text."""
    found = to_markdown(f"a [t]({target}) b", BASE)
    if absolute is None:
        assert "](http" not in found or found.startswith("a [t](https://docs.acme.test/")
    else:
        assert found.replace("%28", "(").replace("%29", ")") == f"a [t]({absolute}) b"
    assert found == to_markdown(found, BASE)
    if absolute != target:
        assert "](" not in to_markdown(f"a [t]({target}) b", None)


def test_links_by_reference_are_links() -> None:
    text = "See [this][1] and ![that][2].\n\n[1]: /guide\n[2]: <pic.png>\n[Note]: none of them"
    assert "[1]: https://docs.acme.test/guide\n[2]: <https://docs.acme.test/v1/pic.png>" in to_markdown(text, BASE)
    assert to_markdown(text, None).split("\n\n")[0] == "See this and !that."
    assert to_markdown(text, None).endswith("[Note]: none of them")


HOSTILE = {
    "open tags": "<b>",
    "half tags": "<b ",
    "open lists": "<ul><li>",
    "open tables": "<table><tr><td>x",
    "rows of one cell": "<tr><td>x",
    "open quotes": '<a x="',
    "mixed quotes": "<a x=\"<b y='",
    "open comments": "<!--",
    "scripts": "<script>",
    "nested links": "<div><ul><li><b><a href=x>",
    "entities": "&amp;&lt;b&gt;",
    "brackets": "[",
    "links": "[a](",
    "images": "![a](b ",
    "definitions": "[a]: b\n",
    "uses": "[a]: /b\n[x][a]",
    "stars": "**a *b ",
    "backslashes": "\\",
    "backticks": "` `` ``` ",
    "fences": "```\n~~~\n",
    "headings": "# a\n<h1>",
    "bars": "| a ",
    "blanks": "<p> \n </p>",
    "less": "< ",
    "everything": '<p>x <b>y</b> <a href="../z">q</a><script>a</script><ul><li>1</ul><table><tr><td>2</table><i ',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_takes_linear_time(name: str) -> None:
    """Of 20 kB and of 80 kB: four times as much takes about four times as long."""
    few, many = (HOSTILE[name] * (size // len(HOSTILE[name])) for size in (20_000, 80_000))
    found = to_markdown(few, BASE)
    assert not re.search(r"(?<!\\)<(?:script|b|a|ul|table|p|tr|td|h1)[ >]", found) or "fence" in name or "tick" in name
    tries = ((_seconds(few), _seconds(many)) for _ in range(4))  # other processes take their time, too
    assert any(slow < 12 * max(quick, 0.02) for quick, slow in tries)


def _seconds(text: str) -> float:
    started = time.process_time()
    to_plain.__wrapped__(to_markdown(text, BASE))
    return time.process_time() - started


# --------------------------------------------------------------------------- no text is left out


def _node_types() -> Iterator[type]:
    for module in (headers, nodes, servers, types, wire):
        for kind in vars(module).values():
            if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__ == module.__name__:
                yield kind


def test_every_text_says_that_it_is_one() -> None:
    """In its field: `settle_texts`, the skeletons and the parts of a process that stays ask for no other list."""
    known = {
        "title",
        "heading",
        "summary",
        "description",
        "example",
        "examples",
        "external_docs",
        "deprecation_message",
    }
    for kind in _node_types():
        called = [field.name for field in dataclasses.fields(kind) if field.name in known]
        assert set(called) - {"title"} <= set(texts_of(kind)) <= set(called), kind


def test_every_holder_of_texts_is_walked() -> None:
    told = [kind for kind in _node_types() if texts_of(kind, TextKind.PROSE)]
    names = {kind.__name__ for kind in (*told, *HELD)} | {"Content", "Encoding"}
    for kind in HELD:
        for field in dataclasses.fields(kind):
            held = set(re.findall(r"\w+", str(field.type))) & names
            if held and field.name not in HELD[kind]:
                assert held <= {"Content", "Encoding"}, (kind, field.name)


# --------------------------------------------------------------------------- what is printed

DOCUMENT = document(
    "Acme",
    {
        "/pets/{id}": {
            "patch": sends(
                "updatePet",
                ref("Pet"),
                tags=["pets"],
                description="<p>Update <em>one</em>, see <a href='/guide'>this</a>.</p>",
                parameters=[
                    parameter("id", "path", ref("Id")),
                    parameter("dry", schema={"type": "boolean"}, description="<code>true</code> only <i>tries</i>"),
                ],
                responses=answers(ref("Pet")),
            )
        }
    },
    {
        "Id": {"type": "string", "description": "The id of a pet."},
        "Owner": {**object_of(name="string"), "description": "Who <b>owns</b> it: <name>."},
        "Level": {"anyOf": [{"type": "integer", "description": "How high it is."}, {"type": "null"}]},
        "Pet": object_of(
            owner=ref("Owner"),
            former={"anyOf": [ref("Owner"), {"type": "null"}]},
            heir={"allOf": [ref("Owner")]},
            level=ref("Level"),
            tag={"oneOf": [{"type": "null"}, {"type": "string", "description": "A [tag](#tags)."}]},
            own={**ref("Owner"), "description": "Its own."},
        ),
    },
    info={"title": "Acme", "version": "1.0.0", "description": "<p>All of <b>Acme</b>.</p>"},
    servers=[{"url": "https://acme.test"}],
)
TOLD = dict.fromkeys(("owner", "former", "heir"), "Who owns it: <name>.") | {
    "level": "How high it is.",
    "tag": "A tag (https://docs.acme.test/#tags).",
    "own": "Its own.",
}
"""What is said of each property, as plain text."""
CONFIG = "generation: {docsUrl: https://docs.acme.test/}\npython: {}\ntypescript: {}\ngo: {}\n"


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_sdks(tmp_path_factory.mktemp("texts"), DOCUMENT, CONFIG)


def _attributes(source: str, name: str) -> dict[str, str]:
    """The texts below the attributes of a class."""
    made = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) and node.name == name)
    found: dict[str, str] = {}
    for before, node in zip(made.body, made.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and isinstance(node, ast.Expr):
            found[before.target.id] = ast.literal_eval(node.value)
    return found


@pytest.mark.parametrize(("file", "name"), [("_models/pet.py", "Pet"), ("_params/pet.py", "PetParam")])
def test_python_says_it_of_attributes_and_of_keys(printed: Path, file: str, name: str) -> None:
    source = printed.joinpath("python", "acme", file).read_text()
    assert _attributes(source, name) == TOLD


def test_python_says_it_of_arguments_in_both_twins(printed: Path) -> None:
    tree = ast.parse(printed.joinpath("python/acme/_groups/pets.py").read_text())
    methods = [node for node in ast.walk(tree) if getattr(node, "name", "") == "update"]
    docs = [typing.cast(str, ast.get_docstring(typing.cast(Any, node))) for node in methods]
    assert {type(node).__name__ for node in methods} == {"FunctionDef", "AsyncFunctionDef"}
    assert docs[0] == f'{docs[1]}\n\nExample:\n\n```python\nclient.pets.update("id", owner={{"name": "name"}})\n```'
    assert docs[0].startswith(
        "Update one, see this (https://docs.acme.test/guide).\n\nArgs:\n    id: The id of a pet.\n"
    )
    assert "    dry: `true` only tries.\n" in docs[0]
    for name, text in TOLD.items():
        assert f"    {name}: {text}" in docs[0]


def test_typescript_says_it_of_properties_and_of_params(printed: Path) -> None:
    text = "".join(file.read_text() for file in sorted(printed.joinpath("typescript/src").rglob("*.ts")))
    model = re.search(r"export interface Pet {\n(.*?)\n}", text, re.DOTALL)
    assert model is not None
    owns = "Who **owns** it: \\<name>."
    told = TOLD | dict.fromkeys(("owner", "former", "heir"), owns) | {"tag": "A [tag](https://docs.acme.test/#tags)."}
    assert {name: said for said, name in re.findall(r"/\*\* (.*?) \*/\n  (\w+)\?:", model[1])} == told
    assert "export interface PetUpdateParams extends Pet {\n  /** `true` only *tries* */\n  dry?:" in text
    example = 'const result = await client.pets.update("id", { owner: { name: "name" } });'
    assert f"@example\n   * ```ts\n   * {example}\n   * ```\n" in text
    assert "   * @param id - The id of a pet.\n" in text
    assert "Update *one*, see [this](https://docs.acme.test/guide)." in text


def test_go_says_it_of_fields_and_of_params(printed: Path) -> None:
    text = "".join(file.read_text() for file in printed.joinpath("go").glob("*.go"))
    for name, said in TOLD.items():
        assert len(re.findall(rf"\t// {re.escape(said)}\n\t{name.capitalize()} ", text)) == 2, name


def test_no_page_or_comment_has_html(printed: Path) -> None:
    for file in printed.rglob("*"):
        if file.suffix in (".py", ".ts", ".go", ".md", ".json") and "_runtime" not in file.parts:
            assert not re.search(r"</?(?:p|b|i|em|code)>", file.read_text()), file


@pytest.mark.parametrize(
    "value", ["docs.acme.test", "/docs", "ftp://acme.test", "https://", "javascript:alert(1)", "https://a@b"]
)
def test_a_docs_url_is_absolute(tmp_path: Path, value: str) -> None:
    """D15."""
    write(tmp_path, "openapi.json", DOCUMENT)
    configure(tmp_path, f"generation: {{docsUrl: '{value}'}}\npython: {{}}\n")
    said = build(tmp_path, "openapi.json", code=3).stderr
    assert "docsUrl" in said and "an absolute address, such as `https://docs.acme.com/`" in said
