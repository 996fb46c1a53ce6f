"""The saved citation at a place of a document: for hover and definition."""

from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText

if TYPE_CHECKING:
    from ragtui_core.answer.rechecking import Rechecked


def citation_at(
    text: PositionedText, position: types.Position, places: Places
) -> "Rechecked | None":
    """The citation that a position is within, checked now; blocks."""
    at = text.offset(position)
    found = places.vault.quotations.verify(text.text, at=at, unsaved=places.unsaved)
    return found[0] if found else None
