"""Hover: a citation's verdict, a link's target, a tag's notes."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from ragtui_core import HEADING_SEPARATOR, Document, Span
from ragtui_core.citations import Rechecked, escape_markdown, verdict_sign
from ragtui_core.documents import find_section, links_of
from ragtui_core.links import BLOCK, PAGE, Target
from ragtui_core.settings import is_template
from ragtui_core.text import counted, sanitize
from ragtui_lsp.diagnostics import fault_of
from ragtui_lsp.features.known_links import found_at
from ragtui_lsp.features.links import (
    citation_at,
    leads_to,
    link_at,
    tag_at,
    unread_note,
)
from ragtui_lsp.index_waiting import has_links
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.shown_words import shown_words


async def hover(ls: RagtuiServer, params: types.HoverParams) -> types.Hover | None:
    """A card for the citation, link or tag at a position."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    found = await found_at(ls, uri, params.position, _hover)
    if found is None and await ls.work(has_links, await ls.serving(uri)):
        found = await ls.work(_fault, text, params.position, await ls.locations(uri))
    if found is None:
        return None
    card, span = found
    client = ls.client_capabilities.text_document
    formats = client.hover.content_format if client and client.hover else None
    return types.Hover(markup(card, formats), text.range(span))


def _hover(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> tuple[str, Span] | None:
    """The card, and what it is about."""
    if checked := citation_at(text, position, locations):
        return _citation(checked, locations), checked.written_at
    offset = text.offset(position)
    if link := link_at(text.text, offset):
        target = leads_to(link, locations)
        is_part = link.heading.startswith((BLOCK, PAGE))
        part = link.heading if is_part else ""
        return (note_card(target, locations, part), link.span) if target else None
    if locations.path and (tag := tag_at(text.text, offset)):
        return tag_card(tag.name, locations), tag.span
    return None


def _fault(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> tuple[str, Span] | None:
    """What a link at a position lacks, or that its note is not in the index."""
    link = link_at(text.text, text.offset(position))
    if link is None or locations.path is None:
        return None
    if fault := fault_of(link, locations):
        return escape_markdown(fault[0]), link.span
    if (path := unread_note(link, locations)) is None:
        return None
    file = f"[{escape_markdown(path)}]({locations.uri(path)})"
    kind = "a template, " if is_template(locations.vault.root, path) else ""
    return f"{file} is {kind}not in the index.", link.span


def _citation(checked: Rechecked, locations: LocationMapper) -> str:
    """The quotation, its verdict, and the source: file, headings, lines."""
    mark, passage = verdict_sign(checked.verdict), checked.passage
    quote = displayed_name(sanitize(checked.saved.quote))
    lines = [f"{mark} {checked.sentence}", ""]
    lines += [f"> {line}" for line in quote.splitlines()]
    source = f"[{escape_markdown(checked.path)}]({locations.uri(checked.path)})"
    headings = escape_markdown(passage.above) if passage else ""
    if passage and passage.is_part:
        whole = map(escape_markdown, (passage.before, passage.quoted, passage.after))
        lines += ["", "In its sentence: {}**{}**{}".format(*whole)]
    pictured = _pictured(checked, locations)
    parts = [source, headings, _shown_location(checked), pictured]
    return "\n".join([*lines, "", " · ".join(part for part in parts if part)])


def _pictured(checked: Rechecked, locations: LocationMapper) -> str:
    """Where in a picture the words of a recognised text are."""
    if not (checked.span and checked.location and checked.location.is_recognized):
        return ""
    document = locations.document(checked.path)
    lines = document.pictured_in(checked.span) if document else ()
    return str(lines[0]) if lines else ""


def _shown_location(checked: Rechecked) -> str:
    """The page or slide of the quotation, else its lines."""
    if checked.location and checked.location.number:
        return escape_markdown(str(checked.location))
    lines = checked.lines or checked.saved.lines
    return "" if lines is None else str(lines)


FIRST_LINES = 8
"""Lines of a note that are shown."""

MAX_NOTES = 5
"""Notes of a tag that are listed."""


def markup(
    card: str, formats: Sequence[types.MarkupKind] | None
) -> types.MarkupContent:
    """A card in the client's preferred format; it cannot contain commands.

    A client that names none is sent plain text, in which there is no Markdown.
    """
    kind, shown = formats[0] if formats else types.MarkupKind.PlainText, sanitize(card)
    if kind is types.MarkupKind.PlainText:
        shown = shown.replace("](file:", "](http:")  # Of a note these are shown whole.
        shown = "\n".join(shown_words(line)[0] for line in shown.splitlines())
    return types.MarkupContent(kind, shown)


def note_card(target: Target, locations: LocationMapper, part: str = "") -> str:
    """Title, summary and first lines of a note, or of a section or place in it.

    `part` is how a link names a block or page, which is shown to its end.
    """
    document = locations.document(target.path)
    link = f"[{escape_markdown(target.path)}]({locations.uri(target.path)})"
    if document is None:
        return f"{link} {_size_of(locations.vault.root / target.path)}"
    fields = document.fields
    path = target.heading_path
    below = path[1:] if path[:1] == (fields.title,) else path
    named = part.replace(PAGE, "p. ") if part else ""
    headings = [f"› {escape_markdown(name)}" for name in (*below, named) if name]
    tags = " ".join(escape_markdown(f"#{tag}") for tag in fields.tags)
    parts = [
        " ".join([f"**{escape_markdown(fields.title)}**", *headings]),
        " · ".join(
            part for part in (link, escape_markdown(fields.status), tags) if part
        ),
        f"*{escape_markdown(fields.summary)}*" if fields.summary else "",
        f"It has no {escape_markdown(named)}" if named and not target.span else "",
        first_lines(document, target, to_end=not part),
    ]
    return "\n\n".join(part for part in parts if part)


def _size_of(file: Path) -> str:
    """The size of a file of which no document is made."""
    try:
        return f"· {max(1, round(file.stat().st_size / 1000)):,} kB"
    except OSError:
        return "cannot be read."


def first_lines(document: Document, target: Target, *, to_end: bool = True) -> str:
    """The beginning of a note's body, or of a section of it, as it is written.

    Of a heading or block in it, what follows, `to_end` or only to its end.
    """
    start = document.front_matter.end if document.front_matter else 0
    title = document.fields.title
    body = Span(start, len(document.text))
    if target.heading_path:
        body = find_section(document, HEADING_SEPARATOR.join(target.heading_path))
    elif target.span:
        end = len(document.text) if to_end else target.span.end
        body = Span(target.span.start, end)
    lines = body.of(document.text).strip().splitlines()
    if lines and lines[0].lstrip("# ") == (target.heading_path or (title,))[-1]:
        # The card already has it, with the line that makes it a heading.
        is_underlined = len(lines) > 1 and lines[1] and not lines[1].strip("=- \t")
        lines = "\n".join(lines[1 + bool(is_underlined) :]).strip().splitlines()
    cut = ["…"] if len(lines) > FIRST_LINES else []
    return displayed_name(sanitize("\n".join([*lines[:FIRST_LINES], *cut])))


_BLOCK_NAME = re.compile(r"(?<!\S)\^[\w-]+[ \t]*$", re.MULTILINE)


def displayed_name(text: str) -> str:
    """Markdown of a note as a card may show it: pictures are links, code is closed.

    Of links to notes, which lead nowhere from a card, it shows the labels; the names of
    blocks (`^name`) are left out.
    """
    text = _BLOCK_NAME.sub("", text.replace("![", "["))
    for link in reversed(links_of(text, images=True)):
        label = link.label or link.target
        text = text[: link.span.start] + label + text[link.span.end :]
    is_open = sum(line.lstrip().startswith("```") for line in text.splitlines()) % 2
    return f"{text}\n```" if is_open else text


def tag_card(name: str, locations: LocationMapper) -> str:
    """How many notes have a tag, and the newest of them."""
    cards = locations.vault.links.tagged(name, sys.maxsize)
    rows = [
        f"- [{escape_markdown(card.fields.title)}]({locations.uri(card.path)})"
        for card in cards[:MAX_NOTES]
    ]
    return "\n".join(
        [f"**#{escape_markdown(name)}** · {counted(len(cards), 'note')}", "", *rows]
    )
