"""Schema Objects: their keywords one by one, whether they agree, and contracts of what types do not say."""
