"""Credentials in the words of the plan: what requests need, and how clients come by it."""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.node import arg, blocks, key, node


@node("need")
class Need:
    """A security scheme that a request must carry, with OAuth scopes.

    The plan adds ``asked``: the scopes where the client asks for tokens by itself, else none.
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


@node("flow")
class Flow:
    """An OAuth2 flow: clientCredentials, password ...; relative URLs are resolved against the client's base URL."""

    kind: str = arg()
    token_url: str | None = key()
    refresh_url: str | None = key()
    authorization_url: str | None = key()
    scopes: tuple[str, ...] = key(())


class CredentialKind(StrEnum):
    """What a security scheme takes: a key, a user name and a password, a token, tokens that a client asks for by
    itself, or a certificate of the transport."""

    KEY = "key"
    BASIC = "basic"
    BEARER = "bearer"
    OAUTH = "oauth"
    CERTIFICATE = "certificate"
