"""The content of an SDK's documentation and tests: READMEs, examples, and exchanges with a server."""
