"""Packages that the tests of Python share: of the document of its runtime's tests, of the example, of any other."""

from __future__ import annotations

import copy
import functools
import json
import pickle
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.documents import find_document
from tests.support.documents import text_of
from tests.support.places import ROOT
from tests.support.printed import Printed, print_sdk
from tests.support.run import codegen, run_program
from tests.support.type_checkers import Programs

KINDS = ("plain", "pydantic")
"""The kinds of models that a package may have."""
TRAINS = (ROOT / "examples" / "trains" / "openapi.yaml").read_text("utf-8")


def package_of(document: Mapping[str, Any] | str, name: str, **section: Any) -> Printed:
    """The package of a document, in YAML where it is text; it is printed once, so tests add files and change none."""
    read = yaml.safe_load(document) if isinstance(document, str) else document
    return _package_of(json.dumps(read), json.dumps({"packageName": name, **section}))


@functools.cache
def _package_of(text: str, section: str) -> Printed:
    folder = Path(tempfile.mkdtemp(prefix="package-"))
    return print_sdk(json.loads(text), "python", folder, json.loads(section))


def copies(thing: Any) -> list[Any]:
    """Each way that a model becomes another like it."""
    read = type(thing).from_json(thing.to_json())
    return [thing.copy(), copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing)), read]


def printed_models(kind: str = "plain") -> Printed:
    """The package ``printed_models``, whose models have fields of every kind; ``pydantic_models`` with pydantic's."""
    name = "printed_models" if kind == "plain" else f"{kind}_models"
    return package_of(text_of("python/models.yaml"), name, **({} if kind == "plain" else {"models": kind}))


def things() -> Printed:
    """The package ``sdk_things``."""
    return package_of(text_of("python/things.yaml"), "sdk_things")


def trains(**section: Any) -> Printed:
    """The package ``train_travel`` of the example."""
    return package_of(TRAINS, "train_travel", **section)


def run_python(folder: Path, *arguments: str, **environment: str) -> str:
    """Return what Python says in a folder, where it must end well."""
    return run_program([sys.executable, *arguments], folder, environment)


def write_program(package: Printed, name: str, text: str, *others: str) -> Programs:
    """Write a program beside a package, whose name it has for `PACKAGE`; returns it and other paths for pyright."""
    (package.folder / name).write_text(text.replace("PACKAGE", package.plan.surface.package), "utf-8")
    return Programs(package.folder, [*others, name])


@functools.cache
def build_shared(name: str) -> Path:
    """The folder of the package of a document of ../shared, as a user builds it."""
    document, folder = find_document(name), Path(tempfile.mkdtemp(prefix="shared-"))
    done = codegen("build", str(document.path), *document.flags, "-t", "python", "-q", "-o", "sdk", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "sdk" / "python"


def both(sdk: Any, name: str = "Things") -> pytest.MarkDecorator:
    """A test with the class of the client for threads, and with that for ``await``."""
    classes = [getattr(sdk, name), getattr(sdk, f"Async{name}")]
    return pytest.mark.parametrize("client_class", classes, ids=["threads", "asyncio"])
