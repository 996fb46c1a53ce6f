"""How long until a vault is searchable by keyword, and until nothing changed is known.

python -m benchmarks.indexing VAULT...

The baseline is the same text, read from the same files, loaded into a bare FTS5
table in one transaction.
"""

import sys
from pathlib import Path

import apsw

from benchmarks.measure import remove_index, row, scratch, seconds
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.settings import IndexSettings
from ragtui_core.vault import Vault, open_vault

RUNS = 3


def bare_fts5(vault: Path, db: Path) -> None:
    """Load every file whole into an FTS5 table with the same tokenizer."""
    db.unlink(missing_ok=True)
    connection = apsw.Connection(str(db))
    connection.pragma("journal_mode", "wal")
    connection.execute(
        "CREATE VIRTUAL TABLE note USING fts5 "
        "(text, tokenize = 'porter unicode61 remove_diacritics 2')"
    )
    files = scan_vault(vault, IndexSettings()).files
    with connection:
        connection.executemany(
            "INSERT INTO note (text) VALUES (?)",
            (
                ((vault / file.path).read_bytes().decode("utf-8", "replace"),)
                for file in files
            ),
        )
    connection.close()


def from_nothing(vault: Path, db: Path) -> Vault:
    """Index `vault` for keywords into a new file."""
    remove_index(db)
    opened = open_vault(vault, db=db)
    opened.index(embed=False)
    opened.close()
    return opened


def compare(vault: Path) -> None:
    """Print the figures of one vault."""
    with scratch() as folder:
        bare = seconds(lambda: bare_fts5(vault, folder / "bare.db"), RUNS)
        full = seconds(lambda: from_nothing(vault, folder / "index.db"), RUNS)
        opened = open_vault(vault, db=folder / "index.db")
        again = seconds(lambda: opened.index(embed=False), RUNS)
        files = opened.coverage.whole().documents
        opened.close()
    print(f"{vault.name}: {files} files")
    row("  bare FTS5 table (baseline)", bare, "s")
    row("  ragtui, searchable by keyword", full, "s", f"{full / bare:.2f} x baseline")
    row("  ragtui, nothing changed", again, "s")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compare(Path(name).resolve())
