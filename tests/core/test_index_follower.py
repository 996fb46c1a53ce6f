"""The index follower: commands, failures, and another process that indexes."""

import threading
from collections.abc import Callable, Iterator

import pytest

from ragtui_core import IndexFollower, Vault, open_vault
from ragtui_core.indexing import ChangesSeen, FileSkipped, ScanFinished
from ragtui_core.indexing.coverage import Coverage
from support.index_reports import Reports
from support.index_states import embedding, reading
from support.vaults import MakeVault


@pytest.fixture
def vault(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setattr("ragtui_core.vault.index_follower.RETRY_SECONDS", 0.05)
    return make_vault({"a.md": "# Apple\n\nRed."})


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def follower(vault: Vault, reports: Reports) -> Iterator[IndexFollower]:
    follower = IndexFollower(vault, reports)
    yield follower
    follower.stop()
    follower.join()


def has_documents(number: int) -> Callable[[Coverage], bool]:
    return lambda coverage: coverage.documents == number


def is_complete(coverage: Coverage) -> bool:
    return coverage.chunks == coverage.embedded > 0


def test_it_indexes_and_follows_changes(
    vault: Vault, follower: IndexFollower, reports: Reports
) -> None:
    follower.start()
    reports.until("step", lambda event: isinstance(event, ScanFinished))
    assert follower.is_watching
    reports.until("coverage", is_complete)
    (vault.root / "b.md").write_text("# Pear\n\nGreen.")
    seen = reports.until("step", lambda event: isinstance(event, ChangesSeen))
    assert seen.paths == ("b.md",)
    reports.until("coverage", has_documents(2))
    follower.stop()
    follower.join()
    assert not follower.is_watching
    assert not follower.is_indexing


def test_it_still_indexes_after_a_skipped_file(follower: IndexFollower) -> None:
    follower.note(reading(1, 3))
    follower.note(FileSkipped("b.md", "cannot be read"))
    assert follower.is_indexing
    follower.note(embedding(1, 2))
    assert follower.is_indexing
    follower.note(embedding(2, 2))
    assert not follower.is_indexing


def test_a_pause_lasts_until_it_is_resumed(
    vault: Vault, follower: IndexFollower, reports: Reports
) -> None:
    follower.start()
    reports.until("coverage", is_complete)
    follower.pause()
    reports.until("paused")
    (vault.root / "b.md").write_text("# Pear\n\nGreen.")
    assert vault.coverage.whole().documents == 1
    assert follower.is_paused
    assert not follower.is_watching
    follower.resume()
    assert reports.until("step", lambda e: isinstance(e, ScanFinished)).added == 1


def test_a_failure_is_reported_and_a_restart_goes_on(
    vault: Vault, follower: IndexFollower, reports: Reports
) -> None:
    vault.index_path.parent.mkdir(parents=True, exist_ok=True)
    vault.index_path.write_bytes(b"This is not a database. " * 100)
    follower.start()
    error = reports.until("failed")
    assert str(error) in follower.failure
    assert follower.state.is_problem
    assert not follower.makes_index
    assert not follower.is_watching
    vault.index_path.unlink()
    follower.restart()
    reports.until("coverage", is_complete)
    assert follower.makes_index


def test_an_unexpected_error_names_its_kind(
    vault: Vault,
    follower: IndexFollower,
    reports: Reports,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(vault, "watch", fail)
    follower.start()
    error = reports.until("failed")
    assert str(error) == "RuntimeError: a fault"
    assert follower.state.line == "not indexing: RuntimeError: a fault"


def test_it_takes_over_from_another_indexer(
    vault: Vault, follower: IndexFollower, reports: Reports
) -> None:
    stop, watching = threading.Event(), threading.Event()
    other = open_vault(vault.root)
    thread = threading.Thread(target=other.watch, args=(stop, lambda _: watching.set()))
    thread.start()
    try:
        assert watching.wait()
        follower.start()
        reports.until("elsewhere", is_complete)
        assert not follower.is_watching
        assert follower.makes_index
    finally:
        stop.set()
        thread.join()
        other.close()
    reports.until("step", lambda event: isinstance(event, ScanFinished))
    assert follower.is_watching


def test_without_indexing_it_reads_what_another_process_indexed(
    vault: Vault, reports: Reports
) -> None:
    follower = IndexFollower(vault, reports, index=False)
    follower.start()
    try:
        assert not follower.makes_index
        other = open_vault(vault.root)
        other.index(embed=False)
        other.close()
        reports.until("elsewhere", has_documents(1))
    finally:
        follower.stop()
        follower.join()
