"""Printed Python: its code, its types, its runtime, the judge of its files."""
