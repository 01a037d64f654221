"""What an operationId says beyond the frame that a framework put around it (D3.8).

`read_item_items__item_id__get` says `read_item`, `CatsController_findAll` says `findAll`, `posts_list` of the tag
`posts` says `list`, and a hash says nothing. An author's `getTest` has no frame, whatever its path.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import islice

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import frozen
from compiler.ir.nodes import Operation
from passes.support.names.verbs import ROW_OF, singular

_CLASS = lazy_pattern(r"((?:[A-Za-z][A-Za-z0-9]*[._])*?[A-Z][A-Za-z0-9]*)[._]([A-Za-z].*)")
"""NestJS: `CatsController_findAll`; also `Todo_GetAll`, `App.Users.list`."""
_SPRINGFOX = lazy_pattern(r"([A-Za-z]\w*?)Using(?:GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS)(?:_\d+)?")
_HASH = lazy_pattern(
    r"(?:[A-Za-z]+[-_.])?(?=[0-9a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{12,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
_MODULE = lazy_pattern(r"[a-z0-9_]*?_api_(?:routes?|v\d+)_(?=[a-z])")
"""FastAPI, by the name of the module: `jobs_api_routes_archive_model`."""
_VERSION = lazy_pattern(r"v?\d+[a-z0-9]*", re.IGNORECASE)
_NUMBER = lazy_pattern(r"[_-]?\d+\Z")
_METHODS = frozenset({"get", "put", "post", "delete", "patch", "head", "options", "trace"})
_KINDS = frozenset({"controller", "resource", "service", "api"})
"""What classes are called at their end that answer requests."""
_CUTS, _LONGEST = 20, 500
"""How many separators are looked at, and letters: there are operationIds of any length."""


@frozen
class Frame:
    """What stands in a frame: the author's own part, "" where nothing is left, and the class or module in front."""

    text: str
    owner: str = ""
    plain: bool = False
    """The id is nothing but words of the path, and what is done: its author may have written it."""


def find_frame(operation: Operation, text: str, vocabulary: Vocabulary) -> Frame | None:
    """Return what an operationId says within its frame; None where it has none.

    ``text``: the operationId, perhaps without its number.
    """
    if not text or len(text) > _LONGEST or "/" in text:
        return None
    if _HASH.fullmatch(text):
        return Frame("")
    before = _before_path(operation, text, vocabulary)
    if before is not None:
        inner = find_frame(operation, before, vocabulary) if before else None
        return inner or Frame(before)
    module = _MODULE.match(text)
    if module is not None:
        return Frame(text[module.end() :])
    last = _of_path(operation, text, vocabulary)
    if last is not None:
        return Frame(last, plain=True)
    found = _SPRINGFOX.fullmatch(text)
    if found is not None:
        return Frame(found[1])
    return _after_class(text) or _after_tag(operation, text, vocabulary)


def _before_path(operation: Operation, text: str, vocabulary: Vocabulary) -> str | None:
    """Return what stands before path and method: of FastAPI's `read_item_items__item_id__get`, `read_item`."""
    method, path = operation.method.lower(), re.sub(r"\W", "_", operation.path)
    for tail in (f"{path}_{method}", *((path,) if path.count("_") > 2 else ())):
        name = text.removesuffix(tail)
        if name != text:
            return name.rstrip("_")
    said = [word.lower() for word in words(text, vocabulary)]
    if said[-1:] != [method]:
        return None
    whole = [word.lower() for word in words(operation.path, vocabulary)]
    for listed in (whole, _without_versions(whole)):
        if listed and said[-len(listed) - 1 : -1] == listed:
            return " ".join(said[: -len(listed) - 1])
    return None


def _of_path(operation: Operation, text: str, vocabulary: Vocabulary) -> str | None:
    """Return the method or row that ends an id whose other words are of the path, in its order: `volumes_get`; or the
    whole id where all are."""
    said = [word.lower() for word in words(text, vocabulary)]
    if len(said) < 2 or (said[-1] != operation.method.lower() and "_" not in text):
        return None
    path = iter(_key(_without_versions([word.lower() for word in words(operation.path, vocabulary)])))
    if not all(word in path for word in _key(said[:-1])):
        return None
    if said[-1] == operation.method.lower() or said[-1] in ROW_OF:
        return said[-1]
    return text if _key(said[-1:])[0] in path else None


def _without_versions(path: Sequence[str]) -> list[str]:
    return [word for word in path if word not in _KINDS and not _VERSION.fullmatch(word)]


def _after_class(text: str) -> Frame | None:
    found = _CLASS.fullmatch(text)
    if found is None or found[1].lower() in _METHODS or found[1].isupper():
        return None
    return Frame(found[2], re.split(r"[._]", found[1])[-1])


def _after_tag(operation: Operation, text: str, vocabulary: Vocabulary) -> Frame | None:
    """Return what stands behind the first tag and `.` or `_`; a version, or a module that speaks of an API or of
    routes, may stand in front."""
    if not operation.tags:
        return None
    tag = operation.tags[0]
    keys = {_key(words(part, vocabulary)) for part in (tag, tag.partition(".")[2]) if part.strip()}
    for cut in islice(re.finditer(r"[._]", text), _CUTS):
        said = _key(words(text[: cut.start()], vocabulary))
        for key in keys:
            before = said[: -len(key)]
            if said[-len(key) :] == key and (not before or ("-" not in text and any(map(_is_module, before)))):
                rest = text[cut.end() :]
                return Frame(rest, tag) if any(map(str.isalnum, rest)) else None
    return None


def _is_module(word: str) -> bool:
    return word in ("api", "route", "router") or _VERSION.fullmatch(word) is not None


def _key(said: Sequence[str]) -> tuple[str, ...]:
    return tuple(singular(word.lower()) for word in said)


def class_words(text: str, vocabulary: Vocabulary) -> str:
    """Return the name of a class, or a tag, without what classes are called that answer requests."""
    said = list(words(text, vocabulary)) if text else []
    while len(said) > 1 and said[-1].lower() in _KINDS:
        said.pop()
    return " ".join(said)


def without_number(text: str, ids: Collection[str]) -> str:
    """Return an operationId without the number that tells it from another of the document."""
    base = _NUMBER.sub("", text)
    return base if base in ids else text
