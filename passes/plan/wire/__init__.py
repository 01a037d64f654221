"""The wire half of the plan: what is sent and received, the same for every target."""
