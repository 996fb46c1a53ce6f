"""Files -> documents: decoding, front matter, Markdown structure, sentences."""

from ragtui_core.sources.document import parse_document
from ragtui_core.sources.lines import LineCounter
from ragtui_core.sources.sentences import sentence_spans

__all__ = ["LineCounter", "parse_document", "sentence_spans"]
