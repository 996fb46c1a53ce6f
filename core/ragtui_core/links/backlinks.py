"""Links to a note, and the heading that a link names."""

import re
from collections.abc import Sequence

from ragtui_core.documents.markdown.headings import slug
from ragtui_core.links.link_results import Backlink
from ragtui_core.links.name_map import NameMap
from ragtui_core.search.results.excerpt import make_excerpt
from ragtui_core.store.protocols import Reader
from ragtui_core.store.records import HeadingRecord, LinkContext, LinkPlace, split_lines
from ragtui_core.types import HEADING_SEPARATOR, Lines, Span

_NUMBERED = re.compile(r"(?P<base>.+)-(?P<number>\d{1,3})")
_LINE_END = re.compile(r"[\r\n]")


def heading_named(
    headings: Sequence[HeadingRecord], written: str
) -> HeadingRecord | None:
    """The heading that a link names.

    Args:
        headings: Those of the note.
        written: A heading's text, or its form in links (`economic-evaluation`, and
            `economic-evaluation-1` for the second one); or headings from outside in,
            joined with `#` or ` > `.
    """
    parts = written.replace(HEADING_SEPARATOR, "#").split("#")
    wanted = [slug(part) for part in parts if part.strip()]
    found = [item for item in headings if wanted and _path_ends_with(item, wanted)]
    if found:
        return found[0]
    numbered = _NUMBERED.fullmatch(wanted[-1]) if wanted else None
    if not numbered:
        return None
    wanted[-1] = numbered["base"]
    found = [item for item in headings if _path_ends_with(item, wanted)]
    number = int(numbered["number"])
    return found[number] if number < len(found) else None


def backlinks(
    reader: Reader, names: NameMap, path: str, heading: str
) -> list[Backlink]:
    """The links to a note, or to one heading of it, newest file first."""
    links = [
        link
        for link in reader.links.by_key(names.keys(path) | ({""} if heading else set()))
        if names.resolve(link.target, link.path) == path
    ]
    if heading:
        headings = reader.links.headings_of(path)
        wanted = heading_named(headings, heading)
        links = [
            link
            for link in links
            if link.heading and heading_named(headings, link.heading) == wanted
        ]
        if not wanted:
            return []
    else:
        links = [link for link in links if link.path != path]
    return [_backlink(link, reader.links.context_of(link)) for link in links]


def _path_ends_with(heading: HeadingRecord, wanted: list[str]) -> bool:
    path = heading.heading_path.split("\n")[-len(wanted) :]
    return [slug(part) for part in path] == wanted


def _backlink(link: LinkPlace, context: LinkContext) -> Backlink:
    return Backlink(
        path=link.path,
        span=Span(link.span_start, link.span_end),
        lines=Lines(link.line, link.line),
        heading_path=split_lines(context.heading_path),
        excerpt=_excerpt(context.text, link.span_start - context.text_start, link),
        heading=link.heading,
    )


def _excerpt(text: str, start: int, link: LinkPlace) -> str:
    """The line of the link, or the part of it around the link."""
    end = min(len(text), start + link.span_end - link.span_start)
    before = [found.end() for found in _LINE_END.finditer(text, 0, start)]
    after = _LINE_END.search(text, end)
    first = before[-1] if before else 0
    line = text[first : after.start() if after else len(text)]
    return make_excerpt(line, [Span(start - first, end - first)]).text
