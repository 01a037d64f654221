"""Help texts for mistakes: wording, what a value or a key was meant to be, habits from other notations."""
