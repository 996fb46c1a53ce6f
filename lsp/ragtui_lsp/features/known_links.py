"""The links of all notes as they are now."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from lsprotocol import types

from ragtui_core import IndexMissing, RagtuiError
from ragtui_core.links import Notes
from ragtui_lsp.features.links import link_at, tag_at
from ragtui_lsp.index_waiting import until_links_are_known
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

T = TypeVar("T")

Find = Callable[[PositionedText, types.Position, LocationMapper], T | None]
"""Finds what is at a position, which may need the links of the vault; blocks."""


async def found_at(
    ls: RagtuiServer,
    uri: str,
    position: types.Position,
    find: Find[T],
    *,
    all_links: bool = False,
) -> T | None:
    """What `find` finds at a position.

    It waits until the links are known if it needs `all_links`, or finds nothing of the
    link or tag there. If that takes too long, a message says so.

    Raises:
        IndexMissing: The vault has no index, and gets none.
    """
    text = await ls.text(uri)
    offset = text.offset(position)
    found = None
    if not all_links:
        with suppress(IndexMissing):
            found = await ls.work(find, text, position, await ls.locations(uri))
        is_link = link_at(text.text, offset) or tag_at(text.text, offset)
        if found or not is_link:
            return found
    try:
        await until_links_are_known(ls, await ls.serving(uri))
    except IndexMissing:
        raise
    except RagtuiError as error:
        ls.show_warning(error)
    return await ls.work(find, text, position, await ls.locations(uri))


def notes_now(locations: LocationMapper) -> Notes:
    """The notes of the vault with the texts that are open."""
    return Notes(
        graph=locations.vault.links,
        read=lambda path: locations.text(path).text,
        exists=lambda path: (locations.vault.root / path).exists(),
        unsaved=locations.opened,
    )
