"""Databases that ragtui cannot use, or only in part: addresses, schemas, extensions."""

from hashlib import sha256
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from ragtui_core.errors import IndexMissing, IndexUnusable, StorageError
from ragtui_core.store.records import IndexChange
from ragtui_core.store.tables.meta import TABLES
from ragtui_postgres.connection import connect, schema_of
from ragtui_postgres.schema import SCHEMA_VERSION
from support.postgres_server import (
    execute,
    new_database,
    role_with_password,
    set_default,
    vault_schema,
)
from support.stores import paths_with, postgres_store, records_of

pytestmark = pytest.mark.postgres

SCHEMAS = {17: "cef355acbd474b5c"}
"""The digest of both files of SQL of each version that was released or merged."""

NOTES = {
    "valve.md": "# Valve\n\nIt hums at the pump.\n",
    "log.md": "# Log\n\nThe pump failed at night, and the valve hums.\n",
    "harbour.md": "# Harbour\n\nQuiet water.\n",
}


def test_a_server_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    dsn = f"host={tmp_path} user=owner password=secret dbname=notes"
    store = postgres_store(dsn, tmp_path)
    with pytest.raises(StorageError, match="check that the server runs") as caught:
        store.exists()
    assert "\n" not in str(caught.value)
    assert "secret" not in f"{caught.value}{store.location}"


@pytest.mark.parametrize("dsn", ["postgresql://me:secret@[/x", "secret='"])
def test_what_is_no_address_is_not_repeated(tmp_path: Path, dsn: str) -> None:
    with pytest.raises(StorageError, match="not a connection string") as caught:
        postgres_store(dsn, tmp_path)
    assert "secret" not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_wrong_password_is_not_repeated(tmp_path: Path) -> None:
    dsn = f"{role_with_password()} password=secret"
    with pytest.raises(StorageError, match="password authentication") as caught:
        postgres_store(dsn, tmp_path).exists()
    assert "secret" not in str(caught.value)
    assert postgres_store(f"{dsn} password=right", tmp_path).is_written is False


def test_a_database_in_another_encoding_is_refused(tmp_path: Path) -> None:
    dsn = new_database("ascii", "ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(IndexUnusable, match="SQL_ASCII"):
        postgres_store(dsn, tmp_path).exists()


def test_a_schema_of_another_program_is_left_alone(tmp_path: Path) -> None:
    dsn = new_database("others")
    execute(dsn, "CREATE SCHEMA ragtui_v", "CREATE TABLE ragtui_v.vault (theirs int)")
    store = postgres_store(dsn, tmp_path, "v")
    with pytest.raises(IndexUnusable, match="another program's"):
        store.exists()
    with pytest.raises(IndexUnusable, match="another program's"), store.writer():
        pass


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    dsn = new_database("newer")
    store = postgres_store(dsn, tmp_path)
    with store.writer():
        pass
    with store.reader():
        pass  # It stays open, and is asked again.
    execute(dsn, f"UPDATE {vault_schema(dsn)}.vault SET schema = 99")
    for use in (store.reader(), store.writer()):
        with pytest.raises(IndexUnusable, match="newer ragtui"), use:
            pass


def test_a_schema_of_no_release_is_rebuilt(tmp_path: Path) -> None:
    dsn = new_database("between")
    store = postgres_store(dsn, tmp_path)
    with store.writer():
        pass
    execute(dsn, f"UPDATE {vault_schema(dsn)}.vault SET schema = 16")
    with pytest.raises(IndexMissing, match="from an older"), store.reader():
        pass
    with pytest.raises(IndexUnusable, match="index --rebuild"), store.writer():
        pass
    assert store.back_up()
    with store.writer():
        pass


@pytest.mark.parametrize("name", ['a "b" %c', "ü" * 40, "x" * 300, "a\0\ud800"])
def test_a_vault_may_have_any_name(tmp_path: Path, name: str) -> None:
    dsn = new_database("names")
    store, other = (postgres_store(dsn, tmp_path, n) for n in (name, f"{name}x"))
    for each in (store, other):
        with each.writer():
            pass
        assert each.exists()
    assert store.back_up()
    assert (store.exists(), other.exists()) == (False, True)
    store.close()
    other.close()


def test_tables_that_are_missing_are_named(tmp_path: Path) -> None:
    dsn = new_database("broken")
    store = postgres_store(dsn, tmp_path)
    with store.writer():
        pass
    execute(dsn, f"DROP TABLE {vault_schema(dsn)}.term CASCADE")
    with pytest.raises(IndexUnusable, match="term"), store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", NOTES)))
    store.close()


def test_another_schema_has_another_version() -> None:
    sql = resources.files("ragtui_postgres") / "schema.sql"
    digest = sha256(TABLES.encode() + sql.read_bytes()).hexdigest()
    assert digest[:16] == SCHEMAS[SCHEMA_VERSION]


def test_without_pgvector_words_are_searched(tmp_path: Path) -> None:
    dsn = new_database("plain")
    schema = "CREATE SCHEMA ragtui_v AUTHORIZATION plain"
    execute(dsn, "CREATE ROLE plain LOGIN", schema)
    store = postgres_store(f"{dsn} user=plain", tmp_path, "v")
    with store.writer() as writer:
        assert not writer.vectors.available
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", NOTES)))
    with store.reader() as reader:
        assert paths_with(reader, "valve") == {"valve.md", "log.md"}
        assert reader.vectors.nearest(np.ones(8, np.float32), 3) == []
    store.close()


def test_the_documents_of_a_filter_are_looked_up_in_a_hashed_set() -> None:
    """With the server's default they would be read once for each document."""
    dsn = new_database("work_memory")
    with connect(dsn, schema_of("v")) as connection:
        plan = connection.execute(
            "EXPLAIN VERBOSE SELECT "
            "coalesce(id IN (SELECT generate_series(1, 500000)), false) "
            "FROM generate_series(1, 500000) AS document (id)"
        ).fetchall()
        assert any("hashed SubPlan" in line for (line,) in plan)
    set_default(dsn, "work_mem", "1GB")
    with connect(dsn, schema_of("v")) as connection:
        assert connection.execute("SHOW work_mem").fetchone() == ("1GB",)
