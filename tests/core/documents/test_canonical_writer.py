"""Text of a file is never Markdown's markup in the canonical text."""

from hypothesis import given, strategies as st

from ragtui_core.citations.comparing.normalization import plain
from ragtui_core.documents import links_of, markdown_document, without_escapes
from ragtui_core.documents.extraction.canonical_writer import (
    CanonicalWriter,
    escape_line,
)
from ragtui_core.types import Block, BlockKind, Document

MARKUP = st.text(alphabet="#>-+*=_`~|:.)1[]()!<&;\\ \n\tab", max_size=60)
ANY = st.text(max_size=60)


def document(writer: CanonicalWriter) -> Document:
    return markdown_document("a.pdf", writer.extracted().text)


def blocks(found: Document) -> list[Block]:
    return [block for section in found.sections for block in section.blocks]


def words(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


@given(st.one_of(MARKUP, ANY))
def test_a_paragraph_is_nothing_else(text: str) -> None:
    writer = CanonicalWriter()
    writer.heading(1, "Top")
    writer.paragraph(text)
    found = document(writer)
    kinds = {block.kind for block in blocks(found)}
    assert kinds <= {BlockKind.HEADING, BlockKind.PARAGRAPH}
    assert [section.level for section in found.sections] == [1]
    assert found.front_matter is None
    assert list(links_of(found.text)) == []


@given(MARKUP)
def test_what_is_escaped_is_shown_as_it_was(line: str) -> None:
    assert without_escapes(escape_line(line)) == " ".join(line.split())


@given(MARKUP)
def test_a_heading_keeps_its_text_and_level(title: str) -> None:
    writer = CanonicalWriter()
    writer.heading(3, f"x{title}")
    (section,) = document(writer).sections
    assert section.level == 3
    assert "".join(section.heading_path[0].split()) == "".join(f"x{title}".split())


@given(st.lists(st.lists(MARKUP, min_size=1, max_size=3), min_size=1, max_size=3))
def test_cells_of_a_table_do_not_break_it(rows: list[list[str]]) -> None:
    writer = CanonicalWriter()
    writer.table([["a", "b", "c"], *rows])
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    found = blocks(document(writer))
    assert {block.kind for block in found} == {BlockKind.TABLE_ROW}
    assert len(found) >= len(kept) + 1


@given(ANY)
def test_code_is_one_block(text: str) -> None:
    writer = CanonicalWriter()
    writer.paragraph("x")
    writer.code(f"y{text}\n```\n")
    assert [block.kind for block in blocks(document(writer))] == [
        BlockKind.PARAGRAPH,
        BlockKind.CODE,
    ]


@given(MARKUP)
def test_quotations_of_the_shown_text_are_those_of_the_file(text: str) -> None:
    writer = CanonicalWriter()
    writer.paragraph(f"before {text} after")
    shown = plain(writer.extracted().text)
    assert words(shown) == words(f"before {text} after")
    assert "\\" not in shown or "\\" in text
