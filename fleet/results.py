"""Results as bundles, and what is checked of one before it is believed: it may come from anywhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any

from compiler.diagnostics import Diagnostics
from compiler.diagnostics.plain_data import restore
from compiler.driver.apis.built_api import Built
from compiler.driver.build import TOLD_ONCE
from compiler.driver.outcome import Summary
from compiler.lock.file import is_lock
from compiler.output import MANIFEST_NAME, TargetOutput, check_paths
from compiler.output.atomic import WORK_NAME
from fleet.bundle import BundleError, pack, unpack
from fleet.gather import digests


def bundle_of(built: Built, told: Mapping[str, Any]) -> bytes:
    """Return a result as a bundle; `told` says what it is the result of."""
    outputs = [
        {
            "target": one.target,
            "files": len(one.files),
            "operations": list(one.operations),
            "leftOut": {at: list(codes) for at, codes in one.left_out.items()},
        }
        for one in built.outputs
    ]
    header = {
        **told,
        "code": built.code,
        "kept": built.kept,
        "outputs": outputs,
        "names": built.names,
        "lock": built.lock,
        "summary": None if built.summary is None else asdict(built.summary),
        "read": list(built.read),
        "sought": list(built.sought),
        "said": built.said,
        "printed": built.printed,
    }
    contents = {f"{one.target}/{path}": text.encode() for one in built.outputs for path, text in one.files.items()}
    return pack(header, contents)


def result_of(data: bytes, told: Mapping[str, Any], targets: Collection[str]) -> Built:
    """Return the result in a bundle, if it is what was asked for.

    Args:
        data: the bundle.
        told: what it must say that it is the result of.
        targets: those that it may have files of.

    Raises:
        BundleError: it is damaged, of something else, or has files where none may be.
    """
    header, contents = unpack(data)
    if header.get("compiler") != told["compiler"]:
        raise BundleError("it is of another version of codegen, or of Python")
    if any(header.get(name) != value for name, value in told.items()):
        raise BundleError("it is the result of something else")
    try:
        built = _parse(header, contents)
        restore(built.kept, Diagnostics())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BundleError("it is damaged") from None
    for output in built.outputs:
        _check(output, targets)
    if len({output.target for output in built.outputs}) != len(built.outputs):
        raise BundleError("it has a target twice")
    if built.lock is not None and not is_lock(built.lock):
        raise BundleError("its codegen.lock is none")
    return built


def inputs_of(built: Built, config: str) -> dict[str, str]:
    """Return the digests of the files that a result follows from.

    gen.yaml is one of them only if a message shows a line of it: what it says of the API is in the key of the result.
    """
    shows = config in built.kept["lines"]
    return dict(digests(name for name in built.read if name != config or shows) or {})


def tells_once(kept: Any) -> bool:
    """Whether diagnostics are of one build alone, as of names that change, and not of every one of the same files."""
    return any(item["code"].startswith(TOLD_ONCE) for item in kept["items"])


def _parse(header: Mapping[str, Any], contents: Mapping[str, bytes]) -> Built:
    names = iter(contents.items())
    outputs = []
    for one in header["outputs"]:
        target, files = str(one["target"]), {}
        for _ in range(int(one["files"])):
            name, data = next(names, ("", b""))
            if not name.startswith(f"{target}/"):
                raise ValueError(name)
            files[name.removeprefix(f"{target}/")] = data.decode()
        left_out = {str(at): tuple(map(str, codes)) for at, codes in one["leftOut"].items()}
        outputs.append(TargetOutput(target, files, [str(at) for at in one["operations"]], left_out))
    if next(names, None) is not None:
        raise ValueError
    told = header["summary"]
    summary = None
    if told is not None:
        steps, left_out_lines = [str(one) for one in told["steps"]], [str(one) for one in told["left_out"]]
        summary = Summary(int(told["operations"]), str(told["names"]), steps, left_out_lines)
    lock = None if header["lock"] is None else str(header["lock"])
    read: dict[str, tuple[int, int] | None] = dict.fromkeys(map(str, header["read"]))
    sought = [str(name) for name in header["sought"]]
    return Built(
        int(header["code"]), header["kept"], outputs, str(header["names"]), lock, summary, read, sought,
        str(header["said"]), str(header["printed"]), {str(at): str(one) for at, one in header["inputs"].items()},
    )  # fmt: skip


def _check(output: TargetOutput, targets: Collection[str]) -> None:
    """Refuse files outside of the folder of a target, and those that are only ours to write."""
    if output.target not in targets:
        raise BundleError(f"it has files of `{output.target}`, which nobody asked for")
    try:
        check_paths(output)
    except ValueError as error:
        raise BundleError(str(error)) from None
    for path in output.files:
        if path.split("/")[0] in (MANIFEST_NAME, WORK_NAME):
            raise BundleError(f"it has the file {path}")
