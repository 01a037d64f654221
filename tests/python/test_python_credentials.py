"""Credentials from functions (sdk 5): the client calls one for each request, next pages included, also with asyncio."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

import pytest

from tests.support.both_clients import enter, iterate
from tests.support.documents import text_of
from tests.support.python_things import both, package_of
from tests.support.recorder import Recorder, Reply

sdk: Any = package_of(text_of("python/credentials.yaml"), "sdk_credentials").module


def counted(word: str, client_class: Any = sdk.Credentials) -> Any:
    """A function that gives another credential each time; one that is waited for, with asyncio."""
    numbers = iter(range(1, 100))

    async def asked() -> str:
        await asyncio.sleep(0)
        return f"{word}{next(numbers)}"

    return (lambda: f"{word}{next(numbers)}") if client_class is sdk.Credentials else asked


def page(following: str | None) -> Reply:
    body = json.dumps({"data": ["a"], **({"next": following} if following else {})})
    return Reply(headers={"Content-Type": "application/json"}, body=body.encode())


@both(sdk, "Credentials")
async def test_functions_are_asked_for_next_pages_too(servers: tuple[Recorder, Recorder], client_class: Any) -> None:
    """A token that lives a minute serves through an hour of pages; on another origin nothing goes along."""
    here, there = servers
    here.script(page("/pages?at=2&key=old"), page(f"{there.origin}/pages?at=3"))
    there.script(page(None))
    asked = {name: counted(name[0], client_class) for name in ("token", "query")}
    async with enter(client_class(base_url=here.origin, **asked)) as client:
        assert [item async for item in iterate(client.pages())] == ["a"] * 3
    assert [item.header("Authorization") for item in here.requests] == ["Bearer t1", "Bearer t2"]
    assert [item.target for item in here.requests] == ["/pages?key=q1", "/pages?at=2&key=q2"]
    assert (there.requests[0].header("Authorization"), there.requests[0].target) == (None, "/pages?at=3")


def test_functions_are_asked_for_each_attempt(servers: tuple[Recorder, Recorder]) -> None:
    """What was given before a pause may have expired after it; a header that the caller wrote stands in front."""
    here, _ = servers
    here.script(Reply(503), Reply(204), Reply(503), Reply(204))
    quick = sdk.RetryPolicy(initial=0.01)
    with sdk.Credentials(
        base_url=here.origin, token=counted("t"), query=counted("k"), cookie=counted("c"), retries=quick
    ) as client:
        client.all(c="d")
        client.all(options={"headers": {"Authorization": "mine"}})
    assert [item.target for item in here.requests] == [f"/all?key=k{number}" for number in (1, 2, 3, 4)]
    assert [item.header("Cookie") for item in here.requests] == ["c=d; sid=c1", "c=d; sid=c2", "sid=c3", "sid=c4"]
    assert [item.header("Authorization") for item in here.requests] == ["Bearer t1", "Bearer t2", "mine", "mine"]


def test_a_page_that_is_the_same_but_for_its_key(servers: tuple[Recorder, Recorder]) -> None:
    """D6.6: a function gives another key each time; the page is the same all the same."""
    here, _ = servers
    here.script(page("/pages?key=old&at=2"), page("/pages?at=2"))
    with sdk.Credentials(base_url=here.origin, token="t", query=counted("k")) as client:
        pages = client.pages()
        second = pages.next()
        with pytest.raises(sdk.PaginationError):
            second.next()
    assert len(here.requests) == 2


async def test_asynchronous_functions(servers: tuple[Recorder, Recorder]) -> None:
    """Each place that a credential may have, and several asynchronous functions for one request."""
    here, _ = servers
    here.script(Reply(204), Reply(204), Reply(204))

    async def user() -> tuple[str, str]:
        return "ada", "pw"

    asked = {name: counted(name[0], sdk.AsyncCredentials) for name in ("token", "query", "cookie")}
    async with sdk.AsyncCredentials(base_url=here.origin, login=user, **asked) as client:
        await client.all(c="d")
        await client.all()
        await client.log_in()
    assert [item.header("Authorization") for item in here.requests[:2]] == ["Bearer t1", "Bearer t2"]
    assert [item.target for item in here.requests[:2]] == ["/all?key=q1", "/all?key=q2"]
    assert [item.header("Cookie") for item in here.requests] == ["c=d; sid=c1", "sid=c2", None]
    assert here.requests[2].header("Authorization") == "Basic " + base64.b64encode(b"ada:pw").decode()


@pytest.mark.filterwarnings("error")
def test_an_asynchronous_function_needs_an_event_loop(servers: tuple[Recorder, Recorder]) -> None:
    here, _ = servers
    here.script()
    with (
        sdk.Credentials(
            base_url=here.origin, token=counted("t", sdk.AsyncCredentials), query="k", cookie="c"
        ) as client,
        pytest.raises(sdk.ConfigurationError, match="asynchronous client"),
    ):
        client.all()
    assert here.requests == []


def nothing() -> None:
    """A function that forgot to return."""


@pytest.mark.parametrize("given", [{"token": nothing}, {"query": lambda: ""}, {"cookie": nothing}, {"login": nothing}])
def test_a_function_that_gives_no_credential_is_told(servers: tuple[Recorder, Recorder], given: Any) -> None:
    here, _ = servers
    here.script()
    plain = {"token": "t", "query": "k", "cookie": "c"}
    with (
        sdk.Credentials(base_url=here.origin, **{**plain, **given}) as client,
        pytest.raises(sdk.MissingCredentialsError, match=f"the {next(iter(given))} function returned none"),
    ):
        client.log_in() if "login" in given else client.all()
    assert here.requests == []


@pytest.mark.parametrize("path", ["", "/v1", "/a@b"])
def test_a_base_url_with_a_password_is_refused_and_not_shown(servers: tuple[Recorder, Recorder], path: str) -> None:
    """As `fetch` refuses it: credentials have options of their own, which no log shows."""
    here, _ = servers
    here.script(Reply(204))
    with pytest.raises(sdk.ConfigurationError, match="without user and password") as caught:
        sdk.Credentials(base_url=here.origin.replace("//", "//me:s3cret@") + path, login=("me", "s3cret")).log_in()
    assert "s3cret" not in str(caught.value)
    with sdk.Credentials(base_url=here.origin + "/@me", login=("me", "s3cret")) as client:
        client.log_in()
    assert [item.target for item in here.requests] == ["/@me/login"]
