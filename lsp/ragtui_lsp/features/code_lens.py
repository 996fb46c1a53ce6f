"""Code lens: above each heading, how often it is linked to and quoted."""

from collections import Counter

from lsprotocol import types

from ragtui_core.answer.saved_citations import read_citations
from ragtui_core.errors import RagtuiError
from ragtui_core.model import HEADING_SEPARATOR, Span
from ragtui_core.sources.headings import Heading, headings_of
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
from ragtui_lsp.server import RagtuiServer

REFERENCES = "ragtui.references"
"""The command that a click gives."""


async def code_lenses(
    ls: RagtuiServer, params: types.CodeLensParams
) -> list[types.CodeLens]:
    """The counts of a note's headings; none unless the setting asks for them."""
    uri = params.text_document.uri
    places = await ls.places(uri)
    if places.path is None or not places.vault.settings.editor.code_lens:
        return []
    return await ls.work(_lenses, uri, ls.document(uri).positioned, places)


def _lenses(uri: str, text: PositionedText, places: Places) -> list[types.CodeLens]:
    path = places.path or ""
    try:
        headings = headings_of(places.vault.parse(path, text.text))
    except RagtuiError:
        return []
    quoted = _quoted(path, places)
    found = []
    for heading in headings:
        name = (
            "" if heading.level == 1 else HEADING_SEPARATOR.join(heading.heading_path)
        )
        links = len(places.vault.links.backlinks(path, name))
        quotes = quoted[heading.heading_path]
        if heading.level == 1:
            quotes, links = quoted.total(), max(0, links - quoted.total())
        if links or quotes:
            found.append(_lens(heading, _counts(links, quotes), uri, text))
    return found


def _quoted(path: str, places: Places) -> "Counter[tuple[str, ...]]":
    """How often each heading of a note is quoted in others, by its path."""
    counts: Counter[tuple[str, ...]] = Counter()
    for other in {each.path for each in places.vault.links.backlinks(path)}:
        for saved, _ in read_citations(places.text(other).text):
            if saved.path == path:
                counts[saved.heading_path] += 1
    return counts


def _lens(
    heading: Heading, title: str, uri: str, text: PositionedText
) -> types.CodeLens:
    """A click has the server show the references; a client may do that itself."""
    start = heading.span.start
    where = text.range(Span(start, start))
    given = {"textDocument": {"uri": uri}, "position": where.start, "show": True}
    return types.CodeLens(where, types.Command(title, REFERENCES, arguments=[given]))


def _counts(links: int, quotes: int) -> str:
    parts = [_counted(links, "link"), _counted(quotes, "citation")]
    return " · ".join(part for part in parts if part)


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'s' * (count > 1)}" if count else ""
