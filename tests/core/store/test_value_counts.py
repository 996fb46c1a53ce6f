"""Counts of values: those of the documents, after every change, also of some."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core.store.records import DocumentRecord, FileState, IndexChange
from ragtui_core.store.selection import Filter, FilterField, ValueCounts
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.types import Fields

DAY_NS = 86_400 * 10**9
COUNTED = (
    *(FilterField.TAG, FilterField.TYPE, FilterField.KIND, FilterField.STATUS),
    *(FilterField.COMPANY, FilterField.CATEGORY, FilterField.YEAR, FilterField.FOLDER),
)
ANY_DAY = Filter(FilterField.CHANGED, ("0000-01-01",))
"""A filter that all documents satisfy, with which they are counted one by one."""


def document(path: str, draw: random.Random) -> DocumentRecord:
    """A document with values that others have, too."""
    fields = Fields(
        title="t",
        tags=tuple(draw.sample(("sea", "pump", "sea/deep", ""), draw.randrange(4))),
        company=draw.choice(("", "Acme", "acme", "Bolt & Co")),
        category=draw.choice(("", "manual")),
        status=draw.choice(("", "draft", "archived")),
        updated=draw.choice(("", "2019-03-01", "2024-12-31")),
    )
    state = FileState(path, 1, draw.randrange(20_000) * DAY_NS, 1, 1)
    metadata = draw.choice(("{}", '{"type": "note"}', '{"type": "log"}'))
    encoding = draw.choice(("utf-8", "pdf/1"))
    return DocumentRecord(state, b"x", 0, encoding, fields, metadata, "[]", "", ())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path / "index.db")
    yield made
    made.close()


def counts(store: SqliteStore, *filters: Filter) -> dict[FilterField, ValueCounts]:
    with store.reader() as reader:
        return {field: reader.value_counts(field, filters) for field in COUNTED}


@pytest.mark.parametrize("seed", range(5))
def test_counts_follow_every_change(store: SqliteStore, seed: int) -> None:
    draw = random.Random(seed)
    paths = [f"{folder}{i}.md" for folder in ("", "a/", "a/b c/", "ä/") for i in (1, 2)]
    for _ in range(12):
        written = draw.sample(paths, 3)
        records = [document(path, draw) for path in written]
        with store.writer() as writer:
            known = set(writer.documents.files())
            gone = [p for p in draw.sample(paths, 2) if p not in written]
            left = sorted(known - {*written, *gone})
            moved = {written[0]: left[0]} if left and written[0] not in known else {}
            touched = [document(p, draw).file for p in left if p not in moved.values()]
            writer.apply(
                IndexChange(
                    records=records, removed=gone, moved_from=moved, touched=touched
                )
            )
        assert counts(store) == counts(store, ANY_DAY)
    with store.writer() as writer:
        writer.apply(IndexChange(removed=paths))
    assert not any(counts(store).values())


def test_values_that_no_document_has_are_not_compared(store: SqliteStore) -> None:
    draw = random.Random(4)
    records = [document(f"a/{i}.md", draw) for i in range(20)]
    with store.writer() as writer:
        writer.apply(IndexChange(records=records))
    absent = Filter(FilterField.STATUS, ("final",), negated=True)
    present = Filter(FilterField.STATUS, ("archived",), negated=True)
    assert counts(store, absent) == counts(store, ANY_DAY) == counts(store)
    assert counts(store, present) != counts(store, ANY_DAY)
    with store.reader() as reader:
        assert reader.select([absent]).is_everything
        assert not reader.select([present]).is_everything
