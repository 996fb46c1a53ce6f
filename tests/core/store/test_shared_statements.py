"""One text of a statement, in the dialects of both stores."""

from __future__ import annotations

import apsw
import pytest

from ragtui_core.store.sqlite.session import SqliteSession


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("shared", "written"),
    [
        (
            "SELECT path FROM mail_file WHERE path IN :paths AND size > :size",
            "SELECT path FROM mail_file "
            "WHERE path = ANY(%(paths)s) AND size > %(size)s",
        ),
        (
            "SELECT id FROM document INDEXED BY document_day WHERE tag LIKE '%x'",
            "SELECT id FROM document WHERE tag LIKE '%%x'",
        ),
        (
            "SELECT id FROM chunk WHERE id = ANY(:ids::int[])",
            "SELECT id FROM chunk WHERE id = ANY(%(ids)s::int[])",
        ),
    ],
)
def test_a_server_takes_lists_as_arrays(shared: str, written: str) -> None:
    from ragtui_postgres.session import in_dialect

    assert in_dialect(shared) == written


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
