"""Renders reference pages as MkDocs does, hooks included, but without a theme around them: PAGES in, JSON out.

Runs in the environment of mkdocs-material, which the tests of the site install.
"""

import json
import sys
from pathlib import Path

import markdown
from mkdocs.config import load_config

pages = Path(sys.argv[1])
config = load_config(str(pages / "site" / "mkdocs.yml"))
config = config.plugins.on_config(config)
found = {}
for path in sorted(pages.rglob("*.md")):
    text = config.plugins.on_page_markdown(path.read_text("utf-8"), page=None, config=config, files=None)
    reader = markdown.Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
    found[path.relative_to(pages).as_posix()] = reader.convert(text)
json.dump(found, sys.stdout)
