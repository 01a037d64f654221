"""Pairs on which a judge and `codegen diff` disagree, and why (docs/diff.md)."""

from __future__ import annotations

_TYPES = "griffe compares names, parameters and defaults, and not annotations"
_HEADERS = "programs name headers in texts, which no compiler looks at"
_CONSTRUCTED = "the constructor of a model that only responses have: programs read it and make none, but in tests"

EXPLAINED: dict[tuple[str, str], str] = {
    **dict.fromkeys(
        [
            ("python", name)
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
                "261",
            )
        ],
        _TYPES,
    ),
    ("python", "268"): _HEADERS,
    ("typescript", "268"): _HEADERS,
    ("go", "268"): _HEADERS,
    ("python", "a property of a response is always there"): _CONSTRUCTED,
    ("python", "a member of a union is gone"): "a method of the runtime's, `__read__`, which is printed where needed",
    ("typescript", "261"): "an open enum became a union: a value may be more than a text, which its type says not yet",
    ("go", "a list as optional parameter"): "only `==` of two objects of arguments breaks, which is a risk for us",
    ("go", "an optional enum becomes required"): "the type is the same, but a call without a value is refused",
    ("go", "an error is gone"): "`ErrorAs[Problem]` compiles, and finds nothing any more",
}
"""By language and pair."""
