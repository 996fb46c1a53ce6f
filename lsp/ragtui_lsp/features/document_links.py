"""Document links: every link of a note that leads to another one."""

from lsprotocol import types

from ragtui_lsp.features.definition import target_location
from ragtui_lsp.features.links import leads_to, links_in
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
from ragtui_lsp.server import RagtuiServer


async def document_links(
    ls: RagtuiServer, params: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """The links of a note with the files that they lead to."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    places = await ls.places(uri)
    return await ls.work(_links, text, places)


def _links(text: PositionedText, places: Places) -> list[types.DocumentLink]:
    found = []
    for link in links_in(text.text):
        if target := leads_to(link, places):
            location = target_location(target, places)
            line = location.range.start.line
            where = f"{location.uri}#L{line + 1}" if line else location.uri
            found.append(
                types.DocumentLink(text.range(link.target_span), where, target.path)
            )
    return found
