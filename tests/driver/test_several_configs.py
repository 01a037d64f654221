"""Several configurations in one folder: each has a lock of its own, and none uses another's names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.commands import main
from compiler.driver.options import Exit


def prepare(folder: Path, *names: str) -> None:
    for name in names:
        (folder / f"{name}.yaml").write_text(
            f"openapi: 3.0.3\ninfo: {{title: {name.title()} API, version: 1.0.0}}\n"
            f"paths: {{/a: {{get: {{operationId: get_{name}, responses: {{'200': {{description: ok}}}}}}}}}}\n"
        )
        config = "gen.yaml" if name == "main" else f"gen.{name}.yaml"
        (folder / config).write_text(f"configVersion: 2.0.0\ngeneration: {{source: {name}.yaml, output: sdk-{name}}}\n")


def build(folder: Path, config: str, *options: str) -> int:
    return main(["build", "-c", str(folder / config), "-t", "python", "-q", *options])


@pytest.mark.parametrize("names", [("alpha", "beta"), ("beta", "alpha"), ("main", "beta"), ("beta", "main")])
def test_each_configuration_keeps_its_own_names(names: tuple[str, str], tmp_path: Path) -> None:
    prepare(tmp_path, *names)
    configs = ["gen.yaml" if name == "main" else f"gen.{name}.yaml" for name in names]
    for _ in range(2):
        for config in configs:
            assert build(tmp_path, config) == Exit.OK
    locks = [json.loads(path.read_text()) for path in tmp_path.glob("codegen*.lock")]
    assert sorted(lock["names"]["info/title#client"] for lock in locks) == sorted(name.title() for name in names)
    for config, name in zip(configs, names, strict=True):
        assert build(tmp_path, config, "--locked", "--check") == Exit.OK
        assert (tmp_path / f"sdk-{name}" / "python" / name).is_dir()


def test_a_lock_that_says_nothing_is_taken_by_who_builds_first(tmp_path: Path) -> None:
    prepare(tmp_path, "alpha", "beta")
    (tmp_path / "codegen.lock").write_text('{"lockVersion": 1, "names": {"info/title#client": "Alpha"}}')
    assert build(tmp_path, "gen.alpha.yaml") == build(tmp_path, "gen.beta.yaml") == Exit.OK
    assert json.loads((tmp_path / "codegen.lock").read_text())["config"] == "gen.alpha.yaml"
    assert json.loads((tmp_path / "codegen.beta.lock").read_text())["names"]["info/title#client"] == "Beta"


def test_the_lock_of_the_only_configuration_says_nothing_new(tmp_path: Path) -> None:
    prepare(tmp_path, "main")
    assert build(tmp_path, "gen.yaml") == Exit.OK
    assert "config" not in json.loads((tmp_path / "codegen.lock").read_text())
