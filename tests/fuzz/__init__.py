"""What reads text ends in a value or a diagnostic; `found` has what fuzzing found."""
