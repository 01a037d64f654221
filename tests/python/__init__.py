"""Printed Python: its code, its types, its runtime, and the judge of its files."""
