"""Generated documents, and all languages side by side on them."""
