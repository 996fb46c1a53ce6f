"""Document links: every link of a note that leads to another one."""

from lsprotocol import types

from ragtui_lsp.features.definition import target_location
from ragtui_lsp.features.links import leads_to, links_in
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer


async def document_links(
    ls: RagtuiServer, params: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """The links of a note with the files that they lead to."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    return await ls.work(_links, text, locations)


def _links(text: PositionedText, locations: LocationMapper) -> list[types.DocumentLink]:
    found = []
    for link in links_in(text.text):
        if target := leads_to(link, locations):
            location = target_location(target, locations)
            line = location.range.start.line
            where = f"{location.uri}#L{line + 1}" if line else location.uri
            found.append(
                types.DocumentLink(text.range(link.target_span), where, target.path)
            )
    return found
