"""The members of the objects of OpenAPI 3.0 to 3.2, as grammar.yaml describes them, independently of the front end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
VENDOR = "another vendor's key (D2)"
NO_OPERATIONS = "a path without operations makes nothing"
REFERABLE = frozenset({
    *("path item", "operation", "event item", "event", "parameter", "body", "response", "callback", "header"),
    *("example", "schema", "scheme", "content"),
})  # fmt: skip
"""Kinds that may stand behind a `$ref`."""


class Member(NamedTuple):
    """What a member is: a ``value``, ``one`` object of a kind, ``many``, a ``table``, or ``ignored`` by a rule."""

    how: str
    what: str


GRAMMAR: Mapping[str, Mapping[str, Member]] = {
    kind: {key: Member(*said.partition(" ")[::2]) for said, keys in members.items() for key in keys.split()}
    for kind, members in yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8")).items()
}
"""Kind of object to its members; ``*`` stands for every key that is not `x-*`."""
