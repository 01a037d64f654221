"""A document full of texts that must not escape from literals and comments, and checks of the output."""
