"""The path of the repository: tests find its files from here, so that they can be in any folder."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the repository."""
SHARED = ROOT.parent / "shared"
"""Specifications and public suites, beside the repository where they are."""
