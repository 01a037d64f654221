"""What can be told only when all is lowered: what operations, schemas and components are to each other."""
