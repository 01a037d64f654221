"""The documents of ../shared on a cluster of two workers, one of which is killed (issue 31, part 6; docs/fleet.md).

``python -m bench.fleet [--only NAME]... [--after SECONDS]`` needs the extra `dask`. It builds all documents
by one gen.yaml on a `LocalCluster`, kills a worker in the middle, deletes the output and builds again from the
cache, and builds once more with nothing changed. The record of the terminal goes to standard output.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from bench.documents import DOCUMENTS, ROOT, Document

_FOLDER = ROOT / "build" / "fleet"
_LIMIT = 600
_AFTER = 30.0
_HEAD = 'configVersion: "2.0.0"\ngeneration:\n  licence: MIT\npython: {}\ntypescript: {}\ngo: {}\napis:\n'


def gen_yaml(documents: Sequence[Document]) -> str:
    """Return the gen.yaml of the documents."""
    lines = []
    for one in documents:
        source = Path(os.path.relpath(one.path, _FOLDER)).as_posix()
        own = f", generation: {{extensionPrefix: {one.prefix}}}" if one.prefix else ""
        lines.append(f"  {one.name}: {{source: {source}{own}}}\n")
    return _HEAD + "".join(lines)


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _run(command: str) -> int:
    """Run a command as a terminal shows it, and how long it took."""
    _say(f"$ codegen {command}\n")
    started = time.monotonic()
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "CODEGEN_CACHE": str(_FOLDER / "records")}
    words = [sys.executable, "-m", "codegen_sdk", *command.split()]
    done = subprocess.run(words, cwd=_FOLDER, env=environment, capture_output=True, text=True, check=False)
    report = done.stderr.rstrip().splitlines()
    errors = [line for line in report if line.startswith("error[CG16")]
    for line in [*errors, *report[_report_at(report) :]]:
        _say(f"{line}\n")
    _say(f"(exit code {done.returncode}, {time.monotonic() - started:.0f} s)\n\n")
    return done.returncode


def _report_at(report: Sequence[str]) -> int:
    """Return where the lines of the APIs begin: diagnostics are before the last empty line."""
    return max((at + 1 for at, line in enumerate(report) if not line), default=0)


def main() -> int:
    """Run it; the exit code is that of the first build that was not as expected."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="these documents alone")
    parser.add_argument("--after", type=float, default=_AFTER, metavar="SECONDS", help="when the worker is killed")
    arguments = parser.parse_args()
    documents = [one for one in DOCUMENTS if not arguments.only or one.name in arguments.only]
    shutil.rmtree(_FOLDER, ignore_errors=True)
    _FOLDER.mkdir(parents=True)
    (_FOLDER / "gen.yaml").write_text(gen_yaml(documents), encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    from distributed import LocalCluster

    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**options) as cluster:
        _say(f"# {len(documents)} documents, two workers; kill -9 of one after {arguments.after:.0f} s\n")
        victim = next(iter(cluster.workers.values())).pid

        def kill() -> None:
            os.kill(victim, signal.SIGKILL)
            _say("# a worker is killed now\n")

        timer = threading.Timer(arguments.after, kill)
        timer.start()
        address = cluster.scheduler_address
        codes = [_run(f"build -k --scheduler {address} --cache cache --time-limit {_LIMIT}")]
        timer.cancel()
    shutil.rmtree(_FOLDER / "sdk")
    codes.append(_run("build -k --cache cache"))
    codes.append(_run("build -k --cache cache"))
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
