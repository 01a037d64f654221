"""An SDK."""


class Acme:
    """A client."""
