"""A document -> chunks, the units of retrieval."""

from ragtui_core.chunking.chunker import chunk_document
from ragtui_core.chunking.rough_chunks import rough_chunks

__all__ = ["chunk_document", "rough_chunks"]
