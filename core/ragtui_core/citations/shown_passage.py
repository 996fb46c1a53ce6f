"""What all front ends show beside a citation: its passage, as the file has it now.

That is the whole sentence with the quoted part, and what says what it is: the headings
above it, its lead, row and column. `Never do the following:` is seen above its item.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ragtui_core.citations.citation import Citation
from ragtui_core.citations.comparing.placement import placement
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown.quotation_rule import rest_of_sentence
from ragtui_core.documents.markdown.markup import without_escapes
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import LOCATION_SEPARATOR, Document, Span


class ShownPassage(NamedTuple):
    """A passage, each part on one line.

    Attributes:
        above: The headings above, and what else it belongs to; empty if nothing.
        before: What precedes the quoted part in its sentence, or its cell.
        quoted: The quoted part.
        after: What follows it.
    """

    above: str
    before: str
    quoted: str
    after: str

    @property
    def is_part(self) -> bool:
        """Whether less than a sentence is quoted."""
        return bool(self.before or self.after)

    @property
    def words(self) -> str:
        """The sentence, with the quoted part of one in quotation marks."""
        quoted = f"“{self.quoted}”" if self.is_part else self.quoted
        return f"{self.before}{quoted}{self.after}"

    def __str__(self) -> str:
        """What it belongs to, then the sentence."""
        return ": ".join(filter(None, (self.above.rstrip(":"), self.words)))


def passage_of(citation: Citation) -> ShownPassage:
    """The passage of a citation."""
    above = _above(citation.heading_path, citation.context)
    quoted = without_escapes(citation.quote)
    parts = map(_one_line, (citation.before, quoted, citation.after))
    return ShownPassage(above, *parts)


def passage_at(document: Document, span: Span) -> ShownPassage:
    """The passage with a span of a document."""
    file, now = quotable(document), placement(document, span)
    places = file.places_in(span)
    before, after = rest_of_sentence(file, places)
    parts = map(_one_line, (before, file.text_of(places), after))
    return ShownPassage(_above(now.headings, now.context), *parts)


def _above(headings: Sequence[str], context: Sequence[str]) -> str:
    return _one_line(LOCATION_SEPARATOR.join((*headings, *context)))


def _one_line(text: str) -> str:
    start = " " if text[:1].isspace() else ""
    end = " " if text[-1:].isspace() and text.strip() else ""
    return f"{start}{' '.join(sanitize(text, one_line=True).split())}{end}"
