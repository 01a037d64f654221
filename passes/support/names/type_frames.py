"""What the name of a component says beyond the frame that a framework put around it (D10.6).

FastAPI: `Body_<operationId>` is the request of that operation, and `app__schemas__page__Page_app__models__Item_`, where
two modules have a class `Page`, is `PageItem`. Java, Go, Kubernetes and .NET: `io.k8s.api.apps.v1.Deployment`,
`handlers.Page-model_Todo` and `MyApp.Models.Todo` are classes in packages. An author's `checkout.session` is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern

Words = tuple[str, ...]

BODY = "Body_"
_MODULES = lazy_pattern(r"((?:[a-z][a-z0-9]*(?:_[a-z0-9]+)*__)+)([A-Z].*)", re.DOTALL)
_INNER_MODULES = lazy_pattern(r"(?<=_)(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)*__){2,}(?=[A-Z])")
"""Modules of a type's arguments; one `__` alone is a comma: `Page_dict_str__Item__`."""
_PACKAGES = lazy_pattern(r"((?:[a-z]\w*\.)+|(?:[A-Z]\w*\.){2,})([A-Z][\w-]*)")
_INNER_PACKAGE = lazy_pattern(r"(?<=-)[a-z][a-z0-9_]*_(?=[A-Z])")
_LONGEST = 500


def unframed(name: str, vocabulary: Vocabulary) -> Iterator[Words]:
    """Yield what a component may be called without its modules or packages, the shortest first; nothing without.

    Those that would be equal take the words that stand nearest.
    """
    if len(name) > _LONGEST:
        return
    if (found := _MODULES.fullmatch(name)) is not None:
        modules, said = found[1].split("__")[:-1], _INNER_MODULES.sub("", found[2])
    elif (found := _PACKAGES.fullmatch(name)) is not None:
        modules, said = found[1].split(".")[:-1], _INNER_PACKAGE.sub("", found[2])
    else:
        return
    plain = words(said, vocabulary)
    yield plain
    for module in reversed(modules):
        plain = (*words(module, vocabulary), *plain)
        yield plain
