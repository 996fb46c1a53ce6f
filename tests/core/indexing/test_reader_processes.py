"""Many files are read in other processes alone."""

import os
import threading
from collections.abc import Sequence
from contextlib import closing

import pytest

from ragtui_core.indexing import file_batches
from ragtui_core.indexing.file_batches import (
    FILES_PER_PROCESS,
    NICENESS,
    ReaderProcess,
    batch_reader,
)
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.store.records import DocumentRecord
from support.vaults import MakeVault

FILES = 2 * FILES_PER_PROCESS


@pytest.fixture
def requests_of(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> tuple[FileReader, list[FileRequest]]:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    notes: dict[str, str | bytes] = {
        f"{n}.md": f"# Buoy {n}\n\nIt is red." for n in range(FILES)
    }
    vault = make_vault(notes)
    found = scan_vault(vault.root, vault.settings.index).files
    reader = FileReader(
        vault.root, vault.settings.chunking, vault.settings.index.max_bytes
    )
    return reader, [FileRequest(file) for file in found]


def read_paths(reader: FileReader, requests: Sequence[FileRequest]) -> list[str]:
    files = [request.file for request in requests]
    with batch_reader(reader, files, {}, threading.Event()) as batches:
        read = [reading for _, found in batches.read(requests) for reading in found]
    return sorted(r.file.path for r in read if isinstance(r, DocumentRecord))


@pytest.mark.parametrize(("cores", "started"), [(1, 0), (2, 2), (4, 3), (64, 3)])
def test_each_core_reads_if_there_are_files_for_it(
    requests_of: tuple[FileReader, list[FileRequest]],
    monkeypatch: pytest.MonkeyPatch,
    cores: int,
    started: int,
) -> None:
    processes = []

    class Counted(ReaderProcess):
        def __init__(self, reader: FileReader) -> None:
            super().__init__(reader)
            processes.append(self)

    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setattr(file_batches, "ReaderProcess", Counted)
    reader, requests = requests_of
    assert len(read_paths(reader, requests)) == FILES
    assert len(processes) == started


def test_none_of_many_files_is_read_here(
    requests_of: tuple[FileReader, list[FileRequest]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_here(*_: object) -> None:
        pytest.fail("read in this process")

    reader, requests = requests_of
    monkeypatch.setattr(FileReader, "read_all", not_here)
    paths = sorted(request.file.path for request in requests)
    assert len(paths) == FILES
    assert read_paths(reader, requests) == paths


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="only POSIX has niceness")
def test_searches_get_a_core_before_readers(
    requests_of: tuple[FileReader, list[FileRequest]],
) -> None:
    reader, requests = requests_of
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with closing(ReaderProcess(reader)) as process:
        process.read_all(requests[:1])
        nice = os.getpriority(os.PRIO_PROCESS, process._process.pid)
    assert nice == min(19, own + NICENESS)
