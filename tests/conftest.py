"""What holds for all tests."""

import os

# Builds of tests leave no records in the cache folder of whoever runs them (compiler/fresh.py).
os.environ.setdefault("CODEGEN_CACHE", "off")
