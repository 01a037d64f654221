"""Printed TypeScript: its code, its types, its runtime in node and in a browser."""
