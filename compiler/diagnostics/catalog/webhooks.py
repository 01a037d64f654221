"""CG10xx: webhooks and callbacks."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1001",
        "error",
        "`{expression}` is not a runtime expression: the mistake is {where}",
        "write the expression in braces, such as `{{$request.body#/callbackUrl}}`; text may stand around it",
        """\
A callback's key says where the callback is sent (spec 2.8.3, D9.4): `$url`, `$method`, `$statusCode`, or
`$request` and `$response` with `.header.<name>`, `.query.<name>`, `.path.<name>` or `.body#/<pointer>`.

    callbacks: {changed: {"{request.body#/url}": {post: {}}}}      # the $ is missing

    callbacks: {changed: {"{$request.body#/url}": {post: {}}}}
""",
    ),
    Code(
        "CG1009",
        "warning",
        "`{expression}` lacks the `$` of a runtime expression: it is read as `{meant}`",
        "write `{meant}`",
        """\
A runtime expression begins with `$`, within braces, too.

    callbacks: {shipped: {"{request.body#/callbackUrl}": {post: {}}}}
    callbacks: {shipped: {"{$request.body#/callbackUrl}": {post: {}}}}
""",
    ),
    Code(
        "CG1002",
        "warning",
        "`{what}` points at nothing that the operation declares",
        "correct it, or describe the parameter, header or property",
        """\
What a callback's key points at is looked up in the operation's parameters, body and responses (D9.4).

    requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}}}}
    callbacks: {changed: {"{$request.body#/callbackUrl}": {post: {}}}}

    callbacks: {changed: {"{$request.body#/url}": {post: {}}}}
""",
    ),
    Code(
        "CG1003",
        "warning",
        "another operation also has a callback `{name}`; the operationId is added to the names of their types",
        "give one of them another name",
        """\
The name of a webhook or callback is unique in the document and case-sensitive (spec 2.8.1, D9.2).

    /a: {post: {operationId: startA, callbacks: {done: {}}}}
    /b: {post: {operationId: startB, callbacks: {done: {}}}}

    /b: {post: {operationId: startB, callbacks: {doneB: {}}}}
""",
    ),
    Code(
        "CG1004",
        "warning",
        "receivers pass {media_type} to handlers as bytes",
        "they read JSON, text, XML (as text) and JSON Lines",
        """\
The payload of a webhook may be JSON, plain text, XML or JSONL (spec 6.5, D9.2); the bytes of others are given to the
handler as they came.

    content: {application/x-www-form-urlencoded: {schema: {type: object}}}

    content: {application/json: {schema: {type: object}}}
""",
    ),
    Code(
        "CG1005",
        "error",
        "another webhook or callback is also called `{name}`",
        "give one of them another x-codegen-name-override",
        """\
The override names the handler and the payload's type, which must be unique (D3.6).

    webhooks:
      a: {post: {x-codegen-name-override: changed}}
      b: {post: {x-codegen-name-override: changed}}

    webhooks:
      a: {post: {x-codegen-name-override: aChanged}}
""",
    ),
    Code(
        "CG1006",
        "info",
        "{operation} starts callbacks, but anybody may call it",
        "protect it by `security`, so that nobody can have requests sent to others",
        """\
An operation that registers a URL makes the service send requests there. `codegen lint` reports operations that do so
without credentials (spec part 8, D9.2).

    post: {security: [], callbacks: {done: {}}}

    post: {security: [{apiKey: []}], callbacks: {done: {}}}
""",
    ),
    Code(
        "CG1007",
        "info",
        "nothing in their payloads tells the {count} webhooks apart",
        "give a property of all of them (`type`) another `const` in each, so that one URL can receive all",
        """\
Usually one URL is registered for many webhooks. Receivers recognise the event by a property that all payloads have,
with another constant in each; without one they need a URL for each event, or a rule of their own (spec 4.1, D9.2).

    made: {post: {requestBody: {content: {application/json: {schema: {properties: {id: {}}}}}}}}
    gone: {post: {requestBody: {content: {application/json: {schema: {properties: {id: {}}}}}}}}

    made: {post: {requestBody: {content: {application/json: {schema: {properties: {type: {const: made}}}}}}}}
    gone: {post: {requestBody: {content: {application/json: {schema: {properties: {type: {const: gone}}}}}}}}
""",
    ),
    Code(
        "CG1008",
        "error",
        "{what} needs a name: its key is empty",
        "give it a name",
        """\
A webhook or callback is received under its key, and its handler and types are named after it.

    callbacks: {"": {"{$request.body#/url}": {post: {}}}}

    callbacks: {changed: {"{$request.body#/url}": {post: {}}}}
""",
    ),
)
