"""Several processes that find an older schema, a newer one, or none, at once."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import psycopg
import pytest

from ragtui_core.errors import IndexUnusable
from ragtui_core.search.options import SearchOptions
from ragtui_core.store.postgres.migrations import LATEST, steps
from ragtui_core.types import Mode
from ragtui_core.vault import Vault, open_vault
from support.commands import command, environment
from support.postgres_server import new_database
from support.vaults import write_files
from support.waiting import TIMEOUT, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.postgres

NAMES = "harbour", "orchard", "quarry", "mill"
"""Vaults, and a word of the note of each."""

LOCK = 0x52414754
"""Key of the lock of migrations, also of those of other versions of ragtui."""

TABLES = "ragtui.posting, ragtui.model, ragtui.document, ragtui.heading"
"""Each step from the second on changes one of these."""

MIGRATED = """
CREATE TABLE public.migrated (process int);
CREATE FUNCTION public.note() RETURNS event_trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO public.migrated SELECT pg_backend_pid()
    FROM pg_event_trigger_ddl_commands() WHERE NOT in_extension; END';
CREATE EVENT TRIGGER noted ON ddl_command_end
    WHEN TAG IN ('ALTER TABLE', 'CREATE FUNCTION') EXECUTE FUNCTION public.note();
"""
"""Notes which processes of the server apply steps; another may add the extension."""


def opened(root: Path, dsn: str) -> Vault:
    return open_vault(root, flags={"store": dsn, "log.answers": False})


def paths(vault: Vault, query: str) -> list[str]:
    found = vault.search(query, SearchOptions(mode=Mode.KEYWORD))
    return [hit.path for hit in found.hits]


def with_schema_of(version: int) -> str:
    """A database whose schema an older ragtui has written."""
    dsn = new_database(f"schema_{version}")
    sql = "CREATE SCHEMA ragtui; SET search_path TO ragtui, public;"
    sql += "".join(text for number, text in steps() if number <= version)
    sql += "CREATE TABLE schema_version (version int NOT NULL);"
    sql += f"INSERT INTO schema_version VALUES ({version});"
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(sql)
    return dsn


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    for name in NAMES:
        note = f"# The {name}\n\nIts wall is dry.\n"
        write_files(tmp_path / name, {f"{name}.md": note})
    return [tmp_path / name for name in NAMES]


@contextmanager
def indexing(roots: list[Path], dsn: str) -> Iterator[list[subprocess.Popen[str]]]:
    """A process for each vault that indexes it."""
    processes = [
        subprocess.Popen(
            [*command(), "index", "--no-embed", str(root)],
            env=environment() | {"RAGTUI_STORE": dsn},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for root in roots
    ]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def migrating(connection: psycopg.Connection[tuple[int, int]]) -> tuple[int, int]:
    """How many processes have the lock of migrations, and how many wait for it."""
    (counts,) = connection.execute(
        "SELECT count(*) FILTER (WHERE granted), count(*) FILTER (WHERE NOT granted) "
        "FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = %s "
        "AND database = (SELECT oid FROM pg_database "
        "WHERE datname = current_database())",
        (LOCK,),
    ).fetchall()
    return counts


def waiting(connection: psycopg.Connection[tuple[int, int]]) -> int:
    """How many processes of the database wait for a lock."""
    return connection.execute(
        "SELECT FROM pg_stat_activity "
        "WHERE wait_event_type = 'Lock' AND datname = current_database()"
    ).rowcount


def assert_that_all_work(
    processes: list[subprocess.Popen[str]], roots: list[Path], dsn: str
) -> None:
    for process in processes:
        _, reported = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, reported
    for root in roots:
        vault = opened(root, dsn)
        assert paths(vault, f"dry {root.name}") == [f"{root.name}.md"]
        vault._store.check()
        vault.close()


@pytest.mark.parametrize("version", range(1, LATEST))
def test_one_process_migrates_an_older_schema_while_others_wait(
    roots: list[Path], version: int
) -> None:
    dsn = with_schema_of(version)
    with psycopg.connect(dsn, autocommit=True) as watching:
        watching.execute(MIGRATED)
        with psycopg.connect(dsn) as reading:
            # A step that changes one of these waits until it is not read.
            reading.execute(f"LOCK TABLE {TABLES} IN ACCESS SHARE MODE")
            with indexing(roots, dsn) as processes:
                wait_until(
                    lambda: migrating(watching) == (1, len(NAMES) - 1),
                    lambda: f"{migrating(watching)} migrate and wait",
                )
                assert all(process.poll() is None for process in processes)
                reading.rollback()
                assert_that_all_work(processes, roots, dsn)
        migrated = watching.execute("SELECT DISTINCT process FROM migrated").fetchall()
        assert len(migrated) == 1
        versions = watching.execute("SELECT version FROM ragtui.schema_version")
        assert versions.fetchall() == [(LATEST,)]


def test_the_names_of_an_older_schema_are_added(roots: list[Path]) -> None:
    dsn = with_schema_of(LATEST)
    vault = opened(roots[0], dsn)
    write_files(roots[0], {"a.md": "---\naliases: [Érable]\n---\n# Noël\n"})
    vault.index(embed=False)
    names = (
        "SELECT path, document.folded, keys, heading.folded FROM ragtui.document "
        "JOIN ragtui.heading ON document = id ORDER BY path"
    )
    with psycopg.connect(dsn, autocommit=True) as older:
        expected = older.execute(names).fetchall()
        older.execute("ALTER TABLE ragtui.document DROP folded, DROP keys")
        older.execute("ALTER TABLE ragtui.heading DROP folded")
        older.execute("ALTER TABLE ragtui.document DROP day, DROP until")
        older.execute("ALTER TABLE ragtui.document RENAME changed TO day")
        older.execute("CREATE INDEX document_day ON ragtui.document (vault, day)")
        older.execute("UPDATE ragtui.schema_version SET version = 5")
        vault.index(embed=False)
        assert older.execute(names).fetchall() == expected
    vault.close()
    assert expected == [
        ("a.md", "noel\nerable\na.md", ["a", "erable", "noel"], "noel\nnoel"),
        ("harbour.md", "", ["harbour", "the harbour"], ""),
    ]


def test_one_process_makes_the_schema_while_others_wait(roots: list[Path]) -> None:
    dsn = new_database("schema_of_none")
    with psycopg.connect(dsn, autocommit=True) as watching:
        watching.execute(MIGRATED)
        watching.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        with indexing(roots, dsn) as processes:
            wait_until(
                lambda: migrating(watching) == (1, len(NAMES)),
                lambda: f"{migrating(watching)} migrate and wait",
            )
            watching.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
            assert_that_all_work(processes, roots, dsn)
        migrated = watching.execute("SELECT DISTINCT process FROM migrated").fetchall()
        assert len(migrated) == 1


def test_an_extension_that_another_process_just_adds_is_used(roots: list[Path]) -> None:
    dsn = new_database("extension")
    vault = opened(roots[0], dsn)

    def has_vectors() -> bool:
        with vault._store.writer() as writer:
            return writer.vectors.available

    with ThreadPoolExecutor() as pool:
        with (
            psycopg.connect(dsn, autocommit=True) as watching,
            psycopg.connect(dsn) as other,
        ):
            other.execute("CREATE EXTENSION vector SCHEMA public")
            found = pool.submit(has_vectors)
            wait_until(lambda: waiting(watching), "it does not wait")
        assert found.result(TIMEOUT)
    vault.close()


def test_a_schema_that_a_newer_ragtui_migrates_meanwhile_is_refused(
    roots: list[Path],
) -> None:
    dsn = new_database("migrated_meanwhile")
    vault = opened(roots[0], dsn)
    vault.index(embed=False)
    assert paths(vault, "dry") == ["harbour.md"]
    with psycopg.connect(dsn, autocommit=True) as newer:
        newer.execute("ALTER TABLE ragtui.posting RENAME COLUMN records TO packed")
        newer.execute("UPDATE ragtui.schema_version SET version = version + 1")
    for _ in range(2):
        with pytest.raises(IndexUnusable, match=r"newer ragtui .*: update ragtui"):
            paths(vault, "wall")
    with pytest.raises(IndexUnusable, match="newer ragtui"):
        vault.index(embed=False)
    vault.close()
