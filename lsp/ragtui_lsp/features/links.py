"""Links, tags and citations: those at a position, and the text of new links."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from lsprotocol import types

from ragtui_core import RagtuiError, Span
from ragtui_core.citations import Rechecked
from ragtui_core.documents import (
    Heading,
    Link,
    LinkKind,
    Tag,
    blocks_of,
    headings_of,
    links_of,
    tags_of,
)
from ragtui_core.links import (
    BLOCK,
    PAGE,
    Target,
    escaped_target,
    is_elsewhere,
    linked_path,
    named_part,
    part_of,
    relative_path,
)
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText


def citation_at(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> Rechecked | None:
    """The citation that a position is within, checked now; blocks."""
    at = text.offset(position)
    found = locations.vault.quotations.verify(
        text.text, at=at, unsaved=locations.unsaved, path=locations.path or ""
    )
    return found[0] if found else None


def link_to(
    path: str, kind: LinkKind, text: str, where: Span, locations: LocationMapper
) -> str:
    """The shortest name that leads to a note, or its path, as a kind of link has it."""
    here = locations.path or ""
    if kind is LinkKind.WIKI:
        return locations.vault.links.file_names([path], here)[path]
    return escaped_target(relative_path(path, here), kind, text, where)


MAX_CHARS = 1_000_000
"""Characters of a note: links and citations in a longer one are ignored, since
finding them would block all other requests for a second."""


@lru_cache(maxsize=16)
def links_in(text: str) -> Sequence[Link]:
    """The links and pictures of a text, in order; cached: each request needs them."""
    return tuple(links_of(text, images=True)) if len(text) <= MAX_CHARS else ()


@lru_cache(maxsize=32)
def tags_in(text: str) -> Sequence[Tag]:
    """The tags of a text; cached, too."""
    return tuple(tags_of(text)) if len(text) <= MAX_CHARS else ()


def link_at(text: str, offset: int) -> Link | None:
    """The link or picture that a character is within: the last that begins before."""
    found = [link for link in links_in(text) if _within(offset, link.span)]
    return found[-1] if found else None


def tag_at(text: str, offset: int) -> Tag | None:
    """The tag that a character is within."""
    return next((x for x in tags_in(text) if _within(offset, x.span)), None)


def leads_to(link: Link, locations: LocationMapper) -> Target | None:
    """The note, heading, block, page or place that a link of the current note leads to.

    What is typed but not saved counts. The span of a whole note is empty. A part that a
    file other than a note lacks leads to the file. The links of a file outside of the
    vault lead nowhere.
    """
    if locations.path is None:
        return None
    note = locations.links.resolve(link.target, source=locations.path)
    if note is None or not link.heading:
        return note
    path, part = note.path, link.heading
    if not is_note(path, locations):
        return part_of(path, part, locations.document, locations.links) or note
    # The index has the headings of notes, which would take long to parse.
    is_heading = not part.startswith((BLOCK, PAGE))
    heading = locations.links.target(path, part) if is_heading else None
    return heading or named_part(path, part, locations.text(path).text)


@lru_cache(maxsize=32)
def blocks_in(text: str) -> Mapping[str, Span]:
    """The blocks of a text that have names; cached."""
    return dict(reversed(blocks_of(text))) if len(text) <= MAX_CHARS else {}


def targets_in(
    text: str, locations: LocationMapper
) -> Iterator[tuple[Link, Target | None]]:
    """The links and pictures of the current note, each with what it leads to."""
    if locations.path is None:
        return
    source, resolve = locations.path, locations.links.resolve
    for link in links_in(text):
        found = resolve(link.target, link.heading, source=source)
        yield link, found or leads_to(link, locations)


def is_note(path: str, locations: LocationMapper) -> bool:
    """Whether a file is Markdown, by the vault's settings."""
    endings = locations.vault.settings.index.extensions
    return path.lower().endswith(tuple(ending.lower() for ending in endings))


def unread_note(link: Link, locations: LocationMapper) -> str | None:
    """The path of a note out of the index that a link of the current note leads to."""
    root, source = locations.vault.root, locations.path
    if source is None or locations.links.resolve(link.target, source=source):
        return None
    path = linked_path(root, link.target, source, locations.may_exist)
    return path if path and is_note(path, locations) else None


def is_file(link: Link, locations: LocationMapper) -> bool:
    """Whether a link leads to a file or folder without a document, or to elsewhere."""
    if not link.target:
        return False  # It is within the note.
    root, source = locations.vault.root, locations.path or ""
    found = linked_path(root, link.target, source, locations.may_exist)
    return found is not None or is_elsewhere(root, link.target, source)


def _within(offset: int, span: Span) -> bool:
    return span.start <= offset <= span.end


def headings_in(text: PositionedText, locations: LocationMapper) -> list[Heading]:
    """The headings of the current note, in order."""
    path = locations.path or "note.md"
    try:
        return headings_of(locations.vault.documents.parse(path, text.text))
    except RagtuiError:
        return []  # It is empty.


def heading_at(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> Heading | None:
    """The heading on the line of a position."""
    for heading in headings_in(text, locations):
        if text.position(heading.span.start).line == position.line:
            return heading
    return None


def means_note(heading: Heading, headings: Sequence[Heading]) -> bool:
    """Whether links to the note are links to a heading: its first, or a title."""
    return heading.level == 1 or heading == headings[0]
