"""The JSON Schemas of types, parameters and bodies that validators read."""
