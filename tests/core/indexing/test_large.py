"""Whole vaults and difficult files through the whole index."""

import hashlib
import os
from pathlib import Path

import pytest

from ragtui_core.vault import open_vault
from support.vaults import wrong_spans

DATA = os.environ.get("RAGTUI_TEST_DATA")

pytestmark = [
    pytest.mark.large,
    pytest.mark.skipif(not DATA, reason="RAGTUI_TEST_DATA names no data"),
]


def sums(root: Path) -> dict[str, str]:
    files = sorted(p for p in root.rglob("*") if p.is_file())
    return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.mark.parametrize("folder", ["vaults", "messy"])
def test_everything_is_indexed_or_reported_and_every_span_is_right(folder: str) -> None:
    assert DATA
    root = Path(DATA, folder)
    before = sums(root)
    vault = open_vault(root)
    done = vault.index(embed=False)
    coverage = vault.coverage.whole()
    files = [
        path
        for ending in vault.settings.index.extensions
        for path in root.rglob(f"*{ending}")
        if path.is_file() and not path.is_symlink()
    ]
    assert coverage.documents + len(coverage.skipped) >= len(files) * 0.99
    assert done.chunks >= coverage.documents
    assert wrong_spans(vault) == []
    assert sums(root) == before
    vault.close()
