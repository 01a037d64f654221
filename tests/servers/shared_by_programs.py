"""What the programs of this folder share: the errors that calls have to end with, and a server for webhooks."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from wsgiref.simple_server import WSGIRequestHandler, make_server

Error = TypeVar("Error", bound=Exception)


def error_of(kind: type[Error], call: Callable[..., object], **arguments: Any) -> Error:
    """Make a call that has to end with an error of a kind; return the error."""
    try:
        call(**arguments)
    except kind as error:
        return error
    raise AssertionError(f"there was no {kind.__name__}")


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def listening(app: Any) -> Iterator[str]:
    """Serve an application while the block lasts; gives its origin."""
    with make_server("127.0.0.1", 0, app, handler_class=_Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
