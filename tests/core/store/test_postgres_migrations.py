"""Several processes that find an older schema, a newer one, or none, at once."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import psycopg
import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import IndexMissing, IndexUnusable
from ragtui_core.search.options import SearchOptions
from ragtui_core.store.postgres.schema import SCHEMA_VERSION
from ragtui_core.store.records import (
    AccessRight,
    ChunkRecord,
    DocumentRecord,
    FileState,
    IndexChange,
)
from ragtui_core.types import Fields, Mode
from support.commands import command, environment
from support.older_postgres import VERSIONS, schema_of
from support.postgres_server import execute, new_database
from support.stores import postgres_store
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
"""Each schema has these."""

MIGRATED = """
CREATE TABLE public.migrated (process int);
CREATE FUNCTION public.note() RETURNS event_trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO public.migrated SELECT pg_backend_pid()
    FROM pg_event_trigger_ddl_commands() WHERE NOT in_extension; END';
CREATE EVENT TRIGGER noted ON ddl_command_end
    WHEN TAG IN ('ALTER TABLE', 'CREATE FUNCTION') EXECUTE FUNCTION public.note();
"""
"""Notes which processes of the server make tables; another may add the extension."""


def opened(root: Path, dsn: str) -> Vault:
    return open_vault(root, flags={"store": dsn, "log.answers": False})


def paths(vault: Vault, query: str) -> list[str]:
    found = vault.search(query, SearchOptions(mode=Mode.KEYWORD))
    return [hit.path for hit in found.hits]


def with_schema_of(version: int) -> str:
    """A database whose schema an older ragtui has written."""
    dsn = new_database(f"schema_{version}")
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(schema_of(version))
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


@pytest.mark.parametrize("version", VERSIONS)
def test_one_process_migrates_an_older_schema_while_others_wait(
    roots: list[Path], version: int
) -> None:
    dsn = with_schema_of(version)
    with psycopg.connect(dsn, autocommit=True) as watching:
        watching.execute(MIGRATED)
        with psycopg.connect(dsn) as reading:
            # Who replaces one of these waits until it is not read.
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
        assert versions.fetchall() == [(SCHEMA_VERSION,)]


def row(table: str, **values: object) -> str:
    """SQL that inserts a row, with those of the values that the schema has."""
    text = json.dumps(values)
    return (
        f"INSERT INTO ragtui.{table} OVERRIDING SYSTEM VALUE "
        f"SELECT (jsonb_populate_record(NULL::ragtui.{table}, '{text}')).*"
    )


CHUNK = {
    "vault": 1,
    "document": 1,
    "span_start": 0,
    "span_end": 1,
    "first_line": 1,
    "last_line": 1,
    "heading_path": "",
    "tokens": 1,
    "embedded": True,
    "text": "",
    "quoted": False,
    "head": "",
    "words": "",
    "word_count": 0,
    "gram_count": 0,
    "part_count": 0,
}


def embedded(dsn: str) -> list[tuple[object, ...]]:
    """The embedding keys of passages, and their vectors."""
    return execute(
        dsn,
        "SELECT convert_from(embedding_key, 'UTF8'), embedding::text "
        "FROM ragtui.chunk LEFT JOIN ragtui.embedding "
        "ON chunk = id AND embedding.vault = chunk.vault ORDER BY 1",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_vaults_rights_and_vectors_of_an_older_schema_stay(
    tmp_path: Path, version: int
) -> None:
    dsn = with_schema_of(version)
    team, has_rights = f"team_of_{version}", version > 1
    execute(
        dsn,
        f"CREATE ROLE {team} LOGIN",
        f"GRANT USAGE ON SCHEMA ragtui TO {team}",
        f"GRANT SELECT ON ragtui.document, ragtui.chunk TO {team}",
        "CREATE EXTENSION vector SCHEMA public",
        "CREATE TABLE ragtui.embedding (vault int, model int, chunk int, "
        "embedding halfvec)",
        *(
            row(
                "vault",
                id=i,
                name=name,
                version=1,
                schema=version,
                restricted=has_rights,
            )
            for i, name in ((1, "v"), (2, "other"))
        ),
        row("model", vault=1, id=3, name="m", dimension=2),
        row("meta", vault=1, key="model", value="m"),
        "SET session_replication_role = replica;"
        + ";".join(
            row("chunk", id=i, embedding_key=f"\\x{key.encode().hex()}", **CHUNK)
            for i, key in enumerate("ab")
        ),
        "INSERT INTO ragtui.embedding VALUES (1, 3, 0, '[1,0]'), (1, 3, 1, '[0,1]')",
    )
    if has_rights:
        execute(
            dsn,
            f"INSERT INTO ragtui.readable VALUES (1, '{team}', 'a')",
            "ALTER TABLE ragtui.document ENABLE ROW LEVEL SECURITY",
        )
    store, other = (postgres_store(dsn, tmp_path, name) for name in ("v", "other"))
    chunks = tuple(
        ChunkRecord(i, i + 1, 1, 1, "", 1, key.encode(), key, "", "")
        for i, key in enumerate("bcb")
    )
    state = FileState("a/n.md", 1, 1, 1, 1)
    record = DocumentRecord(
        state, b"", 0, "utf-8", Fields(title="t"), "{}", "[]", "", chunks
    )
    secret = replace(record, file=state._replace(path="b/n.md"), chunks=())
    with store.writer() as writer:
        writer.apply(IndexChange(records=[record, secret]))
        assert embedded(dsn) == [("b", "[0,1]"), ("b", "[0,1]"), ("c", None)]
        assert len(writer.vectors.pending("m")) == 1
        writer.vectors.use_model("m", 2)
        writer.vectors.finish("m")
    assert execute(dsn, "SELECT FROM ragtui.former_embedding") == []
    with store.reader() as reader:
        assert reader.vectors.has_model("m")
        assert reader.documents.paths() == ["a/n.md", "b/n.md"]
    with pytest.raises(IndexMissing, match="from an older ragtui"), other.reader():
        pass
    rights = [AccessRight(team, "a")] if has_rights else None
    assert store.access_rights.listed() == rights
    seen = execute(f"{dsn} user={team}", "SELECT path FROM ragtui.document")
    assert len(seen) == (1 if has_rights else 2)
    assert ("a/n.md",) in seen
    keys = execute(f"{dsn} user={team}", "SELECT key FROM ragtui.note_key ORDER BY 1")
    assert keys == (
        [("n",), ("t",)] if has_rights else [("n",), ("n",), ("t",), ("t",)]
    )
    store.close()
    other.close()


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
