"""What is rewritten of a document before it is lowered: tables behind references, and references that are dynamic."""
