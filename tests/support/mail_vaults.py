"""What tests of indexed mails do with a vault."""

from pathlib import Path

from ragtui_core import Hit, Vault
from ragtui_core.indexing import IndexFinished


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
