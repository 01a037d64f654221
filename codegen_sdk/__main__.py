"""`python -m codegen_sdk` is `codegen`."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    if sys.path[:1] in ([""], [os.getcwd()]):  # as pip does: modules of the working folder are not ours to import
        del sys.path[0]
    from codegen_sdk import entry

    entry()
