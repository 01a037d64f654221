"""The names in every language, and that no name moves."""
