"""What published SDKs say: the surface that their users write against, read from api.md or from their code.

Nothing of an SDK is imported or run: its files are read as text.
"""
