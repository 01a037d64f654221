"""What things are called in every language, and that no name moves."""
