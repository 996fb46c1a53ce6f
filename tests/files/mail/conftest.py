"""A vault of mails, and what is read of it."""

from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.documents.extraction.process import ExtractionProcess

KINDS = ["markdown", "text", "pdf", "mail"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


@pytest.fixture
def vault(root: Path) -> Vault:
    return open_vault(root, flags={"index.kinds": KINDS})


@pytest.fixture
def extracted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of files of each request to the extraction process."""
    numbers: list[int] = []
    many = ExtractionProcess._extract

    def counted(self: ExtractionProcess, kind: str, contents: list[bytes]) -> object:
        numbers.append(len(contents))
        return many(self, kind, contents)

    monkeypatch.setattr(ExtractionProcess, "_extract", counted)
    return numbers
