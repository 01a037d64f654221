"""The repository itself: layers, citations, pages of docs/, goldens, examples."""
