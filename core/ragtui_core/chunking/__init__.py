"""A document -> chunks, the units of retrieval."""

from ragtui_core.chunking.chunker import chunk_document

__all__ = ["chunk_document"]
