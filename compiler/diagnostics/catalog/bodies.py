"""CG08xx: request bodies and encodings."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0801",
        "error",
        "the request body has no `content`",
        "add `content` with at least one media type",
        """\
`content` is required; it says in which media types a body can be sent (spec 2.6, D7.6).

    requestBody: {required: true}

    requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
""",
    ),
    Code(
        "CG0802",
        "warning",
        "{operation} has a request body, which servers and proxies may drop",
        "send what it holds as query parameters, or use POST",
        """\
RFC 9110 gives bodies of GET, HEAD and DELETE no meaning. The body is sent as declared (spec 2.6.4, D7.2).

    delete:
      requestBody: {content: {application/json: {schema: {type: array, items: {type: string}}}}}

    delete:
      parameters: [{name: ids, in: query, schema: {type: array, items: {type: string}}}]
""",
    ),
    Code(
        "CG0803",
        "error",
        "{operation} has a request body, which TRACE forbids",
        "remove the request body",
        """\
A client must not send content in a TRACE request (RFC 9110 9.3.8, D1.4).

    trace:
      requestBody: {content: {text/plain: {schema: {type: string}}}}

    trace:
      responses: {"200": {description: What arrived}}
""",
    ),
    Code(
        "CG0804",
        "warning",
        "`encoding` has no meaning for {media_type}",
        "it applies to multipart and application/x-www-form-urlencoded bodies of requests",
        """\
The Encoding Object describes the properties of a form (spec 2.7, D8.5).

    content:
      application/json: {schema: {type: object}, encoding: {file: {contentType: image/png}}}

    content:
      multipart/form-data: {schema: {type: object}, encoding: {file: {contentType: image/png}}}
""",
    ),
    Code(
        "CG0805",
        "warning",
        "the schema has no property `{name}`{hint}",
        "name the entry after the property it describes",
        """\
Each entry of `encoding` describes one property of the schema (spec 2.7, D8.5). Properties that only
`additionalProperties` covers are all serialized alike, so an entry for one of them has no effect.

    schema: {type: object, properties: {file: {type: string}}}
    encoding: {fiel: {contentType: image/png}}

    encoding: {file: {contentType: image/png}}
""",
    ),
    Code(
        "CG0806",
        "warning",
        "allowReserved has no effect in a multipart body",
        "values of multipart bodies are never percent-encoded; remove it",
        """\
`allowReserved` is about percent-encoding, which only application/x-www-form-urlencoded bodies use (D8.2).

    multipart/form-data: {encoding: {url: {allowReserved: true}}}

    application/x-www-form-urlencoded: {encoding: {url: {allowReserved: true}}}
""",
    ),
    Code(
        "CG0807",
        "warning",
        "the headers of a form's property have no effect",
        "only the parts of multipart bodies have headers",
        """\
`headers` applies to multipart requests only (spec 2.7, D8.4).

    application/x-www-form-urlencoded: {encoding: {file: {headers: {X-Kind: {schema: {type: string}}}}}}

    multipart/form-data: {encoding: {file: {headers: {X-Kind: {schema: {type: string}}}}}}
""",
    ),
    Code(
        "CG0808",
        "warning",
        "the part header `{name}` is ignored",
        "contentType says what a part is; its name and file name come from the property and the file",
        """\
OpenAPI ignores a Content-Type among the headers of an encoding, and a Content-Disposition is ignored in favour of
`contentType` (spec 2.7, D8.4).

    encoding: {file: {headers: {Content-Type: {schema: {const: image/png}}}}}

    encoding: {file: {contentType: image/png}}
""",
    ),
    Code(
        "CG0809",
        "warning",
        "servers may ignore the part header `{name}` of multipart/form-data",
        "send it as a part of its own, or use another multipart type",
        """\
RFC 7578 4.8 lets parts of multipart/form-data have no headers but Content-Disposition, Content-Type and, rarely,
Content-Transfer-Encoding. The header is sent anyway (D8.4).

    multipart/form-data: {encoding: {file: {headers: {X-Kind: {schema: {type: string}}}}}}

    multipart/mixed: {encoding: {file: {headers: {X-Kind: {schema: {type: string}}}}}}
""",
    ),
    Code(
        "CG0810",
        "warning",
        "contentType has no effect beside style, explode or allowReserved",
        "remove one of them",
        """\
With any of these three, the property is written like a query parameter, which has no content type (D8.2).

    encoding: {tags: {style: pipeDelimited, contentType: application/json}}

    encoding: {tags: {contentType: application/json}}
""",
    ),
    Code(
        "CG0812",
        "warning",
        "{key} has no effect in {media_type}",
        "it applies to application/x-www-form-urlencoded and multipart/form-data",
        """\
Parts of other multipart types are written by their content type (D8.2).

    multipart/mixed: {encoding: {tags: {style: pipeDelimited}}}

    multipart/mixed: {encoding: {tags: {contentType: application/json}}}
""",
    ),
    Code(
        "CG0813",
        "warning",
        "the schema of {media_type} is not an object, so the body is sent as it is",
        "describe the fields of the form as properties of an object",
        """\
A form consists of named fields (D7.3, D8).

    application/x-www-form-urlencoded: {schema: {type: array, items: {type: string}}}

    application/x-www-form-urlencoded:
      schema: {type: object, properties: {names: {type: array, items: {type: string}}}}
""",
    ),
    Code(
        "CG0827",
        "info",
        "a form of what has no fields is left out: the method sends the same as JSON ({times})",
        "describe the fields of the form as properties of an object, or remove its media type",
        """\
A form consists of named fields (D7.3, D8), which a list does not have. Frameworks that declare every body for all of
their parsers describe one nevertheless. The JSON beside it says the same, and is what the method sends.

    content:
      application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Post'}}}
      multipart/form-data: {schema: {type: array, items: {$ref: '#/components/schemas/Post'}}}

    content:
      application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Post'}}}
""",
    ),
    Code(
        "CG0814",
        "info",
        "the optional body cannot hold anything, so the method has no body argument",
        "",
        """\
An optional body whose object cannot have properties does not become an argument; an object that does not describe its
properties is a body like any other, such as a JSON merge patch (D7.2).

    requestBody:
      content: {application/json: {schema: {type: object, additionalProperties: false}}}

    requestBody: {content: {application/json: {schema: {type: object}}}}
""",
    ),
    Code(
        "CG0815",
        "warning",
        "{target} sends no body with {method}, so {operation} has no body argument there",
        "send what it holds as query parameters, or use POST",
        """\
`fetch` refuses a body with GET and HEAD. An optional one is left out of the methods of a target that is built on it;
the other targets send it (D7.2).

    get:
      requestBody: {content: {application/json: {schema: {type: array, items: {type: string}}}}}

    get:
      parameters: [{name: ids, in: query, schema: {type: array, items: {type: string}}}]
""",
    ),
    Code(
        "CG0816",
        "warning",
        "{target} cannot send the body that {operation} requires: {method} with a body is not supported there",
        "send what it holds as query parameters, or use POST",
        """\
`fetch` refuses a body with GET and HEAD. A method of a target that is built on it throws before it sends anything if
the body is required, or if the body asks for the next page; the other targets send it (D7.2).

    get:
      requestBody: {required: true, content: {application/json: {schema: {type: array, items: {type: string}}}}}

    get:
      parameters: [{name: ids, in: query, required: true, schema: {type: array, items: {type: string}}}]
""",
    ),
    Code(
        "CG0817",
        "warning",
        "`{name}` is not a media type",
        "write it in full, such as `application/json`",
        """\
The keys of `content` are media types: a type and a subtype, such as `application/json`. Any other key is sent as it is
written, and what is received under it is read as bytes. In the `contentType` of an encoding it is ignored (D8.3).

    content: {json: {schema: {type: object}}}
    content: {application/json: {schema: {type: object}}}
""",
    ),
    Code(
        "CG0818",
        "warning",
        "`{name}` is not a known media type; its content is treated as bytes ({times})",
        "did you mean `{meant}`?",
        """\
JSON, forms, texts and streams of events are known by their media types. Anything else is bytes for a client, so the
body of a misspelt media type has no types.

    content: {aplication/json: {schema: {$ref: "#/components/schemas/Trip"}}}
    content: {application/json: {schema: {$ref: "#/components/schemas/Trip"}}}
""",
    ),
    Code(
        "CG0819",
        "warning",
        "the example has no `value`, so there is nothing to show ({times})",
        "put it under `value`, or write it as `example`, which needs none",
        """\
The members of `examples` are objects that hold the example in `value`, beside a summary and a description; only in
schemas `examples` is a list of values.

    examples: {short: {id: trip_01}}
    examples: {short: {value: {id: trip_01}}}
""",
    ),
    Code(
        "CG0820",
        "warning",
        "the operation already has a body, so `{name}` is left out",
        "describe one body, as an object with all properties or as a form",
        """\
In Swagger 2.0 an operation has one parameter in `body`, or any number in `formData`: a request has one body.

    parameters:
      - {name: trip, in: body, schema: {$ref: "#/definitions/Trip"}}
      - {name: ticket, in: body, schema: {$ref: "#/definitions/Ticket"}}

    parameters:
      - {name: booking, in: body, schema: {$ref: "#/definitions/Booking"}}     # which has a trip and a ticket
""",
    ),
    Code(
        "CG0821",
        "warning",
        "a response {status} has no body, so its `content` has no effect ({times})",
        "remove `content`, or correct the status",
        """\
HTTP responses 1xx, 204, 205 and 304 have no body (RFC 9110 6.4.1, 15.3.6).

    "204": {description: Done., content: {application/json: {schema: {type: object}}}}
    "204": {description: Done.}
""",
    ),
    Code(
        "CG0822",
        "info",
        "304 is not a result: a call that sends If-None-Match or If-Modified-Since gets it as an error ({times})",
        "no change is needed: the error says that what the caller has is still current",
        """\
A server answers 304 only to a conditional request, whose headers the caller sets (D16.6).

    responses: {"200": {description: The trip.}, "304": {description: Not modified.}}
""",
    ),
    Code(
        "CG0823",
        "info",
        "a redirect {status} is followed, so callers do not see it ({times})",
        "the option `redirects: manual` of a call returns the redirect itself, with its headers",
        """\
A declared 301, 302, 303, 307 or 308 is followed, whether it is the only response or beside a 2XX; if it is the only
one, the result is what it leads to, as bytes. One that is the only response and declares a body is not followed: the
body is the result (D16.6).

    responses: {"303": {description: See the result.}}
""",
    ),
    Code(
        "CG0824",
        "warning",
        "`{name}` is {what}, which cannot be written as {content_type}; it is sent as {usual}",
        "name a media type that it can be written as; a file is `type: string, format: binary`",
        """\
`contentType` says how a part is written, and must fit the property's type: an object is written as JSON, a string as a
text type, a file as the type it has (D8.3).

    schema: {type: object, properties: {about: {type: object}}}
    encoding: {about: {contentType: application/xml}}

    encoding: {about: {contentType: application/json}}
""",
    ),
    Code(
        "CG0825",
        "warning",
        "{media_type} is text, but its schema is an object or an array; the method takes a string, and sends that",
        "call it `application/json` if it is JSON; else describe it as `type: string`",
        """\
Nothing says how an object is written as text, so the caller serializes it (D8.3).

    content: {text/plain: {schema: {type: object}}}

    content: {application/json: {schema: {type: object}}}
""",
    ),
    Code(
        "CG0826",
        "info",
        "the response is read as a file, as bytes: its JSON schema is only `type: string` ({times})",
        "declare `application/octet-stream` if it is a file, else say more of the string, by `pattern` or `minLength`",
        """\
A framework that does not know what a handler returns declares it as a JSON string. Where the schema says no more, the
response is a file if a binary media type stands beside it, or if it is what a GET downloads: its path ends in
`/content`, `/contents`, `/download`, `/export`, `/file`, `/raw` or `/blob`, or its operationId begins with `download`
or `export` (D13.1). It is read as bytes, whatever its Content-Type is.

    /files/{id}/content:
      get:
        responses: {"200": {content: {application/json: {schema: {type: string}}}}}

    /files/{id}/content:
      get:
        responses: {"200": {content: {application/octet-stream: {schema: {type: string, format: binary}}}}}
""",
    ),
    Code(
        "CG0828",
        "info",
        "the schema of this {media_type} is not used: it is read as {how} ({times})",
        "read it by a library of yours; describe the response as JSON, too, if the server has it",
        """\
Of responses, JSON is read into types. YAML, XML, forms and other texts are returned as they are received, whatever
their schema says.

    responses: {"200": {content: {application/yaml: {schema: {$ref: "#/components/schemas/Trip"}}}}}
    responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Trip"}}}}}
""",
    ),
)
