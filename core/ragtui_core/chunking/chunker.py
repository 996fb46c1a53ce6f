"""A document -> its chunks, by headings, sentences, a fixed length, or as a whole.

Each strategy yields chunks in order that cover the body except white space. Only
`whole_document` creates chunks larger than `max_tokens`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby

from ragtui_core.chunking.composition import Limits, Outline, group_sections, pack
from ragtui_core.chunking.named_texts import only_names
from ragtui_core.chunking.units import (
    CHARS_PER_TOKEN,
    SENTENCES,
    WORDS,
    Border,
    Measure,
    Unit,
    divide,
    spaced,
    split,
    steps_for,
    whole,
)
from ragtui_core.documents.entries import Entries
from ragtui_core.documents.table_heads import TableHeads
from ragtui_core.language.sentences import trimmed
from ragtui_core.settings.schema import ChunkingSettings, ChunkingStrategy
from ragtui_core.text.encoded_data import without_encoded
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.runs import joined_spans
from ragtui_core.types import BlockKind, Chunk, Document, Section, Span


def windows(words: Sequence[Unit], limit: int, overlap: int) -> Iterator[Unit]:
    """Split `words` into windows of at most `limit` tokens.

    No unit is larger than `limit`; `overlap` is at most half a window.
    """
    overlap = min(overlap, limit // 2)
    start = 0
    while start < len(words):
        end = _end(words, start, limit)
        yield whole(words[start:end])
        if end == len(words):
            return
        # The next word must fit too, or the next window would have no new text.
        start = _back(words, start, end, min(overlap, limit - words[end].size))


def _end(words: Sequence[Unit], start: int, limit: int) -> int:
    """The end of the window from `start`: not past a cut within a word."""
    size, end = words[start].size, start + 1
    while end < len(words) and words[end].border is not Border.INSIDE:
        size += words[end].size
        if size > limit:
            break
        end += 1
    return end


def _back(words: Sequence[Unit], start: int, end: int, overlap: int) -> int:
    """Where the next window starts: up to `overlap` tokens before `end`."""
    size, back = 0, end
    while back > start + 1 and words[back].border is not Border.INSIDE:
        size += words[back - 1].size
        if size > overlap:
            break
        back -= 1
    return back


_PROSE = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)

Strategy = Callable[[Document, ChunkingSettings, Measure], Iterator[Unit]]


def by_heading(
    document: Document, settings: ChunkingSettings, measure: Measure
) -> Iterator[Unit]:
    """Small neighbouring sections in one chunk, large ones in several of even size."""
    limit = settings.max_tokens
    if small := _small_body(document, settings, measure):
        yield small
        return
    sections = [section for section in document.sections if section.blocks]
    units = list(_units(sections, measure, limit))
    sizes = [sum(unit.size for unit in section) for section in units]
    limits = Limits(small=min(settings.min_tokens, limit), max_size=limit)
    for group in group_sections(sections, sizes, limits):
        members = list(chain.from_iterable(units[group.first : group.last + 1]))
        if group.size <= limit:
            yield whole(members)
        else:
            yield from pack(members, limit)


def _small_body(
    document: Document, settings: ChunkingSettings, measure: Measure
) -> Unit | None:
    """The whole body if it is at most as large as two small sections."""
    body = _body(document)
    max_size = min(2 * settings.min_tokens, settings.max_tokens)
    if not 0 < len(body) <= max_size * CHARS_PER_TOKEN:
        return None
    unit = measure.unit(body.start, body.end, Border.SECTION)
    return unit if unit.size <= max_size else None


def _units(
    sections: list[Section], measure: Measure, limit: int
) -> Iterator[list[Unit]]:
    """The blocks of each section, split if they are larger than `limit`.

    What follows a heading (or another lead) is split so that both fit into one chunk;
    except code, which stays whole if possible.
    """
    lead, end = 0, None
    for section in sections:
        units: list[Unit] = []
        for kind, unit in measure.blocks(section.blocks):
            size = unit.size
            if lead + size <= limit:
                units.append(unit)
            else:
                keeps_whole = kind is BlockKind.CODE or lead > limit // 2
                available = limit if keeps_whole else limit - lead
                units += split(measure, unit, steps_for(kind), available)
            lead = lead + size if unit.leads else 0
        yield list(spaced(units, end))
        end = section.blocks[-1].span.end


def by_sentence(
    document: Document, settings: ChunkingSettings, measure: Measure
) -> Iterator[Unit]:
    """Whole sentences up to the limit, across sections."""
    limit = settings.max_tokens
    units: list[Unit] = []
    for section in document.sections:
        for kind, unit in measure.blocks(section.blocks):
            if kind in _PROSE:
                units += divide(measure, unit, SENTENCES, limit)
            else:
                units += split(measure, unit, steps_for(kind), limit)
    yield from pack(spaced(units), limit)


def by_length(
    document: Document, settings: ChunkingSettings, measure: Measure
) -> Iterator[Unit]:
    """Windows of words that overlap."""
    body = _body(document)
    uncounted = Unit(body.start, body.end, 0, 0, Border.SECTION)
    words = divide(measure, uncounted, WORDS, settings.max_tokens)
    yield from windows(
        list(spaced(words)), settings.max_tokens, settings.overlap_tokens
    )


def whole_document(
    document: Document, _: ChunkingSettings, measure: Measure
) -> Iterator[Unit]:
    """The whole body as one chunk, however large."""
    body = _body(document)
    if len(body):
        yield measure.unit(body.start, body.end, Border.SECTION)


def _body(document: Document) -> Span:
    """The span of all sections, without white space at the ends."""
    if not document.sections:
        return Span(0, 0)
    first, last = document.sections[0].span, document.sections[-1].span
    return trimmed(document.text, Span(first.start, last.end))


STRATEGIES: dict[ChunkingStrategy, Strategy] = {
    ChunkingStrategy.HEADING: by_heading,
    ChunkingStrategy.SENTENCE: by_sentence,
    ChunkingStrategy.FIXED: by_length,
    ChunkingStrategy.WHOLE: whole_document,
}


def chunk_document(
    document: Document,
    settings: ChunkingSettings,
    count_tokens: Callable[[str], int],
) -> tuple[Chunk, ...]:
    """Cut a document into chunks, in order; at least one if it is not empty.

    A chunk's span has no white space at its ends; its text has spaces for encoded data.
    Its heading path is the common beginning of its sections' heading paths, else the
    first one's. A document without a body gives one chunk, its front matter.

    Args:
        document: What to cut.
        settings: The strategy, and sizes in tokens.
        count_tokens: Counts the tokens of a text; must be additive over white space.
    """
    original, document = document, _without_encoded(document)
    text = document.text
    measure = Measure(text, count_tokens, has_data=text is not original.text)
    strategy = STRATEGIES[settings.strategy]
    lines = LineIndex(text, document.shifts)
    outline, heads = Outline(document.sections), TableHeads(document)
    entries = Entries(document)

    def chunk(unit: Unit, *, is_quoted: bool = False) -> Chunk:
        span = Span(unit.start, unit.end)
        path, head = outline.path(span), heads.at(span.start)
        bounds = (span, lines.lines(span), path)
        is_aside = is_quoted or only_names(span.of(text))
        beside = (head, is_aside, entries.of(span))
        return Chunk(*bounds, unit.tokens, span.of(text), *beside)

    def units_of(sections: Sequence[Section]) -> Iterator[Unit]:
        is_whole = settings.strategy is ChunkingStrategy.WHOLE
        for part in [sections] if is_whole else entries.parts(sections):
            yield from strategy(replace(document, sections=(*part,)), settings, measure)

    if document.quoted:
        return tuple(
            chunk(unit, is_quoted=is_quoted)
            for part, is_quoted in _own_and_quoted(document)
            for unit in units_of(part.sections)
        )
    properties = [
        unit
        for _, spans in groupby(entries.properties, entries.of)
        for unit in _properties(spans, settings, measure)
    ]
    units = list(units_of(document.sections)) or (
        _without_body(original, measure) if not properties else []
    )
    return tuple(map(chunk, (*properties, *units)))


def _properties(
    spans: Iterable[Span], settings: ChunkingSettings, measure: Measure
) -> Iterator[Unit]:
    """Lines of front matter beside which there is the same, as passages."""
    limit, steps = settings.max_tokens, steps_for(BlockKind.HTML)
    entries = [
        part
        for span in spans
        for part in split(
            measure, measure.unit(span.start, span.end, Border.BLOCK), steps, limit
        )
    ]
    yield from pack(entries, limit)


def _without_encoded(document: Document) -> Document:
    """The document with spaces for encoded data, and without blocks that are only that.

    The same document if it has none.
    """
    text = without_encoded(document.text)
    if text is document.text:
        return document
    sections = tuple(
        replace(
            section,
            blocks=tuple(
                replace(block, span=span)
                for block in section.blocks
                if len(span := trimmed(text, block.span))
            ),
        )
        for section in document.sections
    )
    return replace(document, text=text, sections=sections)


def _own_and_quoted(document: Document) -> Iterator[tuple[Document, bool]]:
    """Parts of a document, in order, and whether each is quoted; no chunk has both."""
    start = 0
    touching = joined_spans(document.quoted, lambda one, other: one.end == other.start)
    for span in touching:
        yield _part(document, Span(start, span.start)), False
        yield _part(document, span), True
        start = span.end
    yield _part(document, Span(start, len(document.text))), False


def _part(document: Document, span: Span) -> Document:
    """The document with the blocks in `span` only, which ends between blocks."""
    sections = (
        replace(
            section,
            span=Span(
                max(section.span.start, span.start), min(section.span.end, span.end)
            ),
            blocks=tuple(
                block
                for block in section.blocks
                if span.start <= block.span.start < span.end
            ),
        )
        for section in document.sections
    )
    kept = tuple(section for section in sections if section.blocks)
    return replace(document, sections=kept)


def _without_body(document: Document, measure: Measure) -> list[Unit]:
    everything = Span(0, len(document.text))
    span = trimmed(document.text, document.front_matter or everything)
    if not len(span):
        return []
    return [measure.unit(span.start, span.end, Border.SECTION)]
