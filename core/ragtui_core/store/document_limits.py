"""How much of the documents of the best chunks is read for their scores."""

MAX_DOCUMENT_CHUNKS = 250
"""The words of longer documents are not counted."""

MAX_CHUNKS = 1_000
"""Most chunks of all documents whose words are counted."""
