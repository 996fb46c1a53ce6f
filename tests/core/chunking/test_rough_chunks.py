"""Passages for the words of a file, before it is parsed."""

from hypothesis import example, given

from ragtui_core.chunking import rough_chunks
from ragtui_core.chunking.rough_chunks import MAX_CHARS
from ragtui_core.documents.parser import parse_document, rough_document
from ragtui_core.errors import UnreadableFile
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document
from support.notes import NOTE_TEXTS


def rough(text: str) -> Document:
    return rough_document("a.md", text.encode())


def paths(text: str) -> list[tuple[str, ...]]:
    return [section.heading_path for section in rough(text).sections]


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


def test_headings_have_their_path() -> None:
    text = "Lead\n# A #\n\n## B {#b}\r\n\r\n### C\n## D\n"
    found = [(), ("A",), ("A", "B"), ("A", "B", "C"), ("A", "D")]
    assert paths(text) == found


def test_code_has_no_headings() -> None:
    text = (
        "# A\n\n````sh\n# no\n```\n# no\n````\n~~~\n# no\n~~~\n#no\n    # no\n\n# B\n"
    )
    assert paths(text) == [("A",), ("B",)]


def test_the_first_heading_is_the_title() -> None:
    assert rough("\n\n# A title\n\ntext").fields.title == "A title"
    assert rough("---\ntitle: Other\n---\n# A title\n").fields.title == "Other"
    assert rough("text").fields.title == "a"


def test_small_sections_share_a_passage_with_their_common_path() -> None:
    document = rough("# A\n\n## B\n\none\n\n## C\n\ntwo\n")
    (chunk,) = rough_chunks(document)
    assert chunk.heading_path == ("A",)


def test_long_text_is_cut_between_paragraphs() -> None:
    document = rough("\n\n".join(["word " * 60] * 40))
    chunks = list(rough_chunks(document))
    assert len(chunks) > 2
    assert all(
        document.text[chunk.span.end :].startswith(" \n\n") for chunk in chunks[:-1]
    )
