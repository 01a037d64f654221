"""What passes share: helpers by topic. A pass is told in its own module; what would make it long stands here."""
