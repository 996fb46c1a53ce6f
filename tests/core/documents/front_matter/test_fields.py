"""From front matter to fields: clean single lines from any input."""

from typing import Any

import pytest

from ragtui_core.documents.front_matter.fields import (
    FIELD_KEYS,
    further_fields,
    read_fields,
)
from ragtui_core.documents.markdown.tags import tags_of
from ragtui_core.store.selection import FilterField
from ragtui_core.store.tables.filters import matching_values
from ragtui_core.types import Span
from support.notes import parse


def fields(**metadata: Any) -> Any:
    return read_fields(metadata, "default").fields


def test_tags_come_from_all_their_keys() -> None:
    assert fields(keywords="c, a", tag="b", tags=["a"]).tags == ("a", "b", "c")


@pytest.mark.parametrize(
    ("field", "key"),
    [
        (name, key)
        for name, keys in FIELD_KEYS.items()
        if name != "tags"
        for key in keys
    ],
)
def test_synonyms(field: str, key: str) -> None:
    for written in (key, key.title(), key.replace("_", "-")):
        assert getattr(fields(**{written: "2024-03-05"}), field) == "2024-03-05"


def test_the_first_synonym_that_says_something_wins() -> None:
    given = {"description": "other", "summary": " ", "type": "T", "category": "C"}
    assert fields(**given).summary == "other"
    assert fields(**given).category == "C"


def test_a_date_that_is_none_is_noted_and_left_out() -> None:
    reading = read_fields({"created": "last Tuesday"}, "default")
    assert reading.fields.created == ""
    assert reading.problems == ("front matter: created is not a date: 'last Tuesday'",)


@pytest.mark.parametrize("path", [".md", "a/ .md", "x"])
def test_no_document_is_without_a_title(path: str) -> None:
    assert parse("text", path).fields.title


def test_other_fields_are_labelled_with_their_own_name() -> None:
    metadata = {
        "Title": "Buoy",
        "customer": "Kestrel",
        "organisation": "Tidewater",
        "status": "active",
        "tags": ["a"],
        "keywords": "b",
        "owner": ["Zoë", {"deputy": "Łukasz"}],
        "review": {"by": "Priya", "done": False, "never": {}},
        "empty": "",
        "nothing": None,
    }
    told = {"title", "company", "tags"}
    assert dict(further_fields(metadata, told)) == {
        "organisation": "Tidewater",
        "status": "active",
        "owner": "Zoë, deputy Łukasz",
        "review": "by Priya, done false",
    }


def test_each_of_several_values_is_found() -> None:
    states = ["active, draft", "active"]
    assert [*matching_values(FilterField.STATUS, "Draft", states)] == states[:1]
    assert [*matching_values(FilterField.STATUS, "active", states)] == states


def test_properties_of_pages_of_logseq() -> None:
    page = parse("tags:: [[a b]], #c\ntype:: book\n\n- text #[[d e]] `#[[f]]`\n")
    assert page.fields.tags == ("a b", "c", "d e")
    assert page.fields.category == "book"
    [tag] = tags_of("x #[[d e]]")
    assert (tag.name, tag.span) == ("d e", Span(2, 8))
