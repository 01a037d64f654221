"""Stable identities, by content and not by index: an edit may move a thing within a list."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

_STEP = re.compile(r"/(?:oneOf|anyOf|parameters)/\d+")
_LISTS = ("oneOf", "anyOf", "parameters")


def lasting(document: dict[str, Any]) -> Callable[[str], str]:
    """Return what writes identities so: a parameter by its name, a union's member by title, else by all it says."""
    labels: dict[str, str] = {}
    _collect(document, "", labels)

    def written(text: str) -> str:
        made, last = "", 0
        for step in _STEP.finditer(text):
            ends = (re.split(marks, text[: step.end()])[-1] for marks in ("[@'\"<]", "[@'\"< ]"))
            made += text[last : step.start()] + next((labels[end] for end in ends if end in labels), step[0])
            last = step.end()
        return made + text[last:]

    return written


def _collect(value: Any, at: str, labels: dict[str, str]) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            token = str(key).replace("~", "~0").replace("/", "~1").replace("%", "%25").replace("#", "%23")
            below = "" if at == "" and key == "components" else f"{at}/{token}" if at else token
            _collect(item, below, labels)
            if key in _LISTS and isinstance(item, list):
                _label(item, below, labels)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _collect(item, f"{at}/{index}", labels)


def _label(items: list[Any], at: str, labels: dict[str, str]) -> None:
    said = [_said(item) for item in items]
    again = Counter(said)
    for index, (item, text) in enumerate(zip(items, said, strict=True)):
        one = text if again[text] == 1 else json.dumps(item, sort_keys=True)
        labels[f"{at}/{index}"] = f"/{at.rpartition('/')[2]}/<{one}>"


def _said(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    found = [item.get(key) for key in ("$ref", "title")] + [f"{item.get('in')} {item['name']}" if "name" in item else 0]
    return next((text for text in found if isinstance(text, str)), json.dumps(item, sort_keys=True))
