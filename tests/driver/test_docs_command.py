"""`codegen docs`: what messages name is there, for those, too, who have only the wheel."""

from __future__ import annotations

import ast
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from backends.keys import TARGET_KEYS
from compiler.commands.docs import pages
from compiler.config.keys import CONFIG_VERSION, GENERATION
from compiler.diagnostics.catalog import CODES
from compiler.front.keys.extensions import EXTENSIONS
from tests.support.modules import PACKAGES
from tests.support.places import ROOT
from tests.support.rendered import anchors
from tests.support.run import codegen

MENTION = re.compile(r"\bdocs/[\w/-]+\.md(?:#[\w-]+)?|(?<=codegen docs )[a-z][\w/-]*(?:#[\w-]+)?")


def mentions() -> Iterator[tuple[str, str]]:
    """Yield each page that a text of the compiler names, and those that `codegen explain` names."""
    for path in (path for folder in PACKAGES for path in (ROOT / folder).rglob("*.py")):
        if "runtime" in path.relative_to(ROOT).parts:
            continue
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "docs" in text else ():  # few modules name a page
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for found in MENTION.findall(node.value):
                    yield path.name, found.rstrip("#")
    keys = [key.name for key in (CONFIG_VERSION, *GENERATION, *(k for made in TARGET_KEYS.values() for k in made.keys))]
    for word in (*CODES, *keys, *(f"x-codegen-{key}" for key in EXTENSIONS)):
        told = codegen("explain", word, cwd=ROOT).stdout
        found = MENTION.findall(told)
        assert found, told
        yield from ((word, page) for page in found)


def test_every_page_that_is_named_is_shown(tmp_path: Path) -> None:
    named = {page: where for where, page in mentions()}
    assert len(named) > 80
    for page, where in named.items():
        done = codegen("docs", page, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), where
        assert done.stdout.startswith("#") or "#" not in page


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_page_and_its_sections(name: str, tmp_path: Path) -> None:
    """As it is, where no terminal reads it; sections have the anchors that links between pages use."""
    path = pages()[name]
    text = path.read_text("utf-8")
    written = path.relative_to(ROOT).as_posix()
    assert codegen("docs", name, cwd=tmp_path).stdout == text
    assert codegen("docs", written, cwd=tmp_path).stdout == text
    some = sorted(anchors(text))
    assert some
    for anchor in some[:: len(some) // 6 + 1]:
        done = codegen("docs", f"{name}#{anchor}", cwd=tmp_path)
        assert done.stdout and done.stdout in text, done.stderr


def test_without_a_page_all_are_listed(tmp_path: Path) -> None:
    listed = codegen("docs", cwd=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(pages())
    assert any(re.fullmatch("gen-yaml +The keys of gen.yaml", line) for line in listed)


def test_a_terminal_shows_a_rendered_page(tmp_path: Path) -> None:
    """Through the reader's pager; without the marks of Markdown."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "PAGER": "cat"}
    done = subprocess.run(
        [sys.executable, "-m", "codegen_sdk", "docs", "gen-yaml#python"],
        stdout=theirs, stderr=subprocess.PIPE, stdin=theirs, cwd=ROOT, env=environment, check=False,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    text = shown.decode()
    assert done.returncode == 0, done.stderr
    assert "\x1b[" in text and "packageName" in text
    assert "```" not in text and "| --- |" not in text


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""
