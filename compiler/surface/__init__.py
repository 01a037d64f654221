"""The public surface of an SDK: what programs can name of it, as text with a symbol a line."""
