"""The servers that printed SDKs are tried on: how each is started, what is compiled, and what its programs see."""

from __future__ import annotations

import base64
import contextlib
import datetime
import json
import os
import shutil
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.places import SHARED
from tests.support.recorder import Recorded, Reply, wait_for
from tests.support.servers import environments
from tests.support.servers.documents import cut_out
from tests.support.servers.environments import HERE
from tests.support.servers.request_logs import Changing
from tests.support.toolchain import tool

STRIPE = SHARED / "specs" / "stripe.yaml"
TEXT = "Ämilia & Söhne = 1+1? 100%"
USER, PASSWORD = "admin", "Passw0rd-of-the-test"


@dataclass(frozen=True)
class Server:
    """A server, and a program in each language that is written against its SDK.

    Attributes:
        name: of its golden, and of its program, if that has no other.
        title: as people call it.
        serve: runs it in a folder, without data; gives its origin.
        document: gives what is compiled, of the origin, in a folder.
        seen: what the program prints in every language.
        program: as its files begin.
        client: the class of clients, if the document's title does not name it.
        arguments: of the program, behind its URL; of the origin.
        below: the path that follows the origin in that URL.
        changing: what differs from run to run, by the origin that the program is given, and its arguments.
        apart: each language has a server of its own, since nothing removes what a program leaves there.
        forget: removes it, of the origin.
        journal: the requests that the server itself recorded, in place of those that a proxy does.
        plain: what of the program's results is compared with `seen`.
    """

    name: str
    title: str
    serve: Callable[[Path], AbstractContextManager[str]]
    document: Callable[[str, Path], Path]
    seen: Mapping[str, Any]
    program: str = ""
    overlays: Sequence[str] = ()
    client: str | None = None
    arguments: Callable[[str], tuple[str, ...]] = lambda origin: ()
    below: str = ""
    changing: Callable[..., Changing] = lambda origin, *arguments: Changing()
    apart: bool = False
    forget: Callable[[str], object] = lambda origin: None
    journal: Callable[[str], list[tuple[Recorded, Reply]]] | None = None
    plain: Callable[[dict[str, Any]], dict[str, Any]] = dict


def ask(url: str, method: str, body: object = None, **headers: str) -> Any:
    """Send a request, with bytes or JSON, and read the JSON that is answered."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    kind = {} if data is body else {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data, kind | headers, method=method), timeout=300) as found:
        return json.loads(found.read() or b"null")


def served(path: str) -> Callable[[str, Path], Path]:
    """Take the document that a server has at a path."""

    def fetch(origin: str, folder: Path) -> Path:
        document = folder / "served.json"
        document.write_text(json.dumps(ask(f"{origin}{path}", "GET")))
        return document

    return fetch


def numbered(name: str, count: int) -> list[str]:
    return [f"{name}-{number:02}" for number in range(count)]


# --------------------------------------------------------------------------- how they are started


def _httpbin(home: Path) -> AbstractContextManager[str]:
    program = environments.require("httpbin") / "bin/gunicorn"
    command = [program, "-b", "127.0.0.1:{port}", "-k", "gthread", "--threads", "4", "httpbin:app"]
    return environments.running(command, "/get", home, {"HOME": str(home)})


def _wiremock(home: Path) -> AbstractContextManager[str]:
    version = "3.13.2"
    package = environments.require(f"wiremock@{version}", slow=True)
    (home / "mappings").mkdir()
    shutil.copy(HERE / "judges.stubs.json", home / "mappings")
    jar = package / f"build/wiremock-standalone-{version}.jar"
    where = ["--port", "{port}", "--bind-address", "127.0.0.1", "--root-dir", home]
    return environments.running([tool("java"), "-jar", jar, *where], "/__admin/mappings", home, {})


def _journal(origin: str) -> list[tuple[Recorded, Reply]]:
    """The requests that WireMock received, in their order."""
    found = []
    for entry in reversed(ask(f"{origin}/__admin/requests", "GET")["requests"]):
        request, body = entry["request"], base64.b64decode(entry["request"]["bodyAsBase64"])
        sent = Recorded(request["method"], request["url"], tuple(request["headers"].items()), body)
        found.append((sent, Reply(entry["response"]["status"])))
    return found


def _forget_scenarios(origin: str) -> None:
    ask(f"{origin}/__admin/scenarios/reset", "POST")
    ask(f"{origin}/__admin/requests", "DELETE")


def _localstripe(home: Path) -> AbstractContextManager[str]:
    app = "from aiohttp import web; from localstripe.server import app"
    serve = f"{app}; web.run_app(app, host='127.0.0.1', port={{port}})"
    return environments.running([environments.require("localstripe") / "bin/python", "-c", serve], "", home, {})


def _three_paths(origin: str, folder: Path) -> Path:
    """The part of Stripe's document that the programs use."""
    without = {
        "customer": [
            *("cash_balance", "default_source", "discount", "invoice_settings"),
            *("sources", "subscriptions", "tax", "tax_ids", "test_clock"),
        ],
        "api_errors": ["payment_intent", "payment_method", "setup_intent", "source"],
        "plan": ["product"],
    }
    return cut_out(STRIPE, folder, ("/v1/customers", "/v1/customers/{customer}", "/v1/plans"), ["event"], without)


def _prefect(home: Path) -> AbstractContextManager[str]:
    settings = {
        "PREFECT_HOME": str(home),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_FLUSH_INTERVAL": "0.2",
        "DO_NOT_TRACK": "1",
    }
    where = ["--host", "127.0.0.1", "--port", "{port}", "--no-ui"]
    command = [environments.require("prefect") / "bin/prefect", "server", "start", *where]
    return environments.running(command, "/api/health", home, settings)


FLOWS, EVENTS = 23, 17


def _stored(origin: str) -> tuple[str, str]:
    """Store the flows and the events that programs send again: the front of the events' ids, and their time."""
    run, now = str(uuid.uuid4())[:23], datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    for name in numbered("flow", FLOWS):
        ask(f"{origin}/api/flows/", "POST", {"name": name, "tags": ["codegen"]})
    events = [
        {
            "id": f"{run}-{number:012}",
            "occurred": (now - datetime.timedelta(seconds=number)).isoformat(),
            "event": f"codegen.{number:02}",
            "resource": {"prefect.resource.id": f"codegen.{run}"},
        }
        for number in range(EVENTS)
    ]
    ask(f"{origin}/api/events", "POST", events)
    wanted = {"filter": {"resource": {"id": [f"codegen.{run}"]}}}
    wait_for(lambda: ask(f"{origin}/api/events/filter", "POST", wanted)["total"] == EVENTS)
    return run, now.isoformat()


def _changing_of_prefect(origin: str, run: str, now: str) -> Changing:
    first = ask(f"{origin}/api/flows/", "POST", {"name": "flow-00"})["id"]
    began = datetime.datetime.fromisoformat(now)
    ago = {n: f"{began - datetime.timedelta(seconds=n):%Y-%m-%dT%H:%M:%SZ}" for n in range(EVENTS)}
    return Changing({run: "<run>", first: "<id of flow-00>"} | {time: f"<{n} s ago>" for n, time in ago.items()})


def _phoenix(home: Path) -> AbstractContextManager[str]:
    settings = {
        "PHOENIX_WORKING_DIR": str(home),
        "PHOENIX_HOST": "127.0.0.1",
        "PHOENIX_GRPC_PORT": str(environments.free_port()),
        "PHOENIX_TELEMETRY_ENABLED": "false",
        "PHOENIX_ENABLE_AUTH": "true",
        "PHOENIX_SECRET": "abcdefghijklmnopqrstuvwxyz0123456789",
        "PHOENIX_ADMIN_SECRET": "admin0123456789abcdefghijklmnopqrstuvw",
        "HOME": str(home),
        "PATH": os.environ["PATH"],
    }
    command = ["env", "PHOENIX_PORT={port}", environments.require("phoenix", slow=True) / "bin/phoenix", "serve"]
    return environments.running(command, "/openapi.json", home, settings, patience=240)


@contextlib.contextmanager
def _zenml(home: Path) -> Iterator[str]:
    """Serve with one user."""
    settings = {"ZENML_CONFIG_PATH": str(home), "ZENML_ANALYTICS_OPT_IN": "false", "HOME": str(home)}
    program = environments.require("zenml", slow=True) / "bin/uvicorn"
    command = [program, "zenml.zen_server.zen_server_api:app", "--host", "127.0.0.1", "--port", "{port}"]
    with environments.running(command, "/openapi.json", home, settings, patience=240) as origin:
        user = {"server_name": "test", "admin_username": USER, "admin_password": PASSWORD}
        ask(f"{origin}/api/v1/activate", "PUT", user)
        yield origin


LABEL_STUDIO_TOKEN = "0123456789abcdef0123456789abcdef01234567"


def _labelstudio(home: Path) -> AbstractContextManager[str]:
    """Serve with one user."""
    settings = {
        "LABEL_STUDIO_BASE_DATA_DIR": str(home / "data"),
        "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
        "COLLECT_ANALYTICS": "False",
        "SSRF_PROTECTION_ENABLED": "false",
        "HOME": str(home),
    }
    program = environments.require("labelstudio", slow=True) / "bin/label-studio"
    start = [program, "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", "{port}"]
    user = ["--username", "a@example.com", "--password", PASSWORD, "--user-token", LABEL_STUDIO_TOKEN]
    return environments.running([*start, *user], "/health", home, settings, patience=300)


def _sorted_tasks(seen: dict[str, Any]) -> dict[str, Any]:
    """The server may give tasks in any order."""
    return seen | {"tasks": sorted(seen["tasks"], key=lambda data: int(data["number"]))}


# --------------------------------------------------------------------------- what is seen


_JUDGES = HERE / "judges.yaml"
HTTPBIN = Server(
    "httpbin",
    "httpbin",
    serve=_httpbin,
    document=lambda origin, folder: _JUDGES,
    program="judges",
    arguments=lambda origin: ("httpbin",),
    changing=lambda origin, judge: Changing({origin.rpartition(":")[2]: "<port>"}, besides="/delay"),
    plain=lambda seen: {name: value for name, value in seen.items() if name != "echo"},
    seen={
        "basic": "Ämilia",
        "bearer": "t-1",
        "refused": 401,
        "gzip": True,
        "redirected": "Bearer t-1",
        "redirected with its body": {"from": 1},
        "redirected as GET": "GET",
        "statuses": {"418": [418, True], "503": [503, False]},
        "bytes": "20c05f1c187dcfa130cc97166374ba19a0a25d89ebc61e821f8b82d47c58ca04",
        "timeout": True,
    },
)
"""sdk 5, D7.7: credentials, compression, redirects, statuses, bytes, time-outs; what it returns is tested apart."""
WIREMOCK = Server(
    "wiremock",
    "WireMock",
    serve=_wiremock,
    document=lambda origin, folder: _JUDGES,
    program="judges",
    arguments=lambda origin: ("wiremock",),
    changing=lambda *_: Changing(ids=r"http://127\.0\.0\.1:\d+/callbacks", besides="/flaky?fault=always"),
    forget=_forget_scenarios,
    journal=_journal,
    seen={
        "echo": {name: {"matched": name} for name in ("query", "path", "form", "parts", "upload", "text", "json")},
        **{name: name for name in ("reset", "empty", "garbage", "chunk", "busy")},
        "always": True,
        "charged": "charge",
        "events": [[1, 2], [3, 4]],
        "callback": ["Ämilia's", "finished"],
    },
)
"""D7, D8: each request by its stub, parts by name, file name, type and bytes. sdk 4: a GET whose connection breaks
before, in or after the headers is asked again. sdk 7: events whose lines are cut anywhere. D9.2, D9.4: a callback."""
LOCALSTRIPE = Server(
    "localstripe",
    "localstripe",
    serve=_localstripe,
    document=_three_paths,
    overlays=("localstripe.overlay.yaml",),
    client="Stripe",
    changing=lambda *_: Changing(ids=r"\b(?:cus|plan|prod)_\w+", besides="/_config"),
    forget=lambda origin: ask(f"{origin}/_config/data", "DELETE"),
    seen={
        "metadata": {"order": "7", "a b": "x&y=[z]"},
        "address": ["Bern", "Gasse 1", None],
        "locales": ["de", "fr"],
        "updated": {"order": "8", "a b": "x&y=[z]"},
        "deleted": True,
        "plan": [990, "chf", "month"],
        "pages": [10, 10, 3, 0],
        "names": numbered("customer", 23),
        "refused": [401, "invalid_request_error"],
        "not found": [404, "invalid_request_error"],
        "answers": ["200", "500"],
        "event": ["customer.created", "with whsec_right"],
        "others": 0,
    },
)
"""D8: deepObject bodies of maps, objects, arrays and unions. D6.4: the call past the end gives an empty page, which is
returned once. sdk 3: errors with their declared body. D9.3: what is signed with another secret is refused."""
_FLOWS = numbered("flow", FLOWS)
_EVENTS = [f"codegen.{number:02}" for number in range(EVENTS)]
PREFECT = Server(
    "prefect",
    "Prefect",
    serve=_prefect,
    document=served("/openapi.json"),
    overlays=("prefect.overlay.yaml",),
    arguments=_stored,
    below="/api",
    changing=_changing_of_prefect,
    seen={
        "created again": ["flow-00", ["codegen"]],
        "read": "flow-00",
        "offset and limit": [_FLOWS[:10], _FLOWS[10:20], _FLOWS[20:]],
        "until one is empty": [5, 5, 0],
        "without a body": [FLOWS, 0, True],
        "page and numPages": [[1, 10], [2, 10], [3, 3]],
        "by iteration": _FLOWS,
        "url": [_EVENTS[:5], _EVENTS[5:10], _EVENTS[10:15], _EVENTS[15:]],
        "missing body": True,
        "not found": 404,
        "unprocessable": 422,
    },
)
"""spec 2.5, D6.4: pages by offset and by number in the body; a full last page is followed by an empty one. D6.7: the
first call sends no body at all. D6.5: the next page of a POST is the GET of the URL that it answers. D7.1, D13."""
PHOENIX = Server(
    "phoenix",
    "Phoenix",
    serve=_phoenix,
    document=served("/openapi.json"),
    overlays=("phoenix.overlay.yaml",),
    client="Phoenix",
    arguments=lambda origin: ("admin0123456789abcdefghijklmnopqrstuvw",),
    apart=True,
    seen={
        "pages": [5, 5, 2],
        "names": numbered("codegen", 12),
        "examples": [
            [{"question": "Why?", "context": "here"}, {"answer": "Because"}],
            [{"question": "Who?", "context": "there"}, {"answer": "Ämilia"}],
        ],
        "lines": 3,
        "template": "Hi {{name}}",
        "temperature": 0.5,
        "refused": 401,
        "not found": [404, "Project with name codegen-00 not found"],
        "unprocessable": 422,
    },
)
"""D6.4: pages by cursor. D8.1: parts such as `input_keys[]`. D11.2: unions by discriminator, both ways."""
ZENML = Server(
    "zenml",
    "ZenML",
    serve=_zenml,
    document=served("/openapi.json"),
    overlays=("zenml.overlay.yaml",),
    client="ZenML",
    arguments=lambda origin: (USER, PASSWORD),
    changing=lambda *_: Changing(ids=r"eyJ[\w.-]+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"),  # tokens, stored ids
    seen={
        "user": USER,
        "admin": True,
        "pages": [[1, 10, 3], [2, 10, 3], [3, 3, 3]],
        "names": numbered("tag", 23),
        "past the end": 400,
        "wrong password": [401, False],
        "no password": 401,
        "left": 0,
    },
)
"""D6.4, D6.13: the page after the last one is not asked for, as it would be an error; sdk 5: tokens by password."""
LABEL_STUDIO = Server(
    "labelstudio",
    "Label Studio",
    serve=_labelstudio,
    document=served("/docs/api/schema/json/"),
    overlays=("labelstudio-names.overlay.yaml", "labelstudio.overlay.yaml"),
    client="LabelStudio",
    arguments=lambda origin: (LABEL_STUDIO_TOKEN,),
    changing=lambda *_: Changing(ids=r"http://127\.0\.0\.1:\d+/hooks"),
    apart=True,
    plain=_sorted_tasks,
    seen={
        "pages": [2, 2, 1],
        "titles": numbered("project", 5),
        "exports": [],
        "types": ["azure", "gcs", "localfiles", "redis", "s3"],
        "s3": [],
        "imported": 2,
        "tasks": [{"text": "hello", "number": 1}, {"text": "Ämilia", "number": 2}],
        "event": [True, True, 2],
        "past the end": 404,
        "refused": 401,
        "left": 0,
    },
)
"""D6.4, D6.5: pages by the next URL; the page past the end is 404. D8.1: a file. D9.2: the webhook about it. The names
are those that the document has for another vendor's generator."""
