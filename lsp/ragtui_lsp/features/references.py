"""References: what links to a note or a heading, or quotes it; notes with a tag."""

from lsprotocol import types

from ragtui_core.links import Target
from ragtui_core.model import HEADING_SEPARATOR
from ragtui_lsp.features.links import heading_at, leads_to, link_at, tag_at
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
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
    places = await ls.places(uri)
    return await ls.work(_references, text, params.position, places)


def _references(
    text: PositionedText, position: types.Position, places: Places
) -> list[types.Location]:
    offset = text.offset(position)
    link = link_at(text.text, offset)
    if link is None and (tag := tag_at(text.text, offset)):
        cards = places.vault.links.tagged(tag.name, TAGGED)
        return [types.Location(places.uri(card.path), _TOP) for card in cards]
    target = leads_to(link, places) if link else target_here(text, position, places)
    return backlinks(target, places) if target else []


def backlinks(target: Target, places: Places) -> list[types.Location]:
    """Where the links to a note or a heading stand; saved citations are links, too."""
    heading = HEADING_SEPARATOR.join(target.heading_path)
    found = places.vault.links.backlinks(target.path, heading)
    return [
        types.Location(
            places.uri(each.path), places.range_on_disk(each.path, each.span)
        )
        for each in found
    ]


def target_here(
    text: PositionedText, position: types.Position, places: Places
) -> Target | None:
    """The heading of a position, or the note; a title stands for its note."""
    if places.path is None:
        return None
    heading = heading_at(text, position, places)
    if heading is None or heading.level == 1:
        return Target(places.path)
    return Target(places.path, heading.heading_path, heading.span)
