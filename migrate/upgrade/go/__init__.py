"""Programs in Go, read by its packages for syntax and types."""
