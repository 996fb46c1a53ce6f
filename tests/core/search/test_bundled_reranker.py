"""`search.reranker = "bundled"`: the cross-encoder of the extracts reorders hits."""

from collections.abc import Iterator

import pytest

from ragtui_core import Vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.reranker import BundledCrossEncoder
from support.vaults import IndexVault, open_with

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\n## Replacement\n\nTake the impeller of 1998 out first.\n",
    "list.md": "# List\n\nWhen was the pump made? Who made the pump?\n",
    "facts.md": "# Facts\n\nThe pump was made in 1998 by a firm in Bergen.\n",
}
QUESTION = "when was the pump made"


@pytest.fixture
def reranked(index_vault: IndexVault) -> Iterator[Vault]:
    made = index_vault(NOTES, embed=True)
    flags = {"search.reranker": "bundled", "search.rerank_weight": 1.0}
    vault = open_with(made.root, flags)
    yield vault
    vault.close()


def scored(vault: Vault, options: SearchOptions) -> list[str]:
    """The texts that the model read, in a search of `options`."""
    read: list[str] = []
    encoder = vault._services.models.cross_encoder()
    assert isinstance(encoder, BundledCrossEncoder)
    original = encoder.scores

    def scores(query: str, texts: list[str]) -> list[float]:
        read.extend(texts)
        return original(query, texts)

    encoder.scores = scores  # type: ignore[method-assign,assignment]  # on this one
    vault.search(QUESTION, options)
    return read


def test_the_passage_that_answers_comes_first(reranked: Vault) -> None:
    assert reranked.search(QUESTION).hits[0].path == "facts.md"


def test_passages_are_read_with_their_title(reranked: Vault) -> None:
    read = scored(reranked, SearchOptions(limit=3))
    assert any(text.startswith("Pump\n") and "impeller" in text for text in read)


@pytest.mark.parametrize(
    "options", [SearchOptions(as_you_type=True), SearchOptions(rerank=False)]
)
def test_it_is_not_used_while_typing_or_if_not_wanted(
    reranked: Vault, options: SearchOptions
) -> None:
    assert scored(reranked, options) == []
