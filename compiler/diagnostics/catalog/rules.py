"""Where the rules behind a diagnostic stand: docs/rules.md, by the rule that its explanation cites, else by chapter."""

from __future__ import annotations

from compiler.base.patterns import lazy_pattern

PAGE = "docs/rules.md"
CHAPTERS = {
    "D1": "Documents",
    "D2": "Extensions",
    "D3": "Names of methods",
    "D4": "Calls",
    "D6": "Pages",
    "D7": "Request bodies",
    "D8": "Encoding",
    "D9": "Webhooks and callbacks",
    "D10": "Names of types",
    "D11": "Types",
    "D12": "Output",
    "D13": "Responses",
    "D14": "Keys of extensions",
    "D15": "Keys of gen.yaml",
    "D16": "Errors and doors",
}
"""Chapters of that page that have something to say of diagnostics or keys."""
_AREAS = {
    "01": "D1", "02": "D15", "03": "D1", "04": "D1.1", "05": "D11", "06": "D3", "07": "D4", "08": "D7", "09": "D6",
    "10": "D9", "11": "D16", "12": "D12", "13": "D1.4", "14": "D10.1", "15": "D1.6", "16": "D12",
    "17": "D12", "18": "D2", "19": "D3",
}  # fmt: skip
"""The rule that codes of an area follow where their explanations cite none."""
_RULE = lazy_pattern(r"\b(spec \d\.\d|D\d{1,2}(?:\.\d{1,2})?)")


def rules_of(code: str, explanation: str) -> tuple[str, ...]:
    """Return the rules of a diagnostic: ``D6.1``, or ``D6`` for a chapter."""
    return tuple(dict.fromkeys(_RULE.findall(explanation))) or (_AREAS[code[2:4]],)


def anchor(rule: str) -> str:
    """Return the fragment by which a rule is found in docs/rules.md."""
    heading = f"{rule} {CHAPTERS[rule]}" if rule in CHAPTERS else rule
    return heading.lower().replace(".", "").replace(" ", "-")


def links(rules: tuple[str, ...]) -> str:
    """Write the commands that show rules."""
    return ", ".join(f"`codegen docs rules#{anchor(rule)}`" for rule in rules)
