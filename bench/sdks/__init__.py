"""Compares the printed SDK of specs/openai.yaml with published SDKs: ``make bench-sdk``."""
