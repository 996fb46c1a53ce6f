"""The displayed text of a file, searchable for quotations."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from ragtui_core.citations.shown.blocks import (
    CELL_BORDER,
    ShownBlock,
    ShownKind,
    State,
)
from ragtui_core.citations.shown.displayed_file import displayed, is_code
from ragtui_core.citations.shown.folding import fold, is_joined, words_of
from ragtui_core.documents.markdown.markup import markup_of
from ragtui_core.text.sanitizing import escape_spans
from ragtui_core.types import Document, Span

_BORDER = "\n"
"""Between folded blocks, which have no line breaks."""
_NEGATIVE = re.compile(r"- \d")
_RARE = 12
"""Words of a text by which similar blocks are found: the rarest."""
_ANCHOR = 500
"""Characters after which a long text is folded in parts."""
_NEVER_QUOTED = frozenset({State.STRUCK, State.HIDDEN})
_GAP = re.compile(r"(?<=[^\W\d][.,]) (?=[^\W\d])|(?<=[^\W\d]) (?=[^\W\d])")
"""Spaces at which folding in parts gives the same as folding the whole."""


class Place(NamedTuple):
    """Characters `start` to `end` of a displayed block."""

    block: int
    start: int
    end: int


class QuotableFile:
    """The displayed blocks of a document, as they are compared."""

    def __init__(self, document: Document) -> None:
        """Read a document once."""
        self.document = document
        shown = displayed(document)
        self.blocks = [block for block in shown if block.state not in _NEVER_QUOTED]
        folded = [fold(block.text) for block in self.blocks]
        self._folded = _BORDER.join(folded)
        lengths = (len(text) + len(_BORDER) for text in folded)
        self._starts = [*accumulate(lengths, initial=0)]

    def find(self, needle: str, first: int = 0) -> Iterator[tuple[Place, ...]]:
        """Places of folded text at word borders, from the block `first` on.

        Line breaks in the text are borders of blocks.
        """
        if not needle or first >= len(self.blocks):
            return
        folded, at = self._folded, self._folded.find(needle, self._starts[first])
        while at >= 0:
            end = at + len(needle)
            # `- 7` in `5 - 7` is not the number -7.
            is_negative = _NEGATIVE.match(needle) and folded[at - 1 : at] == " "
            if not (is_negative or is_joined(folded, at) or is_joined(folded, end)):
                yield tuple(self._places(at, end))
            at = folded.find(needle, at + 1)

    def _places(self, start: int, end: int) -> Iterator[Place]:
        block = bisect_right(self._starts, start) - 1
        while block < len(self.blocks) and self._starts[block] < end:
            text, base = self.blocks[block].text, self._starts[block]
            last = min(end, self._starts[block + 1] - 1) - base
            first = unfolded(text, max(0, start - base), is_end=False)
            yield Place(block, first, unfolded(text, last, is_end=True))
            block += 1

    def similar(self, folded: str) -> int | None:
        """The block with the most of a text's rarest words; None below half of them."""
        wanted = sorted(
            {*words_of(folded)}, key=lambda w: len(self._by_word.get(w, ()))
        )
        votes: Counter[int] = Counter()
        for word in wanted[:_RARE]:
            votes.update(self._by_word.get(word, ()))
        best = max(votes, key=lambda block: (votes[block], -block), default=None)
        if best is None or 2 * votes[best] < min(_RARE, len(wanted)):
            return None
        return best

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, block in enumerate(self.blocks):
            for word in {*words_of(fold(block.text))}:
                found.setdefault(word, []).append(number)
        return found

    def text_of(self, places: Sequence[Place]) -> str:
        """The displayed words of some places."""
        return "\n".join(self.blocks[p.block].text[p.start : p.end] for p in places)

    def is_whole(self, span: Span) -> bool:
        """Whether a span is displayed, and cuts no word, number or symbol."""
        places, text = self.places_in(span), self.document.text
        is_within = any(
            start < border < end
            for start, end in (*escape_spans(text), *self._struck)
            for border in (span.start, span.end)
        ) or any(
            text[border - 1 : border].isalnum()
            and text[border : border + 1].isalnum()
            and text[border] < "\u2e80"
            for border in (span.start, span.end)
        )
        struck = (s for place in places for s in self.blocks[place.block].struck)
        is_within = is_within or any(map(span.overlaps, struck))
        return bool(places) and not (is_within or self.is_cut(places))

    @cached_property
    def _struck(self) -> list[tuple[int, int]]:
        """What the document strikes through, marks included."""
        is_note = "~" in self.document.text and not is_code(self.document)
        struck = markup_of(self.document.text).struck if is_note else ()
        return [(span.start, span.end) for span in struck]

    def is_code(self, span: Span) -> bool:
        """Whether a span begins in code."""
        places = self.places_in(span)[:1]
        return any(self.blocks[p.block].kind is ShownKind.CODE for p in places)

    def is_copied(self, blocks: Sequence[ShownBlock], places: Sequence[Place]) -> bool:
        """Whether places have the blocks; in code, with the same spaces."""
        for block, place in zip(blocks[-len(places) :], places, strict=True):
            there = self.blocks[place.block]
            is_code = there.kind is ShownKind.CODE
            if is_code and there.text[place.start : place.end] != block.text:
                return False
        return True

    def is_cut(self, places: Sequence[Place]) -> bool:
        """Whether a word, number or symbol goes on before or after some places."""
        first, last = places[0], places[-1]
        return is_joined(self.blocks[first.block].text, first.start) or is_joined(
            self.blocks[last.block].text, last.end
        )

    def span(self, places: Sequence[Place]) -> Span:
        """The characters of the document from the first place to the last."""
        first, last = places[0], places[-1]
        start = self.blocks[first.block].starts[first.start]
        return Span(start, self.blocks[last.block].ends[last.end - 1])

    def places_in(self, span: Span) -> list[Place]:
        """What is displayed of some characters of the document, block by block."""
        places = []
        for number in self._blocks_at(span):
            block = self.blocks[number]
            start, end = block.at_source(span.start), block.at_source(span.end)
            for cell in block.cells[1:]:  # A border of cells is none of their words.
                border = cell - len(CELL_BORDER)
                start = cell if border <= start < cell else start
                end = border if border < end <= cell else end
            part = block.part(start, end)
            if part.text:
                start = block.text.index(part.text, start)
                places.append(Place(number, start, start + len(part.text)))
        return places

    def _blocks_at(self, span: Span) -> list[int]:
        """The blocks that may display some characters of the document, in order."""
        starts, reached, blocks = self._by_source
        found = []
        for at in range(bisect_left(starts, span.end) - 1, -1, -1):
            if reached[at] <= span.start:
                break
            found.append(blocks[at])
        return sorted(found)

    @cached_property
    def _by_source(self) -> tuple[list[int], list[int], list[int]]:
        """Blocks by start: their starts, the largest end so far, and their numbers.

        A footnote may be displayed elsewhere than it is written.
        """
        ordered = sorted(
            (block.starts[0], block.ends[-1], number)
            for number, block in enumerate(self.blocks)
            if block.starts
        )
        reached = accumulate((end for _, end, _ in ordered), max)
        return (
            [start for start, _, _ in ordered],
            list(reached),
            [number for _, _, number in ordered],
        )


def quotable(document: Document) -> QuotableFile:
    """The displayed blocks of a document; the last few are cached."""
    return _cached(_ByText(document))


class _ByText:
    """A document as a cache key: by path, encoding and text."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._key = document.path, document.encoding, document.text

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByText) and self._key == other._key


@lru_cache(maxsize=64)
def _cached(key: _ByText) -> QuotableFile:
    return QuotableFile(key.document)


@lru_cache(maxsize=64)
def _anchors(text: str) -> tuple[list[int], list[int]]:
    """Places between which a text may be folded in parts, and the lengths before."""
    places = [0]
    for gap in _GAP.finditer(text):
        is_plain = text[gap.start() - 1] < "\u2e80" > text[gap.end()]
        if gap.start() > places[-1] + _ANCHOR and is_plain:
            places.append(gap.end())
    lengths = (len(fold(text[a:b])) + 1 for a, b in pairwise([*places, len(text)]))
    return places, [*accumulate(lengths, initial=0)][:-1]


def unfolded(text: str, length: int, *, is_end: bool) -> int:
    """The character of a text at which its folded form has a length."""
    places, lengths = _anchors(text)
    at = max(0, bisect_right(lengths, length - is_end) - 1)
    part = text[places[at] : places[at + 1] if at + 1 < len(places) else None]
    length -= lengths[at]
    sizes = range(len(part) + 1)
    found = bisect_right(sizes, length - is_end, key=lambda n: len(fold(part[:n])))
    return places[at] + found - (not is_end)
