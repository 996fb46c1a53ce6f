"""Parts of documents: sections, pages, and where to go on."""

from dataclasses import replace

import pytest

from ragtui_core.documents import document_part
from ragtui_core.errors import DocumentNotFound
from ragtui_core.types import Anchor, Document, Location, LocationKind
from support.notes import parse

TEXT = "# One\n\nfirst\n\n# Two\n\nsecond words\n\nthird words\n"


def paged() -> Document:
    pages = [("i", 0), ("ii", 5), ("1", 10), ("2", 15)]
    anchors = tuple(
        Anchor(start, Location(LocationKind.PAGE, label, number))
        for number, (label, start) in enumerate(pages, 1)
    )
    document = parse("aaaa\nbbbb\ncccc\ndddd\n")
    return replace(document, anchors=anchors, encoding="pdf/1")


def test_nothing_named_is_the_whole_text() -> None:
    part = document_part(parse(TEXT))
    assert (part.text, part.left) == (TEXT, 0)


def test_a_section() -> None:
    part = document_part(parse(TEXT), heading="Two")
    assert part.text == "# Two\n\nsecond words\n\nthird words\n"
    assert part.span.of(TEXT) == part.text


@pytest.mark.parametrize(
    ("pages", "text"),
    [
        ("i", "aaaa\n"),
        ("1", "cccc\n"),
        ("2", "dddd\n"),
        ("3", "cccc\n"),  # no label: the third page
        ("ii-1", "bbbb\ncccc\n"),
        ("i-2", "aaaa\nbbbb\ncccc\ndddd\n"),
        ("ii - 1", "bbbb\ncccc\n"),
    ],
)
def test_pages_by_label_or_number(pages: str, text: str) -> None:
    assert document_part(paged(), pages=pages).text == text


@pytest.mark.parametrize("pages", ["5", "v", "2-i", "-", "i-", "i-x"])
def test_pages_that_there_are_not(pages: str) -> None:
    with pytest.raises(DocumentNotFound, match=r"has no page .* it has p\. i to p\. 2"):
        document_part(paged(), pages=pages)
    with pytest.raises(DocumentNotFound, match="has no pages or slides"):
        document_part(parse(TEXT), pages=pages)


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
