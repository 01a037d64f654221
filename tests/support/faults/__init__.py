"""A server that fails as a table says, and the results of calls to it."""
