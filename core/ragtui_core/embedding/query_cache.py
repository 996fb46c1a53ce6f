"""An LRU cache of the vectors of queries."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragtui_core.embedding.embedder import Vectors

CACHED_QUERIES = 256
"""Number of queries; the least recently used one is evicted first."""


class QueryCache:
    """Embeds new queries, in one batch; safe to call from several threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def vectors(
        self, texts: Sequence[str], embed: Callable[[Sequence[str]], Vectors]
    ) -> list[Vectors]:
        """The unit vector of each of `texts`, float32, shape (dimension,).

        The cache does not keep `embed`, which makes those of new queries: a model that
        is no longer used is freed at once, and not by a later garbage collection.
        """
        with self._lock:
            vectors = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in vectors]
        vectors |= zip(new, embed(new), strict=True) if new else ()
        with self._lock:
            for text, vector in vectors.items():
                self._known[text] = vector
                self._known.move_to_end(text)
            while len(self._known) > CACHED_QUERIES:
                self._known.popitem(last=False)
        return [vectors[text] for text in texts]
