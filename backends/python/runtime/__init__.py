"""What every method of this package uses: requests, retries, decoding, pages and models."""
