"""An embedder that reads each passage once, for many questions to one vault."""

from collections.abc import Sequence

from ragtui_core.embedding.embedder import (
    Embedder,
    TokenEmbedder,
    TokenVectors,
    Vectors,
)


class RememberingEmbedder:
    """The same vectors as those of the embedder within."""

    def __init__(self, inner: Embedder) -> None:
        assert isinstance(inner, TokenEmbedder)
        self._inner, self._tokens = inner, inner
        self._known: dict[str, TokenVectors] = {}
        self.model_id, self.dimension = inner.model_id, inner.dimension
        self.batch_size = inner.batch_size

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._inner.embed(texts)

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        return self._inner.embed_queries(texts)

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= zip(new, self._tokens.embed_tokens(new), strict=True)
        return [self._known[text] for text in texts]
