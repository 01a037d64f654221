"""Printed Go: its code, its layout, and programs that use it."""
