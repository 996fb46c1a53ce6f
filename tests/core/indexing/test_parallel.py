"""Files are read in a second process too; while somebody searches, in that alone."""

import os
import threading
from collections.abc import Sequence

import pytest

from ragtui_core.indexing.courtesy import Courtesy
from ragtui_core.indexing.parallel import WORTH_A_PROCESS, read_batches
from ragtui_core.indexing.reading import FileReader, Request
from ragtui_core.indexing.scan import scan_vault
from ragtui_core.store.records import DocumentRecord
from support.vaults import MakeVault


@pytest.fixture
def requests_of(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> tuple[FileReader, list[Request]]:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    notes: dict[str, str | bytes] = {
        f"{n}.md": f"# Buoy {n}\n\nIt is red." for n in range(WORTH_A_PROCESS)
    }
    vault = make_vault(notes)
    found = scan_vault(vault.root, vault.settings.index).files
    reader = FileReader(
        vault.root, vault.settings.chunking, vault.settings.index.max_bytes
    )
    return reader, [(file, None) for file in found]


def read_paths(
    reader: FileReader, requests: Sequence[Request], courtesy: Courtesy
) -> list[str]:
    batches = read_batches(reader, courtesy, requests, threading.Event())
    read = (reading for _, readings in batches for reading in readings)
    return sorted(r.file.path for r in read if isinstance(r, DocumentRecord))


def test_all_files_are_read_whoever_reads_them(
    requests_of: tuple[FileReader, list[Request]],
) -> None:
    reader, requests = requests_of
    paths = sorted(file.path for file, _ in requests)
    assert len(paths) == WORTH_A_PROCESS
    assert read_paths(reader, requests, Courtesy()) == paths


def test_while_somebody_searches_nothing_is_read_here(
    requests_of: tuple[FileReader, list[Request]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_here(*_: object) -> None:
        pytest.fail("read in this process")

    reader, requests = requests_of
    monkeypatch.setattr(FileReader, "read_all", not_here)
    courtesy = Courtesy(clock=lambda: 0.0)
    courtesy.touch()
    assert len(read_paths(reader, requests, courtesy)) == WORTH_A_PROCESS
