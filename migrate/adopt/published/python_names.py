"""What names mean in a published Python package: classes, and what modules import of each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

import griffe

_WORDS = re.compile(r"[A-Za-z_][\w.]*")
_CHAIN = 8
"""How many imports of imports are followed."""


class Names:
    """Finds classes of a package by their names."""

    def __init__(self, package: griffe.Module) -> None:
        self._package = package
        self.classes: dict[str, griffe.Class] = {}
        """By path."""
        self._by_name: dict[str, list[griffe.Class]] = {}
        self._above: dict[str, list[griffe.Class]] = {}
        for module in modules_of(package):
            for item in module.members.values():
                if isinstance(item, griffe.Class):
                    self.classes[item.path] = item
                    self._by_name.setdefault(item.name, []).append(item)

    def exported(self) -> set[str]:
        """Return the names that the package itself has, those of `from .x import *` included, as griffe has them."""
        return set(self._package.members)

    def class_of(self, annotation: str, near: griffe.Object) -> griffe.Class | None:
        """Return the class of the package that an annotation names."""
        for word in _WORDS.findall(annotation):
            found = self._find_class(word, near.module)
            if found is not None:
                return found
        return None

    def _find_class(self, word: str, module: griffe.Module) -> griffe.Class | None:
        """Return the class that a dotted name means in a module; one that functions import by its name."""
        first, _, rest = word.partition(".")
        found = self.behind(module.members.get(first))
        for part in rest.split(".") if rest else ():
            found = self.behind(found.members.get(part)) if found is not None else None
        if found is None and first not in module.members:
            same = self._by_name.get(word, [])
            return same[0] if len(same) == 1 else None
        return found if isinstance(found, griffe.Class) else None

    def behind(self, item: griffe.Object | griffe.Alias | None) -> griffe.Object | None:
        """Return what a name stands for, through what modules import of each other; None where that is elsewhere."""
        for _ in range(_CHAIN):
            if not isinstance(item, griffe.Alias):
                return item
            head, *parts = item.target_path.split(".")
            item = self._package if head == self._package.name else None
            for part in parts:
                if item is None:
                    return None
                inside = item.members if isinstance(item, griffe.Object) else self._members_of(item)
                item = inside.get(part)
        return None

    def _members_of(self, alias: griffe.Alias) -> dict[str, griffe.Object | griffe.Alias]:
        found = self.behind(alias)
        return found.members if found is not None else {}

    def ancestors(self, cls: griffe.Class) -> list[griffe.Class]:
        """Return the classes of the package that a class inherits from, nearest first."""
        if cls.path not in self._above:
            found: list[griffe.Class] = []
            waiting = [cls]
            while waiting:
                item = waiting.pop(0)
                for base in item.bases:
                    parent = self.class_of(str(base).partition("[")[0], item)
                    if parent is not None and parent is not cls and parent not in found:
                        found.append(parent)
                        waiting.append(parent)
            self._above[cls.path] = found
        return self._above[cls.path]

    def passed_on(self) -> set[str]:
        """Return the paths of what packages have from their modules, by which programs import it."""
        found: set[str] = set()
        for module in modules_of(self._package):
            if not module.is_init_module:
                continue
            for member in module.members.values():
                if not isinstance(member, griffe.Alias):
                    found.add(member.path)
                else:
                    found.add(member.target_path)
        return found

    def all_bases(self, cls: griffe.Class) -> set[str]:
        """Return the names of all bases of a class, those of other packages among them."""
        listed = (cls, *self.ancestors(cls))
        return {str(base).partition("[")[0].rpartition(".")[2] for item in listed for base in item.bases}


def modules_of(package: griffe.Module) -> Iterator[griffe.Module]:
    """Yield a package and all modules below it."""
    yield package
    for member in package.members.values():
        if isinstance(member, griffe.Module):
            yield from modules_of(member)
