"""The files of a description, and where references in them lead (D1.3, D1.4)."""
