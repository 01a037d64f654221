"""Renders reference pages as zensical does, extensions included, but without a theme around them: PAGES in, JSON out.

Runs in the environment of zensical, which the tests of the site install.
"""

import json
import os
import sys
from pathlib import Path

import markdown
from zensical.config import parse_config

pages = Path(sys.argv[1])
os.chdir(pages)
sys.path.insert(0, str(pages))
config = parse_config("zensical.toml")
found = {}
for path in sorted(pages.rglob("*.md")):
    reader = markdown.Markdown(extensions=config["markdown_extensions"], extension_configs=config["mdx_configs"])
    found[path.relative_to(pages).as_posix()] = reader.convert(path.read_text("utf-8"))
json.dump(found, sys.stdout)
