"""Blocks as they are displayed, which are those of the index, and their places."""

from hypothesis import given

from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.documents.markdown.block_events import (
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    TextLeaf,
    ThematicBreak,
    block_events,
)
from ragtui_core.documents.markdown.inline_text import InlineText, MarkKind
from ragtui_core.documents.markdown.sections import leaf_blocks
from ragtui_core.types import BlockKind, Span
from support.marked_texts import MARKED_TEXTS, MarkedText, words_in
from support.notes import NOTE_TEXTS, parse


def leaves(text: str) -> list[TextLeaf]:
    return [event for event in block_events(text) if isinstance(event, TextLeaf)]


def inline(text: str) -> InlineText:
    [leaf] = leaves(text)
    [found] = leaf.texts
    return found


# --- blocks ---


def test_containers_open_and_close_around_leaves() -> None:
    text = "> - é\n> - b\n\n2. c\n\n***\n"
    shape = [
        (event.container, getattr(event, "number", None))
        if isinstance(event, ContainerStart | ContainerEnd)
        else event.span.of(text)
        for event in block_events(text)
    ]
    quote, listed, item = (ContainerKind.QUOTE, ContainerKind.LIST, ContainerKind.ITEM)
    assert shape == [
        *((quote, None), (listed, None)),
        *((item, None), "é", (item, None)),
        *((item, None), "b", (item, None)),
        *((listed, None), (quote, None)),
        *((listed, 2), (item, None), "c", (item, None), (listed, None)),
        "***\n",
    ]


def test_texts_directly_in_items_are_paragraphs() -> None:
    assert [leaf.is_tight for leaf in leaves("- a\n- b\n  # c\n  d")] == [
        *(True, True, False, True)
    ]
    assert [leaf.is_tight for leaf in leaves("- a\n\n- b")] == [False, False]


def test_code_and_html_are_as_written() -> None:
    code, indented, html = leaves("```py title\n*a*\n```\n\n    b&amp;\n\n<p>\n*c*\n")
    assert (code.kind, code.language, code.texts[0].text) == (
        *(BlockKind.CODE, "py", "*a*\n"),
    )
    assert (indented.kind, indented.language) == (BlockKind.CODE, "")
    assert indented.texts[0].text == "b&amp;\n"
    assert (html.kind, html.language) == (BlockKind.HTML, "html")
    assert html.texts[0].text == "<p>\n*c*\n"
    assert not html.texts[0].marks


def test_cells_of_a_row() -> None:
    head, row = leaves("| a | *b* |\n|---|---|\n| [[x\\|y]] | `c\\|d` |")
    assert [cell.text for cell in head.texts] == ["a", "b"]
    assert [cell.text for cell in row.texts] == ["y", "c|d"]
    assert row.texts[0].marks[0].target == "x"


@given(NOTE_TEXTS)
def test_blocks_are_those_of_the_index(text: str) -> None:
    indexed = list(leaf_blocks(text, 0))
    open_containers = 0
    for event in block_events(text):
        match event:
            case ContainerStart(kind):
                open_containers += kind is not ContainerKind.TABLE
            case ContainerEnd(kind):
                open_containers -= kind is not ContainerKind.TABLE
            case ThematicBreak(span):
                assert not any(
                    b.start <= span.start < b.end for b in indexed if b.level
                )
            case TextLeaf(kind, span) if not open_containers:
                [found] = [block for block in indexed if block.start == span.start]
                assert found.kind is kind
                assert found.level == event.level
                assert found.end >= span.end
            case TextLeaf(kind, span) if span.end > span.start:
                assert any(b.start <= span.start < b.end for b in indexed)


# --- texts ---


def test_each_character_has_its_source() -> None:
    text = "x *é* &amp; [[N|l]]"
    shown = inline(text)
    assert shown.text == "x é & l"
    places = [shown.source_of(at) for at in range(len(shown.text))]
    assert "".join(text[at] for at in places) == "x é & l"


@given(NOTE_TEXTS)
def test_runs_are_the_text_of_their_source(text: str) -> None:
    for leaf in leaves(text):
        for shown in leaf.texts:
            ends = [*(run.start for run in shown.runs[1:]), len(shown.text)]
            for run, end in zip(shown.runs, ends, strict=False):
                source = run.source.of(text)
                piece = shown.text[run.start : end]
                assert (
                    source.startswith(piece)
                    or piece.strip() == ""
                    or source[:1] in {"&", "!", "`", "]"}
                    or piece.split() == source.replace("\r", "\n").split()
                ), (piece, source)


# --- failures ---


# --- what is displayed is what quotations are compared with ---


@given(MARKED_TEXTS)
def test_all_words_are_displayed_in_order(marked: MarkedText) -> None:
    shown = [
        word
        for leaf in leaves(marked.text)
        for text in leaf.texts
        for word in words_in(text.text)
    ]
    assert shown == marked.words


@given(MARKED_TEXTS)
def test_what_is_displayed_as_struck_is_withdrawn(marked: MarkedText) -> None:
    document = parse(marked.text)
    for leaf in leaves(marked.text):
        for text in leaf.texts:
            for word in words_in(text.text) if leaf.kind is not BlockKind.HTML else ():
                at = text.text.index(word)
                source = Span(text.source_of(at), text.source_of(at) + len(word))
                assert source.of(marked.text) == word
                assert (not quotable(document).places_in(source)) == any(
                    mark.kind is MarkKind.STRUCK and mark.start <= at < mark.end
                    for mark in text.marks
                )
