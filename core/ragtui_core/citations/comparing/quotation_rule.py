"""Whether a file has what is quoted: the one rule of answers, `verify` and hovers.

A quotation is verified only if its displayed words, ignoring typography and spaces, are
contiguous in the displayed text of the file, over the same borders of blocks, and cut
no word, number or symbol. Its first blocks may be the context directly above.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.shown.blocks import QUOTED, ShownBlock, ShownKind
from ragtui_core.citations.shown.folding import fold, words_of
from ragtui_core.citations.shown.quotable_file import Place, QuotableFile
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import Span

_ELLIPSIS = re.compile(r"\s*(?:[\[(]\s*(?:…|\.\s?\.\s?\.)\s*[\])]|…|\.\s?\.\s?\.)\s*")
_LAST_ELLIPSIS = re.compile(rf"{_ELLIPSIS.pattern}\Z")
_SIC = re.compile(r"\s*[\[(]sic!?[\])]", re.I)
_MARKER = re.compile(r"\A\s*([•*-]|\d+[.)]|\[[ xX]\])\s+")
_BORDERS = re.compile(r"\A\s*\|\s*|\s*\|\s*\Z")
_PIECES = re.compile(r"[,;·›()]")
MIN_PART_WORDS = 4
"""Minimum number of words of each part of a quotation with an ellipsis."""
MAX_CONTEXT_BLOCKS = 8
MAX_PLACES = 99
"""Places of the same words that are looked at."""


@dataclass(frozen=True, slots=True)
class Found:
    """The verdict on a quotation, and where it is; of parts, all their places.

    With the verdict ALTERED, the places have something similar, or have it in another
    file than the source that is named.
    """

    verdict: Verdict
    places: tuple[Place, ...] = ()

    @property
    def is_there(self) -> bool:
        """Whether the file has the quotation, or its parts."""
        return self.verdict.verified or self.verdict is Verdict.PARTS


def compare(
    blocks: Sequence[ShownBlock], file: QuotableFile, source: str = "", near: int = 0
) -> Found:
    """How a quotation is in a file; of several places that nearest to a character.

    Args:
        blocks: What is quoted, as displayed, without marks of citations.
        file: The file.
        source: The name that the quotation gives its source.
        near: The character.
    """
    shown = _without_outer_ellipses(blocks)
    places, verdict = verbatim(shown, file, near), Verdict.NORMALISED
    if not places:
        places, verdict = _parts(shown, file), Verdict.PARTS
    words = " ".join(block.text for block in blocks)
    if not places:
        if blocks and blocks[0].kind is ShownKind.TITLE and len(blocks) > 1:
            # The title of a callout in an answer may name the source.
            name = ", ".join(filter(None, (blocks[0].text, source)))
            return compare(blocks[1:], file, name, near)
        block = file.similar(fold(words))
        if block is None:
            return Found(Verdict.MISSING)
        whole = Place(block, 0, len(file.blocks[block].text))
        return Found(Verdict.ALTERED, (whole,))
    if source and not _is_named(source, file, places[0]):
        return Found(Verdict.ALTERED, places)
    copied = file.span(places).of(file.document.text)
    if verdict is Verdict.NORMALISED and words.split() == copied.split():
        verdict = Verdict.EXACT
    return Found(verdict, places)


def _without_outer_ellipses(blocks: Sequence[ShownBlock]) -> tuple[ShownBlock, ...]:
    """The blocks without the ellipses before their first and after their last word."""
    shown = [*blocks]
    if shown and (found := _ELLIPSIS.match(shown[0].text)):
        shown[0] = shown[0].part(found.end(), len(shown[0].text))
    if shown and (found := _LAST_ELLIPSIS.search(shown[-1].text)):
        shown[-1] = shown[-1].part(0, found.start())
    return tuple(block for block in shown if block.text)


def verbatim(
    blocks: Sequence[ShownBlock], file: QuotableFile, near: int = 0
) -> tuple[Place, ...]:
    """Where a quotation without ellipses is, nearest to a character; empty if not."""
    return min(
        occurrences(blocks, file),
        key=lambda places: abs(file.span(places).start - near),
        default=(),
    )


def occurrences(
    blocks: Sequence[ShownBlock], file: QuotableFile
) -> Iterator[tuple[Place, ...]]:
    """Where a file has the blocks, the first of which may be context of the others.

    Prefers the fewest context blocks.
    """
    if any(mark.kind is MarkKind.STRUCK for block in blocks for mark in block.marks):
        return  # It is drawn struck, and the file's words are not.
    for first in range(min(len(blocks), MAX_CONTEXT_BLOCKS)):
        found = False
        for is_stripped in (False, True):
            needles = [_needle(block, is_stripped) for block in blocks[first:]]
            needle = "\n".join(needles).removesuffix(",")
            for places in islice(file.find(needle), MAX_PLACES):
                if _fits(blocks, first, file, places, is_stripped):
                    found = True
                    yield places
            if found:
                return


def _needle(block: ShownBlock, is_stripped: bool) -> str:
    """Folded words of a block; of a row without its outer borders.

    With `is_stripped`, the mark of an item and the outer borders of any block go, too.
    """
    text = _SIC.sub("", block.text)
    if block.kind in {ShownKind.ROW, ShownKind.HEAD} or is_stripped:
        text = _BORDERS.sub("", text)
    return fold(_MARKER.sub("", text, count=1) if is_stripped else text)


def _fits(
    blocks: Sequence[ShownBlock],
    first: int,
    file: QuotableFile,
    places: Sequence[Place],
    is_stripped: bool,
) -> bool:
    """Whether a quotation's context, links, columns and marks are those of a place."""
    if first and not _is_context(blocks[:first], file, places[0]):
        return False
    return all(
        _fits_block(block, file.blocks[place.block], place, is_stripped)
        for block, place in zip(blocks[first:], places, strict=True)
    )


def _fits_block(
    block: ShownBlock, shown: ShownBlock, place: Place, is_stripped: bool
) -> bool:
    inside = shown.part(place.start, place.end)
    if shown.cells and not _is_at_borders(block.text.strip(), shown, place):
        return False
    is_title = block.kind is ShownKind.TITLE
    is_framed = is_title or bool(block.callout and shown.callout)
    if is_framed and block.callout != shown.callout:
        return False
    is_code = shown.kind is ShownKind.CODE
    if is_code and inside.text.rstrip(",").split() != block.text.rstrip(",").split():
        return False
    if not _targets(block) <= _targets(inside):
        return False
    heads = set(map(fold, block.columns))
    if block.kind is ShownKind.ROW and not heads <= set(map(fold, shown.columns)):
        return False
    if is_stripped and (written := _MARKER.match(block.text)):
        marker = re.sub("[*-]", "•", written[1].replace(")", "."))
        return place.start == 0 and marker == shown.marker
    return _has_number(block, shown)


def _has_number(block: ShownBlock, shown: ShownBlock) -> bool:
    """Whether a quoted item has the number that is displayed, if both have any."""
    is_numbered = block.marker[:1].isdigit() and shown.marker[:1].isdigit()
    return block.marker == shown.marker or not is_numbered


def _is_at_borders(text: str, shown: ShownBlock, place: Place) -> bool:
    """Whether cells begin or end where a quotation begins or ends with a border."""
    before, after = shown.text[: place.start], shown.text[place.end :]
    return (not text.startswith("|") or not before or before.endswith("| ")) and (
        not text.endswith("|") or not after or after.startswith(" |")
    )


def _targets(block: ShownBlock) -> set[tuple[str, str]]:
    """The words of links with their targets, but addresses that are their own."""
    links = (
        (fold(block.text[mark.start : mark.end]), mark.target)
        for mark in block.marks
        if mark.kind in {MarkKind.LINK, MarkKind.WIKI_LINK}
    )
    return {pair for pair in links if not _is_own_address(*pair)}


def _is_own_address(words: str, target: str) -> bool:
    """Whether words are the address that they link to, and punctuation may follow."""
    address = fold(target).removeprefix("mailto:")
    address = address if words.startswith("http") else address.removeprefix("http://")
    rest = address.removeprefix(words)
    return address.startswith(words) and not any(map(str.isalnum, rest))


def _is_context(blocks: Sequence[ShownBlock], file: QuotableFile, place: Place) -> bool:
    """Whether the quoted context is exactly what is directly above a place.

    Of a table the heads of the columns, or the group, may be left out.
    """
    block = file.blocks[place.block]
    quoted = [fold(_context_words(above)) for above in blocks]
    above = (*block.headings, *block.parents)
    around = [fold(text) for text in above if text != QUOTED]
    columns = block.columns[block.columns_of(place.start, place.end)]
    heads, group = [fold(" | ".join(columns))], [fold(block.group)]
    chains = around, around + heads, around + group, around + heads + group
    return any(quoted == chain[len(chain) - len(quoted) :] for chain in chains)


def _context_words(block: ShownBlock) -> str:
    words = block.text.strip(" |")
    return f"{block.callout}: {words}" if block.kind is ShownKind.TITLE else words


# --- parts ---


def _parts(blocks: Sequence[ShownBlock], file: QuotableFile) -> tuple[Place, ...]:
    """The places of a quotation's parts between ellipses; empty if one is missing."""
    split = [(b, t) for b in blocks for t in _ELLIPSIS.split(b.text) if t.strip()]
    parts = [fold(text).rstrip(",;") for _, text in split]
    is_short = any(len(words_of(part)) < MIN_PART_WORDS for part in parts)
    if len(parts) < 2 or is_short or any(map(_targets, blocks)):
        return ()
    if any(mark.kind is MarkKind.STRUCK for block in blocks for mark in block.marks):
        return ()
    for start in islice(file.find(parts[0]), MAX_PLACES):
        places = [*start]
        for part in parts[1:]:
            after = places[-1]
            following = next(_following(part, file, after), None)
            if not following or not _is_near(file, after, following[0]):
                break
            places += following
        else:
            owners = [file.blocks[place.block] for place in places]
            if all(map(_has_number, (block for block, _ in split), owners)):
                return tuple(places)
    return ()


def _following(
    part: str, file: QuotableFile, after: Place
) -> Iterator[tuple[Place, ...]]:
    for places in file.find(part, after.block):
        if places[0].block > after.block or places[0].start >= after.end:
            yield places


def _is_near(file: QuotableFile, before: Place, after: Place) -> bool:
    """Whether a gap is in one sentence, or at the border of a sentence nearby."""
    one, other = file.blocks[before.block], file.blocks[after.block]
    last = sentence_at(one, before.start, before.end)
    first = sentence_at(other, after.start, after.end)
    is_border = last[1] <= before.end + 1 or first[0] == after.start
    if before.block == after.block:
        return is_border or last == first
    is_next = after.block == before.block + 1
    is_list = one.kind in {ShownKind.ITEM, ShownKind.ROW} and (
        (one.kind, one.parents) == (other.kind, other.parents)
    )
    return one.headings == other.headings and (is_next or is_list) and is_border


def sentence_at(block: ShownBlock, start: int, end: int) -> tuple[int, int]:
    """Where the sentences of some characters start and end; of a row, their cells."""
    if block.kind is ShownKind.CODE:
        return 0, len(block.text)
    if block.kind in {ShownKind.ROW, ShownKind.HEAD} and block.cells:
        columns = block.columns_of(start, end)
        last = len(block.text)
        if columns.stop < len(block.cells):
            last = block.cells[columns.stop] - len(" | ")
        return block.cells[columns.start], last
    spans = [*sentence_spans(block.text, Span(0, len(block.text)))]
    touched = [span for span in spans if span.start < end and span.end > start]
    if not touched:
        return start, end
    return touched[0].start, touched[-1].end


def _is_named(name: str, file: QuotableFile, place: Place) -> bool:
    """Whether each piece of a name is one of the file: path, title, heading, line."""
    document, block = file.document, file.blocks[place.block]
    path = PurePosixPath(document.path)
    line = document.text.count("\n", 0, block.starts[place.start]) + 1
    known = {document.path, path.name, path.stem, document.fields.title}
    known |= {*block.headings, f"line {line}", str(document.fields.created)}
    known |= {str(value) for value in document.metadata.values()}
    if location := document.location(block.starts[place.start]):
        known |= {str(location), *location.label.split(", ")}
    said = {fold(piece).casefold() for piece in _PIECES.split(name) if piece.strip()}
    return bool(said) and said <= {fold(text).casefold() for text in known}


def rest_of_sentence(file: QuotableFile, places: Sequence[Place]) -> tuple[str, str]:
    """The displayed words around some places in their sentences, or their cells."""
    before, after = around(file, places) if places else ("", "")
    is_whole = not any(map(str.isalnum, before + after))
    return ("", "") if is_whole else (before, after)


def around(file: QuotableFile, places: Sequence[Place]) -> tuple[str, str]:
    """What is before the first of some places in its sentence, and after the last."""
    first, last = places[0], places[-1]
    one, other = file.blocks[first.block], file.blocks[last.block]
    start, _ = sentence_at(one, first.start, first.end)
    _, end = sentence_at(other, last.start, last.end)
    return one.text[start : first.start], other.text[last.end : end]


def without_marks(block: ShownBlock, positions: Sequence[int]) -> ShownBlock | None:
    """A block without the spaces before marks that were taken out of it.

    None if removing a mark would join two letters.

    Args:
        block: Of a text without marks.
        positions: Of the characters of the text before which a mark was.
    """
    hidden = []
    for position in positions:
        at = block.at_source(position)
        if not 0 < at < len(block.text):
            continue
        before, after = block.text[at - 1], block.text[at]
        if before.isalnum() and after.isalnum():
            return None
        if before == " " and not after.isalnum():
            hidden.append((at - 1, at))
    return block.without(hidden)
