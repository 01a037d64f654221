"""Reads what a team already has from another generator, and writes what says the same here: `codegen adopt`."""
