"""From front matter to fields: clean single lines from any input."""

from typing import Any

import pytest

from ragtui_core.documents.front_matter.fields import (
    FIELD_KEYS,
    further_fields,
    read_fields,
)
from ragtui_core.documents.markdown.tags import tags_of
from ragtui_core.language.times.dates import iso_date
from ragtui_core.store.selection import FilterField
from ragtui_core.store.tables.filters import matching_values
from ragtui_core.types import Span
from support.notes import parse


def fields(**metadata: Any) -> Any:
    return read_fields(metadata, "default").fields


@pytest.mark.parametrize(
    ("value", "title"),
    [
        ("A title", "A title"),
        ("  two\n lines\t", "two lines"),
        (2024, "2024"),
        (1.5, "1.5"),
        (True, "true"),
        (["First", ["Second"]], "First, Second"),
        (None, "default"),
        ("", "default"),
        ({"en": "x"}, "default"),
        ("bell\x07 \x1b[31mred", "bell [31mred"),
        ("x" * 500, "x" * 299 + "…"),
    ],
)
def test_titles_of_any_kind(value: Any, title: str) -> None:
    assert fields(title=value).title == title


@pytest.mark.parametrize(
    ("value", "tags"),
    [
        (["a", "b"], ("a", "b")),
        ("a, b c; d", ("a", "b c", "d")),
        ("#one #two", ("one", "two")),
        (["x", ["y", [1, None]]], ("x", "y", "1")),
        (["Work", "work", "#WORK"], ("Work",)),
        (["with, comma", "C#", "area/sub"], ("with, comma", "C#", "area/sub")),
        (7, ("7",)),
        (None, ()),
        ({"a": 1}, ()),
        (["", "#", " "], ()),
    ],
)
def test_tags_of_any_kind(value: Any, tags: tuple[str, ...]) -> None:
    assert fields(tags=value).tags == tags


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


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-03-05", "2024-03-05"),
        ("2024-3-5", "2024-03-05"),
        ("2024/03/05", "2024-03-05"),
        ("20240305", "2024-03-05"),
        ("5.3.2024", "2024-03-05"),
        ("5 March 2024", "2024-03-05"),
        ("5th Mar 2024", "2024-03-05"),
        ("March 5, 2024", "2024-03-05"),
        ("2024", "2024"),
        ("2024-03", "2024-03"),
        ("2024-03-05 9:07", "2024-03-05T09:07:00"),
        ("2024-03-05T10:00:00Z", "2024-03-05T10:00:00+00:00"),
        ("2001-12-14 21:59:43.10 -5", "2001-12-14T21:59:43.100000-05:00"),
        ("2024-03-05 10:00 +0130", "2024-03-05T10:00:00+01:30"),
        ("1709634000", "2024-03-05T10:20:00+00:00"),
        ("1709634000123", "2024-03-05T10:20:00+00:00"),
        ("3/5/2024", "2024-05-03"),
        ("[[daily/2024-03-05|Tuesday]]", "2024-03-05"),
        ("Tuesday, March 5th 2024, 9:15:00 am", "2024-03-05T09:15:00"),
        ("2024-13-05", ""),
        ("2024-02-30", ""),
        ("last Tuesday", ""),
        ("2024-03-05 or so", ""),
        ("1.2.3", ""),
        ("", ""),
    ],
)
def test_dates(text: str, date: str) -> None:
    assert iso_date(text) == date


def test_a_date_that_is_none_is_noted_and_left_out() -> None:
    reading = read_fields({"created": "last Tuesday"}, "default")
    assert reading.fields.created == ""
    assert reading.problems == ("front matter: created is not a date: 'last Tuesday'",)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Front\n---\n# Heading\n", "Front"),
        ("## Second\n\n# *First* `one`\n\n# Other\n", "First one"),
        ("Setext\n======\n", "Setext"),
        ("## Only a second level\n", "2024 plan.v2"),
        ("#\n\ntext", "2024 plan.v2"),
        ("> # Quoted\n", "2024 plan.v2"),
    ],
)
def test_a_title_is_front_matter_heading_or_file_name(text: str, title: str) -> None:
    assert parse(text, "some/folder/2024 plan.v2.md").fields.title == title


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


def test_tags_with_their_sign_are_no_comments() -> None:
    note = parse("---\ntags: [#one, two]\nx:\n - #three\n - four # five\n---\ntext")
    assert parse('---\na: "b: #c, d"\n---\n').metadata == {"a": "b: #c, d"}
    assert note.fields.tags == ("one", "two")
    assert note.metadata["x"] == ["#three", "four"]


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
