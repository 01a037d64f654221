"""Calls of the printed TypeScript that are checked before they are sent (issue 4, part 6), with the document of
test_python_checked_calls: the violations are the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.documents import document_of
from tests.support.typescript_things import in_node, print_typescript
from tests.support.typescript_tools import check_types

PROGRAM = """
import { Notes } from "./dist/esm/index.js";
import { InvalidRequest, checkCall } from "./dist/esm/validators.js";
let sent = 0;
const fetch = async () => { sent += 1; return new Response(null, { status: 204 }); };
const told = async (call, options) => {
  sent = 0;
  try {
    await call(new Notes({ baseUrl: "http://localhost:1", fetch, validate: checkCall, ...options }));
    return sent;
  } catch (error) {
    if (!(error instanceof InvalidRequest) || sent) return String(error);
    return error.violations.map(({ place, pointer, rule }) => `${place}${pointer} ${rule}`).sort();
  }
};
const at = "yesterday";
const tags = ["a", "bb", "cc"];
const lines = [{ n: 1, m: 2 }, { n: "1" }];
const file = new Blob(["abc"]);
const all = [
  await told((client) => client.put(0, { tags, filter: {} }, { body: { at, lines } }), { xTeam: "long" }),
  await told((client) => client.send(1, { file, line: { n: 1, m: 2 }, names: ["a", "b"] })),
  await told((client) => client.send(1, {}, { body: { line: { n: 1 } } })),
  await told((client) => client.put(1, { text: "short" }), { xTeam: "one" }),
  await told((client) => client.put(0, { text: "too long" }), { validate: undefined }),
];
console.log(JSON.stringify(all));
"""


@pytest.mark.parametrize("section", [{}, {"propertyCase": "camel", "dates": "Date"}], ids=["as sent", "camel case"])
def test_all_that_is_wrong_is_told_before_anything_is_sent(section: dict[str, Any]) -> None:
    """Of every place, and of what stands beside files; what keeps to its schema is sent."""
    document = document_of("languages/checked_calls.yaml") | {"info": {"title": "Notes", "version": "1.0.0"}}
    sdk = print_typescript(document, "checked_calls", **section)
    everything, beside, missing, *good = json.loads(in_node(sdk.folder, PROGRAM))
    assert everything == [
        "body/at format",
        "body/lines/0/m additionalProperties",
        "body/lines/1/n type",
        "body/text required",
        "header/X-Team maxLength",
        "path/noteId minimum",
        "query/filter/n required",
        "query/tags maxItems",
        "query/tags/0 minLength",
    ]
    assert beside == ["body/line/m additionalProperties", "body/names maxItems"]
    assert missing == ["body/file required"]
    assert good == [1, 1]
    assert check_types(sdk.folder) == ""
