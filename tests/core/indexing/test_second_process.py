"""Files are read in a second process too, and during searches in that one alone."""

import os
import threading
from collections.abc import Sequence

import pytest

from ragtui_core.indexing.file_batches import SECOND_PROCESS_THRESHOLD, read_batches
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.records import DocumentRecord
from support.vaults import MakeVault


@pytest.fixture
def requests_of(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> tuple[FileReader, list[FileRequest]]:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    notes: dict[str, str | bytes] = {
        f"{n}.md": f"# Buoy {n}\n\nIt is red." for n in range(SECOND_PROCESS_THRESHOLD)
    }
    vault = make_vault(notes)
    found = scan_vault(vault.root, vault.settings.index).files
    reader = FileReader(
        vault.root, vault.settings.chunking, vault.settings.index.max_bytes
    )
    return reader, [(file, None) for file in found]


def read_paths(
    reader: FileReader, requests: Sequence[FileRequest], priority: SearchPriority
) -> list[str]:
    batches = read_batches(reader, priority, requests, threading.Event(), {})
    read = (reading for _, readings in batches for reading in readings)
    return sorted(r.file.path for r in read if isinstance(r, DocumentRecord))


def test_all_files_are_read_by_either_reader(
    requests_of: tuple[FileReader, list[FileRequest]],
) -> None:
    reader, requests = requests_of
    paths = sorted(file.path for file, _ in requests)
    assert len(paths) == SECOND_PROCESS_THRESHOLD
    assert read_paths(reader, requests, SearchPriority()) == paths


def test_nothing_is_read_here_during_searches(
    requests_of: tuple[FileReader, list[FileRequest]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_here(*_: object) -> None:
        pytest.fail("read in this process")

    reader, requests = requests_of
    monkeypatch.setattr(FileReader, "read_all", not_here)
    priority = SearchPriority(clock=lambda: 0.0)
    priority.touch()
    assert len(read_paths(reader, requests, priority)) == SECOND_PROCESS_THRESHOLD
