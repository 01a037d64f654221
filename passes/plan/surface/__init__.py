"""The surface half of the plan: groups, methods and their arguments in one target."""
