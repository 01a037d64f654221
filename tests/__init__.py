"""The tests, in rooms like those of the house; helpers stand in `tests.support`, and all imports begin at the root."""
