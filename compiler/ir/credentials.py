"""Credentials in the plan: which credentials requests need, and how clients obtain them."""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.node import arg, blocks, key, node


@node("need")
class Need:
    """A security scheme that a request must carry, with OAuth scopes.

    The plan adds ``asked``: the scopes if the client requests tokens itself, else none.
    """

    scheme: str = arg()
    scopes: tuple[str, ...] = key(())
    asked: tuple[str, ...] = key(())


@node("alternative")
class Alternative:
    """Security needs that hold together; an empty one means that no credentials are needed."""

    needs: tuple[Need, ...] = blocks()


class Grant(StrEnum):
    """The flows of OAuth2 that a client can run by itself."""

    CLIENT_CREDENTIALS = "clientCredentials"
    PASSWORD = "password"

    @property
    def credentials(self) -> str:
        """What the runtime of every language calls the credentials that a caller gives for it."""
        return "ClientCredentials" if self is Grant.CLIENT_CREDENTIALS else "PasswordCredentials"


@node("flow")
class Flow:
    """An OAuth2 flow: clientCredentials, password ...; relative URLs are resolved against the client's base URL."""

    kind: str = arg()
    token_url: str | None = key()
    refresh_url: str | None = key()
    authorization_url: str | None = key()
    scopes: tuple[str, ...] = key(())


HTTP_SCHEMES = {
    spelled.lower(): spelled
    for spelled in (
        *("Basic", "Bearer", "Concealed", "Digest", "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate", "OAuth"),
        *("PrivateToken", "SCRAM-SHA-1", "SCRAM-SHA-256", "vapid"),
    )
}
"""IANA's registry of schemes of HTTP authentication: how each is spelled, by its name in lower case."""


class CredentialKind(StrEnum):
    """What a security scheme takes: a key, a user name and a password, a token, tokens that a client requests
    itself, or a client certificate (mutual TLS)."""

    KEY = "key"
    BASIC = "basic"
    BEARER = "bearer"
    OAUTH = "oauth"
    CERTIFICATE = "certificate"
