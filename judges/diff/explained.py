"""Pairs on which a judge and `codegen diff` disagree, and why (docs/diff.md)."""

from __future__ import annotations

_TYPES = "griffe compares names, parameters and defaults, and not annotations, which mypy checks"
_HEADERS = "programs name headers in texts, which no compiler looks at"
_CONSTRUCTED = "the constructor of a model that only responses have: programs read it and make none, but in tests"

EXPLAINED: dict[tuple[str, str], str] = {
    **dict.fromkeys(
        [
            ("griffe", name)
            for name in (
                "a parameter takes another type",
                "a property of a response may be missing",
                "a list of a response may be missing",
                "a property of a response may be null",
                "a value of a closed enum is new",
                "a value of a closed enum is gone",
                "a closed enum becomes open",
                "a response has another body",
                "177",
            )
        ],
        _TYPES,
    ),
    ("griffe", "268"): _HEADERS,
    ("mypy", "268"): _HEADERS,
    ("tsc", "268"): _HEADERS,
    ("apidiff", "268"): _HEADERS,
    ("griffe", "a property of a response is always there"): _CONSTRUCTED,
    ("griffe", "a member of a union is gone"): "a method of the runtime's, `__read__`, which is printed where needed",
    ("apidiff", "a list as optional parameter"): "only `==` of two objects of arguments breaks, which is a risk for us",
    ("apidiff", "an optional enum becomes required"): "the type is the same, but a call without a value is refused",
    ("apidiff", "an error is gone"): "`ErrorAs[Problem]` compiles, and finds nothing any more",
}
"""By judge and pair."""
