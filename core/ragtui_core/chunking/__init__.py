"""A document -> chunks, the units of retrieval."""

from ragtui_core.chunking.document import chunk_document

__all__ = ["chunk_document"]
