"""`python -m compiler` is `codegen`."""

from __future__ import annotations

from compiler.commands import entry

if __name__ == "__main__":
    entry()
