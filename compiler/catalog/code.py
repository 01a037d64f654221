"""What the catalogue says about one diagnostic code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Code:
    """One entry of the catalogue.

    `message` and `help` are `str.format` templates filled by `Diagnostics.report`: the message says what is wrong,
    the help how to mend it (may be empty). `explanation` is Markdown for `codegen explain`, with an example that
    shows the mistake and one that mends it.
    """

    code: str
    severity: Severity
    message: str
    help: str
    explanation: str

    @property
    def title(self) -> str:
        """The message as people read it without a case."""
        return _read(self.message)

    @property
    def cure(self) -> str:
        """The help as people read it without a case."""
        return _read(self.help)


def _read(template: str) -> str:
    """Leave out of a template what is for `str.format` alone: how a number is written, and doubled braces."""
    return re.sub(r"(?<!\{)\{(\w+):[^{}]*\}", r"{\1}", template).replace("{{", "{").replace("}}", "}")
