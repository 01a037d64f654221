"""Compiles printed Go SDKs, and drives them with vectors: a program inside the package calls methods by name."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from backends.go.calls import call_lines
from backends.go.clients import package_name
from backends.go.source import File
from backends.writer.gofmt import function
from compiler.plan.plan import BodyFields, Method, Plan
from tests.support.places import ROOT
from tests.support.printed import Printed, print_sdk
from tests.support.recorder import Recorded, Recorder, Reply
from tests.support.toolchain import ask_line, go_program, tool
from tests.support.wire_vectors import MISSING

TOOLS = ROOT / "tests" / "tools"
DRIVER, GATEWAY, PROGRAM = (TOOLS / f"go_{name}.go" for name in ("driver", "gateway", "drivers"))
STATICCHECK = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
BARE = "-N -l -dwarf=false"
ENV = {
    # Nobody debugs or measures what tests build, and a package is compiled once, whatever folder it lies in.
    "GOFLAGS": f"-mod=mod -trimpath '-gcflags={BARE}' '-gcflags=example.com/...={BARE}' '-ldflags=-s -w'",
    "GOPROXY": "off",
    "GOTOOLCHAIN": "local",
}


def run_go(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the go command."""
    binary = tool("go", Path("/usr/local/go/bin/go"))
    return subprocess.run(
        [binary, *arguments], cwd=folder, env=os.environ | ENV, capture_output=True, text=True, timeout=600
    )


def go(*arguments: str, folder: Path) -> str:
    """Run the go command; returns what it printed, and fails with it."""
    done = run_go(*arguments, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_go(folder: Path, pattern: str = "./...") -> None:
    """Hold packages to go vet and staticcheck, which find nothing; skips where staticcheck cannot be had."""
    go("vet", pattern, folder=folder)
    done = subprocess.run(
        [go_program(STATICCHECK), pattern],
        cwd=folder,
        env=os.environ | ENV,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def unformatted(*folders: Path) -> str:
    """The names of files that gofmt would change."""
    binary = tool("gofmt", Path("/usr/local/go/bin/gofmt"))
    done = subprocess.run([binary, "-l", *folders], capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def print_go(document: Mapping[str, Any], name: str, folder: Path) -> Printed:
    """Compile a document to a Go module of that name."""
    return print_sdk(document, "go", folder, {"modulePath": f"example.com/{name}"})


def calls_file(plan: Plan, methods: Any, module: str) -> str:
    """A file that makes every example call of the reference pages."""
    package = module.rpartition("/")[2]
    file = File(f"{package}_test", None)
    file.use("context")
    file.use_module(module)
    for number, (_, method, _) in enumerate(methods):
        call, variable = call_lines(plan, plan.shown.call(method), file, package)
        head = f"func call{number}(ctx context.Context, client *{package}.{plan.surface.client})"
        file.declare(function(head, call, "_ = err", *([f"_ = {variable}"] if variable else [])))
    return file.text()


def run_tests(sdk: Printed, file: Path) -> None:
    """Run the tests of a file in a package that is as gofmt leaves it and has no findings of go vet: all must pass."""
    assert unformatted(sdk.folder) == ""
    shutil.copy(file, sdk.folder)
    said = go("test", "-vet=all", "-v", "-count=1", "./...", folder=sdk.folder)
    wanted = re.findall(r"^func (Test\w+)", file.read_text(), re.MULTILINE)
    assert [name for name in wanted if f"--- PASS: {name} " not in said] == []


def arguments_of(plan: Plan, method: Method, values: Mapping[str, Any], body: Any = MISSING) -> dict[str, Any]:
    """The part of an order that gives arguments, by their identifiers, and a body.

    The body is given by its properties where they are arguments and say all of it, else as a whole.
    """
    values, whole = dict(values), MISSING
    if body is not MISSING and method.fields is not None:
        parts = properties_of(method.fields, body)
        values |= parts or {}
        whole = body if parts is None else MISSING
    elif body is not MISSING and method.body is not None:
        values[method.body.ident] = body
    order: dict[str, Any] = {
        "Request": method.request is not None,
        "Arguments": [
            {
                "Name": item.ident,
                "Member": not item.positional,
                "Field": item.field,
                "Given": item.ident in values,
                "Nullable": item.nullable,
                "Value": values.get(item.ident),
            }
            for item in method.arguments
        ],
    }
    return order if whole is MISSING else order | whole_body(plan, method, whole)


def properties_of(fields: BodyFields, body: Any) -> dict[str, Any] | None:
    """The arguments that make a body; None where they cannot say it: an empty one, a property that none is for, null
    where none may be, or nothing but zeros, which say that none is given."""
    known = {item.wire: item for item in fields.arguments}
    if not isinstance(body, dict) or any(name not in known and fields.fixed.get(name) != body[name] for name in body):
        return None
    given = {known[name]: value for name, value in body.items() if name in known}
    if any(value is None and not item.nullable for item, value in given.items()):
        return None
    is_missing = all(item.required and value in ("", 0, False, {}) for item, value in given.items())
    return None if is_missing and fields.arguments else {item.ident: value for item, value in given.items()}


def whole_body(plan: Plan, method: Method, body: Any) -> dict[str, Any]:
    """The part of an order that gives a body as a whole: as its model, or an empty one as a map."""
    assert method.fields is not None
    model = plan.surface.types[method.fields.model].ident if isinstance(body, dict) and body else ""
    return {"Whole": body, "Model": model}


class Driver:
    """A printed SDK with what follows orders by it (tests/tools/go_driver.go), in a program that it shares with others.

    The program is made when the first order comes: of this SDK and of all that have none yet. Orders are followed one
    after the other.
    """

    _waiting: ClassVar[list[Driver]] = []
    _lock = threading.Lock()

    def __init__(self, document: Mapping[str, Any], name: str) -> None:
        self.name, self.document = name, document
        self.fault: str | None = None
        self.program: Program | None = None
        Driver._waiting.append(self)

    @functools.cached_property
    def sdk(self) -> Printed:
        """The SDK, printed when it is asked for."""
        return print_go(self.document, self.name, Path(tempfile.mkdtemp(prefix=self.name)))

    def run(self, order: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Do what an order says, with these variables in the environment."""
        with Driver._lock:
            if self.program is None:
                Program([*Driver._waiting])
                Driver._waiting = [driver for driver in Driver._waiting if driver.program is None]
            assert self.program is not None and self.fault is None, self.fault
            return self.program.ask({"SDK": self.name, "Environment": environment or {}, "Order": order})

    def call(self, operation: str, values: Mapping[str, Any], body: Any, reply: Reply) -> tuple[Any, Recorded]:
        """Make a call that a server answers; returns its result, and the one request."""
        path, method = self.sdk.find(operation, None)
        with Recorder() as server:
            server.script(reply)
            given = arguments_of(self.sdk.plan, method, values, body)
            answer = self.run({"Path": path, **given, "BaseURL": server.origin, "Mode": "call"})
            assert answer["Error"] is None, answer["Error"]
            (request,) = server.requests
        return answer["Result"], request

    def write(self) -> None:
        """Write what follows orders into the package; it needs parts of it that are not exported."""
        package = package_name(self.sdk.plan)
        text = DRIVER.read_text()
        if not self.sdk.plan.wire.events:
            text = text.partition("// --- webhooks")[0]
        for name, part in {"drive.go": text + self._bodies(), "drive_checks.go": GATEWAY.read_text()}.items():
            (self.sdk.folder / name).write_text(part.replace("package sdk", f"package {package}", 1))

    def _bodies(self) -> str:
        """Print what knows the types of bodies whose properties are arguments, which can be given as a whole, too."""
        types = self.sdk.plan.surface.types
        fields = [method.fields for _, method, _ in self.sdk.methods() if method.fields is not None]
        names = sorted({types[item.model].ident for item in fields})
        lines = [f"\tdriveTypes[{json.dumps(name)}] = reflect.TypeFor[{name}]()" for name in names]
        return "\n".join(["\nfunc init() {", *lines, "}", ""])


class Program:
    """A program of several printed SDKs, which answers orders as long as this process runs (tests/tools/go_drivers.go).

    An SDK that gofmt would change, or that does not compile, has a fault, and the others go without it. One program
    runs at a time.
    """

    _running: ClassVar[subprocess.Popen[str] | None] = None

    def __init__(self, drivers: Sequence[Driver]) -> None:
        self._folder = drivers[0].sdk.folder.parent / "program"
        self._folder.mkdir(exist_ok=True)
        self._errors = self._folder / "stderr"
        self._process: subprocess.Popen[str] | None = None
        wrong = unformatted(*(driver.sdk.folder for driver in drivers))
        for driver in drivers:
            driver.program = self
            driver.fault = wrong if str(driver.sdk.folder) in wrong else None
            driver.write()
        shutil.copy(PROGRAM, self._folder / "main.go")
        if good := [driver for driver in drivers if driver.fault is None]:
            self._build(good)

    def _build(self, drivers: Sequence[Driver]) -> None:
        paths = {driver.name: f"example.com/{driver.name}" for driver in drivers}
        assert len(paths) == len(drivers), "two SDKs of one name"
        required = [f"require {path} v0.0.0" for path in paths.values()]
        replaced = [f"replace {paths[driver.name]} => {driver.sdk.folder}" for driver in drivers]
        (self._folder / "go.mod").write_text("\n".join(["module drivers", "", "go 1.24", "", *required, *replaced, ""]))
        imports = [f"\tsdk{number} {json.dumps(path)}" for number, path in enumerate(paths.values())]
        listed = [f"\tdrivers[{json.dumps(name)}] = sdk{number}.Drive" for number, name in enumerate(paths)]
        lines = ["package main", "", "import (", *imports, ")", "", "func init() {", *listed, "}", ""]
        (self._folder / "sdks.go").write_text("\n".join(lines))
        done = run_go("build", "-o", "program", ".", folder=self._folder)
        if done.returncode != 0:
            broken = [driver for driver in drivers if f"# {paths[driver.name]}\n" in done.stderr] or drivers
            for driver in broken:
                driver.fault = done.stderr
            if others := [driver for driver in drivers if driver not in broken]:
                self._build(others)

    def ask(self, order: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to an order; a program that ends over it, or takes five minutes, is started anew for the next."""
        if self._process is None or self._process is not Program._running:
            self._start()
        process = self._process
        assert process is not None
        if not (line := ask_line(process, json.dumps(order))):
            self._process = None
            raise AssertionError(f"the program ended with {process.wait()}: {self._errors.read_text()}")
        answer: dict[str, Any] = json.loads(line)
        assert "Panic" not in answer, answer["Panic"]
        return answer

    def _start(self) -> None:
        if (other := Program._running) is not None:
            other.communicate()  # without an order, it ends
        with self._errors.open("w") as errors:
            self._process = Program._running = subprocess.Popen(
                [self._folder / "program"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
