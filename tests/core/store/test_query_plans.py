"""What a search asks SQLite: nothing is read for each document or chunk."""

import re
from typing import Any

import apsw
import pytest

from ragtui_core import Mode, SearchOptions
from ragtui_core.search.facets import FIELDS
from ragtui_core.store.matching import Phrase
from ragtui_core.store.names.folded_names import NamePattern
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.tables.value_counts import value_counts_among
from support.vaults import IndexVault

NOTES: dict[str, str | bytes] = {
    "a.md": "---\naliases: Curlew\nstatus: archived\n---\n# Probes\n\nA brass probe.\n",
    "b.md": "---\ntags: [pump]\ntype: plan\n---\n# Pumps\n\nA pump of brass.\n",
    "c/d.md": "# Notes\n\nThe brass curlew of the pump.\n",
}
TABLES = "SCAN document", "SCAN chunk"
ALIASES = "SCAN document USING COVERING INDEX document_aliases"
"""An index of the documents with aliases alone."""
COUNTS = "FROM chunk_count"
"""Ends the statement that counts documents, once for each state of the index."""

Asked = dict[str, tuple[apsw.Connection, Any]]
"""The connection and the parameters of each statement."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What connections that are opened from now on are asked."""
    found: Asked = {}

    def note(cursor: apsw.Cursor, sql: str, parameters: Any) -> bool:
        if sql.lstrip().startswith(("SELECT", "WITH")):
            found[sql] = cursor.connection, parameters
        return True

    # A connection that reads calls this before each statement.
    monkeypatch.setattr("ragtui_core.store.sqlite.connection._is_wanted", note)
    return found


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.HYBRID])
@pytest.mark.parametrize(
    "query",
    [
        "curlew",
        "the pump of brass",
        '"brass probe"',
        "tag:pump brass",
        "type:plan pump",
    ],
)
def test_a_first_search_reads_no_table_as_a_whole(
    index_vault: IndexVault, asked: Asked, mode: Mode, query: str
) -> None:
    vault = index_vault(NOTES, embed=True)
    asked.clear()
    assert vault.search(query, SearchOptions(mode=mode)).hits
    assert len(asked) > 5
    for sql, (connection, parameters) in list(asked.items()):
        if sql.endswith(COUNTS):
            continue
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters):
            assert not step.startswith(TABLES) or step == ALIASES, sql


def steps_of(asked: Asked) -> list[str]:
    """The steps of the plans of all statements."""
    return [
        step
        for sql, (connection, parameters) in list(asked.items())
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
    ]


def test_no_row_is_read_for_counts_of_what_was_found(
    index_vault: IndexVault, asked: Asked
) -> None:
    vault = index_vault(NOTES)
    with vault._store.reader() as reader:
        asked.clear()
        found = reader.keywords.documents_matching(Phrase("pump"))
        assert value_counts_among(reader, FIELDS, (), found)
        steps = steps_of(asked)
    rows = "SEARCH (document|chunk) USING INTEGER PRIMARY KEY|SCAN (document|chunk)"
    assert not [step for step in steps if re.match(rows, step)]
    assert "SEARCH document USING COVERING INDEX document_facets (id=?)" in steps


def test_threads_and_headings_are_looked_up(
    index_vault: IndexVault, asked: Asked
) -> None:
    vault = index_vault(NOTES)
    with vault._store.reader() as reader:
        asked.clear()
        reader.select([Filter(FilterField.THREAD, ("m1@example.org",))])
        patterns = [NamePattern(("pump",))]
        assert list(reader.links.headings_matching(patterns, with_title=True))
        steps = steps_of(asked)
    assert any("document_thread" in step for step in steps)
    assert not [step for step in steps if step.startswith(("SCAN mail", "SCAN head"))]
    # Older versions of SQLite name the set of a recursive UNION, too; sorting is meant.
    assert not [step for step in steps if step.startswith("USE TEMP B-TREE")]
