"""`ragtui.backlinks`: what links to a note or a heading, or quotes it."""

from typing import Any

from lsprotocol import types

from ragtui_core import HEADING_SEPARATOR
from ragtui_core.citations import escape_markdown
from ragtui_core.links import Backlink
from ragtui_lsp.features.references import target_here
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.server import RagtuiServer


async def backlinks(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """The links to the heading at a position, or to the note."""
    uri = params.document()
    locations = await ls.locations(uri)
    text = await ls.text(uri)
    name, found = await ls.work(_found, text, params.position(), locations)
    if params.flag("show"):
        await ls.shown.show(ls, "links", links_page(name, found))
    return {"links": found}


def _found(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> tuple[str, list[dict[str, Any]]]:
    """What the note or heading is called, and the links."""
    target = target_here(text, position, locations)
    if target is None:
        return "", []
    name = HEADING_SEPARATOR.join(target.heading_path)
    links = locations.vault.links.backlinks(target.path, name)
    return name or target.path, [_as_json(each, locations) for each in links]


def _as_json(link: Backlink, locations: LocationMapper) -> dict[str, Any]:
    return {
        "path": link.path,
        "uri": locations.uri(link.path),
        "range": locations.range_on_disk(link.path, link.span),
        "lines": [link.lines.first, link.lines.last],
        "heading_path": list(link.heading_path),
        "excerpt": link.excerpt,
    }


def links_page(name: str, found: list[dict[str, Any]]) -> str:
    """The links as a page of Markdown."""
    rows = [
        f"- [{escape_markdown(link['path'])}]({link['uri']}#L{link['lines'][0]}), "
        f"line {link['lines'][0]}\n  {escape_markdown(link['excerpt'])}"
        for link in found
    ]
    return "\n".join([f"# Links to {escape_markdown(name)}", "", *rows, ""])
