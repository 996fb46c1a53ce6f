"""Quick fixes of citations: quote the current text, or remove them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_core import Span
from ragtui_lsp.edits import Fix
from ragtui_lsp.features.citations import citation_at
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText

if TYPE_CHECKING:
    from ragtui_core.citations import Rechecked


def citation_fixes(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> list[Fix]:
    """The quick fixes of an unverified citation; blocks."""
    checked = citation_at(text, position, locations)
    if checked is None:
        return []
    return [*_relocated(checked, text, locations), _removed(checked, text)]


def _relocated(
    checked: "Rechecked", text: PositionedText, locations: LocationMapper
) -> Iterator[Fix]:
    from ragtui_core.citations import write_citation

    now = locations.vault.quotations.relocate(checked, locations.unsaved)
    if now is None:
        return
    where = f"{now.path}, line {now.lines.first}" if now.lines else now.path
    same = now.digest == checked.saved.digest
    title = f"Cite {where}" if same else f"Quote the current text of {where}"
    written = write_citation(now).replace("\n", f"\n{_indent(checked, text)}")
    yield title, types.TextEdit(text.range(checked.place), written)


def _removed(checked: "Rechecked", text: PositionedText) -> Fix:
    first = text.position(checked.place.start).line
    last = text.position(checked.place.end).line
    start, end = checked.place.start, text.line_start(last + 1)
    if not text.text[text.line_start(first) : start].strip():
        start = text.line_start(first)
    return "Remove the citation", types.TextEdit(text.range(Span(start, end)), "")


def _indent(checked: "Rechecked", text: PositionedText) -> str:
    """The prefix of the citation's first line, as used on its other lines."""
    start = text.line_start(text.position(checked.place.start).line)
    before = text.text[start : checked.place.start]
    if before.strip(" \t>"):
        return " " * len(before)  # A list item continues with white space.
    return before
