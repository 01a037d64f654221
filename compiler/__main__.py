"""`python -m compiler` is `codegen`."""

from __future__ import annotations

import sys

from compiler.cli import main

if __name__ == "__main__":
    sys.exit(main())
