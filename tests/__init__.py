"""The tests, in folders like those of the compiler; helpers are in `tests.support`; all imports begin at the root."""
