"""One text of a statement, in the dialects of both stores."""

from __future__ import annotations

import apsw
import pytest

from ragtui_core.store.postgres.shared_session import of_vault
from ragtui_core.store.sqlite.session import SqliteSession


@pytest.mark.parametrize(
    ("shared", "written"),
    [
        (
            "SELECT path FROM mail_file WHERE path IN :paths AND size > :size",
            "SELECT path FROM (SELECT * FROM mail_file WHERE vault = %(vault)s) "
            "AS mail_file WHERE path = ANY(%(paths)s) AND size > %(size)s",
        ),
        (
            "SELECT one.id FROM document AS one JOIN tag ON tag LIKE '%x'",
            "SELECT one.id FROM (SELECT * FROM document WHERE vault = %(vault)s) "
            "AS one JOIN (SELECT * FROM tag WHERE vault = %(vault)s) AS tag "
            "ON tag LIKE '%%x'",
        ),
        (
            "UPDATE document SET path = :path WHERE id = :id",
            "UPDATE document SET path = %(path)s "
            "WHERE vault = %(vault)s AND id = %(id)s",
        ),
        (
            "DELETE FROM skipped WHERE path IN :paths",
            "DELETE FROM skipped WHERE vault = %(vault)s AND path = ANY(%(paths)s)",
        ),
    ],
)
def test_a_statement_is_about_one_vault(shared: str, written: str) -> None:
    assert of_vault(shared) == written


def test_a_file_takes_lists_and_single_values() -> None:
    session = SqliteSession(apsw.Connection(":memory:"))
    session.run("CREATE TABLE skipped (path, reason)")
    session.insert("skipped", "path, reason", [("a", "1"), ("b", "2"), ("ä", "3")])
    sql = "SELECT path FROM skipped WHERE path IN :paths AND reason != :reason"
    assert session.rows(sql, paths=["b", "ä"], reason="2") == [("ä",)]
    session.run_many(
        "DELETE FROM skipped WHERE path = :path", [{"path": "a"}, {"path": "b"}]
    )
    assert session.rows("SELECT count(*) FROM skipped") == [(1,)]
