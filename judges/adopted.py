"""What `codegen adopt` makes of public documents with keys of other generators: the table of docs/adopt.md.

``--write`` puts it into the page, between the markers.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.documents import ROOT, SPECS
from bench.page import table, write_part
from tests.support.run import codegen

PAGE = ROOT / "docs" / "adopt.md"
DOCUMENTS = (
    "bluesky.yaml", "clerk-bapi.yaml", "cohere.yaml", "cribl.yaml", "dub.yaml", "gusto.yaml", "mistral-public.yaml",
    "moov.yaml", "openai.yaml", "anthropic.json", "orq.yaml", "plex.yaml",
    "unkey-split/openapi-split.yaml",
)  # fmt: skip
COLUMNS = ("Document", "Keys", "Methods called as there:", "of them by codegen itself, or by keys read as they are:",
           "Actions:", "Lines:", "Without counterpart (kinds):", "Types called otherwise:")  # fmt: skip


def row(name: str) -> tuple[object, ...]:
    """Adopt a document and return its line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        whole = SPECS / name
        if "/" in name:
            path = Path(shutil.copytree(whole.parent, Path(folder) / "parts")) / whole.name
        else:
            path = Path(shutil.copy(whole, Path(folder) / f"openapi{whole.suffix}"))
        report: dict[str, Any] = json.loads(codegen("adopt", str(path), "--format", "json", cwd=path.parent).stdout)
    methods, overlay = report["methods"], report["overlay"]
    wanted = methods["same"] + methods["written"]
    types = sum(item["what"].startswith("the type at") for item in report["untrue"])
    calls = len(report["untrue"]) - types
    kinds = len({(item["what"], item["why"]) for item in report["unmatched"]})
    sources = ", ".join(f"`{source}`" for source in report["adopted"])
    return (
        name.partition("/")[0].partition(".")[0],
        sources,
        f"{wanted - calls:,} of {wanted:,}" if wanted else "none said",
        methods["same"] if wanted else "",
        overlay["actions"],
        overlay["lines"],
        f"{len(report['unmatched']):,} ({kinds})",
        types or "",
    )


def main() -> int:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table into docs/adopt.md")
    arguments = parser.parse_args()
    text = "\n".join(table(COLUMNS, map(row, DOCUMENTS)))
    if arguments.write:
        write_part(PAGE, text, "<!-- documents -->\n")
    else:
        sys.stdout.write(f"{text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
