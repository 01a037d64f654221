"""Printed Go: its code, its layout, programs that use it."""
