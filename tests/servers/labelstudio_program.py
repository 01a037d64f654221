"""A program of a user of Label Studio's Python SDK: ``python labelstudio_program.py URL TOKEN``; prints its results.

labelstudio.ts and labelstudio_go/main.go are the same program in the other languages.
"""

from __future__ import annotations

import json
import queue
import sys
from typing import Any

from labelstudio_api import AuthenticationError, EventPayload, File, LabelStudio, NotFoundError, WebhookReceiver
from labelstudio_api.models import ActionsEnum
from shared_by_programs import error_of, listening

PROJECTS = 5
CONFIG = "<View><Text name='t' value='$text'/></View>"
CSV = "text,number\nhello,1\nÄmilia,2\n"


def projects(client: LabelStudio) -> dict[str, Any]:
    for number in range(PROJECTS):
        client.projects.create(title=f"project-{number:02}", label_config=CONFIG)
    page, counts = client.projects.list(page_size=2), []
    while page is not None:
        counts.append(len(page.items))
        page = page.next()
    titles = sorted(project.title or "" for project in client.projects.list(page_size=2))
    return {"pages": counts, "titles": titles}


def nested_groups(client: LabelStudio, project: int) -> dict[str, Any]:
    types = sorted(item.name or "" for item in client.import_storage.list_types())
    exports = client.projects.exports.list(id=project)
    return {"exports": exports, "types": types, "s3": client.export_storage.s3.list(project=project)}


def upload(client: LabelStudio, project: int) -> dict[str, Any]:
    """Upload a file, and wait for the webhook that tells of the tasks in it."""
    events: queue.Queue[EventPayload] = queue.Queue()
    receiver = WebhookReceiver(verify=False)
    receiver.event(events.put)
    with listening(receiver.wsgi()) as origin:
        client.webhooks.create(url=f"{origin}/hooks/event", project=project, actions=["TASKS_CREATED"])
        file = File(CSV.encode(), name="tasks.csv", content_type="text/csv")
        done = client.projects.import_tasks_multipart(id=project, file=file)
        event = events.get(timeout=300)
    tasks = [task.data for task in client.projects.tasks(id=project)]
    return {
        "imported": done.task_count,
        "tasks": tasks,
        "event": [event.action == ActionsEnum.TASKS_CREATED, event.project.id == project, len(event.tasks)],
    }


def mistakes(client: LabelStudio, url: str) -> dict[str, Any]:
    return {
        "past the end": error_of(NotFoundError, client.projects.list, page=4, page_size=2).status,
        "refused": error_of(AuthenticationError, LabelStudio(base_url=url).projects.list).status,
    }


def main() -> None:
    url, token = sys.argv[1:]
    with LabelStudio(base_url=url, token=f"Token {token}") as client:
        seen = projects(client)
        ids = [project.id for project in client.projects.list()]
        seen |= nested_groups(client, ids[0]) | upload(client, ids[0]) | mistakes(client, url)
        for one in ids:
            client.projects.delete(id=one)
        print(json.dumps(seen | {"left": len(list(client.projects.list()))}))


if __name__ == "__main__":
    main()
