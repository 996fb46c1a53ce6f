"""A closed vault and a model are freed at once, not by a garbage collection."""

import gc
import weakref

from ragtui_core import Vault, open_vault
from ragtui_core.embedding.onnx_embedder import OnnxEmbedder, open_embedder
from ragtui_core.settings import EmbeddingSettings
from support.vaults import MakeVault


def test_nothing_refers_to_a_closed_vault(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": "# Pump\n\nThe pump is blue.\n"}).root
    gc.collect()
    gc.disable()
    try:
        vault: Vault | None = open_vault(root)
        assert vault
        vault.index()
        assert vault.search("which pump is blue").hits
        vault.documents.read("a.md")
        known = weakref.ref(vault)
        vault.close()
        vault = None
        assert known() is None
    finally:
        gc.enable()


def test_nothing_refers_to_a_model_that_is_no_longer_used() -> None:
    gc.disable()
    try:
        embedder: OnnxEmbedder | None = open_embedder(EmbeddingSettings(), "")
        assert embedder
        assert len(embedder.embed_queries(["which pump is blue"])) == 1
        known = weakref.ref(embedder)
        embedder = None
        assert known() is None
    finally:
        gc.enable()
