"""The saved citation at a position of a document: for hover and definition."""

from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText

if TYPE_CHECKING:
    from ragtui_core.citations import Rechecked


def citation_at(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> "Rechecked | None":
    """The citation that a position is within, checked now; blocks."""
    at = text.offset(position)
    found = locations.vault.quotations.verify(
        text.text, at=at, unsaved=locations.unsaved
    )
    return found[0] if found else None
