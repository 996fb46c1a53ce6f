"""Compares a vault's index with one that is made from scratch.

For the benchmarks of reliability, which run the real command in processes of its own
over a vault that changes at random.
"""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import remove_index
from ragtui_core import open_vault
from ragtui_core.settings import load_settings

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.index_snapshot import differences, snapshot
from support.vault_operations import VaultOperations

__all__ = ["Trial", "VaultOperations", "differences", "snapshot"]


class Trial:
    """A vault, its index and the means to index it, all in one folder."""

    def __init__(self, folder: Path, seed: int, files: int) -> None:
        """Make the vault in `folder` with so many files at most."""
        self.vault, self.outside = folder / "vault", folder / "outside"
        self.vault.mkdir()
        self.outside.mkdir()
        self.index = folder / "index.db"
        self._clean = folder / "clean.db"
        self.operations = VaultOperations(self.vault, self.outside, seed)
        self.operations.fill(files)
        # For this process and for those that it starts.
        os.environ["HOME"] = str(folder)
        os.environ["RAGTUI_CONFIG"] = str(folder / "config.toml")
        os.environ["RAGTUI_DATA_DIR"] = str(folder / "data")
        self._opened = open_vault(self.vault, db=self.index)

    def start(self, *options: str) -> subprocess.Popen[str]:
        """Start `ragtui index` in a separate process."""
        command = [sys.executable, "-m", "ragtui_cli.main", "index", str(self.vault)]
        return subprocess.Popen(
            [*command, "--db", str(self.index), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def accept_deletions(self) -> None:
        """Accept deletions, as a user does when asked; here all are intended."""
        self._opened.accept_deletions()

    def complete(self, index: Path | None = None) -> None:
        """Index to the end, in this process."""
        # The settings are those of now; the embedding model is loaded once.
        settings = load_settings(self.vault)
        vault = self._opened.under(settings, db=index or self.index)
        vault.accept_deletions()
        vault.index()
        vault.close()

    def compare(self) -> list[str]:
        """How the index differs from a clean one of the same files; nothing if not."""
        remove_index(self._clean)
        self.complete(self._clean)
        return differences(snapshot(self.index), snapshot(self._clean))
