"""Files of the repository for other tools: hooks of pre-commit, the action of GitHub, the container."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import building
from tests.support.places import ROOT
from tests.support.run import configure, simple, write
from tests.support.toolchain import tool

PAGE = (ROOT / "docs" / "build-tools.md").read_text("utf-8")
PROGRAMS = Path(sys.executable).parent
"""Where this environment has `codegen`, of the checkout."""

pytestmark = pytest.mark.slow


def run(folder: Path, *command: str | Path, code: int = 0, **environment: str) -> str:
    return "".join(building.run(folder, *command, code=code, **environment))


def project(folder: Path) -> Path:
    """A repository with a document and a gen.yaml, without SDKs."""
    write(folder, "openapi.yaml", simple())
    configure(folder, "generation: {source: openapi.yaml}\nreference: {}\n")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    return folder


def git(folder: Path, *args: str) -> None:
    run(folder, tool("git"), "-c", "user.name=Test", "-c", "user.email=test@example.com", *args)


def example(comment: str) -> str:
    """An example of the page, by the comment that it begins with."""
    found = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return next(text for text in found if text.startswith(f"# {comment}\n"))


# --------------------------------------------------------------------------- schemas and linters


def test_the_action_and_its_example_have_the_forms_of_github(tmp_path: Path) -> None:
    check = building.python_program("check-jsonschema")
    run(ROOT, check, "--builtin-schema", "vendor.github-actions", "action.yml")
    workflow = tmp_path / "sdk.yml"
    workflow.write_text(example(".github/workflows/sdk.yml"), "utf-8")
    run(tmp_path, check, "--builtin-schema", "vendor.github-workflows", workflow)


def test_the_hooks_and_their_example_have_the_forms_of_pre_commit(tmp_path: Path) -> None:
    program = building.python_program("pre-commit")
    run(ROOT, program, "validate-manifest", ".pre-commit-hooks.yaml")
    config = tmp_path / ".pre-commit-config.yaml"
    config.write_text(example(".pre-commit-config.yaml"), "utf-8")
    run(tmp_path, program, "validate-config", config)
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert hooks == set(re.findall(r"^\| `(codegen-\w+)` \|", PAGE, re.MULTILINE))
    used = yaml.safe_load(config.read_text("utf-8"))["repos"][0]["hooks"]
    assert {hook["id"] for hook in used} <= hooks


def test_the_container_is_described_as_hadolint_wants_it() -> None:
    run(ROOT, building.python_program("hadolint"), "Containerfile")


# --------------------------------------------------------------------------- what they do


def hooks_of_pre_commit(folder: Path, *hook: str | Path, **environment: str) -> None:
    """Run each hook where it fails and where it does not; the words run one of them."""
    assert "CG1403" in run(folder, *hook, "codegen-check", code=1, **environment)
    run(folder, *hook, "codegen-lint", **environment)
    run(folder, *hook, "codegen-build", **environment)  # for pre-commit, new files are no changes
    git(folder, "add", "-A")
    run(folder, *hook, "codegen-check", **environment)
    write(folder, "openapi.yaml", simple(text="well"))
    assert "CG1215" in run(folder, *hook, "codegen-check", code=1, **environment)
    assert "files were modified" in run(folder, *hook, "codegen-build", code=1, **environment)
    write(folder, "openapi.yaml", simple("[]"))
    assert "error[CG" in run(folder, *hook, "codegen-lint", code=1, **environment)


def test_hooks_check_build_and_lint(tmp_path: Path) -> None:
    """With a `codegen` that is on PATH, where pre-commit would install one: that of our pyproject.toml."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {(hook["language"], hook["entry"].split()[0]) for hook in hooks} == {("python", "codegen")}
    folder = project(tmp_path / "project")
    local = {"repo": "local", "hooks": [hook | {"language": "system"} for hook in hooks]}
    (folder / ".pre-commit-config.yaml").write_text(json.dumps({"repos": [local]}), "utf-8")
    git(folder, "add", "-A")
    env = {"PRE_COMMIT_HOME": str(tmp_path / "home"), "CODEGEN_CACHE": str(tmp_path / "cache")}
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    hooks_of_pre_commit(folder, building.python_program("pre-commit"), "run", "--all-files", **env, PATH=path)


@pytest.mark.hunt
def test_pre_commit_installs_what_hooks_run(tmp_path: Path) -> None:
    """It clones a repository with our files and installs it; every hook again takes ten seconds of processor time."""
    source = tmp_path / "codegen"
    sources(source)
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", source)
    git(source, "init", "-q")
    git(source, "add", "-A")
    git(source, "commit", "-qm", "all")
    env = {"PRE_COMMIT_HOME": str(tmp_path / "home"), "CODEGEN_CACHE": str(tmp_path / "cache")}
    hook = (building.python_program("pre-commit"), "try-repo", "--all-files", source)
    hooks_of_pre_commit(project(tmp_path / "project"), *hook, **env)


WAYS = pytest.mark.parametrize("fetch", [False, pytest.param(True, marks=pytest.mark.hunt)], ids=["lent", "fetched"])
"""What is installed requires packages of this environment, or gets them from PyPI, as theirs do."""


@WAYS
def test_steps_of_the_action(tmp_path: Path, fetch: bool) -> None:
    """Each script runs as GitHub runs it, with the values of its expressions."""
    sources(tmp_path / "action")
    folder = project(tmp_path / "project")
    action: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    values = {
        "steps.python.outputs.python-path": sys.executable,
        "github.action_path": str(tmp_path / "action" if fetch else building.build(tmp_path / "action", tmp_path)),
        "runner.temp": str(tmp_path),
        **{f"inputs.{name}": given["default"] for name, given in action["inputs"].items()},
    }
    first, last = (step for step in action["runs"]["steps"] if "run" in step)

    def run_step(step: dict[str, Any], code: int, **more: str) -> str:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an expression in a script is a way in for what it contains"
        env = {name: filled(value, values) for name, value in step["env"].items()} | more
        bash = (tool("bash"), "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
        return run(folder, *bash, code=code, **env)

    if fetch:
        run_step(first, 0)
    else:
        run_step(first, 0, PIP_NO_DEPS="1", PIP_NO_COMPILE="1")
        building.lend(tmp_path / "codegen/bin")
    check = values["inputs.arguments"]
    values["inputs.arguments"] = "build -q"
    run_step(last, 0)
    values["inputs.arguments"] = check
    assert "::error" not in run_step(last, 0)
    write(folder, "openapi.yaml", simple(text="well"))
    assert re.search(r"^::error title=CG1215,file=sdk/\S+\.md::\d+ files would change", run_step(last, 1), re.MULTILINE)
    values["inputs.arguments"] = "lint openapi.yaml; touch injected"
    run_step(last, 2)
    assert not (folder / "injected").exists()


def filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: values[found[1]], text)


def sources(folder: Path) -> None:
    """Copy what the container's build gets: the files that .dockerignore lets through."""
    folder.mkdir()
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for name in [line[1:] for line in lines if line.startswith("!")]:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder)


@WAYS
def test_steps_of_the_container(tmp_path: Path, fetch: bool) -> None:
    """Its commands run in an environment with no more than the image has."""
    text = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    commands = re.findall(r"^RUN (?:--mount\S+ +)?pip (.*)$", text, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["wheel", "install"]
    sources(tmp_path / "source")
    given = {"/wheels": tmp_path / "wheels", "/source": tmp_path / "source"}
    if not fetch:
        given["/source"] = building.build(tmp_path / "source", tmp_path / "built")
    programs = building.environment(tmp_path / "image", sys.executable, fetch=fetch)
    for command in commands:
        words = [given.get(word, word) for word in command.split()]
        if fetch:
            run(tmp_path, programs / "python", "-m", "pip", "--disable-pip-version-check", *words)
        else:
            building.pip(programs, *words, "--no-deps")
    if not fetch:
        building.lend(programs)
    entry = json.loads(re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)[0])
    folder = project(tmp_path / "work")
    run(folder, programs / entry[0], "build", "-q", CODEGEN_CACHE="off")
    run(folder, programs / entry[0], *json.loads(re.findall(r"^CMD (.*)$", text, re.MULTILINE)[0]))
    assert (folder / "sdk/reference/README.md").exists()
