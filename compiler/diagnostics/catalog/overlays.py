"""CG15xx: overlays (D1.6)."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1501",
        "error",
        "the file is not an overlay: {problem}",
        "begin it with `overlay: 1.1.0`",
        """\
`--overlay` and `generation.overlays` name OpenAPI overlays, version 1.0 or 1.1.

    overlay: 1.1.0
    info: {title: Changes, version: 1.0.0}
    actions:
      - target: $.info
        update: {title: Museum}
""",
    ),
    Code(
        "CG1502",
        "error",
        "`{path}` is not a JSONPath: {problem}",
        "a target looks like `$.paths['/pets'].get` or `$.paths.*[?@.deprecated == true]`",
        """\
`target` and `copy` of an overlay's action are JSONPaths of RFC 9535. They begin with `$`; names with special characters
are written in brackets and quotes, filters in `[?...]`.

    - target: /paths/~1pets        # a JSON pointer
    - target: $.paths['/pets']
""",
    ),
    Code(
        "CG1503",
        "warning",
        "the action changes nothing: `{target}` selects nothing in the document",
        "compare its names with those of the document; earlier actions may have removed what it means",
        """\
An action of an overlay whose target selects nothing is legal, and almost always a misspelt name.

    - {target: "$.path['/pets']", remove: true}
    - {target: "$.paths['/pets']", remove: true}
""",
    ),
    Code(
        "CG1504",
        "error",
        "the action cannot be applied: {problem}",
        "objects are merged with objects, arrays are appended to, a primitive value replaces another",
        """\
An overlay's `update` or `copy` is merged with the nodes that the target selects: objects with objects, arrays are
appended to, primitive values are replaced. The nodes of one action must be of one kind. The root cannot be removed.

    - {target: $.info, update: Museum}
    - {target: $.info, update: {title: Museum}}
""",
    ),
    Code(
        "CG1505",
        "error",
        "`copy` must select one node, and `{path}` selects {count}",
        "name one node, such as `$.components.schemas.Pet`",
        """\
`copy` of an overlay's action (1.1) names the one node that is merged into the nodes of the target.

    - {target: "$.paths['/new']", copy: "$.paths.*"}
    - {target: "$.paths['/new']", copy: "$.paths['/old']"}
""",
    ),
    Code(
        "CG1506",
        "warning",
        "the action {problem} and changes nothing",
        "give it one of the three",
        """\
An action of an overlay says what happens to the nodes of its target: `update`, `copy` (1.1) or `remove: true`. With
both `update` and `copy`, each switches the other off.

    - {target: $.servers}
    - {target: $.servers, remove: true}
""",
    ),
    Code(
        "CG1507",
        "warning",
        "an overlay's info needs `{key}`",
        "add `{key}`",
        """\
The overlay specification requires a title and a version in `info`. codegen does not need them, other tools may.

    info: {}
    info: {title: Changes, version: 1.0.0}
""",
    ),
    Code(
        "CG1508",
        "info",
        "the overlay is written for `{extends}`, but applied to `{document}`",
        "check that it is the overlay you mean",
        """\
`extends` of an overlay names the document that it was written for. Another document may be given; where none is given,
the one that `extends` names is read.

    overlay: 1.1.0
    extends: ./openapi.yaml
""",
    ),
    Code(
        "CG1509",
        "warning",
        "`{path}` is not a JSONPath of RFC 9535; it is read as `{read}`",
        "write names with special characters in brackets and quotes",
        """\
After a dot, a name has only letters, digits and `_`. Many overlays write names with hyphens there, and other tools
accept them, so codegen does too.

    - target: $.paths.*.*[?@.x-internal == true]
    - target: $.paths.*.*[?@['x-internal'] == true]
""",
    ),
    Code(
        "CG1510",
        "error",
        "the actions of this overlay copy or move more than {limit:,} values",
        "copy smaller parts, remove many items by one action, or raise the limit with --max-aliases",
        """\
A node that is copied into itself again and again doubles the document each time. What is removed from an array moves
all items behind it.

    - {target: $.info, copy: $}
    - {target: $.info, copy: $}
    - {target: $.info, copy: $}     # and so on
""",
    ),
)
