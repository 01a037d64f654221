"""The passes over the IR, its text form, and the proposed paginations."""
