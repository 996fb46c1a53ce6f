"""Document links: the links of a note, each with the file that it leads to.

Clients ask for all of them after each letter, and a note may have thousands: they are
written as JSON, without objects of the protocol.
"""

from functools import lru_cache

from lsprotocol import types

from ragtui_lsp.features.links import PAGE, leads_to, targets_in
from ragtui_lsp.json_text import JsonText, json_string, range_text
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.uris import TEXT_SCHEME


async def document_links(
    ls: RagtuiServer, params: types.DocumentLinkParams
) -> JsonText:
    """The links of a note that lead somewhere: `DocumentLink[]`."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    return await ls.work(links_as_json, text, await ls.locations(uri))


def links_as_json(text: PositionedText, locations: LocationMapper) -> JsonText:
    """The links of a text that lead somewhere, in order."""
    range_of = text.range_finder()
    items = []
    for link, target in targets_in(text.text, locations, pictures=True):
        if target:
            where = range_text(*range_of(link.target_span.start, link.target_span.end))
            uri = locations.uri(target.path)
            is_page = bool(link.heading) and link.heading.startswith(PAGE)
            if is_page:
                target = leads_to(link, locations) or target
            if is_page and not uri.startswith(TEXT_SCHEME):
                uri += f"#{link.heading}"  # as viewers of PDF understand it
            elif target.line > 1:
                uri += f"#L{target.line}"
            items.append(f'{{"range":{where},{_leading(uri, target.path)}}}')
    return JsonText.array(items)


@lru_cache(maxsize=20_000)
def _leading(uri: str, path: str) -> str:
    """The JSON of where a link leads, which most edits do not change."""
    return f'"target":{json_string(uri)},"tooltip":{json_string(path)}'
