"""The sqlite-vec tables of vectors: in use, and the next model's."""

import apsw

TABLE = "chunk_vector"
"""The vectors in use."""

NEXT_TABLE = "chunk_vector_next"
"""The vectors of another model, until they are complete."""

SCATTERED = 64
"""Vectors per block of a large table, of which single ones are read: a block of
sqlite-vec's usual 1,024 is a chain of a hundred pages."""


def dimension_of(connection: apsw.Connection, table: str) -> int:
    """The length of the vectors in a table; 0 if it has none."""
    # By rowid: without, sqlite-vec first sorts all of its rows.
    row = connection.execute(
        f"SELECT vec_length(embedding) FROM {table} "
        f"WHERE rowid = (SELECT min(rowid) FROM {table}_rowids)"
    ).fetchone()
    return int(row[0]) if row else 0


def create_table(
    connection: apsw.Connection, table: str, dimension: int, block: int = 0
) -> None:
    """Create an empty table of vectors in place of another one, if there is one.

    Args:
        connection: To the index.
        table: Its name.
        dimension: The length of its vectors.
        block: Vectors that are stored together; 0 is sqlite-vec's default of 1,024.
    """
    drop_table(connection, table)
    stored = f", chunk_size={block}" if block else ""
    connection.execute(
        f"CREATE VIRTUAL TABLE {table} USING vec0 "
        f"(embedding float[{dimension}]{stored})"
    ).fetchall()


def drop_table(connection: apsw.Connection, table: str) -> None:
    """Remove a table of vectors, if there is one."""
    connection.execute(f"DROP TABLE IF EXISTS {table}").fetchall()


def scatter(connection: apsw.Connection) -> None:
    """Store the vectors in use in small blocks; part of the caller's transaction."""
    sql = "SELECT instr(sql, 'chunk_size') FROM sqlite_schema WHERE name = ?"
    ((is_scattered,),) = connection.execute(sql, (TABLE,)).fetchall()
    if is_scattered:
        return
    dimension = dimension_of(connection, TABLE)
    # sqlite-vec cannot rename a table.
    connection.execute(
        f"CREATE TEMP TABLE copied AS SELECT rowid AS id, embedding FROM {TABLE}"
    ).fetchall()
    create_table(connection, TABLE, dimension, SCATTERED)
    connection.execute(
        f"INSERT INTO {TABLE} (rowid, embedding) SELECT id, embedding FROM copied"
    ).fetchall()
    connection.execute("DROP TABLE copied").fetchall()
