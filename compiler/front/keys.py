"""The keys that each object of OpenAPI has, 3.0 to 3.2; what is not here is a misspelling or a misunderstanding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Keys:
    """The known keys of one kind of object, and what it is called."""

    what: str
    known: frozenset[str]


def _keys(what: str, names: str) -> Keys:
    return Keys(what, frozenset(names.split()))


METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

ROOT = _keys(
    "an OpenAPI document",
    "openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs",
)
INFO = _keys("the info object", "title summary description termsOfService contact license version")
CONTACT = _keys("the contact object", "name url email")
LICENCE = _keys("the license object", "name identifier url")
SERVER = _keys("a server", "url description variables name")
SERVER_VARIABLE = _keys("a server variable", "enum default description")
DOCS = _keys("externalDocs", "description url")
TAG = _keys("a tag", "name summary description externalDocs parent kind")
COMPONENTS = _keys(
    "the components object",
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes",
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
CONTENT = _keys("a media type", "schema example examples encoding itemSchema prefixEncoding itemEncoding")
ENCODING = _keys(
    "an encoding",
    "contentType headers style explode allowReserved encoding prefixEncoding itemEncoding",
)
RESPONSE = _keys("a response", "summary description headers content links")
LINK = _keys("a link", "operationRef operationId parameters requestBody description server")
DISCRIMINATOR = _keys("a discriminator", "propertyName mapping defaultMapping")
SECURITY_SCHEME = _keys(
    "a security scheme",
    "type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl deprecated",
)
FLOWS = _keys("the flows object", "implicit password clientCredentials authorizationCode deviceAuthorization")
FLOW = _keys("an OAuth flow", "authorizationUrl tokenUrl refreshUrl scopes deviceAuthorizationUrl")
