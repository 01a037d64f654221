"""Measures one thing of one Python SDK in a process of its own: ``python probe.py SUBJECT MEASURE ORIGIN``.

Prints a number: CPU milliseconds for ``import`` and ``first``, microseconds for ``warm`` and ``event``, milliseconds
for ``client`` (the second one) and ``list`` (a list of about 1 MB), megabytes for ``memory``. ``loads`` is the time of
the JSON parser for that list. ``event+orjson`` and its like measure with orjson, others as if it were not installed.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

ASKED = {"model": "gpt", "messages": [{"role": "user", "content": "hello"}]}


def parser() -> Callable[[str | bytes], Any]:
    """Return the JSON parser that our SDK takes: orjson where it is installed."""
    try:
        import orjson
    except ImportError:
        return json.loads
    return orjson.loads


class Raw:
    """The HTTP library with the same JSON parser as ours: headers are sent, and the status is checked."""

    def __init__(self, base: str) -> None:
        import httpx2

        self.base = base
        self.client = httpx2.Client(headers={"Authorization": "Bearer k"})
        self.loads = parser()

    def list(self) -> Any:
        """Read the list."""
        return self.loads(self.client.get(self.base + "/models").raise_for_status().content)

    def bytes(self) -> Any:
        """Receive the list, and read nothing."""
        return self.client.get(self.base + "/models").content

    def events(self) -> Iterable[Any]:
        """Read the stream by its lines."""
        with self.client.stream("POST", self.base + "/chat/completions", json={**ASKED, "stream": True}) as answer:
            answer.raise_for_status()
            for line in answer.iter_lines():
                if line.startswith("data: ") and line != "data: [DONE]":
                    yield self.loads(line[6:])


class Ours:
    """The SDK that we print."""

    def __init__(self, base: str) -> None:
        import open_ai

        self.client = open_ai.OpenAI(base_url=base, api_key_auth="k", retries=0)

    def list(self) -> Any:
        """Read the list."""
        return self.client.models.list()

    def events(self) -> Iterable[Any]:
        """Read the stream."""
        with self.client.chat.completions.create_stream(**ASKED) as stream:  # type: ignore[arg-type]
            yield from stream


class OpenAI:
    """openai of PyPI."""

    def __init__(self, base: str) -> None:
        import openai

        self.client = openai.OpenAI(base_url=base, api_key="k", max_retries=0)

    def list(self) -> Any:
        """Read the list."""
        return self.client.models.list()

    def events(self) -> Iterable[Any]:
        """Read the stream."""
        yield from self.client.chat.completions.create(**ASKED, stream=True)  # type: ignore[arg-type]


class Mistral:
    """mistralai of PyPI."""

    def __init__(self, base: str) -> None:
        from mistralai.client import Mistral as Client

        self.client = Client(server_url=base, api_key="k")

    def list(self) -> Any:
        """Read the list."""
        return self.client.models.list()

    def events(self) -> Iterable[Any]:
        """Read the stream."""
        with self.client.chat.stream(**ASKED) as stream:  # type: ignore[arg-type]
            yield from stream


class Cloudflare:
    """cloudflare of PyPI."""

    def __init__(self, base: str) -> None:
        import cloudflare

        self.client = cloudflare.Cloudflare(base_url=base, api_token="k", max_retries=0)

    def list(self) -> Any:
        """Read a page."""
        return self.client.zones.list()


SUBJECTS: dict[str, Any] = {
    "raw": Raw, "ours": Ours, "openai": OpenAI, "mistralai": Mistral, "cloudflare": Cloudflare
}  # fmt: skip
IMPORTS = {
    "raw": "import httpx2; httpx2.Client",
    "ours": "import open_ai; open_ai.OpenAI",
    "openai": "import openai; openai.OpenAI",
    "mistralai": "from mistralai.client import Mistral",
    "cloudflare": "import cloudflare; cloudflare.Cloudflare",
}


def cpu(action: Callable[[], Any]) -> float:
    """Return the CPU milliseconds of an action."""
    started = time.process_time()
    action()
    return (time.process_time() - started) * 1_000


def lowest(action: Callable[[], Any], turns: int) -> float:
    """Return the CPU milliseconds of the cheapest of several turns, after two that do not count."""
    return min([cpu(action) for _ in range(turns + 2)][2:])


def measure(subject: str, what: str, origin: str) -> float:
    """Measure one thing; see the top of this file."""
    what, _, fast = what.partition("+")
    if not fast:
        sys.modules["orjson"] = None  # type: ignore[assignment]  # so that importing it fails
    made = SUBJECTS[subject]
    small, big = f"{origin}/small", f"{origin}/big"
    match what:
        case "import":
            return cpu(lambda: exec(IMPORTS[subject], {}))
        case "first":
            return cpu(lambda: made(small).list())
        case "memory":
            made(small).list()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        case "client":
            made(small)
            return lowest(lambda: made(small), 20)
        case "warm":
            client = made(small)
            calls = 50
            return lowest(lambda: [client.list() for _ in range(calls)], 8) / calls * 1_000
        case "list":
            return lowest(made(big).list, 8)
        case "loads":
            text = Raw(big).bytes() if subject != "cloudflare" else Raw(big).client.get(f"{big}/zones").content
            loads = parser()
            return lowest(lambda: loads(text), 8)
        case "event":
            client = made(small)
            count = sum(1 for _ in client.events())
            return lowest(lambda: sum(1 for _ in client.events()), 5) / count * 1_000
    raise SystemExit(f"no measure {what}")


if __name__ == "__main__":
    print(measure(*sys.argv[1:]))
