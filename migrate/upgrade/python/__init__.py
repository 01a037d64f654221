"""Programs in Python, read by libcst."""
