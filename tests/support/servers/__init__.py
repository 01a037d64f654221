"""Real servers in environments of their own, and programs printed for them."""
