"""What the catalogue says about one diagnostic code."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.diagnostics.catalog.rules import rules_of

Severity: TypeAlias = Literal["error", "warning", "info"]


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
