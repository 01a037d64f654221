"""A program of a user of Phoenix's Python SDK: ``python phoenix_program.py URL TOKEN``; prints its results.

phoenix.ts and phoenix_go/main.go are the same program in the other languages.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from phoenix_api import AuthenticationError, File, NotFoundError, Phoenix, UnprocessableEntityError
from phoenix_api.models import PromptChatTemplate, PromptOpenAIInvocationParameters, TextContentPart
from shared_by_programs import error_of

PROJECTS = 12
CSV = "question,context,answer\nWhy?,here,Because\nWho?,there,Ämilia\n"


def projects(client: Phoenix) -> dict[str, Any]:
    for number in range(PROJECTS):
        client.projects.create(name=f"codegen-{number:02}")
    pages = []
    page = client.projects.list(limit=5, name_contains="codegen")
    while page is not None:
        pages.append(len(page.result.data))
        page = page.next()
    names = sorted(project.name for project in client.projects.list(limit=3, name_contains="codegen"))
    client.projects.delete(project_identifier="codegen-00")
    return {"pages": pages, "names": names}


def datasets(client: Phoenix) -> dict[str, Any]:
    made = client.datasets.upload_multipart(
        sync=True,
        action="create",
        name="questions",
        input_keys=["question", "context"],
        output_keys=["answer"],
        file=File(CSV.encode(), name="questions.csv", content_type="text/csv"),
    )
    assert made is not None
    examples = client.datasets.examples(id=made.data.dataset_id).data.examples
    return {
        "examples": [[example.input, example.output] for example in examples],
        "lines": client.datasets.csv(id=made.data.dataset_id).count("\n"),
    }


def prompts(client: Phoenix) -> dict[str, Any]:
    """Members of unions by discriminator, sent and received."""
    client.prompts.create(
        prompt={"name": "greet"},
        version={
            "model_provider": "OPENAI",
            "model_name": "gpt-4o",
            "template": {
                "type": "chat",
                "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi {{name}}"}]}],
            },
            "template_type": "CHAT",
            "template_format": "MUSTACHE",
            "invocation_parameters": {"type": "openai", "openai": {"temperature": 0.5}},
        },
    )
    latest = client.prompts.latest(prompt_identifier="greet").data
    seen: dict[str, Any] = {}
    if isinstance(latest.template, PromptChatTemplate):
        part = latest.template.messages[0].content[0]
        if isinstance(part, TextContentPart):
            seen["template"] = part.text
    if isinstance(latest.invocation_parameters, PromptOpenAIInvocationParameters):
        seen["temperature"] = latest.invocation_parameters.openai.temperature
    return seen


def mistakes(client: Phoenix, url: str) -> dict[str, Any]:
    refused = error_of(AuthenticationError, Phoenix(base_url=url, bearer="Bearer nobody").projects.list)
    missing = error_of(NotFoundError, client.projects.get, project_identifier="codegen-00")
    empty = {"sync": True, "name": "empty", "input_keys": [], "output_keys": [], "file": File(b"", name="a.csv")}
    wrong = error_of(UnprocessableEntityError, client.datasets.upload_multipart, **empty)
    return {"refused": refused.status, "not found": [missing.status, missing.body], "unprocessable": wrong.status}


def main() -> None:
    url, token = sys.argv[1:]
    with Phoenix(base_url=url, bearer=f"Bearer {token}") as client:
        seen = projects(client) | datasets(client) | prompts(client) | mistakes(client, url)
        print(json.dumps(seen))


if __name__ == "__main__":
    main()
