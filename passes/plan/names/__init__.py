"""What things are called in one target: identifiers, names made of others, and the files of types."""
