"""Every file of the large vaults and the messy inputs is read and cut, or refused.

`RAGTUI_TEST_DATA` names the folder that contains `vaults` and `messy`.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core.chunking import chunk_document
from ragtui_core.documents.parser import parse_document
from ragtui_core.errors import UnreadableFile
from ragtui_core.settings import ChunkingSettings, ChunkingStrategy
from ragtui_core.text.encoded_data import without_encoded
from ragtui_core.types import Document
from support.notes import count_words, outside_white_space

pytestmark = pytest.mark.large

MARKDOWN = (".md", ".markdown")


@pytest.fixture(scope="module")
def data() -> Path:
    folder = os.environ.get("RAGTUI_TEST_DATA")
    if not folder:
        pytest.skip("RAGTUI_TEST_DATA names no folder with vaults and messy inputs")
    return Path(folder)


def files(folder: Path) -> Iterator[Path]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    assert found
    return iter(found)


def parse(path: Path) -> Document | None:
    content = path.read_bytes()
    try:
        document = parse_document(path.name, content)
    except UnreadableFile:
        return None
    assert content.decode(document.encoding) == document.text
    return document


def assert_cut(document: Document, strategy: ChunkingStrategy) -> None:
    text, sections = document.text, document.sections
    settings = ChunkingSettings(strategy=strategy)
    at = sections[0].span.start if sections else len(text)
    chunks = chunk_document(document, settings, count_words)
    assert chunks
    for chunk in chunks:
        content = chunk.span.of(text)
        assert content == content.strip() != ""
        assert chunk.tokens == count_words(without_encoded(content))
        between = without_encoded(text[at : chunk.span.start])
        assert not outside_white_space(between, 0, len(between))
        at = max(at, chunk.span.end)
        if strategy is not ChunkingStrategy.WHOLE and sections:
            assert chunk.tokens <= settings.max_tokens
    rest = without_encoded(text[at:])
    assert not outside_white_space(rest, 0, len(rest))


@pytest.mark.parametrize("vault", ["eips", "opentelemetry", "rust-book", "tldr"])
def test_every_file_of_a_vault_is_cut(data: Path, vault: str) -> None:
    for path in files(data / "vaults" / vault):
        document = parse(path)
        assert document, path
        assert document.problems == (), path
        assert_cut(document, ChunkingStrategy.HEADING)


@pytest.mark.parametrize("strategy", ChunkingStrategy)
def test_every_messy_file_is_cut_or_refused(
    data: Path, strategy: ChunkingStrategy
) -> None:
    for path in files(data / "messy"):
        if document := parse(path):
            assert_cut(document, strategy)


def test_of_messy_markdown_only_what_is_empty_is_refused(data: Path) -> None:
    paths = [path for path in files(data / "messy") if path.suffix in MARKDOWN]
    refused = [path for path in paths if not parse(path)]
    assert all(not path.read_bytes().strip() for path in refused)
    assert len(paths) > 100
