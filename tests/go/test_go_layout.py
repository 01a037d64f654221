"""Go examples are on one line if they fit, else on several, as gofmt (with ``-s``) leaves them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from backends.writer import Doc
from backends.writer.gofmt import address, call, composite, elided, keyed, lay, wrapped
from tests.support.documents import text_of
from tests.support.every_thing import DOCUMENT as THINGS
from tests.support.rendered import tokens
from tests.support.run import build_sdks
from tests.support.toolchain import tool
from tests.support.trains import DOCUMENT as TRAINS

DOCUMENT = text_of("languages/harbour.yaml")

BY_HAND = [
    """\
err := client.Register(ctx, &harbour.Ship{
	Name:   "Erika",
	Length: 84.5,
	Flag:   harbour.ShipFlag{Country: "Norway", Port: "Bergen"},
	Crew: []harbour.Sailor{
		{Name: harbour.Some("Ada"), Rank: harbour.SailorRankCaptain},
		{
			Name:   harbour.Some("Linus"),
			Rank:   harbour.SailorRankMate,
			Papers: []string{"passport", "licence"},
		},
	},
	Marks: map[string]string{"port side": "red", "starboard": "green"},
})
""",
    """\
result, err := client.BookTheNextCraneThatIsFree(
	ctx,
	"quay",
	"crane",
	harbour.Opt[int]{},
	harbour.Opt[bool]{},
)
""",
    """\
err := client.Log(ctx, &harbour.Entry{
	At:      time.Date(2026, 5, 4, 10, 30, 15, 500000000, time.UTC),
	Day:     harbour.Some(harbour.Date{Year: 2026, Month: 5, Day: 4}),
	Draught: harbour.Some[float64](1234567.25),
	Cargo:   harbour.EntryCargoGoodList([]harbour.Good{&harbour.GoodObject{Weight: 3}}),
	Best:    harbour.EntryBestGood{Value: harbour.GoodString("coal")},
	Seen: map[string]any{
		"by": []any{"Ada", 2, nil},
		"at": map[string]any{"lat": 60.5, "far": json.Number("123456789012345678901")},
	},
})
""",
    """\
func BookTheNextCraneThatIsFree(
	ctx context.Context,
	quay string,
	crane string,
	hours Opt[int],
	night Opt[bool],
	options ...Option,
) (*Ship, error)
""",
]


def blocks(document: str, folder: Path) -> list[str]:
    """All Go of the pages and the README that are printed for a document."""
    sdk = build_sdks(folder, document, "go: {}\n")
    pages = [path.read_text() for path in sorted(sdk.rglob("*.md"))]
    return [token.content for page in pages for token in tokens(page) if token.info.startswith("go")]


def changed(found: list[str]) -> str:
    """What gofmt would change in blocks, each a program, declarations, or statements of a function of its own."""
    programs = [block for block in found if block.startswith("package ")]
    rest = [block if block.startswith(("func ", "type ")) else _function(block) for block in found]
    rest = [block for block, whole in zip(rest, found, strict=True) if whole not in programs]
    binary = tool("gofmt", Path("/usr/local/go/bin/gofmt"))
    said = ""
    for text in ["\n".join(["package x\n", *rest]), *programs]:
        done = subprocess.run([binary, "-s", "-d"], input=text, capture_output=True, text=True, timeout=300)
        said += done.stdout + done.stderr
    return said


def _function(block: str) -> str:
    return "func _() {\n" + re.sub("^(?=.)", "\t", block, flags=re.MULTILINE) + "}\n"


def test_examples_are_those_written_by_hand(tmp_path: Path) -> None:
    assert changed(BY_HAND) == ""
    found = blocks(DOCUMENT, tmp_path)
    for block in BY_HAND:
        assert block in found


@pytest.mark.parametrize(
    "document",
    [THINGS, TRAINS, Path(__file__).with_name("go_features.yaml").read_text()],
    ids=["things", "trains", "features"],
)
def test_gofmt_leaves_all_examples_alone(document: str, tmp_path: Path) -> None:
    found = blocks(document, tmp_path)
    assert len(found) > 15
    assert changed(found) == ""
    wide = [line for block in found for line in block.split("\n") if len(line.expandtabs(4)) > 104]
    assert wide == []


def test_gofmt_leaves_any_literal_alone() -> None:
    """Where values stand in a column, and where a key is too long or too short for that of its neighbours."""
    random = Random(1)
    statements = []
    for number in range(400):
        arguments: list[Doc] = ["ctx", *(_text(random, 30) for _ in range(random.randrange(3))), _literal(random, 0)]
        statements.append(lay(call(f"client.Call{number}", arguments)) + "\n")
    assert changed(statements) == ""
    assert sum("\n\t\t" in statement for statement in statements) > 100


def _literal(random: Random, depth: int) -> Doc:
    kind = random.choice(["map", "list", "struct"])
    items: list[Doc] = []
    longest = random.choice([5, 60, 200])
    for number in range(random.randrange(7)):
        value = _literal(random, depth + 1) if depth < 3 and random.random() < 0.4 else _text(random, 60)
        if random.random() < 0.2:
            value = wrapped("x.Some", value)
        key = f"K{number}" + "é" * random.randrange(longest) if kind == "struct" else _text(random, longest)
        items.append(keyed(key, value) if kind == "struct" else elided("any", value))
        if kind == "map":
            items[-1] = keyed(key, items[-1])
    made = composite({"map": "map[string]any", "list": "[]any", "struct": "x.Thing"}[kind], items)
    return address(made) if kind == "struct" else made


def _text(random: Random, longest: int) -> str:
    return '"' + random.choice(["a", "é", "ß "]) * random.randrange(longest) + '"'


@pytest.mark.parametrize(
    ("type_", "element", "text"),
    [
        ("x.Ship", composite("x.Ship", ["1"]), "{1}"),
        ("x.Ship", composite("x.Ship", []), "{}"),
        ("*x.Ship", address(composite("x.Ship", ["1"])), "{1}"),
        ("*x.Ship", address(composite("x.Ship", [])), "{}"),
        ("x.Ship", composite("x.Shipyard", ["1"]), "x.Shipyard{1}"),
        ("x.Vessel", address(composite("x.Ship", ["1"])), "&x.Ship{1}"),
        ("string", '"x"', '"x"'),
    ],
)
def test_a_list_says_the_type_of_its_elements_once(type_: str, element: Doc, text: str) -> None:
    assert lay([elided(type_, element)]) == text


def test_a_long_call_within_a_call_stands_a_tab_deeper() -> None:
    """Options of a client are calls of texts, and a name may fill the line."""
    name = "WithA" + "a" * 100
    assert lay([call("x.New", ["a", call(name, ['"..."'])])]) == f'x.New(\n\ta,\n\t{name}(\n\t\t"...",\n\t),\n)'
