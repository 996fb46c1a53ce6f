"""What is true of every chunk of any text under every strategy."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from ragtui_core.chunking import chunk_document
from ragtui_core.chunking.units import CHARS_PER_TOKEN
from ragtui_core.errors import UnreadableFile
from ragtui_core.settings import ChunkingSettings, ChunkingStrategy
from ragtui_core.types import Chunk, Document, Lines
from support.notes import NOTE_TEXTS, count_words, outside_white_space, parse

SETTINGS = st.builds(
    ChunkingSettings,
    strategy=st.sampled_from(ChunkingStrategy),
    max_tokens=st.integers(16, 80),
    min_tokens=st.integers(0, 100),
    overlap_tokens=st.integers(0, 100),
)


def assert_covered(document: Document, chunks: tuple[Chunk, ...]) -> None:
    """No character of the body but white space is outside all chunks."""
    at = document.sections[0].span.start if document.sections else len(document.text)
    for chunk in chunks:
        assert not outside_white_space(document.text, at, chunk.span.start)
        at = max(at, chunk.span.end)
    assert not outside_white_space(document.text, at, len(document.text))


def assert_lines(document: Document, chunk: Chunk) -> None:
    ends = [found.end() for found in re.finditer(r"\r\n|\r|\n", document.text)]
    assert chunk.lines == Lines(
        1 + sum(end <= chunk.span.start for end in ends),
        1 + sum(end <= chunk.span.end - 1 for end in ends),
    )


@given(NOTE_TEXTS, SETTINGS)
def test_chunks_of_any_text(text: str, settings: ChunkingSettings) -> None:
    document = parse(text)
    chunks = chunk_document(document, settings, count_words)
    assert chunks
    assert_covered(document, chunks)
    paths = [section.heading_path for section in document.sections]
    begun = {path[:depth] for path in [*paths, ()] for depth in range(len(path) + 1)}
    for chunk in chunks:
        content = chunk.span.of(document.text)
        assert content == content.strip() != ""
        assert chunk.tokens == count_words(content)
        assert chunk.heading_path in begun
        assert_lines(document, chunk)


@given(NOTE_TEXTS, SETTINGS)
def test_no_chunk_is_larger_than_allowed(text: str, settings: ChunkingSettings) -> None:
    try:
        document = parse(text * 5)
    except UnreadableFile:
        return
    if settings.strategy is ChunkingStrategy.WHOLE or not document.sections:
        return
    for chunk in chunk_document(document, settings, count_words):
        assert chunk.tokens <= settings.max_tokens
        assert len(chunk.span) <= 2 * settings.max_tokens * CHARS_PER_TOKEN


@given(NOTE_TEXTS, SETTINGS)
def test_chunks_are_in_order_and_only_windows_overlap(
    text: str, settings: ChunkingSettings
) -> None:
    try:
        document = parse(text * 3)
    except UnreadableFile:
        return
    chunks = chunk_document(document, settings, count_words)
    for before, after in pairwise(chunks):
        assert before.span.start < after.span.start
        assert before.span.end < after.span.end
        if settings.strategy is not ChunkingStrategy.FIXED:
            assert before.span.end <= after.span.start


PATHOLOGICAL: list[Callable[[int], str]] = [
    lambda size: "word " * (3 * size),
    lambda size: "A word. " * size,
    lambda size: "x" * (20 * size),
    lambda size: "漢字。" * size,
    lambda size: "\u200b" * (2 * size),
    lambda size: "- item\n" * (size // 2),
    lambda size: "| a |\n|---|\n" + "| 1 |\n" * (size // 2),
    lambda size: "# h\n## k\ntext\n" * (size // 10),
    lambda size: "a" + " " * (20 * size) + "b",
    lambda size: "a" + "\n" * (20 * size) + "b",
    lambda _: ">" * 10_000 + " x",
]


@pytest.mark.parametrize("strategy", ChunkingStrategy)
@pytest.mark.parametrize("make", PATHOLOGICAL, ids=range(11))
@pytest.mark.parametrize(
    "size", [10_000, pytest.param(100_000, marks=pytest.mark.sweep)]
)
def test_pathological_input_is_cut(
    make: Callable[[int], str], strategy: ChunkingStrategy, size: int
) -> None:
    text = make(size)
    document = parse(text)
    settings = ChunkingSettings(strategy=strategy)
    chunks = chunk_document(document, settings, count_words)
    assert_covered(document, chunks)
    if strategy is not ChunkingStrategy.WHOLE:
        longest = max(len(chunk.span) for chunk in chunks)
        assert longest <= 2 * settings.max_tokens * CHARS_PER_TOKEN
