"""Passages for the words of a file, before it is parsed."""

import pytest
from hypothesis import example, given

from ragtui_core.documents.parser import parse_document, unparsed_document
from ragtui_core.errors import UnreadableFile
from ragtui_core.indexing.words_first import MAX_CHARS, rough_chunks
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document
from support.notes import NOTE_TEXTS


def rough(text: str) -> Document:
    return unparsed_document("a.md", text.encode())


@example("word " * 3_000)
@example("x" * 3 * MAX_CHARS)
@example("# A\n\n" + "text\n\n" * 1_000 + "## B\n\nEnd")
@given(NOTE_TEXTS)
def test_passages_have_every_word_of_the_body_once(text: str) -> None:
    try:
        document = rough(text)
    except UnreadableFile:
        return
    chunks = list(rough_chunks(document))
    lines = LineIndex(document.text)
    end = document.front_matter.end if document.front_matter else 0
    only_front_matter = not document.text[end:].strip("\ufeff").strip()
    if only_front_matter:
        assert len(chunks) <= 1
        return
    for chunk in chunks:
        assert not document.text[end : chunk.span.start].strip("\ufeff").strip()
        assert 0 < len(chunk.span) <= MAX_CHARS
        assert chunk.lines == lines.lines(chunk.span)
        end = chunk.span.end
    assert not document.text[end:].strip()


@given(NOTE_TEXTS)
def test_text_and_fields_are_those_of_the_parsed_document(text: str) -> None:
    try:
        parsed = parse_document("a.md", text.encode())
    except UnreadableFile:
        return
    document = rough(text)
    assert document.text == parsed.text
    assert document.front_matter == parsed.front_matter
    assert document.metadata == parsed.metadata
    assert document.fields.tags == parsed.fields.tags
    assert document.encoding == parsed.encoding


@pytest.mark.parametrize(
    ("text", "title", "path"),
    [
        ("\n\n# A title {#id} #\n\n## B\n\ntext", "A title", ("A title",)),
        ("---\ntitle: Other\n---\n# A title\n", "Other", ("A title",)),
        ("Lead\n\n# A title\n", "a", ()),
        ("text", "a", ()),
    ],
)
def test_the_heading_at_the_start_is_the_title(
    text: str, title: str, path: tuple[str, ...]
) -> None:
    document = rough(text)
    assert document.fields.title == title
    assert [chunk.heading_path for chunk in rough_chunks(document)] == [path]


def test_long_text_is_cut_between_paragraphs() -> None:
    document = rough("\n\n".join(["word " * 60] * 40))
    chunks = list(rough_chunks(document))
    assert len(chunks) > 2
    assert all(
        document.text[chunk.span.end :].startswith(" \n\n") for chunk in chunks[:-1]
    )
