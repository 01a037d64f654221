"""Methods that the API deprecates: editors mark them, and calls warn."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # PEP 702, from the stubs that type checkers bring along: nothing needs to be installed.
    from typing_extensions import deprecated as Deprecated  # noqa: N812

    __all__ = ["Deprecated"]
else:

    class Deprecated:
        """Decorates a method; a call warns once for each line that calls it."""

        def __init__(self, message: str) -> None:
            self.message = message

        def __call__(self, method: Callable[..., Any]) -> Callable[..., Any]:
            """Make a method warn."""

            @functools.wraps(method)
            def call(*args: Any, **kwargs: Any) -> Any:
                warnings.warn(self.message, DeprecationWarning, stacklevel=2)
                return method(*args, **kwargs)

            return call
