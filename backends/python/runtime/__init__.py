"""What every method of this package stands on: requests, retries, decoding, pages and models."""
