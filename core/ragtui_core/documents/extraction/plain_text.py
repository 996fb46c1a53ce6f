"""Plain text: paragraphs, and nothing else."""

from ragtui_core.documents.decoding import BYTE_ORDER_MARK, decode
from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted, OwnExtractor


class TextExtractor(OwnExtractor, kind="text"):
    """Extracts `.txt` files; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The paragraphs of a text file in any encoding that notes may have."""
        decoded = decode(data)
        writer = CanonicalWriter()
        writer.paragraph(decoded.text.removeprefix(BYTE_ORDER_MARK))
        return writer.extracted(problems=decoded.problems)
