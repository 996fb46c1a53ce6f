"""The table of contents of a note: what it has, where it goes, and when it is right."""

import pytest
from hypothesis import example, given

from ragtui_core.documents.markdown.headings import heading_named
from ragtui_core.documents.markdown.table_of_contents import contents_edit
from ragtui_core.links.link_resolver import headings_in
from support.notes import NOTE_TEXTS, parse

NOTE = """\
---
title: Pump
---
# Pump

Text.

## Service

### Störungen & [parts]

## Service
"""

TABLE = """\

<!-- toc -->

- [Service](#service)
  - [Störungen & \\[parts\\]](#störungen--parts)
- [Service](#service-1)

<!-- tocstop -->
"""


def applied(text: str) -> str:
    edit = contents_edit(parse(text))
    assert edit
    return f"{text[: edit.span.start]}{edit.text}{text[edit.span.end :]}"


def test_a_new_table_follows_the_first_heading() -> None:
    edit = contents_edit(parse(NOTE))
    assert edit
    assert not edit.is_update
    made = applied(NOTE)
    assert made == NOTE.replace("# Pump\n", f"# Pump\n{TABLE}", 1)
    assert contents_edit(parse(made)) is None


def test_its_links_lead_to_the_headings() -> None:
    headings = headings_in("a.md", applied(NOTE))
    paths = [heading.heading_path.split("\n") for heading in headings]
    for anchor, index in (("service", 1), ("störungen--parts", 2), ("service-1", 3)):
        assert heading_named(paths, anchor) == index


@pytest.mark.parametrize(
    ("start", "end"),
    [("<!-- toc -->", "<!-- tocstop -->"), ("<!--toc:start-->", "<!--toc:end-->")],
)
def test_an_old_table_is_updated_where_it_is(start: str, end: str) -> None:
    note = f"Text.\n{start}\n- [old](#old)\n{end}\n\n# A\n\n## B\n"
    edit = contents_edit(parse(note))
    assert edit
    assert edit.is_update
    made = applied(note)
    assert made == f"Text.\n{start}\n\n- [B](#b)\n\n{end}\n\n# A\n\n## B\n"
    assert contents_edit(parse(made)) is None


def test_comments_in_code_are_no_table() -> None:
    note = "# A\n\n```\n<!-- toc -->\n<!-- tocstop -->\n```\n\n## B\n"
    assert applied(note).startswith("# A\n\n<!-- toc -->\n\n- [B](#b)\n")


@pytest.mark.parametrize("note", ["Text.\n", "# A\n"])
def test_a_note_with_fewer_than_two_headings_needs_none(note: str) -> None:
    assert contents_edit(parse(note)) is None


def test_line_ends_are_kept() -> None:
    made = applied("# A\r\n\r\n## B\r\n")
    assert "\n" not in made.replace("\r\n", "")


@example("# <div>\n")
@given(NOTE_TEXTS)
def test_a_second_change_changes_nothing(text: str) -> None:
    made = f"# First\n\n## Second\n\n{text}"
    edit = contents_edit(parse(made))
    if edit:
        made = f"{made[: edit.span.start]}{edit.text}{made[edit.span.end :]}"
        assert contents_edit(parse(made)) is None
