"""Finds the links in the text of a note, saved or not.

Links are `[[note#heading|label]]`, `[label](note.md#heading)`, references with their
definitions, embeds (`![[note]]`), and `<a href="note.md">`; in front matter, wiki
links. Excluded are links in code, comments and formulas (`$…$`, `$$…$$`), URLs
(`https:`, `mailto:`), and images (also `<img src="x.png">`). Links never overlap: of
nested links the inner one is used, as in CommonMark. Linear time.

Besides headings, links can name blocks (`^name`) and the anchors that `<a id="name">`,
`## Title {#name}` and `> ## Title` make.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from re import Match

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.headings import anchor_of
from ragtui_core.documents.markdown.link_patterns import (
    DEFINITION,
    DESTINATION,
    WIKI_LINK,
    decode_target,
    is_attachment,
    is_external,
    is_note,
    unescaped,
    unquoted,
)
from ragtui_core.documents.markdown.link_types import Link, LinkKind
from ragtui_core.documents.markdown.markup import (
    IN_PARAGRAPH,
    WIKI_LINK_TYPE,
    Markup,
    ParsedLink,
    markup_from,
    markup_of,
)
from ragtui_core.types import Span

__all__ = [
    "Link",
    "LinkKind",
    "blocks_of",
    "links_from",
    "links_of",
    "named_locations",
]


def links_of(text: str, *, images: bool = False) -> list[Link]:
    """The links of a note, in order; `images` includes pictures, also embedded ones."""
    if not any(mark in text for mark in _MARKS):
        return []
    front = read_front_matter(text)
    return links_from(text, front.span.end if front else 0, images=images)


def links_from(text: str, start: int, *, images: bool = False) -> list[Link]:
    """The links of a note whose front matter ends at character `start`."""
    fields = list(_links_of_fields(text, start))
    if not any(text.find(mark, start) >= 0 for mark in _MARKS):
        return fields
    markup = markup_from(text, start)
    links = [
        *_parsed_links(markup, text, images),
        *_definitions(markup, text),
        *_links_of_html(markup.plain, text, images),
    ]
    return fields + sorted(links, key=lambda link: link.span.start)


_MARKS = ("](", "[[", "]:", "href=", "src=")
"""One of these is in every link."""

_VALUE = re.compile(
    r"(?<=[\s\[,:=])(?:\"(?P<double>(?>(?:\\.|[^\"\\\r\n]++)*))\""
    r"|'(?P<single>(?>(?:''|[^'\r\n]++)*))'"
    r"|(?:(?<=:[ ])|(?<=-[ ]))(?P<bare>\[\[[^\[\]\r\n]++\]\]))"
    r"|(?<=\s)\#[^\r\n]*+"
)
"""A value of front matter in quotes in one line, a link without, or a comment."""


def _links_of_fields(text: str, end: int) -> Iterator[Link]:
    """The wiki links in values of the front matter that ends at `end`."""
    if text.find("[[", 0, end) < 0:
        return
    for value in _VALUE.finditer(text, 0, end):
        kind = value.lastgroup
        for match in WIKI_LINK.finditer(text, *value.span(kind)) if kind else ():
            if link := _wiki_link(match, Span(*match.span())):
                quotes = "" if kind == "bare" else text[value.start()]
                plain = partial(unquoted, quotes=quotes)
                target, heading = plain(link.target), plain(link.heading)
                label = plain(link.label)
                yield replace(
                    link, target=target, heading=heading, label=label, quotes=quotes
                )


_INSIDE = rf"(?:[^<>\r\n]|{IN_PARAGRAPH})*"
_ELEMENT = re.compile(
    rf"<(?=\w{_INSIDE}+>)(?:a|(?P<media>img|audio|video|source))"
    rf"(?=\s)[^<>]*?\s(?(media)src|href)="
    r"(?:\"(?P<double>[^\"<>\r\n]++)\"|'(?P<single>[^'<>\r\n]++)'"
    r"|(?P<bare>[^\s\"'<>=`]++))"
    r"[^<>]*+>"
    r"(?(media)|(?:(?P<label>[^<>\[\]\r\n]*+)</a>)?)",
    re.IGNORECASE,
)


def _links_of_html(plain: str, text: str, images: bool) -> Iterator[Link]:
    """The tags that name a file, of `<a>` with its words; `plain` has no code."""
    for element in _ELEMENT.finditer(plain):
        kinds = ("double", "single", "bare")
        target = Span(*element.span(next(kind for kind in kinds if element[kind])))
        note, _, heading = target.of(text).partition("#")
        is_found = images or not element["media"]
        if is_found and (note or heading) and not is_external(note):
            yield Link(
                LinkKind.MARKDOWN,
                Span(*element.span()),
                target,
                decode_target(note),
                decode_target(heading),
                Span(*element.span("label")).of(text) if element["label"] else "",
            )


def _parsed_links(markup: Markup, text: str, images: bool) -> Iterator[Link]:
    """The parser's links to files: none in formulas, nor around another one."""
    end = 0
    for parsed in markup.links:
        is_hidden = markup.plain[parsed.bracket] != "["
        if is_hidden or (parsed.start < end and not images):
            continue
        if parsed.type == WIKI_LINK_TYPE:
            link = _parsed_wiki_link(parsed, text, images)
        else:
            link = _link(parsed, text, images)
        if link:
            yield link
            end = parsed.end


def _parsed_wiki_link(parsed: ParsedLink, text: str, images: bool) -> Link | None:
    found = WIKI_LINK.fullmatch(text, parsed.bracket, parsed.end)
    link = _wiki_link(found, Span(parsed.start, parsed.end)) if found else None
    if link and parsed.is_image and is_attachment(link.target) and not images:
        return None
    return link


def _wiki_link(found: Match[str], span: Span) -> Link | None:
    written, note, heading, label = map(str.strip, found.groups(""))
    if is_external(note) or not (note or heading):
        return None
    start = found.string.index(written, found.start("target"))
    target = Span(start, start + len(written))
    return Link(LinkKind.WIKI, span, target, note, heading, label or written)


def _link(parsed: ParsedLink, text: str, images: bool) -> Link | None:
    note, _, heading = parsed.destination.partition("#")
    if is_external(note) or not (note or heading) or parsed.type not in _FOUND_BY:
        return None
    if parsed.is_image and not (images or is_note(note)):
        return None
    kind, target_span = _FOUND_BY[parsed.type]
    return Link(
        kind,
        Span(parsed.start, parsed.end),
        target_span(parsed, text),
        decode_target(note),
        decode_target(heading),
        text[parsed.bracket + 1 : parsed.label_end],
    )


def _destination(parsed: ParsedLink, text: str) -> Span:
    """The destination of `[label](destination "title")`, as written."""
    start = parsed.label_end + len("](")
    found = DESTINATION.match(text, start, parsed.end - 1)
    return Span(*found.span(found.lastgroup or 0)) if found else _label(parsed, text)


def _name(parsed: ParsedLink, _: str) -> Span:
    """The name in `[label][name]`."""
    return Span(parsed.label_end + len("]["), parsed.end - 1)


def _label(parsed: ParsedLink, _: str) -> Span:
    return Span(parsed.bracket + 1, parsed.label_end)


_FOUND_BY = {
    "Inline": (LinkKind.MARKDOWN, _destination),
    "Reference": (LinkKind.REFERENCE, _name),
    "Collapsed": (LinkKind.REFERENCE, _label),
    "Shortcut": (LinkKind.REFERENCE, _label),
}
"""Kind and target of links, by the parser's names; others do not lead to files."""


def _definitions(markup: Markup, text: str) -> Iterator[Link]:
    for gap in markup.gaps:
        for definition in DEFINITION.finditer(text, gap.start, gap.end):
            span = Span(*definition.span("definition"))
            target = Span(*definition.span("bare" if definition["bare"] else "angled"))
            note, _, heading = unescaped(target.of(text)).partition("#")
            if (note or heading) and not is_external(note):
                note, heading = decode_target(note), decode_target(heading)
                yield Link(
                    LinkKind.MARKDOWN, span, target, note, heading, definition["name"]
                )


_BLOCK = re.compile(r"(?<![^\s])\^(?P<name>[\w-]++)[ \t]*+(?![^\r\n])")


def blocks_of(text: str) -> list[tuple[str, Span]]:
    """The names of the blocks of a note, in order, each with the line it leads to.

    That is the line that ends with ` ^name`, or, if the mark has a line of its own, as
    below a table, the last line of text above it, without the mark.
    """
    found = _BLOCK.finditer(markup_of(text).plain) if "^" in text else ()
    return [(block["name"], _block(text, block)) for block in found]


def _block(text: str, found: Match[str]) -> Span:
    """The line that a mark refers to."""
    start = max(text.rfind(end, 0, found.start()) for end in "\r\n") + 1
    above = text[: found.start()].rstrip()
    if not text[start : found.start()].strip() and above:
        start = max(above.rfind(end) for end in "\r\n") + 1
    return Span(start, max(start, len(above)))


_LOCATION = re.compile(
    r"<[A-Za-z](?P<tag>[^<>]*+)>"
    r"|(?<![^\r\n])[ ]{0,3}\#{1,6}[ \t](?P<heading>[^{}\r\n]*+\{[^{}\r\n]*+\})[ \t]*+"
    r"(?![^\r\n])"
    r"|(?<![^\r\n])[ ]{0,3}>[ >]*+\#{1,6}[ \t]++(?P<quoted>[^\r\n]++)"
)
_NAME_IN_TAG = re.compile(
    r"\s(?:id|name)[ \t]*+=[ \t]*+"
    r"(?:\"(?P<double>[^\"]++)\"|'(?P<single>[^']++)'|(?P<bare>[^\s\"'=]++))",
    re.IGNORECASE,
)
_NAME_OF_HEADING = re.compile(r"[{\s]\#(?P<name>[^\s{}\#]++)[^{}]*\}$")


def named_locations(text: str) -> dict[str, Span]:
    """The elements of HTML that have a name, named headings, and headings in quotes.

    By name, the first of several; a heading in a quote has the name that GitHub gives
    it. None is in code or a comment. The span is the tag, or the line of the heading.
    """
    if not any(mark in text for mark in "<{>"):
        return {}
    found: dict[str, Span] = {}
    for location in _LOCATION.finditer(markup_of(text).plain):
        if name := _name_of_location(location, text):
            found.setdefault(name, Span(*location.span()))
    return found


def _name_of_location(location: re.Match[str], text: str) -> str:
    kind = location.lastgroup or ""
    words = text[slice(*location.span(kind))]
    if kind == "quoted":
        return anchor_of(words.strip())
    pattern = _NAME_IN_TAG if kind == "tag" else _NAME_OF_HEADING
    named = pattern.search(words)
    return named[named.lastgroup or 0] if named else ""
