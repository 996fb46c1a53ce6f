"""Notes found by name during typing, in each kind of store."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core.links import NoteName, note_search
from ragtui_core.links.heading_search import MAX_GAP
from ragtui_core.links.note_search import find_notes
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import DocumentRecord, FileState, IndexChange
from ragtui_core.text.folding import folded, name_key
from ragtui_core.types import Fields


def note(
    path: str, title: str, *aliases: str, modified: int = 0, source: str = ""
) -> DocumentRecord:
    """A note without text; `modified` in nanoseconds."""
    state = FileState(path, 1, modified, 1, 1)
    metadata = json.dumps({"aliases": aliases} if aliases else {})
    fields = Fields(title=title)
    record = DocumentRecord(state, b"x", 0, "utf-8", fields, metadata, "[]", "", ())
    return replace(record, source=source)


NOTES = [
    note("a/repair.md", "How to repair", modified=1),
    note("b/fore.md", "The forest", modified=2),
    note("c/rest.md", "Rest", modified=3),
    note("d/x.md", "Zoë's note", "Résumé", modified=4),
    note("e/old.md", "Rested", modified=0),
]


def write(store: Store, notes: Sequence[DocumentRecord]) -> None:
    """Replace all notes."""
    with store.writer() as writer:
        gone = sorted(
            writer.documents.files().keys() - {each.file.path for each in notes}
        )
        writer.apply(IndexChange(records=notes, removed=gone))


def named(store: Store, query: str, limit: int = 10) -> list[tuple[str, str]]:
    with store.reader() as reader:
        found = find_notes(reader, query, limit)
    return [(note.path, name) for note, name in found]


def found(store: Store, query: str, limit: int = 10) -> list[str]:
    return [path for path, _ in named(store, query, limit)]


@pytest.fixture
def filled(store: Store) -> Store:
    write(store, NOTES)
    return store


@pytest.fixture(params=[1, note_search.FEW])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes are found with one pattern, or with several."""
    monkeypatch.setattr(note_search, "FEW", request.param)


NEWEST = ["d/x.md", "c/rest.md", "b/fore.md", "a/repair.md", "e/old.md"]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        # Beginnings come before words, words before letters within them.
        ("re", ["d/x.md", "c/rest.md", "e/old.md", "a/repair.md", "b/fore.md"]),
        ("fst", ["b/fore.md"]),
        ("tsf", []),
        ("oet", []),  # They begin within a word.
        (" ", NEWEST),
        ("RÉSUMÉ", ["d/x.md"]),
        (" resume ", ["d/x.md"]),
        *((char, []) for char in ("[", ".*", "a\\", "(", "^", "%", "_", "*", "?")),
        *((blank, NEWEST) for blank in ("\n", "\0")),
        *((odd, []) for odd in ("\ud800", "x\ny", "x" * 99_999)),
    ],
)
def test_notes_are_found_by_what_is_typed(
    filled: Store, query: str, expected: list[str]
) -> None:
    assert found(filled, query) == expected
    assert found(filled, query, 2) == expected[:2]


def test_mails_are_not_found(store: Store) -> None:
    write(store, [note("a.mbox » 1", "Rest", source="a.mbox"), note("b.md", "Rest")])
    assert found(store, "rest") == ["b.md"]


def test_a_note_is_found_by_its_names_of_now(store: Store) -> None:
    write(store, [note("a.md", "Élan", "First"), note("b.md", "Élan", modified=1)])
    write(store, [note("a.md", "Plain", modified=2), note("b.md", "Élan", modified=1)])
    assert (found(store, "elan"), found(store, "first")) == (["b.md"], [])
    assert named(store, "pl") == [("a.md", "Plain")]
    touched = FileState("b.md", 1, 3, 1, 1)
    with store.writer() as writer:
        writer.apply(IndexChange(touched=[touched]))
    assert found(store, "") == ["b.md", "a.md"]


def test_notes_are_looked_up_by_the_keys_of_now(store: Store) -> None:
    def with_key(*keys: str) -> list[str]:
        with store.reader() as reader:
            return sorted(each.path for each in reader.names.with_keys(keys))

    long = "Ä" * 3_000
    write(store, [note("x/a.txt", "One", "Éa"), note("x/index.md", long)])
    assert with_key("a.txt", "ea") == with_key("a") == with_key("one") == ["x/a.txt"]
    assert with_key("x") == with_key(name_key(long)) == ["x/index.md"]
    write(store, [note("x/a.txt", "Two"), note("b.md", "One", source="b.mbox")])
    assert with_key("one", "ea", "x", "index", "b") == []
    assert with_key("two") == ["x/a.txt"]


def reference(
    notes: Sequence[NoteName], query: str, limit: int
) -> list[tuple[str, str]]:
    """The same, with all names one after the other."""
    wanted = folded(query).strip()
    newest = sorted(notes, key=lambda each: (-each.modified, each.path))
    if not wanted:
        return [(each.path, each.title) for each in newest[:limit]]
    lines = [
        (each.path, name, folded(name).replace("\n", " "))
        for each in newest
        for name in (each.title, *each.aliases, each.path)
    ]
    word, far = "[0-9a-z\u0370-\u052f]", f"{{0,{MAX_GAP}}}"
    begins = f"(?<!{word})"
    gap = f"(?:{word}{far}|.{far}{begins})"
    letters = re.compile(begins + gap.join(map(re.escape, wanted)))

    def ranks(line: str) -> Iterator[bool]:
        yield line.startswith(wanted)
        yield any(
            not line[at - 1 : at].isalnum()
            for at in range(len(line))
            if line.startswith(wanted, at)
        )
        yield wanted in line
        yield bool(letters.search(line))

    best: dict[str, str] = {}
    for rank in range(4):
        for path, name, line in lines:
            if list(ranks(line))[rank]:
                best.setdefault(path, name)
    return list(best.items())[:limit]


LETTERS = "ab B_ÄßéИ%-/泵"
NAMES = st.text(LETTERS, min_size=1, max_size=14)
RECORDS = st.lists(
    st.builds(
        lambda path, title, aliases, modified: note(
            path, title, *aliases, modified=modified
        ),
        NAMES.map(lambda name: f"{name.strip('/')}.md"),
        NAMES,
        st.lists(NAMES, max_size=2),
        st.sampled_from([1, 2, 1_700_000_000_000_000_000]),
    ),
    max_size=12,
    unique_by=lambda record: record.file.path,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    records=RECORDS,
    queries=st.lists(st.text(LETTERS + "m.d", max_size=4), min_size=1, max_size=5),
    limit=st.integers(1, 12),
    few=st.integers(1, 12),
)
def test_any_names_are_found_as_by_comparing_all(
    store: Store,
    records: list[DocumentRecord],
    queries: list[str],
    limit: int,
    few: int,
) -> None:
    write(store, records)
    notes = [
        NoteName(
            each.file.path,
            each.fields.title,
            tuple(json.loads(each.metadata).get("aliases", ())),
            each.file.mtime_ns,
            "",
        )
        for each in records
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(note_search, "FEW", few)
        for query in queries:
            assert named(store, query, limit) == reference(notes, query, limit)
