"""Who may read which folders of a vault: rows of table `readable`, and privileges.

The database enforces them by row-level security (`schema.sql`).
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

from psycopg import sql

from ragtui_core import StorageError
from ragtui_core.store import AccessRight
from ragtui_postgres.connection import quoted
from ragtui_postgres.session import PostgresSession

PUBLIC = "public"
"""PostgreSQL's name for each role."""

_READ = (
    "vault, meta, document, tag, note_key, addressee, chunk, link, heading, skipped, "
    "mail_file, mail_place, model"
)
"""What a team needs to read; rows are chosen by policies. Terms are not among it."""


def is_guarded(session: PostgresSession) -> bool:
    """Whether the policies apply."""
    return session.rows(
        "SELECT relrowsecurity FROM pg_class WHERE oid = to_regclass('document')"
    ) == [(True,)]


def guard(session: PostgresSession) -> None:
    """Let the policies of all tables apply, to all roles but the tables' owner.

    Raises:
        psycopg.Error: The role does not own the tables.
    """
    tables = session.rows(
        "SELECT DISTINCT polrelid::regclass::text FROM pg_policy JOIN pg_class "
        "ON pg_class.oid = polrelid WHERE relnamespace = to_regnamespace(:name)",
        name=quoted(session.schema),
    )
    for (table,) in tables:
        session.connection.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")


def give(session: PostgresSession, rights: Iterable[AccessRight]) -> None:
    """Restrict the vault and add rights; in a transaction of the caller's.

    Raises:
        StorageError: There is no such role, or the session's may not grant rights.
    """
    if not is_guarded(session):
        guard(session)
    session.run("UPDATE vault SET restricted = true")
    for team, folder in rights:
        _grant(session, team)
        session.run(
            "INSERT INTO readable VALUES (:team, :folder) ON CONFLICT DO NOTHING",
            team=team,
            folder=folder,
        )


def rights_of(session: PostgresSession) -> list[AccessRight] | None:
    """The rights by team and folder; None if the vault is not restricted."""
    if session.rows("SELECT restricted FROM vault") != [(True,)]:
        return None
    rows = session.rows("SELECT team, folder FROM readable ORDER BY team, folder")
    return [AccessRight(*row) for row in rows]


def _grant(session: PostgresSession, team: str) -> None:
    known = session.rows("SELECT FROM pg_roles WHERE rolname = :team", team=team)
    if team != PUBLIC and not known:
        raise StorageError(
            f"there is no role {team!r} in the database: CREATE ROLE, or name "
            f"another one; {PUBLIC!r} is each role"
        )
    role = sql.SQL("PUBLIC") if team == PUBLIC else sql.Identifier(team)
    tables = _READ
    if session.rows("SELECT WHERE to_regclass('embedding') IS NOT NULL"):
        tables = f"{_READ}, embedding"
    of_schema = f"USAGE ON SCHEMA {quoted(session.schema)}"
    for privilege in (of_schema, f"SELECT ON {tables}"):
        statement = sql.SQL("GRANT {} TO {}").format(sql.SQL(privilege), role)
        session.connection.execute(statement)
    # PostgreSQL ignores, with a warning, grants by a role that may not grant.
    asked = "SELECT has_table_privilege(:team, 'chunk', 'SELECT')"
    if session.rows(asked, team=team) != [(True,)]:
        raise StorageError(
            f"the role {session.connection.info.user} may not grant rights: it "
            f"must own the tables in the schema {session.schema}"
        )


class PostgresAccessRights:
    """Allows teams folders of one vault."""

    def __init__(
        self, connect: Callable[[], AbstractContextManager[PostgresSession]]
    ) -> None:
        """Use a session that `connect` opens, by a role that owns the tables."""
        self._connect = connect

    def allow(self, team: str, folder: str) -> None:
        with self._connect() as session, session.transaction():
            give(session, [AccessRight(team, folder)])

    def restrict(self, rights: Iterable[AccessRight]) -> None:
        with self._connect() as session, session.transaction():
            session.run("DELETE FROM readable")
            give(session, rights)

    def deny(self, team: str, folder: str) -> bool:
        with self._connect() as session, session.transaction():
            return bool(
                session.rows(
                    "DELETE FROM readable WHERE team = :team AND folder = :folder "
                    "RETURNING team",
                    team=team,
                    folder=folder,
                )
            )

    def listed(self) -> list[AccessRight] | None:
        with self._connect() as session:
            return rights_of(session)
