"""The overlay of published names (`judges.published_names`), on a test document, and calls with these names."""

from __future__ import annotations

import json
from pathlib import Path

from bench.calls import python, typescript
from judges.published_names import Published, names_overlay, read_names
from tests.support.documents import document, object_of, operation, parameter
from tests.support.run import codegen

PAGE = """\
- <code title="get /trips/{id}">client.journeys.<a href="./a.py">retrieve</a>(id) -> Trip</code>
- <code title="get /trips/{id}">client.journeys.<a href="./a.py">find</a>(id) -> Trip</code>
"""
NESTED = '- <code title="post /trips?beta=true">client.beta.journeys.<a href="./b.py">make</a>() -> Trip</code>\n'
TESTS = """\
class TestJourneys:
    @parametrize
    def test_method_find(self, client):
        trip = client.journeys.find("id", expand=True)
        assert_matches_type(Trip, trip, path=["response"])

    @parametrize
    def test_raw_response_find(self, client):
        client.journeys.with_raw_response.find("id")

class TestAsyncJourneys:
    async def test_method_find(self, async_client):
        await async_client.journeys.find("id")
"""
SPECS = """\
test("find", async () => {
  const responsePromise = client.journeys.find('a) id', { expand: true });
  await expect(
    client.journeys.find('id', { path: '/_stainless_unknown_path' }),
  ).rejects.toThrow(OpenAI.NotFoundError);
  await client.journeys.update('id', {});
});
"""
BODY = {"schema": object_of(name="string")}
DOCUMENT = document(
    "Trips",
    {
        "/trips/{trip_id}": {
            "parameters": [parameter("trip_id", "path")],
            "get": operation("a", parameters=[parameter("Trips-Beta", "header")]),
        },
        "/trips?beta=true": {
            "post": operation("b", requestBody={"content": {"application/json": BODY, "multipart/form-data": BODY}})
        },
        "/trips": {"post": operation("c")},
    },
)


def published(folder: Path) -> list[Published]:
    (folder / "lib").mkdir()
    (folder / "api.md").write_text(PAGE, "utf-8")
    (folder / "lib" / "api.md").write_text(NESTED, "utf-8")
    return read_names(folder)


def test_pages_and_lists_say_the_same(tmp_path: Path) -> None:
    found = published(tmp_path)
    listed = tmp_path / "names.tsv"
    listed.write_text("".join(f"{one.method}\t{one.path}\t{one.group}\t{one.name}\n" for one in found), "utf-8")
    assert found[0] == Published("GET", "/trips/{id}", "journeys", "retrieve")
    assert read_names(listed) == found


def test_methods_are_called_as_published(tmp_path: Path) -> None:
    overlay = names_overlay(published(tmp_path), DOCUMENT, {"Trips-Beta": "betas"}, files=True)
    (tmp_path / "openapi.json").write_text(json.dumps(DOCUMENT), "utf-8")
    (tmp_path / "overlay.json").write_text(json.dumps(overlay), "utf-8")
    run = codegen("build", "openapi.json", "--overlay", "overlay.json", "-t", "python", "-o", "sdk", "-q", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    groups = tmp_path / "sdk/python/trips/_groups"
    journeys, beta = ((groups / f"{name}.py").read_text("utf-8") for name in ("journeys", "beta_journeys"))
    assert "def retrieve(" in journeys and "    find = retrieve\n" in journeys and "betas: str" in journeys
    assert "MultipartBody(" in beta and "JsonBody(" not in beta


def test_plain_calls_are_found(tmp_path: Path) -> None:
    (tmp_path / "test_journeys.py").write_text(TESTS, "utf-8")
    (found,) = python.calls(tmp_path)
    assert (found.test, found.steps, found.streams) == ("test_method_find", ["journeys", "find"], False)


def test_plain_calls_of_typescript_are_found(tmp_path: Path) -> None:
    (tmp_path / "journeys.test.ts").write_text(SPECS, "utf-8")
    found = list(typescript.calls(tmp_path))
    assert found == ["client.journeys.find('a) id', { expand: true })", "client.journeys.update('id', {})"]
    assert typescript.with_empty_body(found[1]) == "client.journeys.update('id', {}, { body: {} })"
