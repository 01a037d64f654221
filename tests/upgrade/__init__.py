"""Programs that are rewritten for another version of an SDK."""
