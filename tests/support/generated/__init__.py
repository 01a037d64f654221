"""Documents that programs make, and all languages side by side on them."""
