"""What some readers ask for alone, so that they need not be asked again for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from compiler.ir.node import Id
from compiler.ir.types import Alias, Declaration, Enum, Union

if TYPE_CHECKING:
    from compiler.ir.wire import WireOperation


class Views:
    """Views of the tables of the plan's wire half."""

    __slots__ = ()
    operations: Mapping[Id, WireOperation]
    types: Mapping[Id, Declaration]

    @property
    def operation_shapes(self) -> Mapping[Id, WireOperation]:
        """The operations for what reads none of their texts."""
        return self.operations

    @property
    def shapes(self) -> Mapping[Id, Declaration]:
        """The types for what reads none of their texts."""
        return self.types

    @property
    def unions_and_aliases(self) -> Mapping[Id, Union | Alias]:
        """Those of the shapes that name other types."""
        return {at: item for at, item in self.types.items() if isinstance(item, Union | Alias)}

    @property
    def all_but_models(self) -> Mapping[Id, Union | Alias | Enum]:
        """The shapes of the few types that are no models."""
        return {at: item for at, item in self.types.items() if isinstance(item, Union | Alias | Enum)}
