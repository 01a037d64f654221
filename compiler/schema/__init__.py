"""The JSON Schema of gen.yaml, shipped for editors."""
