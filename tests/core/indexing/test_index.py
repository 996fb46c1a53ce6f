"""Indexing a vault: what is found afterwards, and what an edit costs."""

import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing import file_reader
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexEvent,
    ScanFinished,
    is_embedding,
    is_reading,
)
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.settings import ChunkingStrategy
from support.index_states import interrupted
from support.vaults import MakeVault

LONG = "\n\n".join(
    f"## Part {n}\n\n" + f"Sentence number {n} speaks of subject{n}. " * 30
    for n in range(4)
)


@dataclass
class Listener:
    """Records the events."""

    events: list[IndexEvent] = field(default_factory=list)

    def __call__(self, event: IndexEvent) -> None:
        self.events.append(event)

    @property
    def scan(self) -> ScanFinished:
        return next(e for e in self.events if isinstance(e, ScanFinished))

    @property
    def embedded(self) -> int:
        """Chunks embedded in this run."""
        done = [e.done for e in self.events if is_embedding(e)]
        return max(done, default=0)


def index(vault: Vault, *, embed: bool = False) -> Listener:
    listener = Listener()
    vault.index(listener, embed=embed)
    return listener


def found(vault: Vault, query: str) -> list[str]:
    options = SearchOptions(mode=Mode.KEYWORD, limit=300, fill=False)
    return [hit.path for hit in vault.search(query, options).hits]


def test_files_added_changed_and_deleted_are_followed(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# Apple\n\nRed.", "b.md": "# Pear\n\nGreen."})
    assert index(vault).scan.added == 2
    assert found(vault, "apple") == ["a.md"]

    (vault.root / "a.md").write_text("# Quince\n\nYellow and hard.")
    (vault.root / "b.md").unlink()
    (vault.root / "c.md").write_text("# Plum\n\nBlue.")
    scan = index(vault).scan
    assert (scan.added, scan.changed, scan.deleted) == (1, 1, 1)
    assert found(vault, "quince") == ["a.md"]
    assert found(vault, "apple") == []
    assert found(vault, "pear") == []
    assert found(vault, "plum") == ["c.md"]


def test_other_content_is_read_even_of_the_same_tick(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# Apple", "b.md": "# Pear"})
    index(vault)
    scan = index(vault).scan
    assert (scan.unchanged, scan.added, scan.changed) == (2, 0, 0)
    note = vault.root / "a.md"
    note.touch()
    assert index(vault).scan.unchanged == 2
    before = note.stat()
    note.write_text("# Grape")
    os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))
    index(vault)
    assert found(vault, "grape") == ["a.md"]


def test_a_renamed_file_keeps_its_vectors(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": f"# Title\n\n{LONG}"})
    assert index(vault, embed=True).embedded > 1
    (vault.root / "sub").mkdir()
    (vault.root / "a.md").rename(vault.root / "sub/b.md")
    listener = index(vault, embed=True)
    scan = listener.scan
    assert (scan.renamed, scan.deleted, scan.added) == (1, 0, 0)
    assert listener.embedded == 0
    assert found(vault, "subject2") == ["sub/b.md"]


def test_an_edit_re_embeds_only_the_chunks_it_changed(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": f"# Title\n\n{LONG}"})
    all_chunks = index(vault, embed=True).embedded
    text = (vault.root / "a.md").read_text()
    (vault.root / "a.md").write_text(text.replace("subject3", "another thing", 1))
    again = index(vault, embed=True)
    assert again.embedded == 1 < all_chunks
    assert vault.coverage.whole().embedded_share == 1.0


def test_other_chunking_rewrites_the_index(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": f"# Title\n\n{LONG}"})
    index(vault)
    flags = {"chunking.strategy": ChunkingStrategy.WHOLE}
    whole = open_vault(vault.root, flags=flags)
    index(whole)
    assert whole.coverage.whole().chunks == 1
    assert index(whole).scan.unchanged == 1
    whole.close()


def test_interrupted_embedding_is_resumed(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {
        f"{n}.md": f"# Note {n}\n\nOf subject{n}." for n in range(70)
    }
    vault = make_vault(files)
    done = interrupted(vault, is_embedding)
    assert done.interrupted
    assert 0 < done.pending < 70
    listener = index(vault, embed=True)
    assert listener.embedded == done.pending
    assert vault.coverage.whole().embedded == 70


def test_interrupted_reading_loses_nothing_and_is_resumed(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({f"{n}.md": f"# Note {n}" for n in range(300)})
    assert interrupted(vault, is_reading).interrupted
    first = vault.coverage.whole().documents
    assert 0 < first < 300
    assert index(vault).scan.added == 300 - first


def test_the_newest_files_are_embedded_first(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {f"{n:02}.md": f"# Note {n}" for n in range(40)}
    vault = make_vault(files)
    for n in range(40):
        os.utime(vault.root / f"{n:02}.md", (1_000_000 + n, 1_000_000 + n))
    interrupted(vault, is_embedding)
    hits = vault.search("note", SearchOptions(mode=Mode.SEMANTIC, limit=40)).hits
    embedded = {hit.path for hit in hits if hit.similarity is not None}
    assert embedded == {f"{n:02}.md" for n in range(24, 40)}


def test_a_file_that_vanishes_while_it_is_read_is_as_one_deleted_before(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault({"a.md": "# Apple", "b.md": "# Pear"})
    read = read_vault_file

    def vanish(root: Path, path: str, limit: int) -> bytes:
        if path == "b.md":
            (root / path).unlink(missing_ok=True)
        return read(root, path, limit)

    monkeypatch.setattr(file_reader, "read_vault_file", vanish)
    listener = index(vault)
    assert vault.documents.paths() == ["a.md"]
    assert not any(isinstance(event, FileSkipped) for event in listener.events)
    assert found(vault, "apple") == ["a.md"]
    assert vault.coverage.whole().skipped == ()


def test_coverage_reports_problems_of_files(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "good.md": "# Good",
            "broken.md": "---\ntitle: [unclosed\ntags: x\n---\n# Body\n\nquince",
            "empty.md": "",
            "binary.md": bytes(range(256)) * 8,
        }
    )
    index(vault)
    coverage = vault.coverage.whole()
    assert coverage.documents == 2
    assert {s.path for s in coverage.skipped} == {"empty.md", "binary.md"}
    assert [p.path for p in coverage.problems] == ["broken.md"]
    assert found(vault, "quince") == ["broken.md"]
    (vault.root / "empty.md").write_text("# Now full")
    index(vault)
    assert {s.path for s in vault.coverage.whole().skipped} == {"binary.md"}


def test_an_empty_vault_is_indexed_and_says_so(make_vault: MakeVault) -> None:
    vault = make_vault({})
    index(vault, embed=True)
    result = vault.search("anything")
    assert result.hits == ()
    assert result.notes == ("No notes have been read here yet.",)


def test_the_vault_is_never_written(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# Apple\r\n\r\nRed.", "sub/b.md": b"\xef\xbb\xbf# B"})

    def everything() -> dict[str, bytes]:
        files = [p for p in vault.root.rglob("*") if p.is_file()]
        return {str(p): p.read_bytes() for p in files}

    before = everything()
    index(vault, embed=True)
    vault.search("apple")
    vault.coverage.whole()
    assert everything() == before


def test_a_run_empties_the_write_ahead_log(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# Apple"})
    index(vault)
    log = vault.index_path.with_name(f"{vault.index_path.name}-wal")
    assert not log.exists() or log.stat().st_size == 0
