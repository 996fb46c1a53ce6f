"""Plain text: paragraphs, or the messages of a chat."""

from ragtui_core.documents.decoding import BYTE_ORDER_MARK, decode
from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.chats import messages_of, write_messages
from ragtui_core.documents.extraction.extracted import Extracted, OwnExtractor


class TextExtractor(OwnExtractor, kind="text"):
    """Extracts `.txt` files; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The paragraphs of a text file in any encoding that notes may have."""
        decoded = decode(data)
        writer = CanonicalWriter()
        text = decoded.text.removeprefix(BYTE_ORDER_MARK)
        if messages := messages_of(text):
            write_messages(messages, writer)
        else:
            writer.paragraph(text)
        return writer.extracted(problems=decoded.problems)
