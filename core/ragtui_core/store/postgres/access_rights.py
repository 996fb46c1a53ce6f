"""Who may read which folders of a vault: rows of table `readable`, and privileges.

The database enforces them by row-level security (`schema.sql`).
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import psycopg
from psycopg import sql

from ragtui_core.errors import StorageError
from ragtui_core.store.postgres.connection import SCHEMA, PostgresSession
from ragtui_core.store.records import AccessRight

PUBLIC = "public"
"""PostgreSQL's name for each role."""

_READ = (
    "schema_version, vault, meta, document, tag, note_key, addressee, chunk, link, "
    "heading, skipped, mail_file, mail_place, model"
)
"""What a team needs to read; rows are chosen by policies. Terms are not among it."""


def is_guarded(connection: "psycopg.Connection[Any]") -> bool:
    """Whether the policies apply."""
    rows = connection.execute(
        "SELECT FROM pg_class WHERE oid = to_regclass(%s) AND relrowsecurity",
        (f"{SCHEMA}.document",),
    )
    return rows.rowcount > 0


def guard(connection: "psycopg.Connection[Any]") -> None:
    """Let the policies of all tables apply, to all roles but the tables' owner.

    Raises:
        psycopg.Error: The role does not own the tables.
    """
    tables = connection.execute(
        "SELECT DISTINCT polrelid::regclass::text FROM pg_policy JOIN pg_class "
        "ON pg_class.oid = polrelid WHERE relnamespace = to_regnamespace(%s)",
        (SCHEMA,),
    ).fetchall()
    for (table,) in tables:
        connection.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")


def keep_rights(session: PostgresSession, name: str) -> None:
    """If the session's vault is restricted, make a new one with the same rights.

    Within a transaction of the caller's.
    """
    session.run(
        "WITH made AS (INSERT INTO vault (name, restricted, schema) "
        "SELECT %(name)s, true, schema FROM vault WHERE id = %(vault)s AND restricted "
        "RETURNING id) INSERT INTO readable SELECT made.id, team, folder "
        "FROM made, readable WHERE vault = %(vault)s",
        name=name,
    )


class PostgresAccessRights:
    """Allows teams folders of one vault."""

    def __init__(
        self, connect: Callable[[], AbstractContextManager[PostgresSession]]
    ) -> None:
        """Use a session that `connect` opens, by a role that owns the tables."""
        self._connect = connect

    def allow(self, team: str, folder: str) -> None:
        self._give([AccessRight(team, folder)], keeps=True)

    def restrict(self, rights: Iterable[AccessRight]) -> None:
        self._give(rights, keeps=False)

    def _give(self, rights: Iterable[AccessRight], *, keeps: bool) -> None:
        with self._connect() as session, session.transaction():
            if not is_guarded(session.connection):
                guard(session.connection)
            session.run("UPDATE vault SET restricted = true WHERE id = %(vault)s")
            if not keeps:
                session.run("DELETE FROM readable WHERE vault = %(vault)s")
            for team, folder in rights:
                self._require_role(session, team)
                self._grant(session, team)
                session.run(
                    "INSERT INTO readable VALUES (%(vault)s, %(team)s, %(folder)s) "
                    "ON CONFLICT DO NOTHING",
                    team=team,
                    folder=folder,
                )

    def deny(self, team: str, folder: str) -> bool:
        with self._connect() as session, session.transaction():
            rows = session.rows(
                "DELETE FROM readable WHERE vault = %(vault)s AND team = %(team)s "
                "AND folder = %(folder)s RETURNING team",
                team=team,
                folder=folder,
            )
            return bool(rows)

    def listed(self) -> list[AccessRight] | None:
        with self._connect() as session:
            rows = session.rows("SELECT restricted FROM vault WHERE id = %(vault)s")
            if not rows or not rows[0][0]:
                return None
            rows = session.rows(
                "SELECT team, folder FROM readable WHERE vault = %(vault)s "
                "ORDER BY team, folder"
            )
            return [AccessRight(*row) for row in rows]

    def _require_role(self, session: PostgresSession, team: str) -> None:
        known = session.rows("SELECT FROM pg_roles WHERE rolname = %(team)s", team=team)
        if team != PUBLIC and not known:
            raise StorageError(
                f"there is no role {team!r} in the database: CREATE ROLE, or name "
                f"another one; {PUBLIC!r} is each role"
            )

    def _grant(self, session: PostgresSession, team: str) -> None:
        role = sql.SQL("PUBLIC") if team == PUBLIC else sql.Identifier(team)
        tables = _READ
        if session.rows("SELECT WHERE to_regclass('embedding') IS NOT NULL"):
            tables = f"{_READ}, embedding"
        for privilege in (f"USAGE ON SCHEMA {SCHEMA}", f"SELECT ON {tables}"):
            statement = sql.SQL("GRANT {} TO {}").format(sql.SQL(privilege), role)
            session.connection.execute(statement)
        # PostgreSQL ignores, with a warning, grants by a role that may not grant.
        (missing,) = session.rows(
            "SELECT NOT has_table_privilege(%(team)s, 'chunk', 'SELECT')",
            team=team,
        )
        if missing[0]:
            raise StorageError(
                f"the role {session.connection.info.user} may not grant rights: it "
                f"must own the tables in the schema {SCHEMA}"
            )
