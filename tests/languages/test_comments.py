"""Comments and reference pages say each fact once, and as a person would."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.documents import text_of
from tests.support.run import build_sdks


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_sdks(tmp_path_factory.mktemp("staff"), text_of("languages/comments.yaml"))


SOURCES = {
    "python": ("staff/_client.py", 2),
    "typescript": ("src/client.ts", 2),
    "go": ("client.go", 1),
    "reference": ("groups/staff.md", 1),
}
"""Where a target prints the methods, and how often a file documents each: two classes, a method and its overload."""


@pytest.mark.parametrize("target", SOURCES)
def test_a_summary_that_the_description_repeats_is_said_once(printed: Path, target: str) -> None:
    """Gusto: "Create an employee.", "Create an employee." """
    path, times = SOURCES[target]
    text = (printed / target / path).read_text()
    assert text.lower().count("create an employee") == times
    assert text.count("ismiss an employee") == times
    assert "ismiss an employee, or several." in text and "Think twice." in text
    # the beginning of a word is no summary
    assert "Payday has come." in text and "Pay\n" in text.replace(".", "")


@pytest.mark.parametrize("target", ["python", "typescript", "reference"])
def test_bounds_that_leave_one_number_are_exact(printed: Path, target: str) -> None:
    """Twilio: "At least 34 characters, at most 34 characters". Go's comments tell no bounds."""
    text = "\n".join(path.read_text() for path in (printed / target).rglob("*") if path.suffix in (".py", ".ts", ".md"))
    for said in ("34 characters", "1 character", "2 items", "3", "1 entry"):
        assert f"xactly {said}" in text
    assert "At least 3, at most 4" in text
    assert "at least 34" not in text.lower()


@pytest.mark.parametrize(
    "path", ["python/staff/_webhooks.py", "typescript/src/webhooks.ts", "reference/webhooks/hired.md"]
)
def test_webhooks_say_it_once_too(printed: Path, path: str) -> None:
    lines = [line.strip(" *") for line in (printed / path).read_text().splitlines()]
    said = [at for at, line in enumerate(lines) if line.rstrip(".") == "Somebody was hired"]
    assert said and not any(at + 2 in said for at in said)


def test_an_empty_text_stays_one_in_go(printed: Path) -> None:
    """Of two quotes gofmt makes one sign."""
    assert 'Nobody is "", which is sent.' in (printed / "go/client.go").read_text()
