"""The cURL tab of the pages sends the same request as the SDK's example, both to a server (D4, D8, D16.1)."""

from __future__ import annotations

import email.parser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from tests.support.documents import text_of
from tests.support.recorder import Recorded, Recorder, Reply
from tests.support.rendered import print_pages
from tests.support.run import run_program, write

STYLES = text_of("reference/styles.yaml")

CURL = re.compile(r'```sh title="cURL"\n(.*?)\n```', re.DOTALL)
ENVIRONMENT = {
    "TRAIN_TRAVEL_BEARER_AUTH": "token",
    "TRAINS_API_KEY": "key",
    "TRAIN_TRAVEL_BASIC_AUTH_USERNAME": "user",
    "TRAIN_TRAVEL_BASIC_AUTH_PASSWORD": "secret",
    "FORMS_OF_IT_KEY": "k1",
    "FORMS_OF_IT_JAR": "j1",
    "FORMS_OF_IT_BASIC_USERNAME": "user",
    "FORMS_OF_IT_BASIC_PASSWORD": "secret",
}
OF_THE_CLIENT = {
    "accept", "accept-encoding", "connection", "content-length", "host", "user-agent", "idempotency-key", "expect",
    "x-currency", "transfer-encoding",
}  # fmt: skip
"""Headers that clients send in ways of their own, and one that the SDK sends for a parameter of the client."""


def examples(pages: Path) -> list[tuple[str, str]]:
    """The call of each method in Python and in cURL."""
    found = []
    for page in sorted((pages / "groups").glob("*.md")):
        for section in page.read_text("utf-8").split("\n## ")[1:]:
            shown = section.partition("**Example**")[2]
            call = re.search(r'```python title="Python"\n(.*?)\n```', shown, re.DOTALL)
            command = CURL.search(shown)
            assert call and command, section
            found.append((call[1], command[1]))
    return found


def sent_by_curl(command: str, server: Recorder, origin: str, folder: Path) -> Recorded:
    server.script(Reply(204))
    for name in re.findall(r"=@([\w-]+)|--data-binary @(\w+)", command):
        (folder / (name[0] or name[1])).write_bytes(b"...")
    script = f"uuidgen() {{ echo one; }}\n{command.replace(origin, server.origin)} -s\n"
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=60, check=True
    )
    assert done.stderr == b""
    return server.requests[-1]


def sent_by_python(calls: list[str], client: str, package: Path, server: Recorder) -> list[Recorded]:
    module, _, name = client.partition(".")
    code = (
        f"import sys\nimport {module} as sdk\nfrom {module} import models\nclient = sdk.{name}(base_url=sys.argv[1])\n"
    )
    for call in calls:
        server.script(Reply(204))
        code += f"try:\n    {call.replace(chr(10), chr(10) + '    ')}\nexcept sdk.SDKError: pass\n"
    before = len(server.requests)
    run_program([sys.executable, "-c", code, server.origin + "/v1"], package, ENVIRONMENT)
    return list(server.requests)[before:]


def told(request: Recorded) -> dict[str, object]:
    """What two requests have to agree in."""
    path, _, query = request.target.partition("?")
    headers = {name.lower(): value for name, value in request.headers if name.lower() not in OF_THE_CLIENT}
    kind, _, boundary = headers.pop("content-type", "").partition(";")
    body: object = request.body.decode("utf-8", "replace")
    if kind == "application/json":
        body = json.loads(request.body)
    elif kind == "application/x-www-form-urlencoded":
        body = sorted(parse_qsl(request.body.decode(), keep_blank_values=True))
    elif kind == "multipart/form-data":
        parsed = email.parser.BytesParser().parsebytes(
            b"Content-Type: " + kind.encode() + b";" + boundary.encode() + b"\n\n" + request.body
        )
        parts = [part for part in parsed.walk() if not part.is_multipart()]
        names = [str(part.get_param("name", header="content-disposition")) for part in parts]
        told = [(part.get_payload(decode=True), part.get_content_type()) for part in parts]
        body = sorted(zip(names, told, strict=True))
    if "cookie" in headers:
        headers["cookie"] = "; ".join(sorted(re.split("; ?", headers["cookie"])))
    pairs = sorted(parse_qsl(query, keep_blank_values=True))
    return {"line": (request.method, path), "query": pairs, "headers": headers, "type": kind, "body": body}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None or shutil.which("bash") is None, reason="needs curl and bash")
@pytest.mark.parametrize("name", ["trains", "styles"])
def test_curl_sends_what_the_sdk_sends(name: str, trains: Path, tmp_path: Path) -> None:
    out, origin, client = trains, "https://eu.trains.example", "train_travel.TrainTravel"
    if name == "styles":
        out, origin, client = tmp_path / "sdk", "https://shapes.example", "forms_of_it.FormsOfIt"
        print_pages(write(tmp_path, "openapi.yaml", STYLES), out, "-t", "python")
    shown = examples(out / "reference")
    assert len(shown) >= 6
    with Recorder() as server:
        commands = [sent_by_curl(command, server, origin, tmp_path) for _, command in shown]
        calls = sent_by_python([call for call, _ in shown], client, out / "python", server)
    assert len(calls) == len(commands)
    for (call, _), ours, theirs in zip(shown, commands, calls, strict=True):
        assert told(ours) == told(theirs), call
