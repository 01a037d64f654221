"""The keys of each OpenAPI object, 3.0 to 3.2; any other key is a misspelling or a misunderstanding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Keys:
    """The known keys of one kind of object, and what it is called."""

    what: str
    known: frozenset[str]
    needed: frozenset[str] = frozenset()
    """Keys that OpenAPI asks for, and without which all is understood (CG0357)."""
    shown: Mapping[str, type] = field(default_factory=dict)
    """Keys that nothing is made of, with the type that they are to be of (CG0335, CG0358)."""
    newer: Mapping[str, str] = field(default_factory=dict)
    """Keys that OpenAPI has from a version on (CG0348)."""
    checks: frozenset[str] = frozenset()
    """All keys that are looked at."""


def _keys(
    what: str,
    names: str,
    *,
    needed: str = "",
    texts: str = "",
    flags: str = "",
    objects: str = "",
    since31: str = "",
    since32: str = "",
) -> Keys:
    kinds: tuple[tuple[str, type], ...] = ((texts, str), (flags, bool), (objects, dict))
    shown = {name: kind for listed, kind in kinds for name in listed.split()}
    newer = dict.fromkeys(since31.split(), "3.1") | dict.fromkeys(since32.split(), "3.2")
    return Keys(
        what,
        frozenset(names.split()) | shown.keys() | newer.keys(),
        frozenset(needed.split()),
        shown,
        newer,
        frozenset(shown) | newer.keys(),
    )


METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

ROOT = _keys(
    "an OpenAPI document",
    "openapi info servers paths webhooks components security tags externalDocs",
    texts="$self jsonSchemaDialect",
    since31="jsonSchemaDialect",
    since32="$self",
)
INFO = _keys("the info object", "title description termsOfService contact license version", since31="summary")
CONTACT = _keys("the contact object", "name url email")
LICENCE = _keys("the license object", "name", needed="name", texts="identifier url", since31="identifier")
SERVER = _keys("a server", "url description variables", texts="name", since32="name")
SHOWN_SERVER = _keys("a server", "variables name", needed="url", texts="url description")
"""A server that no client asks: of a link, or of what is received."""
SERVER_VARIABLE = _keys("a server variable", "enum default description")
DOCS = _keys("externalDocs", "", needed="url", texts="url description")
TAG = _keys("a tag", "name description externalDocs", texts="parent kind", since32="summary parent kind")
COMPONENTS = _keys(
    "the components object",
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks",
    since31="pathItems",
    since32="mediaTypes",
)
PATH_ITEM = _keys(
    "a path item",
    "$ref summary description servers parameters query additionalOperations " + " ".join(METHODS),
)
OPERATION = _keys(
    "an operation",
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security "
    "servers",
)
PARAMETER = _keys(
    "a parameter",
    "name in description required deprecated allowEmptyValue style explode allowReserved schema example examples "
    "content",
)
HEADER = _keys(
    "a header",
    "description required deprecated allowEmptyValue style explode allowReserved schema example examples content",
)
BODY = _keys("a request body", "description content required")
CONTENT = _keys("a media type", "schema example examples encoding", since32="itemSchema prefixEncoding itemEncoding")
ENCODING = _keys(
    "an encoding",
    "contentType headers style explode allowReserved encoding prefixEncoding itemEncoding",
)
RESPONSE = _keys("a response", "description headers content links", texts="summary", since32="summary")
LINK = _keys("a link", "requestBody", texts="operationRef operationId description", objects="parameters server")
EXAMPLE = _keys(
    "an example",
    "value",
    texts="summary description externalValue serializedValue",
    since32="dataValue serializedValue",
)
DISCRIMINATOR = _keys("a discriminator", "propertyName mapping", since32="defaultMapping")
XML = _keys("xml", "", texts="name namespace prefix nodeType", flags="attribute wrapped", since32="nodeType")
SECURITY_SCHEME = _keys(
    "a security scheme",
    "type description name in scheme flows openIdConnectUrl",
    texts="bearerFormat oauth2MetadataUrl",
    flags="deprecated",
    since32="deprecated oauth2MetadataUrl",
)
FLOWS = _keys(
    "the flows object", "implicit password clientCredentials authorizationCode", since32="deviceAuthorization"
)
FLOW = _keys("an OAuth flow", "authorizationUrl tokenUrl refreshUrl scopes", since32="deviceAuthorizationUrl")
