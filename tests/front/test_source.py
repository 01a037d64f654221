"""Reading documents: values, locations, and refused documents (D1.2, D1.3, D1.5)."""

from __future__ import annotations

import itertools
import math
import resource
from textwrap import dedent

import pytest

from compiler.diagnostics import Diagnostics
from compiler.source import Document, Json, Limits, SourceFloat, as_text, load_text, load_url
from tests.support.places import SHARED
from tests.support.recorder import Recorder, Reply
from tests.support.work import bounded

SPECS = SHARED / "specs"


def read(text: str | bytes, file: str = "openapi.yaml", limits: Limits | None = None) -> Document:
    diagnostics = Diagnostics()
    document = load_text(text, file, limits or Limits(), diagnostics)
    assert document is not None, diagnostics.items
    return document


def key_of(text: str) -> Json:
    """Read a document with one key."""
    root = read(f"key: {text}").root
    assert isinstance(root, dict)
    return root["key"]


def refused(text: str | bytes, file: str = "openapi.yaml", limits: Limits | None = None) -> list[tuple[object, ...]]:
    """Return code, line and column of the errors of a text that must not be read."""
    diagnostics = Diagnostics()
    assert load_text(text, file, limits or Limits(), diagnostics) is None
    found = []
    for item in diagnostics.errors:
        place = diagnostics.locate(item.loc) if item.loc is not None else None
        found.append((item.code, *(place or ())[:2]))
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("TRUE", True),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("null", None),
        ("~", None),
        ("", None),
        ("Null", None),
        ("nULL", "nULL"),
        ("0", 0),
        ("-17", -17),
        ("+5", 5),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("12345678901234567890123", 12345678901234567890123),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("-.inf", -math.inf),
        ("2024-02-30", "2024-02-30"),
        ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"),
        ("12:30:45", "12:30:45"),
        ("=", "="),
        ("1.2.3", "1.2.3"),
        ("'-'", "-"),
        ("'true'", "true"),
        ('"1"', "1"),
        ("!!str 1", "1"),
        ("! 1", "1"),
        ('!!int "3"', 3),
        ("!!float 3", 3.0),
        ("!!bool 'true'", True),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: Json) -> None:
    """D1.2: YAML 1.2 core schema."""
    found = key_of(text)
    assert found == value
    assert type(found) in (type(value), *type(value).__subclasses__())


def test_not_a_number_is_a_float() -> None:
    """D1.2."""
    found = key_of(".NaN")
    assert isinstance(found, float) and math.isnan(found)


@pytest.mark.parametrize("text", ["3.10", "1e3", "0x1F", "010", "+5", ".inf", "1.", "-0", "3", "2.5", "true", "null"])
def test_the_source_text_of_scalars_is_kept(text: str) -> None:
    """D1.2: `version: 3.10` stays 3.10."""
    assert as_text(key_of(text)) == text


def test_json_floats_keep_their_source_text() -> None:
    """D1.2."""
    root = read('{"version": 3.10, "plain": 2.5}', "a.json").root
    assert root == {"version": 3.1, "plain": 2.5}
    assert isinstance(root, dict)
    assert isinstance(root["version"], SourceFloat)
    assert as_text(root["version"]) == "3.10"
    assert type(root["plain"]) is float


def test_keys_are_strings_as_they_are_written() -> None:
    """D1.2: `200:` is "200"."""
    root = read("200: a\ntrue: b\n1.0: c\n~: d\n0x1: e").root
    assert isinstance(root, dict) and [*root] == ["200", "true", "1.0", "~", "0x1"]


def test_block_scalars_and_line_ends() -> None:
    assert read(b"a: |\r\n  x\r\n  y\r\nb: >-\r\n  x\r\n  y\r\n").root == {"a": "x\ny\n", "b": "x y"}


def test_tabs_in_blank_lines_and_before_comments() -> None:
    """D1.2: YAML 1.2 allows them; libyaml alone does not."""
    document = read("a: 1\n\t\nb:\n\t\t# why\n  - x\n \t# and\nc: |\n  y\n  \t# text\n")
    assert document.root == {"a": 1, "b": ["x"], "c": "y\n\t# text\n"}
    assert document.position("/b/0") == (5, 5)


def test_a_byte_order_mark_is_no_content() -> None:
    document = read("\ufeffa: 1\nb: 2".encode())
    assert document.root == {"a": 1, "b": 2}
    assert document.position("/a", key=True) == (1, 1)


def test_json_in_a_yaml_file_and_yaml_flow() -> None:
    assert read('{"a": [1, 2.50]}').root == {"a": [1, 2.5]}
    assert read("{a: [1, 2], # yaml\n b: yes}").root == {"a": [1, 2], "b": "yes"}


def test_aliases_and_merge_keys() -> None:
    """D1.2: merge keys and aliases work; own entries win, then the earlier source."""
    text = """\
        base: &base {type: object, title: Base}
        more: &more {title: More, format: x}
        one: {<<: *base, title: One}
        two: {<<: [*base, *more]}
        same: *base
        quoted: {"<<": *base}
        key: &name x
        *name : 1
        """
    root = read(dedent(text)).root
    assert isinstance(root, dict)
    assert root["one"] == {"title": "One", "type": "object"}
    assert root["two"] == {"type": "object", "title": "Base", "format": "x"}
    assert root["same"] is root["base"]
    assert root["quoted"] == {"<<": root["base"]}
    assert root["x"] == 1


def test_places_behind_aliases_and_merges_are_where_the_text_is() -> None:
    document = read("base: &b\n  type: object\none:\n  <<: *b\n  title: One\nsame: *b\n")
    assert document.position("/one/type") == (2, 9)
    assert document.position("/one/title") == (5, 10)
    assert document.position("/same/type", key=True) == (2, 3)


PLACES = {
    "yaml": 'openapi: 3.1.0\npaths:\n  /a/b:\n    get:\n      tags: [x, "y"]\n      ~t: 1\n',
    "json": '{"openapi": "3.1.0",\n "paths": {\n  "/a/b": {\n   "get" : {\n    "tags": ["x", "y"],\n    "~t":\n1}}}}',
}


@pytest.mark.parametrize(
    ("pointer", "key", "yaml", "json"),
    [
        ("/openapi", True, (1, 1), (1, 2)),
        ("/paths/~1a~1b/get/tags/7", False, (5, 7), (5, 5)),
        ("/paths/~1a~1b/put/x", False, (3, 3), (3, 3)),
        ("/nothing/at/all", False, (1, 1), (1, 1)),
    ],
)
def test_pointers_lead_to_lines(pointer: str, key: bool, yaml: tuple[int, int], json: tuple[int, int]) -> None:
    """A pointer that leads nowhere falls back to the nearest parent's key."""
    assert read(PLACES["yaml"], "a.yaml").position(pointer, key) == yaml
    assert read(PLACES["json"], "a.json").position(pointer, key) == json


@pytest.mark.parametrize(
    ("text", "file", "errors"),
    [
        ("a: 1\nb: [1,\nc: 2\n", "a.yaml", [("CG0104", 4, 1)]),
        ("a:\n\tb: 1\n", "a.yaml", [("CG0104", 2, 1)]),
        ("a: b: c\n", "a.yaml", [("CG0104", 1, 5)]),
        ("a: '\x01'\n", "a.yaml", [("CG0104", 1, 5)]),
        ('{"a": 1}\n x', "a.json", [("CG0105", 2, 2)]),
        ("", "a.json", [("CG0105", 1, 1)]),
        ("a: 1\nb: 2\na: 3\nb: 4\n", "a.yaml", [("CG0106", 3, 1), ("CG0106", 4, 1)]),
        ("k: &a b\nb: 1\n*a : 2\n", "a.yaml", [("CG0106", 3, 1)]),
        ("a: &a {x: 1}\nb:\n  <<: *a\n  y: {<<: *a}\n  <<: *a\n", "a.yaml", [("CG0106", 5, 3)]),
        ('{"a": {"x": 1,\n "x": "}{"},\n"a": [{}]}', "a.json", [("CG0106", 2, 2), ("CG0106", 3, 1)]),
        ('{"NaN": [1, -Infinity]}', "a.json", [("CG0115", 1, 13)]),
        ("{a: 1}: 1", "a.yaml", [("CG0113", 1, 1)]),
        (f'{{"a": {"1" * 5000}}}', "a.json", [("CG0120", 1, 7)]),
    ],
)
def test_what_is_refused(text: str | bytes, file: str, errors: list[tuple[object, ...]]) -> None:
    """D1.2: syntax errors, repeated keys, cycles and the like, each at its place."""
    assert refused(text, file) == errors


@pytest.mark.parametrize("key", ["/a", "<<"])
def test_a_repeated_key_names_both_places(key: str) -> None:
    """D1.2: a duplicate key is a diagnostic with both positions."""
    diagnostics = Diagnostics()
    text = "paths:\n  /a: {}\n  /b: 2\n  /a: {}\n".replace("/a", key)
    load_text(text, "a.yaml", Limits(), diagnostics)
    (error,) = diagnostics.errors
    assert error.loc is not None
    assert diagnostics.locate(error.loc) == (4, 3, 2)
    assert [note.loc and diagnostics.locate(note.loc) for note in error.notes] == [(2, 3, 2)]


def test_of_many_mistakes_of_one_kind_the_first_hundred_are_told() -> None:
    """D1.5: a file of nothing but mistakes has a million of them."""
    diagnostics = Diagnostics()
    assert load_text("a: 1\n" * 500 + "b: !!int x\n", "a.yaml", Limits(), diagnostics) is None
    *repeated, tag = diagnostics.errors
    assert [error.code for error in repeated] == ["CG0106"] * 100
    assert [note.text for note in repeated[-1].notes] == [
        "it appears here first",
        "399 more like this one are left out",
    ]
    assert tag.code == "CG0119"


def test_unknown_tags_warn_and_are_ignored() -> None:
    diagnostics = Diagnostics()
    document = load_text("a: !!timestamp 2024-01-01\nb: !Ref [1]\n", "a.yaml", Limits(), diagnostics)
    assert document is not None
    assert document.root == {"a": "2024-01-01", "b": [1]}
    assert [(item.code, item.severity) for item in diagnostics.items] == [("CG0112", "warning")] * 2


MANY = ",".join(f"k{number}: 1" for number in range(100))


def _nested(levels: int, opening: str, closing: str, inner: str = "1") -> str:
    return opening * levels + inner + closing * levels


@pytest.mark.parametrize(
    ("text", "file", "code"),
    [
        (_nested(20_000, '{"a":', "}"), "a.json", "CG0107"),
        (_nested(20_000, "[", "]"), "a.yaml", "CG0107"),
        ("\n".join(" " * level + "a:" for level in range(5_000)), "a.yaml", "CG0107"),
        (_nested(201, "[", "]"), "a.json", "CG0107"),
        ("[" + "1," * 5_000_000 + "1]", "a.json", "CG0108"),
        (f"a: &a {{{MANY}}}\n" + "".join(f"b{i}: {{<<: [{'*a,' * 99}*a]}}\n" for i in range(200)), "a.yaml", "CG0109"),
        ("a0: &a0 [1]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 300)), "a.yaml", "CG0107"),
    ],
    ids=["json objects", "json in yaml", "yaml block", "one level too much", "wide", "flat merges", "alias ladder"],
)
def test_bombs_end_quickly(text: str, file: str, code: str) -> None:
    """D1.5: every limit is a clear error, in little work and memory; more bombs in tests/support/generated/bombs.py."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # of all tests that ran in this process
    with bounded(5_000_000 if code == "CG0108" else 50_000):  # a million nodes are read where only more are too many
        assert [error[0] for error in refused(text, file)] == [code]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 512 * 1024


def test_limits_can_be_moved() -> None:
    """D1.5: each limit has a flag."""
    assert refused("a: [[1]]", limits=Limits(max_depth=2)) == [("CG0107", 1, 5)]
    assert refused("a: 1\nb: 2", limits=Limits(max_nodes=2)) == [("CG0108", 2, 4)]
    assert refused("a: 1", limits=Limits(max_bytes=3))[0][0] == "CG0103"
    assert refused("a: &a [1]\nb: *a", limits=Limits(max_aliases=1)) == [("CG0109", 2, 4)]
    assert read(_nested(300, "[", "]"), "a.json", Limits(max_depth=300)).root


def test_remote_documents_come_from_allowed_hosts_alone() -> None:
    """D1.3."""
    allowed, away = frozenset({"127.0.0.1"}), Reply(302, {"Location": "http://other.invalid/x"})
    with Recorder() as server:
        server.script(Reply(body=b"a: 1"))
        document = load_url(f"{server.origin}/doc", allowed, Limits(), Diagnostics())
        assert document is not None
        assert document.root == {"a": 1}
        for reply, hosts, code in (
            (Reply(), frozenset[str](), "CG0117"), (away, allowed, "CG0117"), (Reply(404), allowed, "CG0118"),
        ):  # fmt: skip
            server.script(reply)
            diagnostics = Diagnostics()
            assert load_url(f"{server.origin}/doc", hosts, Limits(), diagnostics) is None
            assert [error.code for error in diagnostics.errors] == [code]
            assert len(server.requests) == len(hosts)


@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize(
    "name", ["stripe.yaml", "github-api.json", pytest.param("datadog-v2.yaml", marks=pytest.mark.hunt)]
)
def test_real_documents_are_read_quickly(name: str) -> None:
    """speed 2: in less than a call for each byte, which bench/builds.py measures in seconds."""
    data = (SPECS / name).read_bytes()
    with bounded(len(data)):
        document = read(data, name)
    assert isinstance(document.root, dict)
    line, _ = document.position("/info/title", key=True)
    assert "title" in document.source.excerpt(line)[0]


def test_places_in_json_are_found_without_the_tree() -> None:
    """Also of what is not there; test_positions.py has those of what is."""
    text = '{"a": [1, {"b": "x\\u0041", "c": -1.50, "d": []}, null], "é": {"": true}, "a/b": 12e3}'
    whole, bare = (read(text, "api.json") for _ in range(2))
    bare.drop_tree()
    assert bare.root is None
    for at, key in itertools.product(("", "/a/1/d/0", "/a/3", "/é/", "/z"), (False, True)):
        assert bare.span(at, key) == whole.span(at, key)
