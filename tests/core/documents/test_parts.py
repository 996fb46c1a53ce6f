"""Parts of documents: sections, pages, and where to go on."""

import pytest

from ragtui_core.documents import document_part
from support.notes import parse

TEXT = "# One\n\nfirst\n\n# Two\n\nsecond words\n\nthird words\n"


def test_nothing_named_is_the_whole_text() -> None:
    part = document_part(parse(TEXT))
    assert (part.text, part.left) == (TEXT, 0)


def test_a_section() -> None:
    part = document_part(parse(TEXT), heading="Two")
    assert part.text == "# Two\n\nsecond words\n\nthird words\n"
    assert part.span.of(TEXT) == part.text


@pytest.mark.parametrize("limit", range(1, 60))
def test_parts_of_limited_length_are_together_the_whole(limit: int) -> None:
    texts, start, left = [], 0, 1
    while left:
        part = document_part(parse(TEXT), start=start, max_chars=limit)
        assert 0 < len(part.text) <= limit
        texts.append(part.text)
        start, left = part.span.end, part.left
        assert left == len(TEXT) - start
    assert "".join(texts) == TEXT


def test_a_part_ends_with_a_paragraph_if_one_ends_near() -> None:
    part = document_part(parse(TEXT), heading="Two", max_chars=30)
    assert part.text == "# Two\n\nsecond words\n\n"
    assert part.left == len("third words\n")


def test_going_on_in_a_section_stays_in_it() -> None:
    part = document_part(parse(TEXT), heading="One", start=7)
    assert part.text == "first\n\n"
    assert document_part(parse(TEXT), heading="One", start=99).text == ""
