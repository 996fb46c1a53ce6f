"""References: what links to a note or a heading, or quotes it; notes with a tag."""

from lsprotocol import types

from ragtui_core import HEADING_SEPARATOR
from ragtui_core.links import Target
from ragtui_lsp.features.links import heading_at, leads_to, link_at, tag_at
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

TAGGED = 200
"""Notes with a tag that are listed."""

_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


async def references(
    ls: RagtuiServer, params: types.ReferenceParams
) -> list[types.Location]:
    """Backlinks of what a link leads to, of a heading, or else of the note."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    return await ls.work(_references, text, params.position, locations)


def _references(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> list[types.Location]:
    offset = text.offset(position)
    link = link_at(text.text, offset)
    if link is None and (tag := tag_at(text.text, offset)):
        cards = locations.vault.links.tagged(tag.name, TAGGED)
        return [types.Location(locations.uri(card.path), _TOP) for card in cards]
    target = (
        leads_to(link, locations) if link else target_here(text, position, locations)
    )
    return backlinks(target, locations) if target else []


def backlinks(target: Target, locations: LocationMapper) -> list[types.Location]:
    """The locations of links to a note or a heading; saved citations count as links."""
    heading = HEADING_SEPARATOR.join(target.heading_path)
    found = locations.vault.links.backlinks(target.path, heading)
    return [
        types.Location(
            locations.uri(each.path), locations.range_on_disk(each.path, each.span)
        )
        for each in found
    ]


def target_here(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> Target | None:
    """The heading of a position, or the note; a title means its note."""
    if locations.path is None:
        return None
    heading = heading_at(text, position, locations)
    if heading is None or heading.level == 1:
        return Target(locations.path)
    return Target(locations.path, heading.heading_path, heading.span)
