"""Scores mean the same with a model whose cosines lie in another range."""

from contextlib import closing

from fakes.embedding_server import EmbeddingServer
from ragtui_core import open_vault
from ragtui_core.embedding.cosine_scale import CosineScale, scale_text
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Confidence, Mode
from ragtui_core.store.meta_keys import scale_key
from ragtui_core.store.sqlite.store import SqliteStore
from support.vaults import MakeVault


def test_the_scale_of_the_index_decides_what_is_relevant(make_vault: MakeVault) -> None:
    made = make_vault({"pump.md": "# Pump\n\nThe pump hums.\n"})
    with EmbeddingServer() as server:
        flags = {
            "embedding.model": "server:small",
            "embedding.server.base_url": server.base_url,
        }
        with closing(open_vault(made.root, flags=flags)) as vault:
            vault.index()
            confidences = []
            for scale in (CosineScale(-0.9, -0.5), CosineScale(0.999, 2.0)):
                with SqliteStore(vault.index_path).writer(wait=0) as writer:
                    writer.set_meta(scale_key("server:small"), scale_text(scale))
                semantic = SearchOptions(mode=Mode.SEMANTIC)
                confidences.append(vault.search("noise", semantic).confidence)
    assert confidences == [Confidence.HIGH, Confidence.LOW]
