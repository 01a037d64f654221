"""Recognises documents in other formats, such as a Postman collection, given in place of OpenAPI."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.source import Json

_BY_KEY = {
    "asyncapi": "it is an AsyncAPI document: what it describes are messages, and no HTTP operations",
    "arazzo": "it is an Arazzo description: name the OpenAPI document of its `sourceDescriptions`",
    "overlay": "it is an overlay: name the OpenAPI document, and this file with --overlay",
    "configVersion": "it is a gen.yaml: name the OpenAPI document, and this file with -c",
    "swaggerVersion": "it is Swagger 1: convert it to Swagger 2.0 or OpenAPI 3",
    "discoveryVersion": "it is a discovery document of Google: convert it to OpenAPI",
    "__export_format": "it is an export of Insomnia: export the design document instead",
    "configUrl": "it is the configuration of Swagger UI: fetch the document that `url` or `urls` names",
    "urls": "it is the configuration of Swagger UI: fetch one of the documents that `urls` names",
}


def advice(raw: Mapping[str, Json]) -> str | None:
    """Return what to do with an object without a version of OpenAPI, or None if it is not recognised."""
    for key, value in raw.items():
        if isinstance(value, dict) and ("openapi" in value or "swagger" in value):
            return f"the document is in `{key}`: save only that part"
    info = raw.get("info")
    if isinstance(info, dict) and ("_postman_id" in info or "getpostman.com" in str(info.get("schema"))):
        return "it is a Postman collection: export it as OpenAPI"
    log = raw.get("log")
    if isinstance(log, dict) and "entries" in log:
        return "it is a HAR file, which records requests: name the OpenAPI document of the API"
    if "$schema" in raw and "paths" not in raw:
        return "it is a JSON Schema: put it into `components.schemas` of an OpenAPI document"
    return next((said for key, said in _BY_KEY.items() if key in raw), None)
