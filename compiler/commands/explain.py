"""`codegen explain`: prints what the catalogue says about a code, and what the tables say about a key."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, TextIO

from compiler.base.similar import did_you_mean
from compiler.diagnostics.catalog import CODES
from compiler.diagnostics.catalog.rules import links
from compiler.driver.options import Exit

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser
    from compiler.config import Key


def explain(code: str | None, stdout: TextIO, stderr: TextIO) -> int:
    """Print the explanation of `code`, of which `CG403` and `403` are enough, or the list of all codes.

    A key of gen.yaml or of documents is explained, too: `maxMethodParams`, `x-codegen-group` or `group`.
    """
    if code is None:
        stdout.writelines(f"{entry.code}  {entry.severity:<7}  {entry.title}\n" for entry in CODES.values())
        return Exit.OK
    digits = code.upper().removeprefix("CG")
    entry = CODES.get(f"CG{digits:0>4}")
    told = _key(code) if entry is None and not digits.isdigit() else ""
    if told:
        stdout.write(told)
        return Exit.OK
    if entry is None:
        near = get_close_matches(code.upper(), CODES, n=3, cutoff=0.6) if digits.isdigit() else []
        hint = f"near ones: {', '.join(near)}" if near else did_you_mean(code, known_keys())
        hint = hint or "without a code, `codegen explain` lists all"
        stderr.write(f"codegen explain: there is no code or key {code!r}; {hint}\n")
        return Exit.USAGE
    stdout.write(f"{entry.severity}[{entry.code}]: {entry.title}\n\n{entry.uncited_explanation}")
    if entry.help:
        stdout.write(f"\nTo fix it: {entry.cure}.\n")
    stdout.write(f"\nSee {links(entry.rules)}\n")
    return Exit.OK


def known_keys() -> list[str]:
    """Return every key that can be explained, ours of documents with their prefix."""
    from backends.keys import TARGET_KEYS
    from compiler.config.keys import CONFIG_VERSION, GENERATION
    from compiler.front.keys.extensions import EXTENSIONS, PREFIX

    sections = ((CONFIG_VERSION,), GENERATION, *(made.keys for made in TARGET_KEYS.values()))
    return [*(PREFIX + key for key in EXTENSIONS), *dict.fromkeys(key.name for keys in sections for key in keys)]


def _key(name: str) -> str:
    """Explain a key, in every section that has a key of this name; "" if none has."""
    from backends.keys import TARGET_KEYS
    from compiler.config.keys import CONFIG_VERSION, GENERATION
    from compiler.front.keys.extensions import EXTENSIONS, PREFIX

    found = []
    extension = EXTENSIONS.get(name.removeprefix(PREFIX))
    if extension is not None:
        places = "".join(f"  {where.value}: {shape.wanted}\n" for where, shape in extension.places.items())
        page = f"See `codegen docs extensions#{PREFIX}{extension.key}`"
        found.append(f"{PREFIX}{extension.key}: {extension.summary}\n\n{places}\n{page}, {links(('D14',))}\n")
    sections: dict[Key, list[str]] = {}
    listed = {"": (CONFIG_VERSION,), "generation": GENERATION, **{to: made.keys for to, made in TARGET_KEYS.items()}}
    for section, keys in listed.items():
        for key in keys:
            if key.name == name:
                sections.setdefault(key, []).append(section or "the root")
    for key, where in sections.items():
        page = f"See `codegen docs gen-yaml{'' if where[0] == 'the root' else '#' + where[0]}`"
        value = f"  {', '.join(key.choices)}\n" if key.choices else f"  {key.expected}\n" if key.expected else ""
        default = "" if key.default is None else f"  default: {key.default}\n"
        head = f"{name} in {', '.join(where)} of gen.yaml: {key.doc}\n"
        found.append(f"{head}\n{value}{default}\n{page}, {links(('D15',))}\n")
    return "\n".join(found)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "code",
        metavar="CODE",
        nargs="?",
        help="such as CG0106, or a key such as maxMethodParams or x-codegen-group; without it, all codes are listed",
    )


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    return explain(arguments.code, stdout, stderr)
