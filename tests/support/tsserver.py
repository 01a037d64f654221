"""The texts that an editor shows of TypeScript: a client of tsserver, whose protocol is lines of JSON.

A line of a program with a caret, ``‸``, is a query, as for the servers of ``language_server``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.language_server import CARET, Server
from tests.support.typescript_tools import require_node, require_tools


class TypeScriptServer(Server):
    """tsserver for the files of a folder."""

    def __init__(self, folder: Path) -> None:
        server = require_tools().parent / "typescript" / "lib" / "tsserver.js"
        flags = ["--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents"]
        super().__init__([require_node(), str(server), *flags], folder)

    def completed(self, path: str, program: str) -> list[str]:
        """Give what is offered at the caret, texts without their quotes, in the server's order, then by name."""
        found = self._request("completionInfo", self._at(path, program))["entries"]
        return [item["name"] for item in sorted(found, key=lambda item: (item["sortText"], item["name"]))]

    def detailed(self, path: str, program: str, name: str) -> str:
        """Give what is shown beside one that is offered: what it is, and its text."""
        found = self._request("completionEntryDetails", {**self._at(path, program), "entryNames": [name]})
        return "\n".join(f"{_text(item['displayParts'])}\n{_text(item.get('documentation'))}" for item in found)

    def hovered(self, path: str, program: str) -> str:
        """Give what is shown for what stands at the caret: its type, and its text."""
        found = self._request("quickinfo", self._at(path, program))
        return f"{found['displayString']}\n{_text(found.get('documentation'))}"

    def _at(self, path: str, program: str) -> dict[str, Any]:
        """Show the server a program without its caret, and say where that was."""
        before, _, after = program.partition(CARET)
        file = str(self._folder / path)
        self._send("open", {"file": file, "fileContent": before + after, "projectRootPath": str(self._folder)})
        line = before.rpartition("\n")[2]
        return {"file": file, "line": before.count("\n") + 1, "offset": len(line.encode("utf-16-le")) // 2 + 1}

    def _request(self, command: str, arguments: Mapping[str, Any]) -> Any:
        """Send a request and wait for its answer; what else the server tells is passed over."""
        self._send(command, arguments)
        message = self._wait("request_seq")
        assert message["success"], message.get("message")
        return message["body"]

    def _send(self, command: str, arguments: Mapping[str, Any]) -> None:
        self._asked += 1
        message = {"seq": self._asked, "type": "request", "command": command, "arguments": arguments}
        self._write(json.dumps(message).encode() + b"\n")


def _text(parts: Any) -> str:
    return parts if isinstance(parts, str) else "".join(part["text"] for part in parts or [])
