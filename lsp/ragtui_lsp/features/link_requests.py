"""Definition, references, and the texts they lead to."""

from collections.abc import Sequence

from lsprotocol import types

from ragtui_core.citations import Rechecked
from ragtui_core.links import Backlink, Target, is_nested
from ragtui_lsp.features.known_links import found_at, notes_now
from ragtui_lsp.features.links import (
    blocks_in,
    citation_at,
    heading_at,
    headings_in,
    leads_to,
    link_at,
    means_note,
    tag_at,
    tags_in,
    unread_note,
)
from ragtui_lsp.location_mapper import START, LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer


async def definition(
    ls: RagtuiServer, params: types.DefinitionParams
) -> types.Location | None:
    """The location of what the quotation or link at a position leads to."""
    return await found_at(ls, params.text_document.uri, params.position, _definition)


def _definition(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> types.Location | None:
    if checked := citation_at(text, position, locations):
        return _quoted(checked, locations)
    link = link_at(text.text, text.offset(position))
    target = leads_to(link, locations) if link else None
    if link and target is None and (path := unread_note(link, locations)):
        target = Target(path)
    return target_location(target, locations) if target else None


def target_location(target: Target, locations: LocationMapper) -> types.Location:
    """The text of the heading, a block, page or place, or the top of the note."""
    where = START
    is_location = not target.heading_path and len(target.span) > 0
    if is_location or (target.heading_path and target.path in locations.opened):
        where = locations.range(target.path, target.span)
    elif target.heading_path:
        where = locations.range_on_disk(target.path, target.span)
    return types.Location(locations.uri(target.path), where)


def _quoted(checked: Rechecked, locations: LocationMapper) -> types.Location | None:
    """The quoted words; the lines where they were if they are gone."""
    if checked.span:
        where = locations.range_of_quoted(checked.path, checked.span)
        return types.Location(locations.uri(checked.path), where)
    if not locations.text(checked.path).text:
        return None
    lines = checked.saved.lines
    where = locations.range_of_lines(checked.path, lines) if lines else START
    return types.Location(locations.uri(checked.path), where)


TAGGED = 200
"""Notes with a tag that are listed."""


async def references(
    ls: RagtuiServer, params: types.ReferenceParams
) -> list[types.Location]:
    """Backlinks of what a link leads to, of a heading or block, or of the note."""
    uri = params.text_document.uri
    return await found_at(ls, uri, params.position, _references, all_links=True) or []


def _references(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> list[types.Location]:
    if locations.path is None:
        return []
    offset = text.offset(position)
    link = link_at(text.text, offset)
    if link is None and (tag := tag_at(text.text, offset)):
        cards = locations.vault.links.tagged(tag.name, TAGGED)
        return [
            where for card in cards for where in _tagged(card.path, tag.name, locations)
        ]
    if link:
        target, block = leads_to(link, locations), link.heading
    else:
        block = _block_here(text, position)
        here = Target(locations.path) if block else None
        target = here or target_here(text, position, locations)
    if target is None:
        return []
    found = _backlinks(target, locations, block if block.startswith("^") else "")
    return [locations.location(other.path, other.span) for other in found]


def _block_here(text: PositionedText, position: types.Position) -> str:
    """The name of the block on a line, with its `^`; "" if it has none."""
    for name, span in blocks_in(text.text).items():
        last = text.position(span.end).line
        if last == position.line or f"^{name}" == text.line(position.line).strip():
            return f"^{name}"
    return ""


def _tagged(path: str, name: str, locations: LocationMapper) -> list[types.Location]:
    """Where a note has a tag or one nested in it; its top if that is not found."""
    tags = tags_in(locations.text(path).text)
    found = [tag.span for tag in tags if is_nested(tag.name, name)]
    top = types.Location(locations.uri(path), START)
    return [locations.location(path, span) for span in found] or [top]


def _backlinks(
    target: Target, locations: LocationMapper, block: str = ""
) -> Sequence[Backlink]:
    """The links to a note, a heading, or a block; pictures are links to a file."""
    texts = notes_now(locations).naming({target.path})
    return locations.vault.links.backlinks(
        target.path if block else target, block, unsaved=texts | locations.opened
    )


def target_here(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> Target | None:
    """The heading of a position; the first, or a title, is that of the note.

    A note without headings is the target anywhere.
    """
    path, headings = locations.path, headings_in(text, locations)
    heading = heading_at(text, position, locations)
    if path is None or (headings and heading is None):
        return None
    if heading is None or means_note(heading, headings):
        return Target(path)
    return Target(path, heading.heading_path, heading.span)


async def document_text(
    ls: RagtuiServer, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """The extracted text of a document of a vault, which a `ragtui:` uri names.

    Raises:
        DocumentNotFound: It names no document of an open vault.
        UnreadableFile: It cannot be read.
    """
    return types.TextDocumentContentResult(await ls.vault_text(params.uri))
