"""The texts that an editor shows: a client of language servers, which use JSON-RPC over pipes.

A line of a program with a caret, ``‸``, is a query: for the completions there, or for the text of a hover.
"""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Self, cast

CARET = "‸"
_PATIENCE = 120
"""Seconds after which a server that says nothing is ended."""


class Server:
    """A process that answers by messages of JSON behind their lengths, to be used as a context."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self._folder = folder.resolve()
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._asked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def _write(self, data: bytes) -> None:
        pipe = cast("IO[bytes]", self._process.stdin)
        pipe.write(data)
        pipe.flush()

    def _wait(self, number: str, meanwhile: Callable[[Mapping[str, Any]], None] = lambda message: None) -> Any:
        """Wait for the answer to what was asked last, whose number stands at a key; other messages are passed on.

        Raises:
            AssertionError: the server ends, or says nothing for long.
        """
        timer = threading.Timer(_PATIENCE, self._process.kill)
        timer.start()
        try:
            while (message := self._receive()).get(number) != self._asked or "method" in message:
                meanwhile(message)
        finally:
            timer.cancel()
        return message

    def _receive(self) -> dict[str, Any]:
        pipe = cast("IO[bytes]", self._process.stdout)
        length = 0
        while (line := pipe.readline()) and (line.strip() or not length):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the language server has ended"
        found: dict[str, Any] = json.loads(pipe.read(length))
        return found


class LanguageServer(Server):
    """A server for the files of a folder; ``settings`` are what it asks the editor for."""

    def __init__(
        self, command: Sequence[str], folder: Path, language: str, settings: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(command, folder)
        self._language, self._settings = language, settings or {}
        self._opened: set[str] = set()

    def __enter__(self) -> Self:
        capabilities = {
            "textDocument": {
                "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
                "hover": {"contentFormat": ["markdown"]},
            },
            "workspace": {"configuration": True},
        }
        root = self._folder.as_uri()
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root,
                "workspaceFolders": [{"uri": root, "name": self._folder.name}],
                "capabilities": capabilities,
            },
        )
        self._notify("initialized", {})
        return self

    # ------------------------------------------------------------------ questions

    def completed(self, path: str, program: str) -> list[str]:
        """Give what is offered at the caret, in the server's order."""
        found = self.request("textDocument/completion", self._at(path, program))
        items = found["items"] if isinstance(found, dict) else found or []
        return [item["label"] for item in sorted(items, key=lambda item: item.get("sortText", item["label"]))]

    def hovered(self, path: str, program: str) -> str:
        """Give the text that is shown for what stands at the caret."""
        found = self.request("textDocument/hover", self._at(path, program))
        contents = found["contents"] if found else ""
        parts = contents if isinstance(contents, list) else [contents]
        return "\n".join(part if isinstance(part, str) else part["value"] for part in parts).replace("&nbsp;", " ")

    def _at(self, path: str, program: str) -> dict[str, Any]:
        """Show the server a program without its caret, and say where that was."""
        before, _, after = program.partition(CARET)
        uri = (self._folder / path).as_uri()
        text = before + after
        if path not in self._opened:
            document = {"uri": uri, "languageId": self._language, "version": 0, "text": text}
            self._notify("textDocument/didOpen", {"textDocument": document})
            self._opened.add(path)
        else:
            document = {"uri": uri, "version": self._asked}
            self._notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        line = before.rpartition("\n")[2]
        position = {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}
        return {"textDocument": {"uri": uri}, "position": position}

    # ------------------------------------------------------------------ messages

    def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """Send a request and wait for its answer, answering what the server asks in the meantime.

        Raises:
            AssertionError: the server ends, says nothing for long, or answers by an error.
        """
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": params})
        message = self._wait("id", self._answer)
        assert "error" not in message, message["error"]
        return message.get("result")

    def _answer(self, message: Mapping[str, Any]) -> None:
        if "id" not in message or "method" not in message:
            return
        asked = message.get("params", {}).get("items", []) if message["method"] == "workspace/configuration" else None
        result = None if asked is None else [self._settings.get(item.get("section")) for item in asked]
        self._send({"id": message["id"], "result": result})

    def _notify(self, method: str, params: Mapping[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: Mapping[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
