"""Headings found by name during typing, in each kind of store."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core.links.heading_search import find_headings, has_letters
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import (
    DocumentRecord,
    FileState,
    HeadingRecord,
    IndexChange,
)
from ragtui_core.text.folding import folded
from ragtui_core.types import Fields


def note(path: str, title: str, *headings: str, source: str = "") -> DocumentRecord:
    """A note with headings alone; a line feed separates those above from its own."""
    records = tuple(
        HeadingRecord(10 * at, 10 * at + 5, at + 1, at + 1, 1, heading)
        for at, heading in enumerate(headings)
    )
    state = FileState(path, 1, 1, 1, 1)
    fields = Fields(title=title)
    record = DocumentRecord(state, b"x", 0, "utf-8", fields, "{}", "[]", "", ())
    return replace(record, headings=records, source=source)


def write(store: Store, notes: Sequence[DocumentRecord]) -> None:
    """Replace all notes."""
    with store.writer() as writer:
        gone = sorted(
            writer.documents.files().keys() - {each.file.path for each in notes}
        )
        writer.apply(IndexChange(records=notes, removed=gone))


def found(store: Store, query: str, limit: int = 10) -> list[tuple[str, str]]:
    with store.reader() as reader:
        entries = find_headings(reader.links, query, limit)
    return [(each.path, "/".join(each.heading_path)) for each in entries]


def test_titles_and_heads_above_count_case_and_accents_do_not(store: Store) -> None:
    notes = [
        note("a.md", "Zoë", "Zoë", "Zoë\nKühe"),
        note("b.md", "Plain", "Plain\nHay", " Odd \0heading "),
        note("c.mbox » 1", "Grüße", "Hay", source="c.mbox"),
    ]
    write(store, notes)
    assert found(store, "zoe kuhe") == [("a.md", "Zoë/Kühe")]
    assert found(store, "PLAIN ha") == [("b.md", "Plain/Hay")]
    assert found(store, "grusse") == [("c.mbox » 1", "Hay")]
    assert [path for path, _ in found(store, "heading odd")] == ["b.md"]
    assert found(store, "kh") == [("a.md", "Zoë/Kühe")]


LETTERS = "ab B_Äßé%-泵"
NAMES = st.text(LETTERS, min_size=1, max_size=8)
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("\n".join)
RECORDS = st.lists(
    st.builds(
        lambda path, title, headings: note(path, title, *headings),
        st.sampled_from(["a.md", "b.md", "B.md", "ä/a.md", "c.md"]),
        NAMES,
        st.lists(PATHS, max_size=5),
    ),
    max_size=5,
    unique_by=lambda record: record.file.path,
)


def reference(
    records: list[DocumentRecord], query: str, limit: int
) -> list[tuple[str, str]]:
    """The headings that match, best first, by reading all."""
    wanted = " ".join(folded(query).split())
    words, letters = wanted.split(), wanted.replace(" ", "")
    rows = []
    for record in sorted(records, key=lambda record: record.file.path):
        for heading in record.headings:
            above, _, written = heading.heading_path.rpartition("\n")
            own, title = folded(written), folded(record.fields.title)
            line = f"{own.strip()} {folded(above)} {title}".replace("\n", " ")
            rank = (
                own.strip() != wanted,
                not own.strip().startswith(wanted),
                not all(word in own for word in words),
                len(own.strip()),
            )
            path = record.file.path, heading.heading_path.replace("\n", "/")
            rows.append((rank, path, all(map(line.count, words)), own))
    if not wanted:
        return [path for _, path, _, _ in rows[:limit]]
    found = [row for row in rows if row[2]] or [
        r for r in rows if has_letters(r[3], letters)
    ]
    return [path for _, path, _, _ in sorted(found, key=lambda row: row[0])[:limit]]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    records=RECORDS,
    queries=st.lists(st.text(LETTERS, max_size=5), min_size=1, max_size=5),
    limit=st.integers(1, 12),
)
def test_any_headings_are_found_as_by_reading_all(
    store: Store, records: list[DocumentRecord], queries: list[str], limit: int
) -> None:
    write(store, records)
    for query in queries:
        assert found(store, query, limit) == reference(records, query, limit)


def test_of_many_headings_those_that_begin_with_the_query_are_ranked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.links.heading_search.MAX_CANDIDATES", 3)
    headings = [f"A pump {n}" for n in range(5)]
    write(store, [note("a.md", "A", *headings), note("b.md", "B", "Pump")])
    assert found(store, "pump")[0] == ("b.md", "Pump")
