"""Judges of the compiler: what it prints, reads and rewrites, held against others and against itself. No benchmark."""
