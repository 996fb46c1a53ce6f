"""Filters select the chunks of their documents, wherever the chunks' ids are."""

import random
from pathlib import Path

import pytest

from ragtui_core.store.matching import Phrase
from ragtui_core.store.records import (
    ChunkRecord,
    DocumentRecord,
    FileState,
    IndexChange,
)
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite.chunk_selection import SqliteChunkSelection
from ragtui_core.store.sqlite.reader import SqliteReader
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.types import ChunkId, Fields

FOLDERS = ("large", "small", "tiny")


def document(number: int, chunks: int, text: str) -> DocumentRecord:
    share = number % 20
    folder = "tiny" if not share else "small" if share < 8 else "large"
    records = tuple(
        ChunkRecord(i, i + 1, i, i, "", 1, f"{number} {i}".encode(), text, "", "")
        for i in range(chunks)
    )
    state = FileState(f"{folder}/{number}.md", 1, 1, 1, number)
    fields = Fields(title=f"Note {number}")
    return DocumentRecord(state, b"", 0, "utf-8", fields, "{}", "[]", "", records)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    """60 documents, a third of which were written several times with more chunks."""
    made, draw = SqliteStore(tmp_path / "index.db"), random.Random(1)
    with made.writer() as writer:
        first = [document(n, draw.randint(1, 9), "harbour") for n in range(60)]
        writer.apply(IndexChange(records=first))
        for _ in range(3):
            again = draw.sample(range(60), 8)
            records = [document(n, draw.randint(1, 9), "harbour") for n in again]
            writer.apply(IndexChange(records=records))
    return made


def expected(
    reader: SqliteReader, folders: tuple[str, ...], *, inside: bool
) -> set[ChunkId]:
    """The chunks of the documents in (or outside) some folders, one by one."""
    return {
        chunk
        for path in reader.documents.paths()
        for chunk in reader.chunks_of(path)
        if (path.partition("/")[0] in folders) is inside
    }


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("negated", [False, True])
def test_a_filter_keeps_the_chunks_of_its_documents(
    store: SqliteStore, folder: str, *, negated: bool
) -> None:
    with store.reader() as reader:
        item = Filter(FilterField.FOLDER, (folder,), negated)
        selection = SqliteChunkSelection.of(reader.select([item]))
        wanted = expected(reader, (folder,), inside=not negated)
        everything = expected(reader, (), inside=False)
        assert {chunk for chunk in everything if selection.keeps(chunk)} == wanted
        scores = dict(reader.keywords.match(Phrase("harbour"), 1000))
        found = reader.keywords.match(Phrase("harbour"), 1000, within=selection)
        assert dict(found) == {chunk: scores[chunk] for chunk in wanted}
        newest = reader.newest_chunks(1000, within=selection)
        assert set(newest) == set(newest) & wanted
        assert {it.path for it in reader.candidate_info(newest).values()} == {
            it.path for it in reader.candidate_info(wanted).values()
        }


def test_selections_are_narrowed_and_reduced(store: SqliteStore) -> None:
    with store.reader() as reader:
        small = reader.select([Filter(FilterField.FOLDER, ("small",))])
        chunks = sorted(expected(reader, ("small",), inside=True))
        less = SqliteChunkSelection.of(reader.without(small, chunks[:3]))
        assert less.chunks() == chunks[3:]
        named = SqliteChunkSelection.of(reader.narrowed(less, Phrase("harbour")))
        assert named.chunks() == chunks[3:]
        assert reader.without(reader.select([]), ()).is_everything
        none = reader.narrowed(less, Phrase("unknown"))
        assert none.is_nothing
        everything = SqliteChunkSelection.of(reader.without(reader.select([]), chunks))
        others = expected(reader, ("small",), inside=False)
        assert not any(everything.keeps(chunk) for chunk in chunks)
        assert all(everything.keeps(chunk) for chunk in others)
        assert reader.select([Filter(FilterField.FOLDER, ("absent",))]).is_nothing
        assert reader.select([Filter(FilterField.INSIDE, ("",))]).is_everything
