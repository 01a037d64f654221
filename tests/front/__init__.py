"""Reading documents: what they mean, what is told of them, what is refused."""
