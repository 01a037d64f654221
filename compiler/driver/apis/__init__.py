"""Many APIs of one gen.yaml: each compiled in a process of its own; one process writes all files."""
