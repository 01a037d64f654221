"""Others who tell what breaks between two printed SDKs, and the pairs that they judge (docs/diff.md)."""
