"""APIs on a cluster and from a cache: the same output as here, and nothing from elsewhere is believed unchecked."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.apis.pool import Lost, Task
from compiler.driver.options import Exit
from fleet import bundle, cluster, elsewhere
from fleet.bundle import BundleError, pack, unpack
from tests.support.documents import answers, object_of
from tests.support.documents import document as made
from tests.support.fleets import cluster_of, worked
from tests.support.many_apis import BROKEN, NAMES, document, folder, lines
from tests.support.places import ROOT
from tests.support.recorder import NET
from tests.support.run import Run, build, codegen, tree, write

__all__ = ["folder"]

Change = Callable[[dict[str, Any], dict[str, bytes]], None]
ADDRESS = ("--scheduler", "tcp://127.0.0.1:1")


def on_cluster(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[Task, bytes], bytes | Lost] = lambda task, job: worked(job)
) -> list[bytes]:
    """Let a cluster of one do the jobs; return the list of those that it gets."""
    jobs: list[bytes] = []

    def noted(task: Task, job: bytes) -> bytes | Lost:
        jobs.append(job)
        return work(task, job)

    monkeypatch.setattr(elsewhere, "Cluster", cluster_of(noted))
    return jobs


def changed(result: bytes, change: Change) -> bytes:
    """Return a result with a change that its digest knows of."""
    header, contents = unpack(result)
    change(header, contents)
    return pack(header, contents)


# --------------------------------------------------------------------------- bundles


def test_a_bundle_is_what_was_packed() -> None:
    header = {"code": 0, "text": "\u00fc\ud800"}
    contents = {"a/b.py": b"x = 1\n" * 1000, "empty": b"", "c": bytes(range(256))}
    assert unpack(pack(header, contents)) == (header, contents)


def test_a_bundle_that_is_cut_or_changed_is_none() -> None:
    whole = pack({"code": 0}, {"a": b"1" * 5000})
    for at in range(len(whole)):  # every byte counts
        for data in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            with pytest.raises(BundleError):
                unpack(data)
    with pytest.raises(BundleError):
        unpack(whole + b"x")


def test_a_bundle_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "_LARGEST", 1 << 20)
    with pytest.raises(BundleError, match="too large"):
        unpack(pack({}, {"a": bytes(1 << 21)}))


@pytest.mark.parametrize("plain", [b"", b"\xff" * 20, (3).to_bytes(8, "big") + b"[1]", (99).to_bytes(8, "big") + b"{}"])
def test_a_digest_alone_makes_no_bundle(plain: bytes) -> None:
    body = zlib.compress(plain)
    with pytest.raises(BundleError):
        unpack(b"codegen bundle 1\n" + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)


# --------------------------------------------------------------------------- a cluster


def test_a_worker_makes_what_is_made_here(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, locks, diagnostics and exit code."""
    (folder / "orders.yaml").write_text(document("orders", more=BROKEN))
    shutil.copytree(folder, tmp_path / "here")
    here = codegen("build", cwd=tmp_path / "here")
    on_cluster(monkeypatch)
    there = codegen("build", *ADDRESS, cwd=folder)
    assert there == here and there.returncode == Exit.ERRORS
    assert tree(folder) == tree(tmp_path / "here")


def test_a_worker_gets_the_files_that_a_document_refers_to(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those whose names are only found by reading it, and those in folders above the working folder."""
    text = json.dumps(users({"$ref": "parts/{id}, a.json"})).replace('"$ref": "parts/', '"\\u0024ref": "parts/')
    write(tmp_path, "specs/users.json", text)
    write(tmp_path, "specs/parts/{id}, a.json", object_of(b={"$ref": "b.json"}))
    write(tmp_path, "specs/parts/b.json", object_of(c={"type": "string", "description": "Found below."}))
    config = (folder / "gen.yaml").read_text().replace("source: users.yaml", "source: ../specs/users.json")
    (folder / "gen.yaml").write_text(config)
    here = codegen("build", "users", cwd=folder)
    before = tree(folder)
    shutil.rmtree(folder / "sdk")
    (folder / "codegen.users.lock").unlink()
    shutil.rmtree(tmp_path / "records")
    jobs = on_cluster(monkeypatch)
    there = codegen("build", "users", *ADDRESS, cwd=folder)
    assert there == here, there.stderr
    assert "Found below." in "".join(path.read_text() for path in (folder / "sdk").rglob("*.py"))
    assert tree(folder) == before
    assert len(jobs) == 2, "one file was asked for, and the one behind it found with it"


def users(schema: Mapping[str, Any]) -> dict[str, Any]:
    return made("Users", {"/a": {"get": {"operationId": "getA", "responses": answers(schema)}}})


def test_no_file_is_sent_that_references_may_not_lead_to(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D1.3: a reference out of the folder of the document is the same mistake as here, and the file stays here."""
    (tmp_path / "secret.yaml").write_text("type: string\ntitle: Secret\n")
    text = document("users").replace("'#/components/schemas/users'", "'../secret.yaml'")
    (folder / "users.yaml").write_text(text)
    here = codegen("build", "users", cwd=folder)
    jobs = on_cluster(monkeypatch)
    there = codegen("build", "users", *ADDRESS, cwd=folder)
    assert "CG0403" in here.stderr
    assert there == here
    assert not any("secret" in name for job in jobs for name in unpack(job)[1])


def test_a_worker_may_not_ask_for_any_file(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("secret")
    asked = ["../secret", str(tmp_path / "secret"), "/etc/passwd", "orders.yaml"]
    jobs = on_cluster(monkeypatch, lambda task, job: changed(worked(job), told(sought=asked)))
    codegen("build", "users", *ADDRESS, cwd=folder)
    assert [set(unpack(job)[1]) for job in jobs] == [
        {"gen.yaml", "users.yaml"},
        {"gen.yaml", "users.yaml", "orders.yaml"},
    ]


def path_of(name: str) -> Change:
    def change(header: dict[str, Any], contents: dict[str, bytes]) -> None:
        contents[f"python/{name}"] = contents.pop(next(iter(contents)))

    return change


def told(**said: Any) -> Change:
    return lambda header, contents: header.update(said)


@pytest.mark.parametrize(
    "change",
    [
        path_of("../../../escaped"),
        path_of("../go/escaped"),
        path_of("/tmp/escaped"),
        path_of("a\\..\\..\\escaped"),
        path_of("C:/escaped"),
        path_of("a/./escaped"),
        path_of(".codegen-manifest.json"),
        path_of(".codegen/journal"),
        path_of("README.MD"),
        told(compiler="other"),
        told(key="other"),
        told(outputs=[{"target": "python"}]),
        told(outputs=[]),
        told(outputs=[{"target": "..", "files": 0, "operations": [], "leftOut": {}}]),
        told(lock="{}"),
        told(lock='{"lockVersion": 1, "names": {"a": 1}}'),
        told(code="x"),
        told(kept=None),
        told(kept={"lines": {}, "items": [{"code": "CG9999"}]}),
        told(kept={"lines": {}, "items": {}, "x": 1}, summary={"operations": 1}),
        told(read=["/etc/passwd"]),
    ],
)
def test_nothing_of_a_hostile_worker_is_written(
    change: Change, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its result is refused as a whole, and the other APIs are built."""
    before = {path for path in tmp_path.rglob("*") if "records" not in path.parts}

    def work(task: Task, job: bytes) -> bytes:
        result = worked(job)
        return changed(result, change) if task.name == "orders" else result

    on_cluster(monkeypatch, work)
    done = build(folder, *ADDRESS, code=Exit.ERRORS)
    assert "error[CG1607]: `orders` was not built" in done.stderr
    assert lines(done.stderr)[-1] == "3 APIs: 2 built, 1 not built (orders)"
    sdk = folder / "sdk"
    new = {path for path in tmp_path.rglob("*") if "records" not in path.parts} - before
    locks = {folder / f"codegen.{name}.lock" for name in ("users", "pets")}
    inside = (sdk / "users", sdk / "pets")
    assert {path for path in new if not any(path.is_relative_to(one) for one in inside)} == {sdk, *locks}


def test_a_worker_of_another_version_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_cluster(monkeypatch, lambda task, job: pack({"refused": "the worker has another version of codegen"}, {}))
    done = build(folder, "users", *ADDRESS, code=Exit.ERRORS)
    assert "another version of codegen" in done.stderr


# --------------------------------------------------------------------------- a cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("fsspec", reason="a cache needs fsspec")
    monkeypatch.setenv("CODEGEN_CACHE", "off")
    return tmp_path / "cache"


def cached(folder: Path, cache: Path, *words: str) -> Run:
    return codegen("build", *words, "--cache", str(cache), cwd=folder)


def again(folder: Path, cache: Path, *words: str) -> str:
    """Build from the cache after the output is deleted; return the last line."""
    before = {name: data for name, data in tree(folder / "sdk").items() if "CHANGELOG" not in name}
    shutil.rmtree(folder / "sdk")
    done = cached(folder, cache, *words)
    assert done.returncode == Exit.OK, done.stderr
    assert {name: data for name, data in tree(folder / "sdk").items() if "CHANGELOG" not in name} == before
    return done.stderr.splitlines()[-1]


def test_the_same_inputs_are_compiled_once(folder: Path, cache: Path) -> None:
    """Also by the next build, which finds a codegen.lock that the first has written."""
    first = cached(folder, cache)
    assert first.stderr.splitlines()[-1] == "3 APIs: 3 built"
    assert again(folder, cache) == "3 APIs: 3 from the cache"
    for name in NAMES:
        (folder / f"codegen.{name}.lock").unlink()
    assert again(folder, cache) == "3 APIs: 3 from the cache"
    assert cached(folder, cache, "--check", "--locked").returncode == Exit.OK


def test_diagnostics_come_from_the_cache_in_every_format(folder: Path, cache: Path) -> None:
    (folder / "orders.yaml").write_text(document("orders").replace("type: string", "type: string, nullable: true"))
    first = cached(folder, cache, "orders")
    second = cached(folder, cache, "orders")
    assert "CG0306" in first.stderr and second.stderr.splitlines()[-1] == "1 API: 1 from the cache"
    assert second.stderr.splitlines()[:-2] == first.stderr.splitlines()[:-2]
    formatted = json.loads(cached(folder, cache, "orders", "--format", "json").stdout)
    assert formatted["apis"]["orders"]["result"] == "cached"
    assert any(item["code"] == "CG0306" and item["place"]["line"] for item in formatted["diagnostics"])


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "orders.yaml").write_text(document("orders").replace("1.0.0", "1.0.1")),
        lambda folder: (folder / "gen.yaml").write_text(
            (folder / "gen.yaml").read_text().replace("source: orders.yaml", "source: orders.yaml, python: {author: A}")
        ),
    ],
    ids=["document", "gen.yaml"],
)
def test_other_inputs_are_compiled_again(change: Callable[[Path], None], folder: Path, cache: Path) -> None:
    cached(folder, cache)
    change(folder)
    done = cached(folder, cache)
    assert done.stderr.splitlines()[-1] == "3 APIs: 1 built, 2 from the cache"


def test_a_file_behind_a_hidden_reference_counts(folder: Path, cache: Path) -> None:
    """The key does not know of it, so that the entry says what it was made of."""
    write(folder, "part.json", {"title": "First", **object_of(c="string")})
    (folder / "users.yaml").write_text(json.dumps(users({"$ref": "part.json"})).replace("$ref", "\\u0024ref"))
    cached(folder, cache, "users")
    assert again(folder, cache, "users") == "1 API: 1 from the cache"
    (folder / "part.json").write_text((folder / "part.json").read_text().replace("First", "Second"))
    done = cached(folder, cache, "users")
    assert done.stderr.splitlines()[-1] == "1 API: 1 built"
    assert "CG1606" in done.stderr and "it was made of other files" in done.stderr
    assert "Second" in "".join(path.read_text() for path in (folder / "sdk").rglob("*.py"))


def test_a_file_that_was_not_there_counts(folder: Path, cache: Path) -> None:
    both = users({})
    both["paths"]["/b"] = {"get": {"operationId": "b", "responses": {"200": {"$ref": "answer.json"}}}}
    (folder / "users.yaml").write_text(json.dumps(both).replace("$ref", "\\u0024ref"))
    first = cached(folder, cache, "users", "-k")
    assert "left out paths/~1b/get" in first.stderr
    assert again(folder, cache, "users", "-k") == "1 API: 1 from the cache"
    (folder / "answer.json").write_text('{"description": "ok"}')
    done = cached(folder, cache, "users", "-k")
    assert done.stderr.splitlines()[-1] == "1 API: 1 built" and "left out" not in done.stderr


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        lambda data: b"something else",
        lambda data: changed(data, told(compiler="other")),
        lambda data: changed(data, told(key="other")),
        lambda data: changed(data, path_of("../../escaped")),
    ],
    ids=["truncated", "empty", "corrupt", "foreign", "version", "key", "files"],
)
def test_an_entry_that_is_not_sound_is_made_again(spoil: Callable[[bytes], bytes], folder: Path, cache: Path) -> None:
    cached(folder, cache, "users")
    for path in cache.rglob("*.bundle"):
        path.write_bytes(spoil(path.read_bytes()))
    done = cached(folder, cache, "users")
    assert done.returncode == Exit.OK
    assert "warning[CG1606]" in done.stderr
    assert done.stderr.splitlines()[-1] == "1 API: 1 built"
    assert again(folder, cache, "users") == "1 API: 1 from the cache"


def test_a_bucket_that_is_away(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is built, and the report names what is not kept."""
    cache.write_text("no folder")
    done = cached(folder, cache)
    assert done.returncode == Exit.OK
    assert "warning[CG1605]" in done.stderr
    assert all(f"not kept: {name}" in done.stderr for name in NAMES)
    assert lines(done.stderr)[-1] == "3 APIs: 3 built"
    unknown = build(folder, "--cache", "nothing://there")
    assert "nothing" in unknown.stderr


def test_a_bucket_that_is_full(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that could not be written leaves nothing behind."""

    def full(source: str, target: str) -> None:
        if str(target).endswith(".bundle"):
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(source, target)

    replace = os.replace
    monkeypatch.setattr(os, "replace", full)
    done = cached(folder, cache, "users")
    assert done.returncode == Exit.OK and "warning[CG1605]" in done.stderr and "not kept: users" in done.stderr
    assert [path for path in cache.rglob("*") if path.is_file()] == []


def test_a_bucket_in_memory(folder: Path, cache: Path) -> None:
    """Any file system of fsspec will do."""
    import fsspec

    fsspec.filesystem("memory").store.clear()
    codegen("build", "users", "--cache", "memory://results", cwd=folder)
    assert again(folder, Path("memory://results"), "users").startswith("1 API: 1 ")
    done = codegen("build", "users", "--cache", "memory://results", cwd=folder)
    assert done.stderr.splitlines()[-1] == "1 API: 1 from the cache"


def test_a_worker_leaves_its_result_in_the_cache(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Mapping[str, Any]] = []

    def work(task: Task, job: bytes) -> bytes:
        result = worked(job)
        answers.append(unpack(result)[0])
        return result

    on_cluster(monkeypatch, work)
    done = codegen("build", "--cache", str(cache), *ADDRESS, cwd=folder)
    assert done.returncode == Exit.OK
    assert [answer.get("stored") for answer in answers] == [True] * 3
    assert again(folder, cache) == "3 APIs: 3 from the cache"


def test_a_result_that_vanished_from_the_cache_is_made_again(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(task: Task, job: bytes) -> bytes:
        result = worked(job)
        shutil.rmtree(cache, ignore_errors=True)
        return result

    on_cluster(monkeypatch, work)
    done = codegen("build", "--cache", str(cache), *ADDRESS, cwd=folder)
    assert (done.returncode, lines(done.stderr)[-1]) == (Exit.OK, "3 APIs: 3 built")


# --------------------------------------------------------------------------- a real cluster


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="a cluster needs the extra dask")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), before]))
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    try:
        with distributed.LocalCluster(**options) as local:
            yield local
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before


@pytest.mark.slow
def test_a_cluster_makes_what_is_made_here(dask: Any, folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "here")
    here = codegen("build", cwd=tmp_path / "here")
    there = codegen("build", "--scheduler", dask.scheduler_address, cwd=folder)
    assert there == here
    assert tree(folder) == tree(tmp_path / "here")


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing(
    dask: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler starts its task again; the first job to begin kills the worker that waits for it."""
    kill = (
        f"import os, pathlib, signal\nkilled = pathlib.Path({str(tmp_path / 'killed')!r})\n"
        "if not killed.exists():\n    killed.touch()\n    os.kill(os.getppid(), signal.SIGKILL)\n    os._exit(1)\n"
    )
    monkeypatch.setattr(cluster, "MAIN", kill + cluster.MAIN)
    done = codegen("build", "--scheduler", dask.scheduler_address, cwd=folder)
    assert (tmp_path / "killed").exists()
    assert done.returncode == Exit.OK, done.stderr
    assert lines(done.stderr)[-1] == "3 APIs: 3 built"


@pytest.mark.slow
def test_a_document_that_hangs_on_a_worker(dask: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "MAIN", f"import time; time.sleep({2 * NET})")
    done = build(folder, "users", "--time-limit", "1", "--scheduler", dask.scheduler_address, code=Exit.ERRORS)
    assert "error[CG1601]: `users` was not built: it took longer than 1 second" in done.stderr


@pytest.mark.slow
def test_a_document_that_a_worker_cannot_compile(dask: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "MAIN", "raise SystemExit('no codegen here')")
    done = build(folder, "users", "--scheduler", dask.scheduler_address, code=Exit.ERRORS)
    assert "error[CG1602]" in done.stderr and "no codegen here" in done.stderr


@pytest.mark.slow
def test_a_scheduler_that_is_away(dask: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fleet.cluster._CONNECTING", 2)
    done = build(folder, "--scheduler", "tcp://127.0.0.1:9", code=Exit.ERRORS)
    assert "error[CG1603]" in done.stderr
    assert lines(done.stderr)[-1] == "3 APIs: 3 not built (users, orders, pets)"
