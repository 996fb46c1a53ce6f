"""The words of many new files can be searched before the files are parsed."""

import threading
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from ragtui_core import SearchOptions, Vault, open_vault
from ragtui_core.index_state import IndexStateName
from ragtui_core.indexing import file_batches, words_first
from ragtui_core.indexing.difference import compare
from ragtui_core.indexing.events import IndexEvent, is_reading
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.indexing.scanner import Scan
from ragtui_core.store.records import DocumentRecord, FileState, StoredFile
from ragtui_core.store.sqlite.damage import find_damage
from support.index_snapshot import differences, snapshot
from support.vaults import MakeVault

LONG = "\n\n".join(f"Paragraph {n} on bearings and seals of pumps." for n in range(99))
NOTES = {
    "pump.md": "---\ntags: [marine]\n---\n# Pump\n\nIt hums #loudly. See [[valve]].\n",
    "valve.md": "# Valve\n\nA valve of readConfigFile hums.\r\n\r\n## Seal\r\n\r\nDry.",
    "long.md": f"# Long\n\n{LONG}\n\n## End {{#last}}\n\nThe quiet harbour.\n",
    "code.md": "Text.\n\n```sh\n# no heading\n```\n\n# Code\n\nHums, too.\n",
    "front.md": "---\ntitle: Only front matter\n---\n",
    "empty.md": "",
    "utf16.md": "# Wide\n\nIt hums in UTF-16.\n",
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few files are many, read in several batches."""
    monkeypatch.setattr(words_first, "MIN_FILES", 2)
    for limit in ("BATCH_FILES", "MAX_BATCH_FILES"):
        monkeypatch.setattr(file_batches, limit, 2)


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    made = make_vault({path: text for path, text in NOTES.items() if text})
    (made.root / "empty.md").write_bytes(b"")
    (made.root / "utf16.md").write_bytes(NOTES["utf16.md"].encode("utf-16"))
    return made


def stages(events: list[IndexEvent]) -> list[tuple[IndexStateName, int, int]]:
    return [
        (event.name, event.done, event.total) for event in events if is_reading(event)
    ]


def at(
    stage: IndexStateName, work: Callable[[], None], done: int | None = None
) -> Callable[[IndexEvent], None]:
    """A listener that calls `work` when a stage has so many files; None is all."""

    def listen(event: IndexEvent) -> None:
        if (
            is_reading(event)
            and event.name is stage
            and event.done == (event.total if done is None else done)
        ):
            work()

    return listen


def interrupted(vault: Vault, stage: IndexStateName, done: int | None = None) -> None:
    cancelled = threading.Event()
    listener = at(stage, cancelled.set, done)
    vault.index(listener, embed=False, cancelled=cancelled)


def check(vault: Vault, folder: Path, *, embed: bool = False) -> None:
    """The index is that of the same vault whose files are read at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words_first, "MIN_FILES", 100)
        plain = open_vault(vault.root, db=folder / "plain.db")
        plain.index(embed=embed)
        plain.close()
    left, right = snapshot(vault.index_path), snapshot(folder / "plain.db")
    assert left == right, "\n".join(differences(left, right))
    assert not find_damage(vault.index_path)
    assert vault.coverage.whole().words_only == 0


def found(vault: Vault, line: str) -> list[str]:
    options = SearchOptions(limit=20, min_score=0.0)
    hits = vault.search(line, options).hits
    for hit in hits:
        text = vault.documents.read(hit.path).text
        assert hit.span.of(text).strip()
        first, last = hit.lines.first, hit.lines.last
        assert first == 1 + text[: hit.span.start].replace("\r\n", "\n").count("\n")
        assert last >= first
    return [hit.path for hit in hits]


def test_words_come_first_and_then_passages(vault: Vault) -> None:
    events: list[IndexEvent] = []
    vault.index(events.append, embed=False)
    seen = stages(events)
    words = [each for each in seen if each[0] is IndexStateName.READING_WORDS]
    assert words == seen[: len(words)]
    assert words[-1] == (IndexStateName.READING_WORDS, 6, 6)  # not the empty file
    assert seen[-1] == (IndexStateName.READING_PASSAGES, 7, 7)
    index = apsw.Connection(str(vault.index_path), flags=apsw.SQLITE_OPEN_READONLY)
    segments = index.execute("SELECT count(DISTINCT segid) FROM keyword_idx").get
    assert segments == 1


@pytest.mark.parametrize(
    ("least_bytes", "first"),
    [(10**6, IndexStateName.READING), (2_000, IndexStateName.READING_WORDS)],
)
def test_many_bytes_are_as_good_as_many_files(
    vault: Vault,
    least_bytes: int,
    first: IndexStateName,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(words_first, "MIN_FILES", 7)
    monkeypatch.setattr(words_first, "MIN_BYTES", least_bytes)
    events: list[IndexEvent] = []
    vault.index(events.append, embed=False)
    assert stages(events)[0][0] is first


def test_words_are_found_with_fields_filters_and_spans(vault: Vault) -> None:
    interrupted(vault, IndexStateName.READING_WORDS)
    assert set(found(vault, "hums")) == {"pump.md", "valve.md", "code.md", "utf16.md"}
    assert found(vault, "hums tag:marine") == ["pump.md"]
    assert found(vault, '"quiet harbour"') == ["long.md"]
    hit = vault.search("quiet harbour").hits[0]
    assert hit.heading_path == ("Long",)
    assert "quiet harbour" in hit.excerpt
    assert {each.title for each in vault.search("hums").hits} >= {"Pump", "code"}
    assert not find_damage(vault.index_path)


def test_each_document_is_found_once_at_any_time(vault: Vault) -> None:
    other = open_vault(vault.root, db=vault.index_path)
    counts = []

    def search(event: IndexEvent) -> None:
        if is_reading(event) and other.is_indexed():
            paths = found(other, "hums")
            assert len(paths) == len(set(paths))
            counts.append(len(paths))

    vault.index(search, embed=False)
    other.close()
    assert counts[-1] == 4
    assert counts == sorted(counts)


@pytest.mark.parametrize("done", [2, None])
def test_an_interrupted_run_is_completed(
    vault: Vault, done: int | None, tmp_path: Path
) -> None:
    interrupted(vault, IndexStateName.READING_WORDS, done)
    coverage = vault.coverage.whole()
    assert coverage.words_only == {2: 4, None: 6}[done]
    state = vault.coverage.state(coverage)
    assert state.name is IndexStateName.WORDS_ONLY
    counted = f"{coverage.words_only} of {coverage.documents} files"
    assert f"only the words of {counted}" in state.sentence
    vault.index(embed=False)
    check(vault, tmp_path)


def test_a_file_from_before_1970_is_read_in_full_too(vault: Vault) -> None:
    size = (vault.root / "pump.md").stat().st_size
    file = FileState("pump.md", size, -(10**18), -(10**18), 0)
    reader = FileReader(vault.root, vault.settings.chunking, 1_000)
    (record,) = reader.read_all([FileRequest(file, words_only=True)])
    assert isinstance(record, DocumentRecord)
    known = StoredFile(*record.file[1:], record.checked_ns, record.hash)
    assert compare(Scan(files=[file]), {"pump.md": known}).candidates == [file]


def test_what_changes_in_between_is_read_as_is(vault: Vault, tmp_path: Path) -> None:
    def change() -> None:
        (vault.root / "pump.md").unlink()
        (vault.root / "valve.md").write_text("# Valve\n\nIt whistles.")
        (vault.root / "code.md").write_bytes(b"\0\x01\x02\x03" * 100)

    vault.index(at(IndexStateName.READING_WORDS, change), embed=False)
    vault.index(embed=False)
    assert found(vault, "hums") == ["utf16.md"]
    assert found(vault, "whistles") == ["valve.md"]
    check(vault, tmp_path)


def test_a_moved_file_keeps_its_document(vault: Vault, tmp_path: Path) -> None:
    vault.index()

    def restore() -> None:
        (vault.root / "moved.md").write_text(NOTES["long.md"])

    (vault.root / "long.md").unlink()
    (vault.root / "moved.md").write_text(f"{NOTES['long.md']} The words of another.")
    (vault.root / "new.md").write_text("# New")
    vault.index(at(IndexStateName.READING_WORDS, restore), embed=False)
    assert found(vault, '"quiet harbour"') == ["moved.md"]
    coverage = vault.coverage.whole()
    assert coverage.embedded >= coverage.chunks - 1  # all but that of `new.md`
    vault.index()
    check(vault, tmp_path, embed=True)


def test_moved_files_have_one_document_all_the_time(vault: Vault) -> None:
    vault.index(embed=False)
    (vault.root / "new").mkdir()
    for path in NOTES:
        (vault.root / path).rename(vault.root / "new" / path)
    events: list[IndexEvent] = []
    vault.index(events.append, embed=False)
    assert {stage for stage, _, _ in stages(events)} == {IndexStateName.READING}


def test_other_processes_read_after_the_words(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.indexing.file_batches.FILES_PER_PROCESS", 2)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    events: list[IndexEvent] = []
    vault.index(events.append, embed=False)
    assert (IndexStateName.READING_WORDS, 6, 6) in stages(events)
    check(vault, tmp_path)
