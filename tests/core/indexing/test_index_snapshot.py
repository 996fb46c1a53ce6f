"""The comparison of indexes itself: it sees what differs, and nothing else."""

import apsw
import pytest

from ragtui_core.store.sqlite.connection import add_functions
from support.index_snapshot import differences, snapshot
from support.vaults import MakeVault

FILES: dict[str, str | bytes] = {
    "a.md": "---\ntags: [one, two]\n---\n# Apple\n\nSee [[b]] and HTTPServer2.",
    "sub/b.md": "# 梨\n\n果物です。\n\n## Further\n\nMore of it.",
    "c.md": b"\x00\x01\x02\x00binary",
}


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
