"""What is displayed above a passage of a file, and says what it is.

Display, comparison and scoring all use this context.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from ragtui_core.citations.saving.attribution_line import COLUMN, ROW, UNDER
from ragtui_core.citations.shown.blocks import CELL_BORDER, ShownBlock, ShownKind
from ragtui_core.citations.shown.markdown_blocks import MAX_LABEL, NOTE
from ragtui_core.citations.shown.quotable_file import Place, QuotableFile
from ragtui_core.text.single_line import one_line


def context_of(
    file: QuotableFile, places: Sequence[Place], headings: Sequence[str]
) -> Iterator[str]:
    """The parts of the context, outermost first, each after its mark and a space.

    After `UNDER` are the given headings, labels, containers, leads and items, a
    question, the group of a row, a state, and footnotes; after `ROW` is the first cell
    of a row that is not in the places; after `COLUMN` the head of a column, or its
    number.
    """
    if not places:
        return
    block = file.blocks[places[0].block]
    above = *headings, *block.parents, block.group, block.state
    notes = (note for place in places for note in _notes(file, place))
    for part in dict.fromkeys((*above, *notes)):
        if part:
            yield f"{UNDER} {part}"
    if block.kind is ShownKind.ROW and block.columns:
        yield from _cells(file, places)


def _notes(file: QuotableFile, place: Place) -> Iterator[str]:
    """The footnotes to some characters, each after its name."""
    block = file.blocks[place.block]
    span = block.span(place.start, place.end)
    for position, name in block.notes:
        if span.start <= position <= span.end:
            named = f"{NOTE}{name}"
            notes = (b for b in file.blocks if named in b.parents)
            yield from (f"{named}: {note.text}" for note in notes)


def _cells(file: QuotableFile, places: Sequence[Place]) -> Iterator[str]:
    rows = [(file.blocks[place.block], place) for place in places]
    block: ShownBlock = rows[0][0]
    cells = [
        row.columns_of(place.start, place.end)
        for row, place in takewhile(lambda pair: pair[0].kind is ShownKind.ROW, rows)
    ]
    first, last = min(c.start for c in cells), max(c.stop for c in cells)
    if first and (label := block.cell_texts[0]):
        yield f"{ROW} {label}"
    for number in range(first, min(last, len(block.columns))):
        yield f"{COLUMN} {block.columns[number] or number + 1}"


def shown_context(context: Sequence[str]) -> tuple[str, ...]:
    """A context as it is shown: no marks, the heads of columns as one part."""
    heads = [part[2:] for part in context if part.startswith(COLUMN)]
    parts = [part[2:] for part in context if not part.startswith(COLUMN)]
    shown = (one_line(part)[:MAX_LABEL] for part in (*parts, CELL_BORDER.join(heads)))
    return tuple(dict.fromkeys(filter(None, shown)))
