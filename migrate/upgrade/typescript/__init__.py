"""Programs in TypeScript, read by its compiler."""
