"""Sections tile the body; a heading opens one only where it is one."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from ragtui_core.documents.markdown import parser_events, sections
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.documents.markdown.sections import LeafBlock, leaf_blocks
from ragtui_core.types import Document
from support.notes import NOTE_TEXTS, outside_white_space, parse


def paths(text: str) -> list[tuple[str, ...]]:
    return [section.heading_path for section in parse(text).sections]


def assert_tiled(document: Document) -> None:
    """Sections tile the body, blocks cover its text in order, nothing overlaps."""
    text = document.text
    start = document.front_matter.end if document.front_matter else 0
    at = start or int(text.startswith("\ufeff"))
    for section in document.sections:
        assert section.span.start == at
        assert section.blocks
        for block in section.blocks:
            assert block.span.start >= at
            assert block.span.of(text) == block.span.of(text).strip() != ""
            assert not outside_white_space(text, at, block.span.start)
            at = block.span.end
        assert not outside_white_space(text, at, section.span.end)
        at = section.span.end
    assert at == len(text) or not outside_white_space(text, at, len(text))


@given(NOTE_TEXTS)
def test_sections_tile_and_blocks_cover_any_text(text: str) -> None:
    document = parse(text)
    assert_tiled(document)


def test_a_byte_order_mark_is_in_no_section() -> None:
    [section] = parse("\ufeff# A\n").sections
    assert section.heading_path == ("A",)
    assert section.span.start == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_matter(end: str) -> None:
    text = end.join(["# A", "text", "", "## B", "- x", "- y", ""])
    document = parse(text)
    assert [section.heading_path for section in document.sections] == [
        ("A",),
        ("A", "B"),
    ]
    assert_tiled(document)


@pytest.mark.parametrize(
    "text",
    [
        ">" * 10_000 + " x",
        "[" * 10_000,
        "![" * 10_000,
        "word " * 1_000_000,
        "x" * 5_000_000,
        "- item\n" * 100_000,
        "".join(f"{' ' * level}- é\n" for level in range(0, 2_000, 2)),
        "- " * 5_000 + "x",
        "".join(f"{'>' * level} a\n" for level in range(1_000)),
        "# h\n" * 50_000,
        "<div>" * 50_000,
        "`" * 50_000,
        "a\n" * 100_000 + "===",
    ],
    ids=range(13),
)
def test_pathological_input_is_read(text: str) -> None:
    assert_tiled(parse(text))


class PanicException(BaseException):  # the name that PyO3 gives it
    """Like the one that a panic of Rust code raises."""


def test_after_a_panic_paragraphs_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Panicking:
        def __init__(self, *, inline: bool, footnotes: bool) -> None:
            assert not inline

        def events_with_range(self, _: str) -> Iterator[object]:
            raise PanicException("index out of bounds")

    monkeypatch.setattr(parser_events, "_parser", Panicking)
    document = parse("# A\n\ntext\n\nmore")
    [section] = document.sections
    assert section.heading_path == ()
    assert [block.span.of(document.text) for block in section.blocks] == [
        "# A",
        "text",
        "more",
    ]
    assert document.problems == (
        "the Markdown parser failed (index out of bounds): read as plain text",
    )


def test_a_panic_halfway_leaves_no_half_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def halfway(text: str, start: int) -> Iterator[LeafBlock]:
        yield from list(leaf_blocks(text, start))[:2]
        raise ParserPanic("gone")

    monkeypatch.setattr(sections, "leaf_blocks", halfway)
    assert paths("# A\n\ntext\n\n# B\n") == [()]
