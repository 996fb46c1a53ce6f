"""Markdown as rows: what they show, and where; any text can be shown."""

import re

import pytest
from hypothesis import assume, given, settings, strategies as st
from rich.cells import cell_len
from textual.content import Content

from ragtui_core.documents import TextLeaf, links_of, shown_blocks
from ragtui_core.documents.parser import parse_document
from ragtui_core.types import BlockKind, Lines
from ragtui_tui.document_page import Page, Passage, preview, whole
from ragtui_tui.markdown_view.blocks import Kind, TextBlock
from ragtui_tui.markdown_view.document_scan import scan_document
from ragtui_tui.markdown_view.layout import Layout
from ragtui_tui.markdown_view.markdown_blocks import LONGEST_TEXT, MAX_CELLS
from ragtui_tui.markdown_view.rendered_document import RenderedDocument, plain, rendered
from ragtui_tui.markdown_view.rows import Row, wrapped
from ragtui_tui.markdown_view.table_columns import column_widths
from support.marked_texts import MARKED_TEXTS, MarkedText, words_in
from support.notes import NOTE_TEXTS, is_text


def page(text: str, first: int = 1, last: int = 1, *words: str) -> Page:
    document = parse_document("t.md", text.encode())
    return whole(document, Passage(Lines(first, last), frozenset(words)))


def rows(document: RenderedDocument, width: int = 40) -> list[Row]:
    layout = Layout(document, width, width)
    return [row for at in range(len(document.blocks)) for row in layout.rows(at)]


def shown(text: str, width: int = 40) -> list[str]:
    document = rendered(text.split("\n"), 1)
    return [row.content.plain.rstrip() for row in rows(document, width)]


# --- what is shown ---


def test_the_budget_is_divided_fairly() -> None:
    assert column_widths([3, 50, 50], 43) == [3, 20, 20]
    assert column_widths([1, 1, 100], 30) == [1, 1, 28]


def test_a_title_shown_above_is_not_repeated() -> None:
    lines = ["# T", "", "text"]
    assert [r.content.plain for r in rows(rendered(lines, 1, "T"))] == ["text"]
    assert rows(rendered(lines, 1, "Other"))[0].content.plain == "T"


# --- links ---


def test_links_of_all_kinds() -> None:
    text = (
        "[a](b.md) [[Note#Part|label]] ![[embed]] <https://x.org> [ref] ![p](i.png)\n"
        "\n`[[no]]` [js](javascript:x)\n\n| t |\n|---|\n| [[in a\\|table]] |\n"
        "\n[ref]: r.md"
    )
    document = rendered(text.split("\n"), 1)
    found = scan_document(document, None, lambda: True).links
    assert [(link.href, link.is_wiki) for _, link, _ in found] == [
        ("b.md", False),
        ("Note#Part", True),
        ("embed", True),
        ("https://x.org", False),
        ("r.md", False),
        ("i.png", False),
        ("in a", True),
    ]


def test_a_reference_is_known_far_from_its_definition() -> None:
    text = "\n\n".join(["[far][r]", *["words"] * 200, "[r]: r.md"])
    document = rendered(text.split("\n"), 1)
    assert scan_document(document, None, lambda: True).links


# --- matches ---


def test_matches_are_counted_where_they_are_seen() -> None:
    text = "Tide **ti**de\n\n[x](tide.md)\n\n| tide |\n|---|\n| a tide |"
    document = rendered(text.split("\n"), 1)
    words = re.compile("tide", re.IGNORECASE)
    assert len(scan_document(document, words, lambda: True).matches) == 4
    assert (
        len(scan_document(plain(text.split("\n"), 1), words, lambda: True).matches) == 4
    )


def test_a_match_knows_its_line() -> None:
    document = rendered(["one", "two", "three needle"], 7)
    match = scan_document(document, re.compile("needle"), lambda: True).matches[0]
    assert document.blocks[match.block].line_of(match.start) == 9


# --- places ---


def test_rows_of_a_layout_and_their_lines() -> None:
    text = "\n\n".join(f"paragraph {n} " + "word " * 30 for n in range(200))
    document = rendered(text.split("\n"), 1)
    layout = Layout(document, 40, 40)
    position = layout.position_of_line(201)
    row = layout.row(position)
    assert row is not None
    assert row.content.plain.startswith("paragraph 100")
    assert layout.locate(layout.y(position)) == position
    assert layout.position_of_line(10_000).block == len(document.blocks) - 1


@settings(max_examples=24, deadline=None)
@given(NOTE_TEXTS, st.lists(st.integers(0, 400), max_size=5))
def test_a_position_is_found_again(text: str, made: list[int]) -> None:
    """Rows that are made change what is below them, never the order of rows."""
    document = page(text).rendered
    layout = Layout(document, 30, 30)
    for y in made:
        layout.row(layout.locate(y))
    for y in range(layout.height):
        position = layout.locate(y)
        assert layout.y(position) == y
    everything = rows(document, 30)
    assert layout.height == len(everything) or not all(
        layout.is_made(block) for block in range(len(document.blocks))
    )


def test_all_rows_of_code_have_their_lines() -> None:
    text = "```python\n" + "# no heading\n" * 300 + "```\n\nafter"
    document = rendered(text.split("\n"), 1)
    kinds = [block.kind for block in document.blocks]
    assert kinds.count(Kind.CODE) == 300
    assert Kind.HEADING not in kinds
    lines = [r.lines.first for r in rows(document) if "no heading" in r.content.plain]
    assert lines == list(range(2, 302))


def test_the_head_of_a_long_table_is_shown_once() -> None:
    text = "| head | x |\n|---|---|\n" + "| a | b |\n" * 300
    document = rendered(text.split("\n"), 1)
    found = [row.content.plain for row in rows(document)]
    assert sum("│" in row for row in found) == 301
    assert sum("head" in row for row in found) == 1


@pytest.mark.parametrize("before", ["", "    ", "- ", "> ", "word\n"])
def test_no_block_is_too_long_to_wrap(before: str) -> None:
    text = f"# A\n\n{before}{'x' * LONGEST_TEXT * 3}\n\nafter"
    document = rendered(text.split("\n"), 1)
    assert max(len(block.cells[0]) for block in document.blocks) <= LONGEST_TEXT
    shown = "".join(row.content.plain for row in rows(document))
    assert shown.count("x") == LONGEST_TEXT * 3
    assert shown.endswith("after")


def test_tables_of_too_many_cells_are_shown_as_they_are() -> None:
    columns = 2_000
    text = f"{'a|' * columns}\n{'-|' * columns}\n" + "b\n" * (MAX_CELLS // columns)
    document = rendered(text.split("\n"), 1)
    assert document.is_plain
    assert document.last == text.count("\n") + 1


@given(
    text=st.text("ab 、「日本語」。会\u0301e\t", max_size=60), width=st.integers(4, 20)
)
def test_wrapping_loses_nothing_but_spaces(text: str, width: int) -> None:
    content = Content(text.expandtabs(4))
    rows = wrapped(content, width)
    for row, start in rows:
        assert cell_len(row.plain) <= width
        assert content.plain[start : start + len(row)] == row.plain
    shown = "".join(row.plain for row, _ in rows)
    assert shown.replace(" ", "") == content.plain.replace(" ", "")


@settings(max_examples=24, deadline=None)
@given(text=NOTE_TEXTS, width=st.integers(10, 90))
def test_any_markdown_can_be_shown(text: str, width: int) -> None:
    text += "\nword"
    assume(is_text(text))  # with these words it may look like another encoding
    note = page(text, 1, 99, "word")
    for document in (note.rendered, note.raw):
        for row in rows(document, width):
            assert "\n" not in row.content.plain
            assert 1 <= row.lines.first <= row.lines.last <= len(note.lines) + 1


def test_what_follows_something_hidden_is_on_its_line() -> None:
    text = "%%\nc\n%%\n\nsee <a id=x></a><!-- c\nc --> [b](b.md)\nand\n<div>\nx\n</div>"
    [block, *_] = rendered(text.split("\n"), 1).blocks
    assert block.lines.first == 5
    [link] = block.links
    assert block.cells[link.cell].plain[link.start : link.end] == "b"
    assert block.line_of(link.start) == 6
    assert [block.line_of(block.cells[0].plain.index("and"))] == [7]


# --- the whole text is shown ---


def blocks_in(document: RenderedDocument) -> list[TextBlock]:
    return list(document.blocks)


@settings(max_examples=24, deadline=None)
@given(MARKED_TEXTS)
def test_all_words_are_shown_in_order_on_their_lines(marked: MarkedText) -> None:
    lines = marked.text.split("\n")
    found: list[str] = []
    for block in blocks_in(rendered(lines, 1)):
        for cell in block.cells:
            for word in words_in(cell.plain):
                found.append(word)
                line = block.line_of(cell.plain.index(word))
                assert word in lines[line - 1]
    commented = re.compile(r"<!--.*?-->", re.DOTALL)
    assert found == words_in(commented.sub("", marked.text))


@settings(max_examples=24, deadline=None)
@given(MARKED_TEXTS)
def test_blocks_are_those_of_the_core(marked: MarkedText) -> None:
    kinds = {Kind.CODE: "code", Kind.HEADING: "heading", Kind.TABLE: "table_row"}
    shown = {
        word: kinds.get(block.kind, "paragraph")
        for block in blocks_in(rendered(marked.text.split("\n"), 1))
        for cell in block.cells
        for word in words_in(cell.plain)
    }
    read = {
        word: "paragraph" if leaf.kind is BlockKind.HTML else leaf.kind
        for leaf in shown_blocks(marked.text)
        if isinstance(leaf, TextLeaf)
        for text in leaf.texts
        for word in words_in(text.text)
    }
    assert shown == read


@settings(max_examples=20, deadline=None)
@given(MARKED_TEXTS)
def test_links_to_notes_are_those_of_the_index(marked: MarkedText) -> None:
    document = rendered(marked.text.split("\n"), 1)
    shown = [link.href for block in blocks_in(document) for link in block.links]
    read = links_of(marked.text)
    assert shown == [
        f"{link.target}#{link.heading}" if link.heading else link.target
        for link in read
    ]


# --- previews ---


def test_a_preview_starts_at_the_heading_above_the_passage() -> None:
    text = "---\ntitle: T\n---\nIntro\r\n\r\n# A\r\n\r\na\r\n\r\n## B\r\n\r\nb\r\n"
    document = parse_document("t.md", text.encode())
    note = preview(document, Passage(Lines(12, 12)))
    assert note.text.startswith("## B\n\nb")
    assert note.first == 10
    assert preview(document, None).first == 4
    assert preview(document, Passage(Lines(4, 4))).text.startswith("Intro")
    assert preview(document, Passage(Lines(99, 99))).text.startswith("## B")
