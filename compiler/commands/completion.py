"""`codegen completion`: prints a script that completes command lines of codegen in bash, zsh or fish.

The scripts are made of the parser of the command line, and of the tables of targets, passes, codes and keys: they know
what this version knows, and run no program when Tab is pressed.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.driver.exit import Exit

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser

SHELLS = ("bash", "zsh", "fish")


@frozen
class _Value:
    """What an option or a position takes: files, folders, words, or a list of words with commas between."""

    what: str
    words: tuple[str, ...] = ()
    files: bool = False
    folders: bool = False
    listed: bool = False


@frozen
class _Option:
    names: tuple[str, ...]
    help: str
    value: _Value | None
    repeats: bool
    after_sign: bool
    """Whether the value comes only after `=`."""


@frozen
class _Command:
    name: str
    help: str
    options: Sequence[_Option]
    positions: Sequence[_Value]


def completion(shell: str) -> str:
    """Return the script for a shell, one of `SHELLS`."""
    from compiler.commands.arguments import make_parser
    from compiler.commands.table import COMMANDS

    parser = make_parser([command for command in COMMANDS if command.is_installed])
    (subparsers,) = (item for item in parser._actions if isinstance(item, argparse._SubParsersAction))
    helps = {item.dest: item.help or "" for item in subparsers._choices_actions}
    words = _tables()
    commands = [_command(name, helps[name], parser, words) for name, parser in subparsers.choices.items()]
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](commands)


def _tables() -> Mapping[str, tuple[str, ...]]:
    """Return the words of each kind of value, by the metavar that the help shows for it."""
    from backends.keys import TARGET_KEYS
    from compiler.commands.docs import pages
    from compiler.commands.explain import known_keys
    from compiler.diagnostics.catalog import CODES
    from passes import PIPELINE, TARGET_PIPELINE

    passes = tuple(dict.fromkeys(step.name for step in (*PIPELINE, *TARGET_PIPELINE)))
    return {
        "TARGET": tuple(TARGET_KEYS),
        "PASS": passes,
        "PASS,...": ("lower", *passes),
        "A,B": passes,
        "CODE": (*CODES, *known_keys()),
        "PAGE": tuple(pages()),
        "path": ("path",),
    }


def _command(name: str, help_: str, parser: argparse.ArgumentParser, words: Mapping[str, tuple[str, ...]]) -> _Command:
    options, positions = [], []
    for action in parser._actions:
        metavar = str(action.metavar or action.dest).removeprefix("=")
        value = None if action.nargs == 0 else _value(metavar, action, words)
        if action.option_strings:
            repeats = isinstance(action, argparse._AppendAction)
            after_sign = str(action.metavar or "").startswith("=")
            text = (action.help or "").replace("%%", "%")
            options.append(_Option(tuple(action.option_strings), text, value, repeats, after_sign))
        elif value is not None:
            positions.append(value)
    return _Command(name, help_, options, positions)


def _value(metavar: str, action: argparse.Action, words: Mapping[str, tuple[str, ...]]) -> _Value:
    listed = "," in metavar
    known = tuple(map(str, action.choices)) if action.choices else words.get(metavar, ())
    files = metavar.startswith(("FILE", "DOCUMENT"))
    return _Value(metavar, known, files, folders=metavar == "DIR", listed=listed)


# --------------------------------------------------------------------------- bash


def _bash(commands: Sequence[_Command]) -> str:
    lines = [Path(__file__).with_suffix(".bash").read_text("utf-8")]
    for command in commands:
        for option in command.options:
            if option.value is None:
                continue
            signs = ("=",) if option.after_sign else ("", "=")
            cases = "|".join(f'"{command.name} {name}{sign}"' for name in option.names for sign in signs)
            lines.append(f"        {cases})\n            {_bash_value(option.value)}\n            return ;;\n")
    lines.append('    esac\n    case "$command" in\n')
    names = " ".join(command.name for command in commands)
    lines.append(f'        "")\n            _codegen_words "{names} --help --version" "$cur"\n            return ;;\n')
    for command in commands:
        options = " ".join(
            name + ("=" if option.after_sign else "") for option in command.options for name in option.names
        )
        position = _bash_value(command.positions[0]) if command.positions else ":"
        lines.append(
            f"        {command.name})\n            if [[ $cur == -* ]]; then\n"
            f'                _codegen_words "{options}" "$cur"\n            else\n'
            f"                {position}\n            fi ;;\n"
        )
    lines.append(
        "    esac\n    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n}\n\ncomplete -F _codegen codegen\n"
    )
    return "".join(lines)


def _bash_value(value: _Value) -> str:
    if value.words:
        how = "list" if value.listed else "words"
        return f'_codegen_{how} "{" ".join(value.words)}" "$cur"'
    if value.files or value.folders:
        return f'_codegen_paths {"-f" if value.files else "-d"} "$cur"'
    return ":"


# --------------------------------------------------------------------------- zsh


def _zsh(commands: Sequence[_Command]) -> str:
    lines = [
        "#compdef codegen",
        '# zsh completion of codegen: codegen completion zsh > "${fpath[1]}/_codegen"',
        "",
        "_codegen() {",
        '    local curcontext="$curcontext" state line',
        "    local -a commands",
        "    commands=(",
        *(f"        {shlex.quote(f'{command.name}:{command.help}')}" for command in commands),
        "    )",
        "    _arguments -C '(-h --help)'{-h,--help}'[show the help]' '--version[print the version]' \\",
        "        '1:command:->command' '*::argument:->argument'",
        "    case $state in",
        "        command) _describe -t commands command commands ;;",
        "        argument)",
        "            case $words[1] in",
    ]
    for command in commands:
        specs = [*map(_zsh_option, command.options), *map(_zsh_position, command.positions)]
        lines += [f"                {command.name})", "                    _arguments -s \\"]
        lines += [f"                        {spec} \\" for spec in specs[:-1]]
        lines += [f"                        {specs[-1]} ;;"]
    lines += ["            esac ;;", "    esac", "}", ""]
    lines += ["if [[ $zsh_eval_context[-1] == loadautofunc ]]; then", '    _codegen "$@"', "else"]
    lines += ["    compdef _codegen codegen", "fi", ""]
    return "\n".join(lines)


def _zsh_option(option: _Option) -> str:
    told = f"[{_escaped(option.help)}]"
    value = "" if option.value is None else _zsh_value(option.value, optional=option.after_sign)
    sign = "" if option.value is None else "=-" if option.after_sign else "="
    names = [name + (sign if name.startswith("--") else "+" if sign else "") for name in option.names]
    if len(names) == 1:
        return shlex.quote(("*" if option.repeats else "") + names[0] + told + value)
    head = "'*'" if option.repeats else shlex.quote(f"({' '.join(option.names)})")
    return f"{head}{{{','.join(names)}}}{shlex.quote(told + value)}"


def _zsh_position(value: _Value) -> str:
    return shlex.quote(f":{_zsh_value(value, optional=False)}")


def _zsh_value(value: _Value, *, optional: bool) -> str:
    if value.words and value.listed:
        action = f"_values -s , {_escaped(value.what)} {' '.join(value.words)}"
    elif value.words:
        action = f"({' '.join(value.words)})"
    else:
        action = "_files" if value.files else "_files -/" if value.folders else " "
    return f"{'::' if optional else ':'}{_escaped(value.what)}:{action}"


def _escaped(text: str) -> str:
    for char in "\\[]:":
        text = text.replace(char, f"\\{char}")
    return text


# --------------------------------------------------------------------------- fish


def _fish(commands: Sequence[_Command]) -> str:
    lines = [
        "# fish completion of codegen: codegen completion fish > ~/.config/fish/completions/codegen.fish",
        "complete -c codegen -f",
        "complete -c codegen -n __fish_use_subcommand -l version -d 'print the version'",
        "complete -c codegen -n __fish_use_subcommand -s h -l help -d 'show the help'",
    ]
    use = "complete -c codegen -n __fish_use_subcommand"
    lines += [f"{use} -a {command.name} -d {_quoted(command.help)}" for command in commands]
    for command in commands:
        seen = f"complete -c codegen -n '__fish_seen_subcommand_from {command.name}'"
        lines += [f"{seen} {_fish_value(value)}" for value in command.positions if _fish_value(value)]
        lines += [f"{seen} {' '.join(_fish_option(option))}" for option in command.options]
    return "\n".join(lines) + "\n"


def _fish_option(option: _Option) -> Iterator[str]:
    for name in option.names:
        yield f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
    if option.value is not None:
        if not option.after_sign:
            yield "-r" if option.value.files else "-x"
        yield _fish_value(option.value)
    yield f"-d {_quoted(option.help)}"


def _fish_value(value: _Value) -> str:
    if value.words and value.listed:
        return f"-a '(__fish_append , {' '.join(value.words)})'"
    if value.words:
        return f"-a '{' '.join(value.words)}'"
    return "-F" if value.files else "-a '(__fish_complete_directories)'" if value.folders else ""


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    stdout.write(completion(arguments.shell))
    return Exit.OK
