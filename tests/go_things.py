"""Compiles printed Go SDKs, and drives them with vectors: a program inside of the package calls methods by name."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printed import Printed, print_sdk
from toolchain import tool

DRIVER = Path(__file__).parent / "tools" / "go_driver.go"
ENV = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}


def go(*arguments: str, folder: Path) -> str:
    """Run the go command; returns what it printed, and fails with it."""
    binary = tool("go", Path("/usr/local/go/bin/go"))
    done = subprocess.run(
        [binary, *arguments], cwd=folder, env=os.environ | ENV, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def unformatted(folder: Path) -> str:
    """The names of files that gofmt would change."""
    binary = tool("gofmt", Path("/usr/local/go/bin/gofmt"))
    done = subprocess.run([binary, "-l", "."], cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def print_go(document: Mapping[str, Any], name: str, folder: Path) -> Printed:
    """Compile a document to a Go module of that name."""
    return print_sdk(document, "go", folder, {"modulePath": f"example.com/{name}"})


class Driver:
    """A program made of a printed SDK that makes one call each time it is run."""

    def __init__(self, document: Mapping[str, Any], name: str, folder: Path) -> None:
        self.sdk = print_go(document, name, folder)
        assert unformatted(self.sdk.folder) == ""
        package = name.replace("_", "")
        text = DRIVER.read_text().replace("package sdk", f"package {package}", 1)
        text = text.replace("NewClient(", "New(")
        if not self.sdk.plan.wire.events:
            text = text.partition("// --- webhooks")[0]
        (self.sdk.folder / "driver.go").write_text(text)
        command = self.sdk.folder / "drive"
        command.mkdir()
        (command / "main.go").write_text(
            f'package main\n\nimport "example.com/{name}"\n\nfunc main() {{ {package}.Drive() }}\n'
        )
        self.binary = self.sdk.folder / "driver.bin"
        go("build", "-o", str(self.binary), "./drive", folder=self.sdk.folder)

    def run(self, order: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Do what an order says."""
        done = subprocess.run(
            [str(self.binary)],
            input=json.dumps(order),
            env=os.environ | (environment or {}),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer
