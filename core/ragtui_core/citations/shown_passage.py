"""What all front ends show beside a citation: its passage, as the file has it now.

That is the whole sentence with the quoted part, and what says what it is: the headings
above it, its lead, row and column. `Never do the following:` is seen above its item.
"""

from pathlib import PurePosixPath
from typing import NamedTuple

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.comparing.verification import cited
from ragtui_core.citations.shown.context import shown_context
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.documents.markdown.markup import without_escapes
from ragtui_core.text.single_line import shown_line
from ragtui_core.types import LOCATION_SEPARATOR, Document, Span


class ShownPassage(NamedTuple):
    """A passage, each part on one line.

    Attributes:
        above: The state and dates of its document, the headings above, and what else it
            belongs to; empty if nothing.
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
    above = shown_line(LOCATION_SEPARATOR.join(above_of(citation)))
    above = ": ".join(filter(None, (citation.facts, above)))
    quoted = citation.shown or without_escapes(citation.quote)
    parts = map(_with_border_spaces, (citation.before, quoted, citation.after))
    return ShownPassage(above, *parts)


def passage_at(document: Document, span: Span) -> ShownPassage:
    """The passage with a span of a document."""
    file = quotable(document)
    words = file.text_of(file.places_in(span))
    return passage_of(cited(0, words, span, document, Verdict.EXACT))


def above_of(citation: Citation) -> tuple[str, ...]:
    """What is displayed above the words of a citation, outermost first.

    A heading that only repeats the name of the file is left out.
    """
    name = PurePosixPath(citation.path).stem.casefold()
    headings = (h for h in citation.heading_path if h.casefold() != name)
    return tuple(dict.fromkeys((*headings, *shown_context(citation.context))))


def _with_border_spaces(text: str) -> str:
    start = " " if text[:1].isspace() else ""
    end = " " if text[-1:].isspace() and text.strip() else ""
    return f"{start}{shown_line(text)}{end}"
