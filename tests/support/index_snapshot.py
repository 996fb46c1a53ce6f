"""Everything that an index file says about its vault, in a form that can be compared.

Two indexes of the same files under the same settings have equal snapshots, however
they came about. Ids of rows, times of indexing and counters of changes are left out;
documents are named by their path, chunks by path and first character.
"""

from pathlib import Path
from typing import Any

import apsw

from ragtui_core.store.sqlite.connection import add_functions

Snapshot = dict[str, Any]
"""Names of tables and the content of each: sorted lists of rows, or single values."""

_LEFT_OUT = {"id", "document", "checked_ns", "changed_ns", "inode"}
"""Columns that identify a row or a file, not its content."""

_VOCABULARIES = ("keyword", "gram", "part")
"""The FTS5 tables."""


def snapshot(path: Path) -> Snapshot:
    """The content of the index at `path`; the file is only read.

    Args:
        path: The index file; its write-ahead log counts.

    Raises:
        AssertionError: The index contradicts itself: a row without its owner, words
            that are not those of the text, a vector of no chunk.
    """
    connection = _copy_in_memory(path)
    try:
        _check(connection)
        return _documents(connection) | _words(connection) | _rest(connection)
    finally:
        connection.close()


def differences(left: Snapshot, right: Snapshot, *, most: int = 5) -> list[str]:
    """What `left` and `right` do not have in common, `most` rows a table; or nothing.

    Rows only in `left` are marked with `-`, those only in `right` with `+`.
    """
    found = []
    for name in sorted(left.keys() | right.keys()):
        before, after = left.get(name), right.get(name)
        if before == after:
            continue
        if not isinstance(before, list) or not isinstance(after, list):
            found.append(f"{name}: {before!r} != {after!r}")
            continue
        gone = [f"{name}: - {row!r}" for row in before if row not in after]
        new = [f"{name}: + {row!r}" for row in after if row not in before]
        found += gone[:most] + new[:most] or [f"{name}: the same rows, repeated"]
    return found


def _copy_in_memory(path: Path) -> apsw.Connection:
    """A copy to ask and to check: FTS5's check counts as writing."""
    copy = apsw.Connection(":memory:")
    add_functions(copy)
    source = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        source.set_busy_timeout(10_000)
        with copy.backup("main", source, "main") as backup:
            while not backup.done:
                backup.step(-1)
    finally:
        source.close()
    return copy


def _check(connection: apsw.Connection) -> None:
    """Compare the parts of the index with each other."""
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    for table in _VOCABULARIES:
        # 1 compares an external content table with its content, too.
        rank = int(table == "keyword")
        sql = f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', ?)"
        connection.execute(sql, (rank,)).fetchall()
    for table in ("chunk", "link", "heading", "tag"):
        strays = connection.execute(
            f"SELECT * FROM {table} WHERE document NOT IN (SELECT id FROM document)"
        ).fetchall()
        assert strays == [], f"{table} rows of no document: {strays}"
    totals = "SELECT count(*), coalesce(sum(embedded), 0) FROM chunk"
    counted = connection.execute(totals).fetchall()
    kept_totals = connection.execute("SELECT * FROM chunk_count").fetchall()
    assert kept_totals == counted, "the totals are not those of the chunks"
    embedded = connection.execute("SELECT id FROM chunk WHERE embedded ORDER BY id")
    kept = _vector_ids(connection, "embedding")
    assert [row[0] for row in embedded] == kept, "vectors are not those of the chunks"


def _documents(connection: apsw.Connection) -> Snapshot:
    """Documents and what belongs to each by columns."""
    paths = _paths(connection)
    found: Snapshot = {"document": _rows(connection, "document")}
    for table in ("chunk", "link", "heading", "tag"):
        rows = []
        for row in _dictionaries(connection, f"SELECT * FROM {table}"):
            owner = paths[row["document"]]
            shown = {"path": owner} | _shown(row)
            shown.pop("embedded", None)
            rows.append(tuple(shown.items()))
        found[table] = sorted(rows, key=repr)
    found["skipped"] = _rows(connection, "skipped")
    return found


def _words(connection: apsw.Connection) -> Snapshot:
    """Every word at its place in every full-text table."""
    places = _places(connection)
    found: Snapshot = {}
    for table in _VOCABULARIES:
        name = f"temp.{table}_instance"
        connection.execute(
            f"CREATE VIRTUAL TABLE {name} USING fts5vocab ('main', '{table}', instance)"
        ).fetchall()
        rows = connection.execute(f'SELECT term, doc, col, "offset" FROM {name}')
        found[table] = sorted((places[doc], c, o, term) for term, doc, c, o in rows)
    return found


def _rest(connection: apsw.Connection) -> Snapshot:
    """Vectors and facts about the whole."""
    stored: list[Any] = connection.execute(
        "SELECT id, embedding_key FROM chunk"
    ).fetchall()
    keys: dict[int, bytes] = dict(stored)
    places, found = _places(connection), Snapshot()
    for table in ("embedding", "next_embedding"):
        # The next model's vectors of chunks that went are dropped in the end.
        ids = [i for i in _vector_ids(connection, table) if i in places]
        found[table] = sorted((places[i], keys[i].hex()) for i in ids)
    meta = dict(connection.execute("SELECT key, value FROM meta"))
    for key in ("signature", "next_model"):
        found[f"meta.{key}"] = meta.get(key, "")
    # An index that lost its last chunk still knows its model.
    found["meta.model"] = meta.get("model", "") if found["embedding"] else ""
    found["user_version"] = connection.pragma("user_version")
    return found


def _vector_ids(connection: apsw.Connection, table: str) -> list[int]:
    rows = connection.execute(f"SELECT chunk FROM {table} ORDER BY chunk")
    return [row for (row,) in rows]


def _paths(connection: apsw.Connection) -> dict[int, str]:
    rows: list[Any] = connection.execute("SELECT id, path FROM document").fetchall()
    return dict(rows)


def _places(connection: apsw.Connection) -> dict[int, tuple[str, int]]:
    """Each chunk's document and first character."""
    rows = connection.execute(
        "SELECT chunk.id, path, span_start FROM chunk "
        "JOIN document ON document.id = chunk.document"
    )
    return {chunk: (path, start) for chunk, path, start in rows}


def _rows(connection: apsw.Connection, table: str) -> list[Any]:
    rows = _dictionaries(connection, f"SELECT * FROM {table} ORDER BY path")
    return [tuple(_shown(row).items()) for row in rows]


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in _LEFT_OUT}


def _dictionaries(connection: apsw.Connection, sql: str) -> list[dict[str, Any]]:
    rows = connection.execute(sql)
    return [
        dict(zip([name for name, *_ in rows.get_description()], row, strict=True))
        for row in rows
    ]
