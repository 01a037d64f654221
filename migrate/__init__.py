"""Beside the compiler: what brings a team here, and its programs along (`codegen adopt`, `codegen upgrade-calls`)."""
