"""Definition: from a citation to its words, from a link to its note or heading."""

from lsprotocol import types

from ragtui_core.answer.rechecking import Rechecked
from ragtui_core.links import Target
from ragtui_lsp.features.citations import citation_at
from ragtui_lsp.features.links import leads_to, link_at
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
from ragtui_lsp.server import RagtuiServer

_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


async def definition(
    ls: RagtuiServer, params: types.DefinitionParams
) -> types.Location | None:
    """Where that stands which is quoted, or linked to, at a position."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    places = await ls.places(uri)
    return await ls.work(_definition, text, params.position, places)


def _definition(
    text: PositionedText, position: types.Position, places: Places
) -> types.Location | None:
    if checked := citation_at(text, position, places):
        return _quoted(checked, places)
    link = link_at(text.text, text.offset(position))
    target = leads_to(link, places) if link else None
    return target_location(target, places) if target else None


def target_location(target: Target, places: Places) -> types.Location:
    """The text of the heading, or the top of the note."""
    where = _TOP
    if target.heading_path and target.path in places.unsaved:
        where = places.range(target.path, target.span)
    elif target.heading_path:
        where = places.range_on_disk(target.path, target.span)
    return types.Location(places.uri(target.path), where)


def _quoted(checked: Rechecked, places: Places) -> types.Location | None:
    """The quoted words; the lines where they were if they are not there any more."""
    if checked.span:
        return places.location(checked.path, checked.span)
    text = places.text(checked.path)
    if not text.text:
        return None
    lines = checked.saved.lines
    where = text.range_of_lines(lines) if lines else _TOP
    return types.Location(places.uri(checked.path), where)
