"""Printed TypeScript: its code, its types, and its runtime in node and in a browser."""
