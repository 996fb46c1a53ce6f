"""Copies of an index: the same documents and vectors, and no embedding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import Vault, open_vault
from ragtui_core.errors import ModelError
from ragtui_core.indexing.events import is_embedding
from ragtui_core.vault import model_registry
from support.index_states import embedding

if TYPE_CHECKING:
    from pathlib import Path

    from ragtui_core.index_state import IndexState
    from support.vaults import IndexVault

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\nThe pump moves water.\n\n## Service\n\nEvery winter.\n",
    "nul.md": b"# N\0l\n\nA zero \0 byte.\n",
    "twin.md": "# Twin\n\nThe same words.\n",
    "copy.md": "# Twin\n\nThe same words.\n",
}


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    return index_vault(NOTES, embed=True)


@pytest.fixture
def no_model(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Embedding a text fails from now on."""

    def fail(*_: object) -> None:
        raise AssertionError("a model was loaded")

    monkeypatch.setattr(model_registry, "open_embedder", fail)


def vectors(vault: Vault) -> dict[tuple[str, int], list[float]]:
    """The vector of each chunk, by its path and its place in it."""
    with vault._store.reader() as reader:
        return {
            (path, number): reader.vectors.of([chunk])[chunk].tolist()
            for path in reader.documents.paths()
            for number, chunk in enumerate(reader.chunks_of(path))
        }


@pytest.mark.usefixtures("no_model")
def test_a_copy_has_the_vectors_without_a_model(vault: Vault, tmp_path: Path) -> None:
    copy = open_vault(vault.root, db=tmp_path / "copy.db")
    copied = copy.copy_index(vault)
    assert (copied.documents, copied.pending) == (4, 0)
    assert vectors(copy).keys() == vectors(vault).keys()
    for place, vector in vectors(vault).items():
        assert np.allclose(vectors(copy)[place], vector, atol=1e-6)
    assert copy.copy_index(vault).pending == 0


def test_what_changed_since_is_embedded(vault: Vault, tmp_path: Path) -> None:
    (vault.root / "pump.md").write_text("# Pump\n\nIt was replaced by a bucket.\n")
    (vault.root / "new.md").write_text("# New\n\nA new note.\n")
    copy = open_vault(vault.root, db=tmp_path / "copy.db")
    progress: list[IndexState] = []
    copied = copy.copy_index(
        vault, lambda e: progress.append(e) if is_embedding(e) else None
    )
    assert (copied.documents, copied.pending) == (5, 0)
    assert progress[-1] == embedding(2, 2)


@pytest.mark.usefixtures("no_model")
def test_an_index_of_words_gets_the_vectors(vault: Vault, tmp_path: Path) -> None:
    copy = open_vault(vault.root, db=tmp_path / "copy.db")
    assert copy.index(embed=False).pending > 0
    assert copy.copy_index(vault).pending == 0


def test_vectors_of_another_model_are_refused(vault: Vault, tmp_path: Path) -> None:
    flags = {"embedding.model": "server:other"}
    copy = open_vault(vault.root, db=tmp_path / "copy.db", flags=flags)
    with pytest.raises(ModelError, match="to the former"):
        copy.copy_index(vault)
    assert not copy.is_indexed()


def test_the_command_says_what_it_copied(
    vault: Vault, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "copy.db")
    where = ["--vault", str(vault.root)]
    assert main(["store", "copy", "file", target, *where]) == exit_codes.FOUND
    out = capsys.readouterr().out
    assert f"{target} has 4 documents" in out
    assert main(["store", "copy", target, target, *where]) == exit_codes.FAILED
    assert "the same index" in capsys.readouterr().err
    assert main(["store", "copy", "server", target, *where]) == exit_codes.FAILED
    assert "RAGTUI_STORE" in capsys.readouterr().err
