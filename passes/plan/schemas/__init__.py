"""What validators read: the JSON Schemas of types, parameters and bodies."""
