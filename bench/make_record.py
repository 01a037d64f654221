"""Runs make in examples/make and records what it says and how long it takes, for docs/build-tools.md.

python -m bench.make_record --write
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.documents import ROOT
from bench.page import write_part

PAGE = ROOT / "docs" / "build-tools.md"
EDITED = "billing/schemas/invoice.yaml"


def record() -> str:
    """Return the terminal's text of four runs of make: cold, nothing, a comment, an edit."""
    with tempfile.TemporaryDirectory() as name:
        examples = Path(name) / "examples"
        for example in ("make", "trains"):
            shutil.copytree(ROOT / "examples" / example, examples / example, ignore=shutil.ignore_patterns("sdk"))
        program = Path(name) / "bin" / "codegen"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m codegen_sdk "$@"\n', "utf-8")
        program.chmod(0o755)
        env = {
            **os.environ,
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "CODEGEN_CACHE": f"{name}/cache",
        }
        folder = examples / "make"
        subprocess.run([program, "--version"], env=env, check=True, capture_output=True)  # Python compiles its modules

        schema = folder / EDITED
        text = schema.read_text("utf-8")
        runs = [
            _run(command, folder, env)
            for command in (
                "make -j2 sdk",
                "make -j2 sdk",
                f"echo '# a comment' >> {EDITED}; make -j2 sdk",
                f"sed -i 's/in cents/in euro cents/' {EDITED}; make -j2 sdk",
                "make sdk-check",
            )
        ]
        assert schema.read_text("utf-8") != text
    return "\n".join(runs)


def _run(command: str, folder: Path, env: dict[str, str]) -> str:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"$ {command}\n{_brief(done.stdout)}# {seconds:.2f} s by the clock, {processor:.2f} s of processor time\n"


def _brief(output: str) -> str:
    """Leave out diagnostics, which are about the example, and hints what to do next."""
    kept = (line for line in output.splitlines() if line.startswith(("codegen ", "wrote ", "make", "the output")))
    return "".join(f"{line.removesuffix('; next:').partition('; next:')[0]}\n" for line in kept)


def main() -> None:
    """Print the record, or put it into docs/build-tools.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/build-tools.md")
    text = record()
    if parser.parse_args().write:
        write_part(PAGE, f"```console\n{text}```", "<!-- record of make -->\n", "<!-- end of the record -->\n")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
