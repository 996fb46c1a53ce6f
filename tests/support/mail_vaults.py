"""What tests of indexed mails do with a vault."""

import threading
from pathlib import Path

from ragtui_core import (
    Hit,
    Vault,
)
from ragtui_core.indexing import IndexFinished
from ragtui_core.indexing.events import IndexEvent, is_reading


def write(root: Path, path: str, content: bytes) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def index(vault: Vault) -> IndexFinished:
    return vault.index(embed=False)


def only(vault: Vault, query: str) -> Hit:
    (hit,) = vault.search(query).hits
    return hit


def paths(vault: Vault, query: str) -> list[str]:
    return [hit.path for hit in vault.search(query).hits]


def interrupted(vault: Vault) -> int:
    """Index until some mails are read; the number of documents."""
    cancelled = threading.Event()
    seen: list[IndexEvent] = []

    def listen(event: IndexEvent) -> None:
        seen.append(event)
        if len([each for each in seen if is_reading(each)]) == 3:
            cancelled.set()

    vault.index(listen, embed=False, cancelled=cancelled)
    with vault._store.reader() as reader:
        return reader.counts().documents
