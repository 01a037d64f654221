"""Which APIs of gen.yaml a command is about, and its options for each of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.config import find_config
from compiler.driver.inputs import config_relative_path, read_config, same_file
from compiler.lock.file import orphaned_lock
from compiler.source import STDIN, Loc, is_remote

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.diagnostics import Diagnostics
    from compiler.driver.options import BuildOptions, InputOptions


@dataclass(frozen=True, slots=True)
class Chosen:
    """The configuration that APIs share, and those chosen, in the order of gen.yaml."""

    config: Config
    names: Sequence[str]

    def of(self, name: str) -> Config:
        """Return the configuration of an API."""
        return self.config.apis[name]


def lists_apis(options: InputOptions) -> bool:
    """Whether gen.yaml may have `apis`: a quick look, before anything is parsed."""
    given = options.document
    local = given is not None and given != STDIN and not is_remote(given)
    path = Path(options.config) if options.config else find_config(Path(given) if local and given else None, Path())
    try:
        return path is not None and b"apis" in path.read_bytes()
    except (OSError, ValueError):
        return False  # it is told when the file is read


def choose(options: InputOptions, diagnostics: Diagnostics, targets: Sequence[str] = ()) -> Chosen | None:
    """Read gen.yaml and return the APIs that the command line names, or all; None if it has no `apis`.

    Mistakes are reported.
    """
    config = read_config(options, diagnostics, targets)
    if not config.apis:
        return None
    lock = orphaned_lock(config)
    if lock is not None:
        diagnostics.report("CG1413", Loc(str(lock)), path=lock, first=next(iter(config.apis)))
    words = [word for word in (options.document, *options.more) if word is not None]
    found = {name for word in words for name in _meant(word, config, diagnostics)}
    return Chosen(config, [name for name in config.apis if name in found or not words])


def _meant(word: str, config: Config, diagnostics: Diagnostics) -> Sequence[str]:
    """Return the APIs of a word of the command line: the one of this name, or those of this document."""
    if word in config.apis:
        return [word]
    found = [name for name, api in config.apis.items() if any(_is(word, one, api) for one in _sources(api))]
    if not found:
        from compiler.base.similar import Names

        near = Names([*config.apis]).closest(word)
        help_ = f"did you mean `{near}`?" if near else None
        diagnostics.report(
            "CG0234",
            Loc(config.file or "").at("apis"),
            at_key=True,
            help=help_,
            name=word,
            known=", ".join(config.apis),
        )
    return found


def _sources(api: Config) -> Sequence[str]:
    return api.generation.texts("source")


def _is(word: str, source: str, api: Config) -> bool:
    if is_remote(word) or is_remote(source):
        return word == source
    return word != STDIN and same_file(word, config_relative_path(api, source))


def options_of(options: BuildOptions, config: Config, name: str) -> BuildOptions:
    """Return the options of a command for one API: `--out` and `--dump-dir` have a folder for each.

    A depfile, a stamp and the record are those of the whole command.
    """
    given = replace(options.input, document=None, more=(), api=name, config=config.file)
    dumps = options.debug.dump_dir and os.path.join(options.debug.dump_dir, name)  # noqa: PTH118
    out = options.out and (Path(options.out) / name).as_posix()
    return replace(
        options,
        input=given,
        debug=replace(options.debug, dump_dir=dumps),
        out=out,
        record=None,
        depfile=None,
        stamp=None,
    )
