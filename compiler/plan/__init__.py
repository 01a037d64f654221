"""The plan: every decision about what is printed, made once for all languages; all that backends see (invariant 1)."""
