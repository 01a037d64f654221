"""The grains of printers: functions whose result follows from the plan and their arguments alone, and so may be kept.

Nothing here changes what a build prints. A process that builds again and again (:mod:`compiler.engine`) keeps the last
result of each grain for each thing that it is done for, and goes on with that where all that the function read of the
plan is as it was. What has no line here is simply printed again.

A grain is a function of a module, called by its name. Its first argument is the plan, the half of it that targets
share, or what has one of them; what it reads of that is found out entry by entry. Whatever else it is given is
compared whole.
"""

from __future__ import annotations

from compiler.base.grain import Facts, Grain

GRAINS = (
    Grain("passes.plan.schemas.requests", "describe_type", through=("refer",)),
    Grain("passes.plan.schemas.requests", "describe_request", through=("refer",)),
    Grain("passes.plan.schemas.requests", "describe_answer", through=("refer",)),
    Grain("passes.plan.schemas.requests", "split_type"),
    Grain("passes.plan.documentation.readme", "make_call"),
    Grain("passes.plan.documentation.readme", "make_exchange"),
    Grain("passes.plan.documentation.readme", "make_readme", keys=0),
    Grain("backends.exchanges", "exchanges_file", keys=0),
    Grain("backends.exchanges", "lines_of"),
    Grain("backends.exchanges", "line_of"),
    Grain("backends.exchanges", "exchanges_of"),
    Grain("backends.publishing", "group_of_api"),
    Grain("backends.python.package", "front_door", keys=0),
    Grain("backends.python.clients", "client_file", keys=0),
    Grain("backends.python.errors", "error_file", keys=0),
    Grain("backends.python.groups", "group_file"),
    Grain("backends.python.requests", "request_file"),
    Grain("backends.python.type_files", "public_models", keys=0),
    Grain("backends.python.type_files", "model_file"),
    Grain("backends.python.type_files", "params_file"),
    Grain("backends.python.schemas", "type_schemas"),
    Grain("backends.python.schemas", "request_schemas", keys=0),
    Grain("backends.python.schemas", "answer_schemas", keys=0),
    Grain("backends.python.webhooks", "webhook_file", keys=0),
    Grain("backends.python.exchanges", "test_file"),
    Grain("backends.typescript.backend", "model_texts"),
    Grain("backends.typescript.backend", "group_texts"),
    Grain("backends.typescript.backend", "texts_of"),
    Grain("backends.typescript.exchanges", "group_tests"),
    Grain("backends.typescript.validators", "schema_line", keys=2),
    Grain("backends.go.backend", "client_file", keys=0),
    Grain("backends.go.backend", "group_file"),
    Grain("backends.go.backend", "model_file"),
    Grain("backends.go.backend", "webhook_file", keys=0),
    Grain("backends.go.validators", "schema_file", keys=0),
    Grain("backends.go.validators", "type_lines", keys=0),
    Grain("backends.go.exchanges", "group_tests"),
    Grain("backends.reference.site", "place_types", keys=0),
    Grain("backends.reference.usage", "find_users", keys=0),
    Grain("backends.reference.index", "index_page", keys=0),
    Grain("backends.reference.index", "methods_table"),
    Grain("backends.reference.methods", "group_page"),
    Grain("backends.reference.methods", "method_section"),
    Grain("backends.reference.models", "type_page", through=("users",)),
    Grain("backends.reference.models", "types_page", keys=0),
    Grain("backends.reference.models", "type_row"),
    Grain("backends.reference.events", "event_page"),
)

TABLES = (("backends.reference.site", "build_site"), ("backends.reference.usage", "usage"))
"""Functions whose result has tables of which grains read some entries."""

FACTS = (
    Facts("backends.python.group_scope", "group_types", target="python"),
    Facts("backends.python.group_scope", "group_types", "forms", target="python"),
    Facts("backends.python.group_scope", "group_types", "names", target="python"),
    Facts("backends.python.group_scope", "group_types", "names.unknown", target="python"),
    Facts("backends.typescript.sdk", "sdk_of", target="typescript"),
    Facts("backends.typescript.sdk", "sdk_of", "types", target="typescript"),
    Facts("backends.typescript.sdk", "sdk_of", "codecs", target="typescript"),
    Facts("backends.go.types", "types_of", target="go"),
    Facts("backends.go.names", "names_of", target="go"),
    Facts("passes.plan.schemas.type_schemas", "facts_of", of_wire=True),
)
