"""Every diagnostic code: severity, message, help and explanation, in one file of Markdown per area.

An entry is a heading with the code, a line ``severity: message``, a line ``help: ...`` where there is help, and the
explanation behind an empty line:

    ## CG1103
    warning: the server variable `{name}` does not occur in the URL
    help: remove it, or use it

    A variable that the URL does not contain has no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.diagnostics.catalog.rules import rules_of

__all__ = ["CODES", "Code", "Severity"]

Severity: TypeAlias = Literal["error", "warning", "info"]
_SEVERITIES: Mapping[str, Severity] = {severity: severity for severity in get_args(Severity)}


@frozen
class Code:
    """One entry of the catalogue.

    `message` and `help` are `str.format` templates filled by `Diagnostics.report`: the message says what is wrong,
    the help how to mend it (may be empty). `explanation` is Markdown for `codegen explain`, with an example that
    shows the mistake and one that mends it; the rules it cites are the project's own, and `told` leaves them out.
    """

    code: str
    severity: Severity
    message: str
    help: str
    explanation: str

    @property
    def title(self) -> str:
        """The message as shown without its parameters filled in."""
        return _read(self.message)

    @property
    def cure(self) -> str:
        """The help as shown without its parameters filled in."""
        return _read(self.help)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind this diagnostic, as docs/rules.md numbers them."""
        return rules_of(self.code, self.explanation)

    @property
    def uncited_explanation(self) -> str:
        """The explanation without the citations of rules."""
        return "\n\n".join(map(_uncited, self.explanation.split("\n\n")))


_RULE = r"(?:spec (?:part )?[\d.]+|D\d[\d.]*)"
_CITED = lazy_pattern(rf"\s\({_RULE}(?:,\s(?:{_RULE}|[\d.]+))*\)|,\s{_RULE}(?=\))")


def _uncited(paragraph: str) -> str:
    text = _CITED.sub("", paragraph)
    if text == paragraph:
        return text
    import textwrap  # for readers alone

    end = "\n" if text.endswith("\n") else ""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) + end


def _read(template: str) -> str:
    """Return a template as people read it: `...` where a parameter stands, and no word of how often."""
    text = re.sub(r"(?<!\{)\{\w+(?::[^{}]*)?\}", "...", template.replace(" ({times})", ""))
    return text.replace("......", "...").replace("{{", "{").replace("}}", "}")


def _read_codes() -> Iterator[Code]:
    for path in Path(__file__).parent.glob("*.md"):
        for entry in path.read_text("utf-8").split("\n## ")[1:]:
            head, _, explanation = entry.partition("\n\n")
            code, diagnostic, *more = head.split("\n")
            severity, _, message = diagnostic.partition(": ")
            help_text = more[0].removeprefix("help: ") if more else ""
            yield Code(code, _SEVERITIES[severity], message, help_text, f"{explanation.rstrip()}\n")


CODES: Mapping[str, Code] = MappingProxyType(
    {entry.code: entry for entry in sorted(_read_codes(), key=lambda it: it.code)}
)
"""All codes by their name, in their order."""
