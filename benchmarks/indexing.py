"""How long until a vault is searchable by keyword, and until nothing changed is known.

python -m benchmarks.indexing VAULT...

The baseline is the same text, read from the same files, loaded into a bare FTS5
table in one transaction.
"""

import sys
import threading
from pathlib import Path

import apsw

from benchmarks.measure import (
    processor_seconds,
    remove_index,
    row,
    scratch,
    seconds,
)
from ragtui_core import Vault, open_vault
from ragtui_core.indexing import IndexEvent, is_reading
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.settings import IndexSettings

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


def words_only(vault: Path, db: Path) -> None:
    """Index `vault` until the words of all files can be searched."""
    remove_index(db)
    cancelled = threading.Event()

    def cancel(event: IndexEvent) -> None:
        if is_reading(event) and event.done == event.total:
            cancelled.set()

    opened = open_vault(vault, db=db)
    opened.index(cancel, embed=False, cancelled=cancelled)
    opened.close()


def compare(vault: Path) -> None:
    """Print the figures of one vault."""
    with scratch() as folder:
        _compare_steps(vault, folder)
        opened = open_vault(vault, db=folder / "index.db")
        again = seconds(lambda: opened.index(embed=False), RUNS)
        files = opened.coverage.whole().documents
        opened.close()
    print(f"{vault.name}: {files} files")
    row("  ragtui, nothing changed", again, "s")


def _compare_steps(vault: Path, folder: Path) -> None:
    for measure, unit in ((seconds, "s"), (processor_seconds, "s of processor time")):
        bare = measure(lambda: bare_fts5(vault, folder / "bare.db"), RUNS)
        words = measure(lambda: words_only(vault, folder / "index.db"), RUNS)
        full = measure(lambda: from_nothing(vault, folder / "index.db"), RUNS)
        row("  bare FTS5 table (baseline)", bare, unit)
        row("  ragtui, words", words, unit, f"{words / bare:.2f} x baseline")
        row("  ragtui, all by keyword", full, unit, f"{full / bare:.2f} x baseline")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compare(Path(name).resolve())
