"""A document -> its chunks, with lines and heading paths."""

from collections.abc import Callable

from ragtui_core.chunking.heading_paths import Outline
from ragtui_core.chunking.strategies import STRATEGIES
from ragtui_core.chunking.units import Border, Measure, Unit
from ragtui_core.settings.schema import ChunkingSettings
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.sentences import trimmed
from ragtui_core.types import Chunk, Document, Span


def chunk_document(
    document: Document,
    settings: ChunkingSettings,
    count_tokens: Callable[[str], int],
) -> tuple[Chunk, ...]:
    """Cut a document into chunks, in order; at least one if it is not empty.

    A chunk's span has no white space at its ends. Its heading path is what the
    sections it touches have in common, else that of the first one. A
    document without a body gives one chunk, its front matter.

    Args:
        document: What to cut.
        settings: The strategy, and sizes in tokens.
        count_tokens: Counts the tokens of a text; must be additive over white space.
    """
    measure = Measure(document.text, count_tokens)
    units = list(STRATEGIES[settings.strategy](document, settings, measure))
    lines = LineIndex(document.text)
    outline = Outline(document.sections)

    def chunk(unit: Unit) -> Chunk:
        span = Span(unit.start, unit.end)
        return Chunk(span, lines.lines(span), outline.path(span), unit.tokens)

    return tuple(map(chunk, units or _without_body(document, measure)))


def _without_body(document: Document, measure: Measure) -> list[Unit]:
    everything = Span(0, len(document.text))
    span = trimmed(document.text, document.front_matter or everything)
    if not len(span):
        return []
    return [measure.unit(span.start, span.end, Border.SECTION)]
