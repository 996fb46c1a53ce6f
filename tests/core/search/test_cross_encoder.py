"""A real cross-encoder, small and with weights by chance: what it says is followed.

Like `test_transformers`, this wants the extra and a model folder, whose tokenizer it
borrows.
"""

import os
from pathlib import Path

import pytest

from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.errors import ModelError
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.reranker import CrossEncoderReranker
from support.vaults import IndexVault, open_with

MODEL = os.environ.get("RAGTUI_TEST_MODEL", "")

pytestmark = [
    pytest.mark.transformers,
    pytest.mark.skipif(not MODEL, reason="RAGTUI_TEST_MODEL names no model folder"),
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture
def cross_encoder(tmp_path: Path) -> Path:
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    torch.manual_seed(7)
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        num_labels=1,
        initializer_range=0.2,
    )
    folder = tmp_path / "cross-encoder"
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def test_its_order_is_followed_when_it_alone_counts(
    index_vault: IndexVault, cross_encoder: Path
) -> None:
    texts = {f"{n}.md": f"The pump of house {n} is {'very ' * n}old." for n in range(6)}
    plain = index_vault(dict(texts), embed=True)
    flags = {"search.reranker": str(cross_encoder), "search.rerank_weight": 1.0}
    vault = open_with(plain.root, flags)
    hits = vault.search("old pump", SearchOptions(explain=True)).hits
    judged = CrossEncoderReranker(str(cross_encoder), timeout=60)
    passages = [embedding_text(path[0], (), text) for path, text in texts.items()]
    scores = dict(zip(texts, judged.scores("old pump", passages), strict=True))
    assert [hit.path for hit in hits] == sorted(texts, key=lambda p: -scores[p])
    # The best and the worst of both orders may be the same, without a summand.
    said = [hit.explanation and "rerank" in hit.explanation.parts for hit in hits]
    assert said.count(True) >= len(hits) - 2
    vault.close()


def test_no_texts_are_no_scores(cross_encoder: Path) -> None:
    assert CrossEncoderReranker(str(cross_encoder), timeout=60).scores("x", []) == []


def test_a_missing_model_is_reported() -> None:
    with pytest.raises(ModelError, match="/none/such"):
        CrossEncoderReranker("/none/such", timeout=60)
