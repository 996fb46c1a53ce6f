"""Another embedding model: the old vectors serve until the new ones are there."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ragtui_core import Vault
from ragtui_core.embedding.embedder import Embedder, Vectors
from ragtui_core.embedding.model_identity import BUNDLED
from ragtui_core.indexing.events import IndexEvent, is_embedding
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.settings import EmbeddingSettings
from ragtui_core.store.sqlite.connection import connect
from ragtui_core.vault import model_registry
from support.index_states import interrupted
from support.vaults import MakeVault, vault_fixture

NOTES: dict[str, str | bytes] = {
    "cells.md": "# Power\n\nA lithium battery drives the sensor.",
    **{f"{n}.md": f"# Note {n}\n\nBuoy {n} lies off the harbour." for n in range(40)},
}

QUERY = "accumulator of electricity"

HALVES = 'sentence-transformers:halves {"query": "auto", "passage": "auto"}'


class Halves:
    """Another model with other dimensions: half of the bundled one's vectors."""

    def __init__(self, whole: Embedder) -> None:
        self._whole = whole
        self.model_id, self.dimension = HALVES, 192
        self.batch_size = whole.batch_size

    def embed(self, texts: Sequence[str]) -> Vectors:
        cut = self._whole.embed(texts)[:, :192]
        found: Vectors = cut / np.linalg.norm(cut, axis=1, keepdims=True)
        return found

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        return list(self.embed(texts))


@pytest.fixture(autouse=True)
def another_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model by the name `halves`; the real one would be 90 MB to install."""
    open_shared = model_registry.open_embedder  # type: ignore[attr-defined]  # shared

    def opened(settings: EmbeddingSettings) -> Embedder:
        bundled = open_shared(replace(settings, model=BUNDLED))
        return Halves(bundled) if settings.model == "halves" else bundled

    monkeypatch.setattr(model_registry, "open_embedder", opened)


vault = vault_fixture(NOTES, embed=True)


def choose(vault: Vault, model: str) -> None:
    embedding = replace(vault.settings.embedding, model=model)
    vault.adopt(replace(vault.settings, embedding=embedding))


def found(vault: Vault) -> str:
    return vault.search(QUERY, SearchOptions(mode=Mode.SEMANTIC)).hits[0].path


def test_the_old_vectors_serve_until_the_new_ones_are_there(vault: Vault) -> None:
    before = vault.coverage.whole()
    assert found(vault) == "cells.md"
    choose(vault, "halves")
    interrupted(vault, is_embedding)
    during = vault.coverage.whole()
    assert during.model == before.model
    assert during.next_model == HALVES
    assert during.embedded == during.chunks
    assert found(vault) == "cells.md"
    vault.index()
    after = vault.coverage.whole()
    assert (after.model, after.next_model) == (HALVES, "")
    assert after.embedded == after.chunks
    assert found(vault) == "cells.md"
    assert vault.links.related("1.md")


def test_edits_meanwhile_get_both_their_due(vault: Vault) -> None:
    choose(vault, "halves")
    interrupted(vault, is_embedding)
    (vault.root / "39.md").write_text("# Note 39\n\nAnother text about geese.")
    (vault.root / "38.md").unlink()
    (vault.root / "fresh.md").write_text("# Fresh\n\nA new note about swans.")
    vault.index(embed=False)
    choose(vault, BUNDLED)
    vault.index()  # a process that does not know the other model
    choose(vault, "halves")
    vault.index()
    after = vault.coverage.whole()
    assert after.model == HALVES
    assert after.embedded == after.chunks
    connection = connect(vault.index_path, write=False)
    embedded = connection.execute("SELECT chunk FROM embedding").fetchall()
    chunks = connection.execute("SELECT id FROM chunk").fetchall()
    connection.close()
    assert sorted(embedded) == sorted(chunks)


def test_a_watch_loads_the_model_of_changed_settings(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    vault = make_vault({"a.md": "# Apple\n\nRed."})
    stop, embedded = threading.Event(), threading.Semaphore(0)

    def listen(event: IndexEvent) -> None:
        if is_embedding(event) and event.done == event.total:
            embedded.release()

    watch = threading.Thread(target=vault.watch, args=(stop, listen))
    watch.start()
    try:
        assert embedded.acquire()
        (tmp_path / "config.toml").write_text('[embedding]\nmodel = "halves"\n')
        assert embedded.acquire()
    finally:
        stop.set()
        watch.join()
    assert vault.coverage.whole().model == HALVES
    assert found(vault) == "a.md"  # The vectors have the new model's dimension.
