"""Prints the functions that the printers of all languages have by one name: `python -m bench.same_names`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

BACKENDS = Path(__file__).parents[1] / "backends"
LANGUAGES = ("python", "typescript", "go")


def functions(language: str) -> Iterator[tuple[str, int]]:
    """Yield the functions of a language's printer with their lines; runtimes and the judge are no printer."""
    for path in sorted((BACKENDS / language).rglob("*.py")):
        if {"runtime", "judge", "testing"}.isdisjoint(path.relative_to(BACKENDS).parts):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                    yield node.name, node.end_lineno - node.lineno + 1


def main() -> None:
    """Print each name with its lines by language, the longest last, and the sum."""
    lines: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(LANGUAGES, 0))
    for language in LANGUAGES:
        for name, length in functions(language):
            lines[name][language] += length
    shared = {name: found for name, found in lines.items() if all(found.values())}
    for name, found in sorted(shared.items(), key=lambda item: sum(item[1].values())):
        print(f"{sum(found.values()):5} {name:28}", *(f"{found[language]:4}" for language in LANGUAGES))
    print(f"{sum(sum(found.values()) for found in shared.values()):5} lines, {len(shared)} names")


if __name__ == "__main__":
    main()
