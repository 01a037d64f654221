"""What all parts of lowering share: the state of one run, and typed access to the objects of a document."""
