"""Short Markdown cards for a note, a heading or a tag."""

from lsprotocol import types

from ragtui_core import HEADING_SEPARATOR, Document, RagtuiError, Span
from ragtui_core.citations import escape_markdown
from ragtui_core.documents import find_section
from ragtui_core.links import Target
from ragtui_core.text import sanitize
from ragtui_lsp.location_mapper import LocationMapper

FIRST_LINES = 8
"""Lines of a note that are shown."""

MAX_NOTES = 5
"""Notes of a tag that are listed."""


def markdown(card: str) -> types.MarkupContent:
    """A card as hover contents; it cannot contain commands."""
    return types.MarkupContent(types.MarkupKind.Markdown, sanitize(card))


def note_card(target: Target, locations: LocationMapper) -> str:
    """Title, summary and first lines of a note, or of a section of it."""
    document = document_now(target.path, locations)
    if document is None:
        return f"`{target.path}` cannot be read."
    fields = document.fields
    headings = [f"› {escape_markdown(each)}" for each in target.heading_path]
    link = f"[{escape_markdown(target.path)}]({locations.uri(target.path)})"
    tags = " ".join(f"`#{tag}`" for tag in fields.tags)
    parts = [
        " ".join([f"**{escape_markdown(fields.title)}**", *headings]),
        " · ".join(
            part for part in (link, escape_markdown(fields.status), tags) if part
        ),
        f"*{escape_markdown(fields.summary)}*" if fields.summary else "",
        first_lines(document, target),
    ]
    return "\n\n".join(part for part in parts if part)


def first_lines(document: Document, target: Target) -> str:
    """The beginning of a note's body, or of a section of it, as it is written."""
    start = document.front_matter.end if document.front_matter else 0
    title = document.fields.title
    body = Span(start, len(document.text))
    if target.heading_path:
        body = find_section(document, HEADING_SEPARATOR.join(target.heading_path))
    lines = sanitize(body.of(document.text)).strip().splitlines()
    if lines and lines[0].lstrip("# ") == (target.heading_path or (title,))[-1]:
        lines = "\n".join(lines[1:]).strip().splitlines()  # The card already has it.
    cut = ["…"] if len(lines) > FIRST_LINES else []
    return displayed_name("\n".join([*lines[:FIRST_LINES], *cut]))


def displayed_name(text: str) -> str:
    """Markdown of a note as a card may show it: pictures are links, code is closed."""
    text = text.replace("![", "[")
    is_open = sum(line.lstrip().startswith("```") for line in text.splitlines()) % 2
    return f"{text}\n```" if is_open else text


def tag_card(name: str, locations: LocationMapper) -> str:
    """How many notes have a tag, and the newest of them."""
    graph = locations.vault.links
    count = graph.tags().get(name, 0)
    cards = graph.tagged(name, MAX_NOTES)
    notes = "note" if count == 1 else "notes"
    rows = [
        f"- [{escape_markdown(card.fields.title)}]({locations.uri(card.path)})"
        for card in cards
    ]
    return "\n".join([f"**#{escape_markdown(name)}** · {count} {notes}", "", *rows])


def document_now(path: str, locations: LocationMapper) -> Document | None:
    """A note as the editor holds it, or else its file; None if it cannot be read."""
    try:
        if path in locations.unsaved:
            return locations.vault.documents.parse(path, locations.unsaved[path])
        return locations.vault.documents.read(path)
    except RagtuiError:
        return None
