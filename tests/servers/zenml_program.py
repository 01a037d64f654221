"""A program of a user of ZenML's Python SDK: ``python zenml_program.py URL USER PASSWORD``; prints its results.

zenml.ts and zenml_go/main.go are the same program in the other languages.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from shared_by_programs import error_of
from zenml_api import AuthenticationError, BadRequestError, PasswordCredentials, TokenError, ZenML

TAGS = 23


def tags(client: ZenML) -> dict[str, Any]:
    for number in range(TAGS):
        client.tags.create(name=f"tag-{number:02}", color="red")
    page, pages = client.tags.list(size=10), []
    while page is not None:
        pages.append([page.result.index, len(page.items), page.result.total_pages])
        page = page.next()
    found = list(client.tags.list(size=7))
    return {"pages": pages, "names": sorted(tag.name for tag in found), "ids": [tag.id for tag in found]}


def mistakes(client: ZenML, url: str, user: str) -> dict[str, Any]:
    past = error_of(BadRequestError, client.tags.list, page=4, size=10)
    wrong = PasswordCredentials(username=user, password="wrong-password")
    refused = error_of(TokenError, ZenML(base_url=url, cookie_oauth2_token_bearer=wrong).users.current)
    return {
        "past the end": past.status,
        "wrong password": [refused.status, "wrong-password" in str(refused)],
        "no password": error_of(AuthenticationError, ZenML(base_url=url).users.current).status,
    }


def main() -> None:
    url, user, password = sys.argv[1:]
    credentials = PasswordCredentials(username=user, password=password)
    with ZenML(base_url=url, cookie_oauth2_token_bearer=credentials) as client:
        me = client.users.current()
        seen = {"user": me.name, "admin": me.body.is_admin if me.body else None}
        seen |= tags(client) | mistakes(client, url, user)
        for one in seen.pop("ids"):
            client.tags.delete(one)
        print(json.dumps(seen | {"left": client.tags.list().result.total}))


if __name__ == "__main__":
    main()
