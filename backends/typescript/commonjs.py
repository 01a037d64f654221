"""Makes CommonJS modules from the runtime's ES modules, so that ``built`` holds each module once."""

from __future__ import annotations

import re

from compiler.base.patterns import lazy_pattern

_IMPORT = lazy_pattern(r'^import \{ ([^{}]+) \} from ("\./[\w.]+");\n', re.MULTILINE)
_EXPORT = lazy_pattern(r"^export \{\n([^{}]+)\n\};\n\Z", re.MULTILINE)
_LEFT = lazy_pattern(r"^(?:import|export)\b|\bimport\.meta\b", re.MULTILINE)


def commonjs(text: str) -> str:
    """Make a CommonJS module from an ES module that esbuild bundled.

    The bundle has its imports at the margin and one list of exports at its end. Imports go to the top, where the
    engine evaluates those of an ES module; no module of the runtime exports what is assigned again (``export let``),
    so that a value taken once is the value.

    Raises:
        ValueError: the module has an import or an export of another form, or ``import.meta``.
    """
    needed = "".join(f"const {{ {_renamed(names)} }} = require({home});\n" for names, home in _IMPORT.findall(text))
    body, exports = _EXPORT.subn(_exported, _IMPORT.sub("", text))
    left = _LEFT.search(body)
    if left or exports != 1:
        raise ValueError(f"no CommonJS can be made of this: {left[0] if left else 'there is not one list of exports'}")
    return f'"use strict";\n{needed}\n{body}'


def _exported(found: re.Match[str]) -> str:
    names = [re.sub(r"([\w$]+) as ([\w$]+)", r"\2: \1", line) for line in found[1].split("\n")]
    return "\n".join(["module.exports = {", *names, "};\n"])


def _renamed(names: str) -> str:
    return names.replace(" as ", ": ")
