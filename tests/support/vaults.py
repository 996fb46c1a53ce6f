"""Vaults made for one test."""

from collections.abc import Callable

import apsw

from ragtui_core.vault import Vault

MakeVault = Callable[[dict[str, str | bytes]], Vault]
"""Makes a folder with these files (path to content) and opens it."""


def wrong_spans(vault: Vault) -> list[tuple[str, int, int]]:
    """Chunks that are not what their span says, in the file as it is on disk."""
    connection = apsw.Connection(str(vault.index_path))
    rows = connection.execute(
        "SELECT path, encoding, span_start, span_end, text FROM chunk "
        "JOIN document ON document.id = document_id ORDER BY path"
    )
    wrong, current, text = [], "", ""
    for path, encoding, start, end, chunk in rows:
        if path != current:
            current = str(path)
            text = (vault.root / current).read_bytes().decode(str(encoding))
        if text[start:end] != chunk:
            wrong.append((current, start, end))
    connection.close()
    return wrong
