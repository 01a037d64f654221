"""A server that fails as a table says, and what a call makes of it."""
