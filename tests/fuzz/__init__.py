"""Everything that reads text ends in a value or a diagnostic; `found` has the inputs that fuzzing found."""
