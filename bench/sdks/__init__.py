"""The SDK that we print of specs/openai.yaml beside published ones: ``make bench-sdk``."""
