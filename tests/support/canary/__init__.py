"""A document full of texts that no printer may let out, and what became of them."""
