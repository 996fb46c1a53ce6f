"""Servers that fail in the middle: one sentence, and nothing is lost."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import psycopg
import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import Vault, open_vault
from ragtui_core.errors import DiskFull, IndexBusy, ServerAway, StorageError
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from support.message_counter import counted
from support.postgres_server import Server, new_database, set_default, vault_schema
from support.vaults import write_files
from support.waiting import wait_until

pytestmark = pytest.mark.postgres

NOTES: dict[str, str | bytes] = {
    f"{n:03}.md": f"# Pump {n}\n\nIt hums, number {n}.\n" for n in range(200)
}
WORDS = Random(1).choices([f"leak{n:x}" for n in range(4_000)], k=10_000)
MORE: dict[str, str | bytes] = {
    f"more/{n:04}.md": f"# Valve {n}\n\n{' '.join(WORDS[n : n + 200])}\n"
    for n in range(2_000)
}

Captured = pytest.CaptureFixture[str]


def opened(root: Path, dsn: str) -> Vault:
    return open_vault(root, flags={"store": dsn, "log.answers": False})


def by_words(vault: Vault, query: str) -> set[str]:
    found = vault.search(query, SearchOptions(mode=Mode.KEYWORD, limit=100))
    return {hit.path for hit in found.hits}


def is_complete(vault: Vault, count: int) -> bool:
    """Whether every note is indexed, and nothing contradicts itself."""
    vault._store.check()
    return len(set(vault.documents.paths())) == count


def one_line(captured: Captured) -> str:
    """The error of a command, which is one sentence."""
    (line,) = captured.readouterr().err.strip().splitlines()[-1:]
    assert line.startswith("ragtui: ")
    return line


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(tmp_path / "vault", NOTES)
    return tmp_path / "vault"


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A folder on a disk of its own."""
    folder = Path(tempfile.mkdtemp(prefix="disk-"))
    size = f"size={megabytes}m"
    mounting = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], capture_output=True
    )
    if mounting.returncode:
        pytest.skip("a disk cannot be mounted")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_loses_nothing(root: Path) -> None:
    server = Server()
    server.start()
    with small_disk(16) as disk:
        server.make_own(disk)
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{disk}'")
            connection.execute("CREATE DATABASE small TABLESPACE small")
        vault = opened(root, f"{server.dsn} dbname=small")
        vault.index(embed=False)
        write_files(root, MORE)
        with pytest.raises(DiskFull, match="the server's"):
            vault.index(embed=False)
        assert by_words(vault, "pump 7") >= {"007.md"}
        subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
        vault.index(embed=False)
        assert is_complete(vault, len(NOTES) + len(MORE))
        vault.close()
        server.stop()


def test_a_statement_that_takes_too_long_is_one_sentence(
    root: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = new_database("limited")
    monkeypatch.setenv("RAGTUI_STORE", dsn)
    vault = opened(root, dsn)
    vault.index(embed=False)
    set_default(dsn, "statement_timeout", "300ms")
    with psycopg.connect(dsn) as other:
        other.execute(f"LOCK TABLE {vault_schema(dsn)}.term")
        code = main(["search", "--vault", str(root), "--mode", "keyword", "pump"])
        assert code == exit_codes.FAILED
        assert "took too long" in one_line(capsys)
    assert by_words(vault, "pump 7") >= {"007.md"}
    vault.close()


def test_an_old_pgvector_leaves_search_by_word(
    root: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = new_database("old_vector")
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
        connection.execute(
            "UPDATE pg_extension SET extversion = '0.6.2' WHERE extname = 'vector'"
        )
    monkeypatch.setenv("RAGTUI_STORE", dsn)
    assert main(["index", str(root)]) == exit_codes.FOUND
    vault = opened(root, dsn)
    assert by_words(vault, "pump 7") >= {"007.md"}
    result = vault.search("pump")
    reason = "the database has no extension `vector`, 0.7 or newer"
    sentence = f"earch by meaning is not possible ({reason}): search is by keyword"
    assert f"S{sentence}." in result.notes
    assert main(["status", "--vault", str(root)]) == exit_codes.FOUND
    assert f"s{sentence}" in capsys.readouterr().out
    vault.close()


@pytest.mark.parametrize("waits", [25, 40, 60, 90])
def test_a_server_that_goes_away_during_indexing_loses_nothing(
    root: Path, waits: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = new_database(f"cut_{waits}")
    with counted(dsn) as (through, counter):
        counter.last = waits
        monkeypatch.setenv("RAGTUI_STORE", through)
        assert main(["index", "--no-embed", str(root)]) == exit_codes.FAILED
        assert "cannot be used" in one_line(capsys)
    vault = opened(root, dsn)
    vault.index(embed=False)
    assert is_complete(vault, len(NOTES))
    vault.close()


def test_a_server_that_goes_away_during_a_search_or_an_answer_is_one_sentence(
    root: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = new_database("cut_searches")
    opened(root, dsn).index(embed=False)
    commands = ["search", "--mode", "keyword"], ["ask", "--provider", "extractive"]
    with counted(dsn) as (through, counter):
        monkeypatch.setenv("RAGTUI_STORE", through)
        for command in commands:
            whole = counter.waits
            arguments = [*command, "--vault", str(root), "which pump hums"]
            assert main(arguments) == exit_codes.FOUND
            whole = counter.waits - whole
            for cut in range(1, whole, 3):
                counter.last = counter.waits + cut
                assert main(arguments) == exit_codes.FAILED, (command, cut)
                assert "cannot be used" in one_line(capsys)
                counter.last = None


def test_a_killed_writer_loses_nothing(root: Path) -> None:
    write_files(root, MORE)
    dsn = new_database("killed")
    command = [sys.executable, "-m", "ragtui_cli.main", "index", "--no-embed"]
    writer = subprocess.Popen(
        [*command, str(root)],
        env={**os.environ, "RAGTUI_STORE": dsn},
        stderr=subprocess.DEVNULL,
    )
    vault = opened(root, dsn)

    def has_begun() -> bool:
        return vault.is_indexed() and vault.coverage.whole().documents > 0

    wait_until(has_begun, "nothing was written")
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    written = vault.coverage.whole().documents
    assert 0 < written < len(NOTES) + len(MORE)
    vault._store.check()
    vault.index(embed=False, wait=5.0)
    assert is_complete(vault, len(NOTES) + len(MORE))
    vault.close()


def test_a_replica_is_searched_and_not_written(
    root: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    primary = Server()
    primary.start()
    vault = opened(root, primary.dsn)
    vault.index(embed=False)
    replica = Server(primary)
    replica.start()
    copy = opened(root, replica.dsn)
    assert by_words(copy, "pump 7") >= {"007.md"}
    monkeypatch.setenv("RAGTUI_STORE", replica.dsn)
    assert main(["index", str(root)]) == exit_codes.FAILED
    assert "read-only replica" in one_line(capsys)
    write_files(root, {"late.md": "# Late pump\n\nwhistles\n"})
    vault.index(embed=False)
    wait_until(lambda: by_words(copy, "whistles") == {"late.md"}, "it did not follow")
    for each in (vault, copy):
        each.close()
    replica.stop()
    primary.stop()
    with pytest.raises(ServerAway):
        by_words(opened(root, replica.dsn), "pump")
    assert issubclass(ServerAway, StorageError)


def test_a_lock_that_is_not_given_in_time_is_one_sentence(root: Path) -> None:
    dsn = new_database("locked")
    vault = opened(root, dsn)
    vault.index(embed=False)
    vault.close()
    set_default(dsn, "lock_timeout", "300ms")
    vault = opened(root, dsn)
    write_files(root, {"new.md": "# New pump\n"})
    with psycopg.connect(dsn) as other:
        other.execute(f"LOCK TABLE {vault_schema(dsn)}.document IN SHARE MODE")
        with pytest.raises(IndexBusy, match="in use"):
            vault.index(embed=False)
    vault.index(embed=False)
    assert is_complete(vault, len(NOTES) + 1)
    vault.close()


def test_clocks_may_differ(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dsn = new_database("clocks")
    vault = opened(root, dsn)
    vault.index(embed=False)
    now = time.time
    for shift in (-86_400.0, 86_400.0):
        monkeypatch.setattr("time.time", lambda shift=shift: now() + shift)
        note = root / "000.md"
        note.write_text(f"# Shifted {shift}\n")
        vault.index(embed=False)
        assert by_words(vault, "shifted") == {"000.md"}
        vault.accept_deletions()
        assert vault._store.take_acceptance()
    vault.close()
