"""What documentation and tests of an SDK are made of: READMEs, examples, and exchanges with a server."""
