"""Splits text that is too large for a chunk: at sentences, lines, words, characters."""

import re
from collections.abc import Callable, Iterator

from ragtui_core.chunking.units import CHARS_PER_TOKEN, Border, Measure, Unit
from ragtui_core.text.sentences import sentence_spans
from ragtui_core.types import Block, BlockKind, Span

Step = tuple[Border, Callable[[str, Span], Iterator[Span]]]

_LINE = re.compile(r"[^\s](?:[^\r\n]*[^\s])?")
_WORD_RUN = re.compile(r"(?:\S++\s++){0,15}+\S++")
_WORD = re.compile(r"\S++")


def _matches(pattern: re.Pattern[str]) -> Callable[[str, Span], Iterator[Span]]:
    def spans(text: str, span: Span) -> Iterator[Span]:
        for found in pattern.finditer(text, span.start, span.end):
            yield Span(*found.span())

    return spans


_LINES: tuple[Step, ...] = (
    (Border.LINE, _matches(_LINE)),
    (Border.WORD, _matches(_WORD_RUN)),  # 16 words at once, as there can be millions
    (Border.WORD, _matches(_WORD)),
)
WORDS: tuple[Step, ...] = _LINES[-1:]
"""Into words; like all steps, into parts of words that are too large."""
SENTENCES: tuple[Step, ...] = ((Border.SENTENCE, sentence_spans), *_LINES)
"""Into sentences; too large ones into lines, then words."""


def steps_for(block: Block) -> tuple[Step, ...]:
    """How to split a block of this kind: code at lines, other text at sentences."""
    lined = (BlockKind.CODE, BlockKind.HTML, BlockKind.TABLE_ROW)
    return _LINES if block.kind in lined else SENTENCES


def split(
    measure: Measure, unit: Unit, steps: tuple[Step, ...], limit: int
) -> Iterator[Unit]:
    """Split `unit` into parts of at most `limit`, in as few steps as needed."""
    if unit.size <= limit:
        yield unit
    elif steps:
        yield from divide(measure, unit, steps, limit)
    else:
        yield from _characters(measure, unit, limit)


def divide(
    measure: Measure, unit: Unit, steps: tuple[Step, ...], limit: int
) -> Iterator[Unit]:
    """Apply the first of `steps` in any case, and the others as needed."""
    between, spans = steps[0]
    border = unit.border
    for span in spans(measure.text, Span(unit.start, unit.end)):
        part = measure.unit(span.start, span.end, border)
        yield from split(measure, part, steps[1:], limit)
        border = between


def _characters(measure: Measure, unit: Unit, limit: int) -> Iterator[Unit]:
    """Split one long word."""
    border, width = unit.border, limit * CHARS_PER_TOKEN
    for start in range(unit.start, unit.end, width):
        part = measure.unit(start, min(start + width, unit.end), border)
        yield from _halves(measure, part, limit)
        border = Border.INSIDE


def _halves(measure: Measure, unit: Unit, limit: int) -> Iterator[Unit]:
    """Halve until it fits; a few times at most, as no character has 16 tokens."""
    middle = (unit.start + unit.end) // 2
    if unit.size <= limit or middle == unit.start:
        yield unit
        return
    left = measure.unit(unit.start, middle, unit.border)
    right = measure.unit(middle, unit.end, Border.INSIDE)
    yield from _halves(measure, left, limit)
    yield from _halves(measure, right, limit)
