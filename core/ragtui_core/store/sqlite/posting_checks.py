"""Compares the full-text tables with the texts that they index.

FTS5's own check compares a weak checksum, needs a connection that may write, and
has nothing to compare a contentless table with. So the postings are copied into a
temporary table, which SQLite keeps in a file where it is large; another one is built
from the texts; and both are merged into one segment each, which is then the same.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import apsw

from ragtui_core.store.facts import SIGNATURE
from ragtui_core.store.records import VERSION
from ragtui_core.store.sqlite.keyword_rows import COLUMNS
from ragtui_core.store.sqlite.meta_rows import meta_value
from ragtui_core.text.subwords import grams, parts


@dataclass(frozen=True, slots=True)
class _Indexed:
    """A full-text table, declared as in the migrations, and what it indexes."""

    table: str
    columns: str
    tokenizer: str
    content: str
    """SQL of the id and the texts of each row."""


_KEYWORD = _Indexed(
    "keyword",
    COLUMNS,
    "porter unicode61 remove_diacritics 2",
    f"SELECT id, {COLUMNS} FROM main.chunk_content",
)

_SUBWORDS = (
    _Indexed(
        "gram",
        "fields, body",
        "unicode61 remove_diacritics 0 categories ''L* N* Co M*''",
        "SELECT chunk.id AS id, grams(concat_ws(char(10), title, company, category, "
        "summary, tags)) AS fields, grams(text) AS body FROM main.chunk "
        "JOIN main.document ON document.id = document_id "
        "WHERE fields != '' OR body != ''",
    ),
    _Indexed(
        "part",
        "body",
        "porter unicode61 remove_diacritics 2",
        "SELECT id, parts(text) AS body FROM main.chunk WHERE body != ''",
    ),
)


def wrong_postings(connection: apsw.Connection) -> Iterator[str]:
    """The full-text tables that differ from what they index, in words.

    Args:
        connection: To the index; need not be writable.
    """
    for name, function in (("grams", _grams), ("parts", _parts)):
        connection.create_scalar_function(name, function, 1, deterministic=True)
    tables: tuple[_Indexed, ...] = (_KEYWORD,)
    # Another version may have made other subwords of a text.
    if meta_value(connection, SIGNATURE).startswith(f"{VERSION} "):
        tables += _SUBWORDS
    for indexed in tables:
        if not _is_sound(connection, indexed):
            yield f"the words in table {indexed.table} are not those of the chunks"


def _grams(*text: Any) -> str:
    return grams(str(text[0]))


def _parts(*text: Any) -> str:
    return parts(str(text[0]))


def _is_sound(connection: apsw.Connection, indexed: _Indexed) -> bool:
    """Whether a table is as its content."""
    _execute(connection, f"CREATE TEMP VIEW content AS {indexed.content}")
    for name in (_COPY, _FRESH):
        _execute(
            connection,
            f"CREATE VIRTUAL TABLE temp.{name} USING fts5 ({indexed.columns}, "
            "content = 'content', content_rowid = 'id', "
            f"tokenize = '{indexed.tokenizer}')",
        )
    try:
        _execute(connection, f"INSERT INTO temp.{_FRESH} ({_FRESH}) VALUES ('rebuild')")
        sizes = (
            _SIZES.format(f"main.{indexed.table}"),
            _SIZES.format(f"temp.{_FRESH}"),
        )
        if not _are_same_rows(connection, *sizes):
            return False
        if not _finds_every_term(connection, indexed.table):
            return False
        _copy(connection, indexed.table)
        for name in (_COPY, _FRESH):
            _merge(connection, name, indexed)
        pages = (_PAGES.format(_COPY), _PAGES.format(_FRESH))
        return _are_same_rows(connection, *pages) or _have_same_words(connection)
    finally:
        for name in (_COPY, _FRESH):
            _execute(connection, f"DROP TABLE temp.{name}")
        _execute(connection, "DROP VIEW temp.content")


_COPY = "posting_copy"
_FRESH = "posting_fresh"

_SIZES = (
    "SELECT id, sz FROM {0}_docsize UNION ALL "
    "SELECT 0, rtrim(hex(block), '0') FROM {0}_data WHERE id = 1"
)
"""The lengths of all texts, and their totals, whose zeros need not be stored."""

_PAGES = f"SELECT id & {(1 << 37) - 1}, block FROM temp.{{0}}_data WHERE id > 10"
"""The pages of a single segment, without its number."""


def _finds_every_term(connection: apsw.Connection, table: str) -> bool:
    """Whether a look-up of each term finds what a scan of the text does.

    Look-ups use the list of each page's first term, which a scan does not read.
    """
    pairs = (("main", table, "searched"), ("temp", _FRESH, "expected"))
    for schema, name, words in pairs:
        _execute(
            connection,
            f"CREATE VIRTUAL TABLE temp.{words} "
            f"USING fts5vocab ({schema}, {name}, row)",
        )
    wrong = connection.execute(
        "SELECT 1 FROM temp.expected AS e LEFT JOIN temp.searched AS s "
        "ON s.term = e.term WHERE s.doc IS NOT e.doc OR s.cnt IS NOT e.cnt LIMIT 1"
    ).fetchall()
    for _, _, words in pairs:
        _execute(connection, f"DROP TABLE temp.{words}")
    return not wrong


def _copy(connection: apsw.Connection, table: str) -> None:
    """Copy the tables in which FTS5 stores `table`."""
    for part, columns in _STORED.items():
        _execute(connection, f"DELETE FROM temp.{_COPY}_{part}")
        _execute(
            connection,
            f"INSERT INTO temp.{_COPY}_{part} "
            f"SELECT {columns} FROM main.{table}_{part}",
        )


_STORED = {"data": "*", "idx": "*", "docsize": "id, sz", "config": "*"}


def _merge(connection: apsw.Connection, name: str, indexed: _Indexed) -> None:
    """Merge all segments of a temporary table, and one more row into them.

    Without the row, a single segment would be left as it is.
    """
    column = indexed.columns.rpartition(" ")[2]
    sql = f"INSERT INTO temp.{name} (rowid, {column}) VALUES ({1 << 62}, 'word')"
    _execute(connection, sql)
    _execute(connection, f"INSERT INTO temp.{name} ({name}) VALUES ('optimize')")


def _are_same_rows(connection: apsw.Connection, left: str, right: str) -> bool:
    one, other = connection.execute(left), connection.execute(right)
    with closing(one), closing(other):
        return all(a == b for a, b in zip_longest(one, other))


def _have_same_words(connection: apsw.Connection) -> bool:
    """Compare the words one by one, should they be stored in another way."""
    sql = []
    for name in (_COPY, _FRESH):
        words = f"temp.{name}_words"
        _execute(
            connection,
            f"CREATE VIRTUAL TABLE {words} USING fts5vocab (temp, {name}, instance)",
        )
        sql.append(f"SELECT * FROM {words}")
    try:
        return _are_same_rows(connection, *sql)
    finally:
        for name in (_COPY, _FRESH):
            _execute(connection, f"DROP TABLE temp.{name}_words")


def _execute(connection: apsw.Connection, sql: str) -> None:
    connection.execute(sql).fetchall()
