"""Citations as they stand in a saved text: quotations that can be checked again.

A citation is a block quote whose last paragraph tells where it comes from and holds a
digest of the words. It is plain Markdown, readable without ragtui: docs/citations.md.
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
from ragtui_core.types import Lines, Span

DIGEST_LENGTH = 12
"""Hex digits."""

# A quotation may hold a saved citation itself. A backslash more or less keeps its seal
# from being taken for that of the citation around it.
_SEAL_INSIDE = re.compile(r"(?<=`ragtui)(\\*):(?=[0-9a-f]{12}(?:-[0-9a-f]{12})?`)")
_SEAL_ESCAPED = re.compile(r"(?<=`ragtui)\\(\\*):(?=[0-9a-f]{12}(?:-[0-9a-f]{12})?`)")


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
    """Digests of what was beside it; "" in citations that older versions saved."""

    @classmethod
    def of(cls, citation: Citation) -> "SavedCitation":
        """What is saved of a citation; escape sequences and the like go."""
        quote = _clean(citation.quote)
        return cls(
            citation.number,
            citation.path,
            citation.heading_path,
            citation.lines,
            quote,
            quotation_digest(quote),
            citation.surroundings,
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
        )
    )
    quote = _SEAL_INSIDE.sub(r"\1\\:", _clean(saved.quote))
    lines = [*LINE_END.split(quote), "", attribution]
    return "\n".join(f"> {line}" if line.strip() else ">" for line in lines)


def read_citations(text: str) -> list[tuple[SavedCitation, Span]]:
    """The saved citations in `text`, in order, with the place of each, in characters.

    A place begins at a block quote's mark and ends after the attribution. Quotations
    are as they stand there: compare `digest` to see whether they were changed since.
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
        _SEAL_ESCAPED.sub(r"\1:", block.quote),
        where.digest,
        where.surroundings,
    )


def _clean(text: str) -> str:
    return sanitize(text).encode("utf-8", "replace").decode("utf-8")
