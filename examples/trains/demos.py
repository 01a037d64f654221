"""Runs the demo program in every language whose toolchain is installed, and names the others: `make demo`.

The program is the same in each: it pages through twenty items in every style, uploads, omits a required request
body, and receives a signed webhook and a callback. Then the SDK's own tests run, which call each method against a mock.
The folder that the argument names has the compiled SDKs.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TYPESCRIPT = ("typescript@5.9.3", "@types/node@20")


def main(built: Path) -> int:
    """Run all demos; the exit code of the first that fails."""
    missing: list[str] = []
    for language, run in (("Python", _python), ("TypeScript", _typescript), ("Go", _go)):
        print(f"== {language}", flush=True)
        lacks = run(built)
        if lacks:
            print(f"not run: {lacks}\n", flush=True)
            missing.append(f"{language} ({lacks})")
    print("every language ran" if not missing else f"not run: {'; '.join(missing)}")
    return 0


def _run(command: list[str], folder: Path, **environment: str) -> None:
    done = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    print(flush=True)


def _python(built: Path) -> str | None:
    path = os.pathsep.join((str(built / "python"), str(HERE)))
    _run([sys.executable, str(HERE / "demo.py")], built, PYTHONPATH=path)
    if importlib.util.find_spec("pytest") is None:
        return "its tests: pytest is not installed"
    _run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], built / "python")
    return None


def _typescript(built: Path) -> str | None:
    """Compile the program with tsc, which npm brings on the first run, and run it with node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "node and npm are not installed"
    folder = built.parent / "demo-typescript"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"type": "module", "private": true}\n')
    if not (folder / "node_modules" / "typescript").exists():
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--no-save", *TYPESCRIPT]
        if subprocess.run(command, cwd=folder, check=False).returncode:
            return "npm could not bring tsc"
    package = folder / "node_modules" / "train-travel"
    package.unlink(missing_ok=True)
    package.symlink_to((built / "typescript").resolve())
    for source in (HERE / "demo.ts", *HERE.glob("*.py")):
        shutil.copy(source, folder)
    flags = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"]
    _run([node, "node_modules/typescript/bin/tsc", *flags, "demo.ts"], folder)
    _run([node, "demo.js"], folder, PYTHON=sys.executable)
    _run([npm, "test", "--silent"], built / "typescript", NODE_OPTIONS="--test-reporter=dot")
    return None


def _go(built: Path) -> str | None:
    """Build the program beside the compiled module and run it against an embedded server of its own."""
    go = shutil.which("go")
    if go is None:
        return "go is not installed"
    folder = built.parent / "demo-go"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "demo_go", folder)
    module = folder / "go.mod"
    module.write_text(module.read_text().replace("../../../build/demo/go", str((built / "go").resolve())))
    command = [sys.executable, str(HERE / "server.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            _run([go, "run", ".", server.stdout.readline().strip()], folder)
        finally:
            server.terminate()
    _run([go, "test", "."], built / "go")
    return None


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve()))
