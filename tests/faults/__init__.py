"""Faults of servers and networks, the same table against every language."""
