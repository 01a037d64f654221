"""What passes share: helpers by topic. What one pass alone uses stands in its own folder."""
