"""Ten tasks on real APIs, as a user of the printed SDKs writes them, beside the code for the published ones.

::

    python -m bench.tasks                # print the SDKs, type-check and run the 30 programs
    python -m bench.tasks --write        # and write docs/tasks.md
    python -m bench.tasks --only go      # one language
    python -m bench.tasks --kept         # with the SDKs that the last run printed

The SDKs of OpenAI, Stripe and GitHub are printed once from ../shared/specs, into build/tasks. All programs of a
language are checked at once (mypy --strict and pyright; tsc --strict; go vet), then each runs against a loopback
server: its requests and its output must be those of ``bench.tasks.scripts``. A language whose tools are missing is
skipped, and named. The programs for the published SDKs are only text to compare with; they do not run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from bench.documents import SPECS
from bench.tasks.page import PAGE, render
from bench.tasks.programs import RUNNERS, CheckError, Language, check, environment, lay_out, print_sdks
from bench.tasks.scripts import ENVIRONMENT, SECRET, TASKS, TRAINING, Task, delivery
from tests.support.recorder import Recorder, wait_for

LIMIT = 120.0
"""Seconds that a program may take."""


def run(task: Task, language: Language, folder: Path) -> str:
    """Run a program; return what is wrong with it, nothing where all is right."""
    with Recorder() as recorder:
        recorder.script(*task.replies)
        env = {**environment(), **ENVIRONMENT, f"{task.api.upper()}_BASE_URL": recorder.origin}
        said = subprocess.run(
            language.command(task.name), cwd=folder, env=env, capture_output=True, text=True, timeout=LIMIT, check=False
        )
        if said.returncode or said.stdout != task.expected(language.name):
            return f"prints {said.stdout!r}, exit {said.returncode}\n{said.stderr}"
        if len(recorder.requests) != len(task.asked):
            return f"{len(recorder.requests)} requests in place of {len(task.asked)}"
        key = {"openai": "OPENAI_API_KEY", "stripe": "STRIPE_API_KEY", "github": "GITHUB_TOKEN"}[task.api]
        pairs = zip(task.asked, recorder.requests, strict=True)
        return "\n".join(wrong for one, got in pairs if (wrong := one.differs(got, ENVIRONMENT[key])))


def _free_port() -> int:
    with Recorder() as recorder:
        return int(recorder.origin.rpartition(":")[2])


def _post(port: int, headers: dict[str, str], body: bytes) -> int | None:
    """The status of an answer, None where nobody listens yet."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except urllib.error.URLError:
        return None


def receive(task: Task, language: Language, folder: Path) -> str:
    """Run a program that receives: a webhook that is signed wrongly, which is refused, then one that is signed."""
    port = _free_port()
    env = {**environment(), **ENVIRONMENT, "PORT": str(port)}
    with tempfile.TemporaryFile("w+") as out:
        server = subprocess.Popen(language.command(task.name), cwd=folder, env=env, stdout=out, stderr=subprocess.PIPE)
        try:
            refused: list[int] = []
            wait_for(lambda: _knock(port, refused) or server.poll() is not None)
            taken = _post(port, *delivery(SECRET))
        finally:
            server.kill()
            _, errors = server.communicate()
        out.seek(0)
        printed = out.read()
    if not refused or refused[0] < 400 or taken != 200 or printed != task.expected(language.name):
        return f"answers {refused} to a forged webhook, {taken} to a signed one, prints {printed!r}\n{errors.decode()}"
    return ""


def _knock(port: int, refused: list[int]) -> bool:
    status = _post(port, *delivery(b"another secret"))
    refused.extend([] if status is None else [status])
    return status is not None


def judge(language: Language) -> int:
    """Check and run all programs of a language; return how many are wrong."""
    folder = lay_out(language.name)
    (folder / "training.jsonl").write_bytes(TRAINING)
    check(language, folder)
    wrong = 0
    for task in TASKS:
        found = (run if task.asked else receive)(task, language, folder)
        wrong += bool(found)
        print(f"{language.name:10} {task.name:12} {found or 'ok'}", flush=True)
    return wrong


def main() -> int:
    """Run the tasks."""
    parser = argparse.ArgumentParser(prog="python -m bench.tasks", description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=[language.name for language in RUNNERS], help="one language")
    parser.add_argument("--write", action="store_true", help="write docs/tasks.md")
    parser.add_argument("--kept", action="store_true", help="SDKs as the last run printed them")
    options = parser.parse_args()
    if not SPECS.is_dir():
        print(f"skipped: {SPECS} is missing")
        return 0
    chosen = [language for language in RUNNERS if options.only in (None, language.name)]
    wrong = 0
    try:
        if not options.kept:
            print_sdks()
        for language in chosen:
            if missing := language.missing():
                print(f"{language.name:10} skipped: {', '.join(missing)} is missing")
            else:
                wrong += judge(language)
    except CheckError as error:
        print(error)
        return 1
    if options.write:
        PAGE.write_text(render(), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
