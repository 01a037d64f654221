"""Words, cases and uniqueness (D10.2)."""

import pytest

from compiler.base.naming import Case, Profile, join, unique, words
from compiler.base.naming.vocabulary import PLAIN

PROFILE = Profile(
    target="test",
    cases={"type": Case.PASCAL, "field": Case.SNAKE, "module": Case.KEBAB},
    reserved=frozenset({"class", "Class"}),
    taken={"field": frozenset({"copy"})},
    max_length=20,
)


@pytest.mark.parametrize(
    ("text", "snake", "pascal", "camel"),
    [
        ("getTest", "get_test", "GetTest", "getTest"),
        ("HTTPValidationError", "http_validation_error", "HTTPValidationError", "httpValidationError"),
        ("userIDs", "user_ids", "UserIDs", "userIDs"),
        ("OAuth2Token", "oauth2_token", "OAuth2Token", "oauth2Token"),
        ("oAuth2Token", "oauth2_token", "OAuth2Token", "oAuth2Token"),
        ("oAuthentication", "o_authentication", "OAuthentication", "oAuthentication"),
        ("sha256Sum", "sha256_sum", "Sha256Sum", "sha256Sum"),
        ("image_256x256", "image_256x256", "Image256x256", "image256x256"),
        ("_7x", "7x", "7x", "7x"),
        ("FOO_BAR_BAZ", "foo_bar_baz", "FooBarBaz", "fooBarBaz"),
        ("@odata.type", "odata_type", "OdataType", "odataType"),
        ("+1", "plus_1", "Plus1", "plus1"),
        ("-created", "minus_created", "MinusCreated", "minusCreated"),
        ("StartTime<", "start_time_lt", "StartTimeLt", "startTimeLt"),
        ("Page<Item>", "page_item", "PageItem", "pageItem"),
        ("", "empty", "Empty", "empty"),
        (">=", "gt_eq", "GtEq", "gtEq"),
        ("😀", "u1f600", "U1f600", "u1f600"),
        ("عربي", "عربي", "عربي", "عربي"),
    ],
)
def test_words_and_cases(text: str, snake: str, pascal: str, camel: str) -> None:
    found = [join(words(text, PLAIN), case) for case in (Case.SNAKE, Case.PASCAL, Case.CAMEL)]
    assert found == [snake, pascal, camel]


@pytest.mark.parametrize(
    ("scope", "text", "ident"),
    [
        ("field", "class", "class_"),
        ("type", "class", "Class_"),
        ("field", "copy", "copy_"),
        ("field", "9lives", "_9_lives"),
        ("field", "_7x", "_7x"),
        ("field", "a" * 30, "a" * 12),
    ],
)
def test_identifiers_are_escaped_legal_and_bounded(scope: str, text: str, ident: str) -> None:
    made = PROFILE.identifier(scope, text)
    assert made.startswith(ident)
    assert made.isidentifier()
    assert len(made) <= 21


def test_long_names_that_differ_at_the_end_stay_different() -> None:
    assert PROFILE.identifier("field", "a" * 30 + "b") != PROFILE.identifier("field", "a" * 30 + "c")


def test_unique_ignores_case_and_does_not_depend_on_order() -> None:
    """D10.2: unique also on case-insensitive file systems; D10.1: never from the order of the document."""
    wanted = {"b": "Foo", "a": "foo", "c": "bar"}
    assert unique(wanted) == {"b": "Foo2", "a": "foo", "c": "bar"}
    assert unique(dict(reversed(wanted.items()))) == {"a": "foo", "b": "Foo2", "c": "bar"}


def test_a_name_spelled_like_its_identifier_keeps_it() -> None:
    """A field `_id` does not take the name of the field `id` beside it (D10.1: adding one renames no other)."""
    assert unique({"_id": "id", "id": "id"}) == {"id": "id", "_id": "id2"}
    assert unique({"_id": "ID", "id": "ID"}) == {"id": "ID", "_id": "ID2"}
    assert unique({"ID": "id", "Id": "id", "id": "id"}) == {"id": "id", "ID": "id2", "Id": "id3"}
    assert unique({"a": "ID", "b": "id", "c": "id"}, fold=str) == {"a": "ID", "b": "id", "c": "id2"}
    assert unique({"__class__": "class_", "class": "class_"}) == {"class": "class_", "__class__": "class_2"}


def test_a_taken_name_is_not_used_again() -> None:
    assert unique({"a": "Client"}, ("client",)) == {"a": "Client2"}
