"""The comparison of indexes itself: it sees what differs, and nothing else."""

import apsw
import pytest

from ragtui_core import open_vault
from ragtui_core.store.sqlite.connection import add_functions
from support.index_snapshot import differences, snapshot
from support.vaults import MakeVault

FILES: dict[str, str | bytes] = {
    "a.md": "---\ntags: [one, two]\n---\n# Apple\n\nSee [[b]] and HTTPServer2.",
    "sub/b.md": "# 梨\n\n果物です。\n\n## Further\n\nMore of it.",
    "c.md": b"\x00\x01\x02\x00binary",
}


def test_indexes_of_the_same_files_are_equal_however_they_came_about(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(FILES)
    vault.index()
    (vault.root / "a.md").rename(vault.root / "moved.md")
    vault.index()
    (vault.root / "moved.md").rename(vault.root / "a.md")
    vault.index()
    other = open_vault(vault.root, db=vault.root.parent / "other.db")
    other.index()
    left, right = snapshot(vault.index_path), snapshot(other.index_path)
    other.close()
    assert left == right
    assert differences(left, right) == []
    assert all(left[name] for name in left if name not in EMPTY)


EMPTY = {"next_embedding", "meta.next_model"}


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("UPDATE document SET title = 'Pear' ", "document"),
        ("UPDATE chunk SET last_line = 99", "chunk"),
        ("UPDATE link SET target = 'x'", "link"),
        ("DELETE FROM heading", "heading"),
        ("DELETE FROM skipped", "skipped"),
        ("DELETE FROM gram", "gram"),
        ("DELETE FROM part", "part"),
        ("DELETE FROM tag WHERE tag = 'one'", "tag"),
        ("UPDATE meta SET value = 'x' WHERE key = 'signature'", "meta.signature"),
    ],
)
def test_a_difference_in_any_table_is_reported(
    make_vault: MakeVault, change: str, table: str
) -> None:
    vault = make_vault(FILES)
    vault.index(embed=False)
    before = snapshot(vault.index_path)
    connection = apsw.Connection(str(vault.index_path))
    add_functions(connection)
    if table in {"document", "chunk"}:
        connection.execute(change).fetchall()
        connection.execute("INSERT INTO keyword (keyword) VALUES ('rebuild')")
    else:
        connection.execute(change).fetchall()
    connection.close()
    told = differences(before, snapshot(vault.index_path))
    assert any(line.startswith(f"{table}: ") for line in told)


def test_words_that_are_not_those_of_the_text_are_an_error(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(FILES)
    vault.index(embed=False)
    connection = apsw.Connection(str(vault.index_path))
    connection.execute("UPDATE document SET title = 'Quite another'").fetchall()
    connection.close()
    with pytest.raises(apsw.CorruptError):
        snapshot(vault.index_path)
