"""What mistakes are told in: words, what a value or a key was meant to be, habits of other notations."""
