"""Definition: from a citation to its words, from a link to its note or heading."""

from lsprotocol import types

from ragtui_core.citations import Rechecked
from ragtui_core.links import Target
from ragtui_lsp.features.citations import citation_at
from ragtui_lsp.features.links import leads_to, link_at
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


async def definition(
    ls: RagtuiServer, params: types.DefinitionParams
) -> types.Location | None:
    """The location of the quotation or link target at a position."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    return await ls.work(_definition, text, params.position, locations)


def _definition(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> types.Location | None:
    if checked := citation_at(text, position, locations):
        return _quoted(checked, locations)
    link = link_at(text.text, text.offset(position))
    target = leads_to(link, locations) if link else None
    return target_location(target, locations) if target else None


def target_location(target: Target, locations: LocationMapper) -> types.Location:
    """The text of the heading, or the top of the note."""
    where = _TOP
    if target.heading_path and target.path in locations.unsaved:
        where = locations.range(target.path, target.span)
    elif target.heading_path:
        where = locations.range_on_disk(target.path, target.span)
    return types.Location(locations.uri(target.path), where)


def _quoted(checked: Rechecked, locations: LocationMapper) -> types.Location | None:
    """The quoted words; the lines where they were if they are gone."""
    if checked.span:
        return locations.location(checked.path, checked.span)
    text = locations.text(checked.path)
    if not text.text:
        return None
    lines = checked.saved.lines
    where = text.range_of_lines(lines) if lines else _TOP
    return types.Location(locations.uri(checked.path), where)
