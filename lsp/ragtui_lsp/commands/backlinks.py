"""`ragtui.backlinks`: what links to a note or a heading, or quotes it."""

from typing import Any

from lsprotocol import types

from ragtui_core.answer.attributions import escaped
from ragtui_core.links import Backlink
from ragtui_core.model import HEADING_SEPARATOR
from ragtui_lsp.features.references import target_here
from ragtui_lsp.parameters import Parameters
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
from ragtui_lsp.server import RagtuiServer


async def backlinks(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """The links to the heading at a position, or to the note."""
    uri = given.document()
    places = await ls.places(uri)
    text = await ls.text(uri)
    name, found = await ls.work(_found, text, given.position(), places)
    if given.flag("show"):
        await ls.shown.show(ls, "links", links_page(name, found))
    return {"links": found}


def _found(
    text: PositionedText, position: types.Position, places: Places
) -> tuple[str, list[dict[str, Any]]]:
    """What the note or heading is called, and the links."""
    target = target_here(text, position, places)
    if target is None:
        return "", []
    name = HEADING_SEPARATOR.join(target.heading_path)
    links = places.vault.links.backlinks(target.path, name)
    return name or target.path, [_as_json(each, places) for each in links]


def _as_json(link: Backlink, places: Places) -> dict[str, Any]:
    return {
        "path": link.path,
        "uri": places.uri(link.path),
        "range": places.range_on_disk(link.path, link.span),
        "lines": [link.lines.first, link.lines.last],
        "heading_path": list(link.heading_path),
        "excerpt": link.excerpt,
    }


def links_page(name: str, found: list[dict[str, Any]]) -> str:
    """The links as a page of Markdown."""
    rows = [
        f"- [{escaped(link['path'])}]({link['uri']}#L{link['lines'][0]}), "
        f"line {link['lines'][0]}\n  {escaped(link['excerpt'])}"
        for link in found
    ]
    return "\n".join([f"# Links to {escaped(name)}", "", *rows, ""])
