"""Citations in a saved text: quotations that can be rechecked.

A citation is a block quote whose last paragraph has its source and a digest of the
words. It is plain Markdown, readable without ragtui: docs/citations.md.
"""

import hashlib
import re
from dataclasses import dataclass

from ragtui_core.citations.attribution_line import (
    DIGEST_PREFIX,
    Attribution,
    write_attribution,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.quote_blocks import (
    Line,
    QuoteBlock,
    lines_of,
    quote_block,
)
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Lines, Location, LocationKind, Span

DIGEST_LENGTH = 12
"""Hex digits."""

# A quotation may contain a saved citation itself. Its digest is escaped by a backslash,
# so that it is not parsed as that of the citation around it.
_INNER_DIGEST = re.compile(r"(?<=`ragtui)(\\*):(?=[0-9a-f]{12}(?:-[0-9a-f]{12})?`)")
_ESCAPED_DIGEST = re.compile(r"(?<=`ragtui)\\(\\*):(?=[0-9a-f]{12}(?:-[0-9a-f]{12})?`)")


@dataclass(frozen=True, slots=True)
class SavedCitation:
    """A quotation, where it comes from, and the digest that was saved with it."""

    number: int | None
    path: str
    heading_path: tuple[str, ...]
    lines: Lines | None
    quote: str
    digest: str
    surroundings: str = ""
    """Digests of the adjacent text; "" in citations saved by older versions."""
    location: str = ""
    """The page or slide, if there are any."""

    @classmethod
    def of(cls, citation: Citation) -> "SavedCitation":
        """The saved form of a citation, without escape sequences and the like."""
        quote = _clean(citation.quote)
        return cls(
            citation.number,
            citation.path,
            citation.heading_path,
            citation.lines,
            quote,
            quotation_digest(quote),
            citation.surroundings,
            saved_location(citation.location),
        )

    @property
    def intact(self) -> bool:
        """Whether the quotation still has the words that it was saved with."""
        return quotation_digest(self.quote) == self.digest


def quotation_digest(text: str) -> str:
    """The digest of the words of `text`: the same however its lines are broken.

    The first 12 hex digits of the SHA-256 of the text in UTF-8, after every run of
    white space became one space and none is left at the ends.
    """
    words = " ".join(text.split()).encode("utf-8", "replace")
    return hashlib.sha256(words).hexdigest()[:DIGEST_LENGTH]


def write_citation(citation: Citation | SavedCitation) -> str:
    """The citation as a block quote, without a line end after it."""
    saved = (
        citation if isinstance(citation, SavedCitation) else SavedCitation.of(citation)
    )
    attribution = write_attribution(
        Attribution(
            saved.number,
            saved.path,
            saved.heading_path,
            saved.lines,
            saved.digest,
            saved.surroundings,
            saved.location,
        )
    )
    quote = _INNER_DIGEST.sub(r"\1\\:", _clean(saved.quote))
    lines = [*LINE_END.split(quote), "", attribution]
    return "\n".join(f"> {line}" if line.strip() else ">" for line in lines)


def read_citations(text: str) -> list[tuple[SavedCitation, Span]]:
    """The saved citations in `text`, in order, with their spans in characters.

    A span begins at a block quote's mark and ends after the attribution. Quotations are
    returned as written: compare `digest` to see whether they were edited.
    """
    if "`ragtui:" not in text:
        return []
    found = []
    passage: list[Line] = []
    for line in lines_of(text):
        if line.is_blank:
            passage = []
            continue
        passage.append(line)
        if DIGEST_PREFIX.search(line.text) and (block := quote_block(passage)):
            found.append((_saved(block), block.span))
            passage = []
    return found


def _saved(block: QuoteBlock) -> SavedCitation:
    where = block.attribution
    return SavedCitation(
        where.number,
        where.path,
        where.heading_path,
        where.lines,
        _ESCAPED_DIGEST.sub(r"\1:", block.quote),
        where.digest,
        where.surroundings,
        where.location,
    )


def saved_location(location: Location | None) -> str:
    """A page or slide; a section is in the heading path."""
    is_page = location is not None and location.kind is not LocationKind.SECTION
    return str(location) if is_page else ""


def _clean(text: str) -> str:
    return sanitize(text).encode("utf-8", "replace").decode("utf-8")
