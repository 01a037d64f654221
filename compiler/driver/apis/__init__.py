"""Builds the APIs of gen.yaml: in processes here, or on a cluster; one process writes all files."""
