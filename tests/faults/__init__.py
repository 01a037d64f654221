"""Faults of servers and networks: the same table runs against every language."""
