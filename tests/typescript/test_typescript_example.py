"""The example compiled for TypeScript: it type-checks, is formatted, installs, runs, and is small."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.run import build
from tests.support.trains import TRAINS, lines_of_demo
from tests.support.typescript_things import in_node
from tests.support.typescript_tools import TOOLS, check_format, check_types, require_tools, run

USER = """\
{
  "compilerOptions": {
    "target": "es2022", "module": "nodenext", "strict": true, "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true, "skipLibCheck": false, "types": ["node"]
  },
  "include": ["*.ts", "*.cts"]
}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as an npm package."""
    folder = tmp_path_factory.mktemp("trains")
    build(folder, str(TRAINS / "openapi.yaml"), "-c", str(TRAINS / "gen.yaml"), "-t", "typescript", "-o", ".")
    return folder / "typescript"


@pytest.fixture(scope="module")
def project(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's project: the package is installed as npm does it for a folder, by a link."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "train-travel").symlink_to(package)
    (folder / "node_modules" / "@types").symlink_to(TOOLS / "node_modules" / "@types")
    (folder / "node_modules" / "undici-types").symlink_to(TOOLS / "node_modules" / "undici-types")
    (folder / "tsconfig.json").write_text(USER)
    (folder / "package.json").write_text('{"type": "module"}')
    for item in TRAINS.glob("*.py"):
        shutil.copy(item, folder)
    return folder


def test_the_sources_type_check(package: Path) -> None:
    """tsc --strict with every further check, skipLibCheck off; each file's types are told without those of others."""
    assert check_types(package, "--declaration", "--isolatedDeclarations") == ""


HANDWRITTEN = ROOT / "examples" / "handwritten" / "typescript"


@pytest.mark.parametrize("path", sorted(str(path.relative_to(HANDWRITTEN)) for path in HANDWRITTEN.rglob("*.ts")))
def test_what_was_written_by_hand_is_printed(package: Path, path: str) -> None:
    """Letter for letter, but for the first line."""
    written = (HANDWRITTEN / path).read_text().partition("\n")[2]
    assert (package / path).read_text().partition("\n")[2] == written


def test_prettier_finds_nothing(package: Path) -> None:
    """Printed code is formatted as prettier leaves it."""
    assert check_format(package) == ""


def test_the_program_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty items in each style, an upload, a missing body, a webhook and a callback (`make demo`)."""
    monkeypatch.setenv("PYTHON", sys.executable)
    shutil.copy(TRAINS / "demo.ts", project)
    assert check_types(project) == ""
    lines = lines_of_demo(in_node(project, project / "demo.js"), ", ")
    assert lines["MissingBodyError"].endswith("(0 requests)")
    assert lines["ConflictError"].endswith("instead")
    assert lines["part file"].startswith("application/pdf") and lines["part file"].endswith("30d")
    assert lines["part details"] == "application/vnd.trains.details+json"
    assert lines["followed until it arrives"] == "[ 50.1, 50.2, 50.3 ]"
    assert lines["webhook"].startswith("booking.paid")
    assert lines["callback"].startswith("trip_01")
    assert "SignatureError" in lines


def test_commonjs_requires_it(project: Path) -> None:
    """`require` gives the same package, with types; an option may be undefined, as what the environment lacks is."""
    (project / "old.cts").write_text(
        'import { createCore, observed, TrainTravel, NotFoundError } from "train-travel";\n'
        'import { tripsList } from "train-travel/groups/trips";\n'
        'const client: TrainTravel = new TrainTravel({ bearerAuth: process.env["TOKEN"], timeout: undefined });\n'
        'createCore(observed({ hooks: {}, apiKey: undefined }, "TRAINS"));\n'
        "console.log(typeof client.trips.list, typeof tripsList, NotFoundError.name);\n"
    )
    assert check_types(project) == ""
    assert in_node(project, project / "old.cjs") == "function function NotFoundError\n"


@pytest.mark.parametrize("resolution", ["node10", "nodenext"])
def test_compilers_of_old_settings_read_its_types(project: Path, tmp_path: Path, resolution: str) -> None:
    """The library of ES2018 suffices, and subpaths are found where `exports` are not read."""
    (tmp_path / "node_modules").symlink_to(project / "node_modules")
    module = "commonjs" if resolution == "node10" else resolution
    settings = {"target": "es2018", "lib": ["es2018", "dom"], "module": module, "moduleResolution": resolution}
    options = {**settings, "strict": True, "skipLibCheck": False, "types": [], "noEmit": True}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["*.ts"]}))
    names = ["", "/client", "/groups/trips", "/validators", "/webhooks"]
    lines = [f'export * as from{at} from "train-travel{name}";\n' for at, name in enumerate(names)]
    (tmp_path / "all.ts").write_text("".join(lines))
    assert check_types(tmp_path) == ""


def test_a_line_stands_for_a_call(project: Path) -> None:
    """What methods return are interfaces: a test of one's own code gives a value, pages or an error in their place."""
    (project / "stub.ts").write_text(
        'import { type Booking, PagePromise, ResultPromise, TrainTravel } from "train-travel";\n'
        'const { bookings } = new TrainTravel({ bearerAuth: "t" });\n'
        'const booking = { id: "b1" } as Booking;\n'
        "bookings.get = () => ResultPromise.of(booking);\n"
        "bookings.list = () => PagePromise.of([booking]);\n"
        'bookings.update = () => ResultPromise.of(Promise.reject(new Error("no")));\n'
        'const { result, response } = await bookings.get("b").withResponse();\n'
        "console.log(result.id, response.status);\n"
        "for await (const { id } of bookings.list()) console.log(id);\n"
        'await bookings.update("b").catch((error: Error) => console.log(error.message));\n'
    )
    assert check_types(project) == ""
    assert in_node(project, project / "stub.js") == "b1 200\nb1\nno\n"


def test_each_kind_of_module_has_declarations_of_its_kind(project: Path, package: Path, tmp_path: Path) -> None:
    """There is no default export: one that a compiler lets through would fail in node (publint, attw)."""
    exports = json.loads((package / "package.json").read_text())["exports"]
    names = [name[1:].replace("*", "trips") for name in exports if name != "./package.json"]
    assert len(names) == 5
    (tmp_path / "node_modules").symlink_to(project / "node_modules")
    for at, name in enumerate(names):
        (tmp_path / f"esm{at}.mts").write_text(f'import it from "train-travel{name}";\nexport const all = it;\n')
        (tmp_path / f"cjs{at}.cts").write_text(f'import * as it from "train-travel{name}";\nexport const all = it;\n')
    (tmp_path / "tsconfig.json").write_text(USER.replace('["*.ts", "*.cts"]', '["*.mts", "*.cts"]'))
    said = check_types(tmp_path, "--noEmit")
    assert re.findall(r"^(\w+)\.\w+\(1,8\): error TS1192", said, re.MULTILINE) == [f"esm{at}" for at in range(5)], said
    assert len(said.splitlines()) == 5


def bundled(package: Path, folder: Path, text: str) -> bytes:
    """What esbuild makes of a program that uses the package."""
    source = folder / "program.js"
    source.write_text(text.replace("PACKAGE", str(package / "dist" / "esm")))
    out = folder / "program.min.js"
    flags = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=warning", f"--outfile={out}"]
    done = run([require_tools() / "esbuild", source, *flags], folder)
    assert not done.returncode and not done.stderr, done.stderr
    return out.read_bytes()


ONE = """\
import { createCore } from "PACKAGE/operations.js";
import { bookingsList } from "PACKAGE/operations.js";
const core = createCore({ bearerAuth: "t" });
for await (const booking of bookingsList(core)) console.log(booking);
"""


def test_a_client_and_one_call_are_small(package: Path, tmp_path: Path) -> None:
    """Retries, typed errors and pagination in at most 12 kB minified, 5 kB gzipped (sdk 14); the rest is shaken off.

    A kB has 1,024 bytes, as bundlers count them.
    """
    bundle = bundled(package, tmp_path, ONE)
    assert b"/trips" not in bundle and b"/stations" not in bundle and b"multipart" not in bundle
    assert len(bundle) <= 12 * 1024, len(bundle)
    assert len(gzip.compress(bundle, 9)) <= 5 * 1024, len(gzip.compress(bundle, 9))


@pytest.mark.parametrize(("kind", "names"), [("esm", r' from "(\./[^"]+)"'), ("cjs", r'= require\("(\./[^"]+)"\)')])
def test_importing_opens_few_files(package: Path, kind: str, names: str) -> None:
    """Node takes half a millisecond for each: the client and its groups are one module, the runtime another."""
    found, waiting = set[Path](), [package / "dist" / kind / "index.js"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [(path.parent / name).resolve() for name in re.findall(names, path.read_text("utf-8"))]
    stems = sorted(path.relative_to(package / "dist" / kind).as_posix() for path in found)
    models = [stem for stem in stems if stem.startswith("models/")]
    assert len(models) <= 26, "a file for each letter, of which those alone hold values that have named enums"
    others = ["codecs.js", "errors.js", "index.js", "operations.js", "runtime.js", "security.js"]
    assert sorted({*stems} - {*models}) == others
