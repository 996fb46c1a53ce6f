"""Code lens: above each heading, how often it is linked to and quoted."""

from collections import Counter

from lsprotocol import types

from ragtui_core import HEADING_SEPARATOR, RagtuiError, Span
from ragtui_core.citations import read_citations
from ragtui_core.documents import headings_of
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

COMMAND = "ragtui.backlinks"


async def code_lenses(
    ls: RagtuiServer, params: types.CodeLensParams
) -> list[types.CodeLens]:
    """The counts of a note's headings; none unless the setting asks for them."""
    uri = params.text_document.uri
    locations = await ls.locations(uri)
    if locations.path is None or not locations.vault.settings.editor.code_lens:
        return []
    text = await ls.text(uri)
    counted = await ls.work(_counts, locations.path, text, locations)
    return [_lens(uri, place, title) for place, title in counted]


def _counts(
    path: str, text: PositionedText, locations: LocationMapper
) -> list[tuple[types.Range, str]]:
    """The ranges of headings, and the title of each lens."""
    try:
        headings = headings_of(locations.vault.documents.parse(path, text.text))
    except RagtuiError:
        return []
    quoted = _quoted(path, locations)
    found = []
    for heading in headings:
        name = (
            "" if heading.level == 1 else HEADING_SEPARATOR.join(heading.heading_path)
        )
        links = len(locations.vault.links.backlinks(path, name))
        quotes = quoted[heading.heading_path]
        if heading.level == 1:
            quotes, links = quoted.total(), max(0, links - quoted.total())
        if links or quotes:
            start = heading.span.start
            parts = [_counted(links, "link"), _counted(quotes, "citation")]
            title = " · ".join(part for part in parts if part)
            found.append((text.range(Span(start, start)), title))
    return found


def _quoted(path: str, locations: LocationMapper) -> "Counter[tuple[str, ...]]":
    """How often each heading of a note is quoted in others, by its path."""
    counts: Counter[tuple[str, ...]] = Counter()
    for other in {each.path for each in locations.vault.links.backlinks(path)}:
        for saved, _ in read_citations(locations.text(other).text):
            if saved.path == path:
                counts[saved.heading_path] += 1
    return counts


def _lens(uri: str, place: types.Range, title: str) -> types.CodeLens:
    """A click lists the links in every editor."""
    arguments = {"textDocument": {"uri": uri}, "position": place.start, "show": True}
    command = types.Command(title=title, command=COMMAND, arguments=[arguments])
    return types.CodeLens(place, command)


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'s' * (count > 1)}" if count else ""
