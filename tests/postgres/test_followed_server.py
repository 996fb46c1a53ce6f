"""Servers that other machines write, that go away, or that are behind a pooler."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ragtui_core import IndexFollower, Mode, SearchOptions, Vault, open_vault
from ragtui_core.errors import ServerAway, StorageError
from ragtui_postgres.store import PostgresStore
from support.index_reports import Reports
from support.pooler import pooled
from support.postgres_server import Server
from support.vaults import Files, write_files

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server that tests may end."""
    server = Server()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def machine(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Vault]]:
    """Open the vault on the machine of a name."""
    monkeypatch.setattr("ragtui_core.vault.index_follower.RETRY_SECONDS", 0.05)
    monkeypatch.setenv("RAGTUI_STORE", server.dsn)
    opened: list[Vault] = []

    def open_on(name: str) -> Vault:
        folder = tmp_path / name / "notes"
        if not folder.exists():
            folder.parent.mkdir()
            files = {".ragtui.toml": f'vault_name = "{tmp_path.name}"\n'}
            write_files(folder, {"a.md": "# Apple\n", **files})
        opened.append(open_vault(folder))
        return opened[-1]

    yield open_on
    for vault in opened:
        vault.close()


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def follow(reports: Reports) -> Iterator[Callable[[Vault], IndexFollower]]:
    """Start a follower that is ended after the test."""
    started: list[IndexFollower] = []

    def start(vault: Vault) -> IndexFollower:
        started.append(IndexFollower(vault, reports))
        started[-1].start()
        return started[-1]

    yield start
    for follower in started:
        follower.stop()
        follower.join()


def test_an_app_learns_what_another_machine_indexes_and_takes_over(
    machine: Callable[[str], Vault],
    follow: Callable[[Vault], IndexFollower],
    reports: Reports,
) -> None:
    ended, ready = threading.Event(), threading.Event()
    first, second = machine("one"), machine("two")
    watch = threading.Thread(
        target=first.watch, args=(ended, lambda _: ready.set()), kwargs={"embed": False}
    )
    watch.start()
    assert ready.wait(60)
    follower = follow(second)
    reports.until("elsewhere", lambda coverage: coverage.documents == 1)
    (first.root / "b.md").write_text("# Pear\n")
    (second.root / "b.md").write_text("# Pear\n")
    reports.until("elsewhere", lambda coverage: coverage.documents == 2)
    ended.set()
    watch.join()
    reports.until("coverage")
    assert follower.is_watching


def test_an_app_goes_on_when_the_server_is_back(
    machine: Callable[[str], Vault],
    follow: Callable[[Vault], IndexFollower],
    reports: Reports,
    server: Server,
) -> None:
    vault = machine("one")
    follow(vault)
    reports.until("coverage", lambda coverage: coverage.embedded == 1)
    server.stop(signal.SIGQUIT)
    (vault.root / "b.md").write_text("# Pear\n")
    assert isinstance(reports.until("failed"), ServerAway)
    server.start()
    reports.until("coverage", lambda coverage: coverage.embedded == 2)


QUERIES = ("apple", "apple pear", '"pear tree"', "appl*", "tag:fruit tree", "plum")


def test_searches_pass_a_transaction_pooler(server: Server, tmp_path: Path) -> None:
    files: Files = {
        f"{number}.md": f"---\ntags: [{kind}]\n---\n# Apple {number}\nA pear tree.\n"
        for number, kind in enumerate(("fruit", "tool", "fruit"))
    }
    root = tmp_path / "notes"
    write_files(root, files)
    vault = open_vault(root, flags={"store": server.dsn})
    vault.index()
    modes = [SearchOptions(mode=mode) for mode in Mode]
    asked = [(query, options) for query in QUERIES for options in modes]
    wanted = [vault.search(*each) for each in asked]
    assert all(result.hits for result in wanted[:-3])
    with pooled(server.dsn, "transaction") as dsn:
        through = open_vault(root, flags={"store": dsn})
        # More clients than the pooler has connections, so that they alternate.
        with ThreadPoolExecutor(6) as pool:
            found = list(pool.map(lambda each: through.search(*each), asked * 6))
        assert found == wanted * 6
        assert through.coverage.whole().embedded == len(files)
        through.close()
    vault.close()


def test_what_does_not_pass_a_pooler_in_transaction_mode_says_so(
    server: Server, tmp_path: Path
) -> None:
    with pooled(server.dsn, "transaction") as dsn:
        store = PostgresStore(dsn, "pooled", tmp_path)
        assert not store.exists()
        with pytest.raises(StorageError, match="to index, connect to the server"):
            store.writer().__enter__()
        with pytest.raises(StorageError, match="pooler in transaction mode"):
            store.vector_writer().__enter__()


def test_a_pooler_in_session_mode_is_used(server: Server, tmp_path: Path) -> None:
    with pooled(server.dsn, "session") as dsn:
        store = PostgresStore(dsn, "pooled", tmp_path)
        with store.writer() as writer:
            writer.set_meta("key", "value")
        with store.reader() as reader:
            assert reader.meta("key") == "value"
        store.close()
