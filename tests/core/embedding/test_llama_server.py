"""Vectors of a real server, llama.cpp."""

from collections.abc import Iterator

import numpy as np
import pytest

from ragtui_core import open_vault
from ragtui_core.embedding.embedder_opening import open_embedder
from ragtui_core.search_results import Mode
from ragtui_core.settings.schema import EmbeddingServerSettings, EmbeddingSettings
from support.llama_server import MISSING, REASON, REQUIRED, parameters, started
from support.vaults import MakeVault

pytestmark = [
    pytest.mark.llama,
    pytest.mark.skipif(bool(MISSING) and not REQUIRED, reason=REASON),
]

BATCH_TOKENS = 128
"""Of the server: a longer text is refused."""


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    import xllamacpp

    params = parameters()
    params.embedding = True
    params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.n_ctx = params.n_batch = params.n_ubatch = BATCH_TOKENS
    server = started(params)
    yield str(server.listening_address)
    del server  # which stops it


def test_texts_of_any_length_get_vectors(base_url: str) -> None:
    table = EmbeddingServerSettings(base_url=base_url)
    embedder = open_embedder(EmbeddingSettings(model="server:smollm2", server=table))
    texts = ["The pump is blue.", "A blue pump.", "It rains. " * 500, "It rains."]
    vectors = embedder.embed(texts)
    assert vectors.shape == (4, embedder.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[2] @ vectors[3] > vectors[2] @ vectors[0]
    [query] = embedder.embed_queries(["The pump is blue."])
    assert query @ vectors[0] > 0.999


def test_a_vault_is_searched_with_vectors_of_the_server(
    base_url: str, make_vault: MakeVault
) -> None:
    made = make_vault({"pump.md": "# Pump\n\nIt is blue.", "boat.md": "# Boat"})
    flags = {"embedding.model": "server:smollm2", "embedding.server.base_url": base_url}
    vault = open_vault(made.root, flags=flags)
    assert vault.index().pending == 0
    found = vault.search("blue pump")
    assert found.mode is Mode.HYBRID
    assert not any("by keyword" in note for note in found.notes)
    assert found.hits[0].path == "pump.md"
    vault.close()
