"""Rules that hold in every language: one plan, printed alike, checked by each toolchain."""
