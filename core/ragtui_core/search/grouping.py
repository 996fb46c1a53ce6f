"""One hit per document: its best chunk."""

from collections.abc import Mapping

from ragtui_core.model import ChunkId, DocumentId
from ragtui_core.search.fusion import Evidence
from ragtui_core.store.reading import Reader


def best_of_each_document(
    reader: Reader, evidence: Mapping[ChunkId, Evidence], limit: int
) -> list[ChunkId]:
    """The best chunk of each of the `limit` best documents, best first."""
    order = sorted(evidence, key=lambda chunk: (-evidence[chunk].fused, chunk))
    documents = reader.documents_of(order)
    best: dict[DocumentId, ChunkId] = {}
    for chunk in order:
        if chunk in documents:
            best.setdefault(documents[chunk], chunk)
    return list(best.values())[:limit]
