"""Markdown -> HTML for the page, block by block, from the core's events."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtui_core import Anchor, BlockKind, Span
from ragtui_core.documents import (
    BlockEvent,
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    InlineText,
    Mark,
    MarkKind,
    ParserPanic,
    TextLeaf,
    ThematicBreak,
    shown_blocks,
    slug,
)
from ragtui_serve.rendering.html_sanitizer import inline_tag, note_html, page_html
from ragtui_serve.rendering.inline_html import Element, Placed, escaped, inline_html
from ragtui_serve.rendering.note_links import Links

MAX_DEPTH = 20
"""Lists and quotations in one another; deeper ones are shown at that depth."""

LONGEST_TEXT = 20_000
"""Characters of a paragraph or cell; a longer text is shown as it is written."""

TASKS = {"[ ] ": "☐", "[x] ": "☑", "[X] ": "☑"}
"""The signs of tasks, by the beginning of their items."""

_NOWHERE = Span(0, 0)

TAGS = {
    MarkKind.EMPHASIS: Element("<em>", "</em>"),
    MarkKind.STRONG: Element("<strong>", "</strong>"),
    MarkKind.STRUCK: Element("<del>", "</del>"),
    MarkKind.CODE: Element("<code>", "</code>"),
}
"""The elements of marks that only say how a text looks."""

_CALLOUT = re.compile(r"\[!([\w-]+)\][+-]?")
"""What a quotation begins with that Obsidian shows as a box with a title."""

_BLOCK_NAME = re.compile(r"(?<!\S)\^[\w-]+$")
_LINE_END = re.compile(r"\r?\n")

_MUTED = Element('<span class="muted">', "</span>")
_PASSAGE = Element('<span class="passage">', "</span>")


@dataclass(frozen=True, slots=True)
class Rendering:
    """What is shown of a text, and how.

    Attributes:
        links: Of the note that it is from.
        passage: Characters of the text that are shown as the passage.
        anchors: The pages or slides that begin in the text.
        breaks: Whether lines stay lines, as in a mail.
    """

    links: Links
    passage: Span = _NOWHERE
    anchors: Sequence[Anchor] = ()
    breaks: bool = False


def markdown_html(text: str, rendering: Rendering) -> str:
    """Markdown without front matter as sanitised HTML. Linear time."""
    try:
        parts = list(_Writer(text, rendering).parts(shown_blocks(text, tags=True)))
    except ParserPanic:
        parts = [f"<pre>{escaped(text)}</pre>"]
    return page_html("".join(parts))


class _Writer:
    """Writes the tags of one text."""

    def __init__(self, text: str, rendering: Rendering) -> None:
        self._text = text
        self._links = rendering.links
        self._passage = rendering.passage
        self._anchors = list(rendering.anchors)[::-1]
        self._open: list[tuple[ContainerKind, str]] = []
        self._breaks = rendering.breaks
        self._is_head = self._begins_item = self._begins_quote = False

    def parts(self, events: Iterator[BlockEvent]) -> Iterator[str]:
        for event in events:
            match event:
                case ContainerStart():
                    yield from self._pages(event.start)
                    yield self._opened(event)
                case ContainerEnd():
                    yield self._open.pop()[1]
                case ThematicBreak():
                    yield "<hr>"
                case TextLeaf():
                    yield from self._pages(event.span.start)
                    yield from self._leaf(event)
                    self._begins_item = self._begins_quote = False

    def _pages(self, start: int) -> Iterator[str]:
        """The names of the pages that begin before a block outside of others."""
        while not self._open and self._anchors and self._anchors[-1].start <= start:
            name = escaped(str(self._anchors.pop().location))
            yield f'<p class="page-name">{name}</p>'

    def _opened(self, event: ContainerStart) -> str:
        kind = event.container
        self._begins_item = kind is ContainerKind.ITEM
        self._begins_quote = kind is ContainerKind.QUOTE
        self._is_head = self._is_head or kind is ContainerKind.TABLE
        name = {"quote": "blockquote", "item": "li", "table": "table"}.get(kind, "ul")
        number = ""
        if event.number is not None:
            name, number = "ol", f' start="{event.number}"'
        too_deep = len(self._open) >= MAX_DEPTH and kind is not ContainerKind.TABLE
        self._open.append((kind, "" if too_deep else f"</{name}>"))
        return "" if too_deep else f"<{name}{number}>"

    def _leaf(self, leaf: TextLeaf) -> Iterator[str]:
        whole = ' class="passage"' if self._is_inside(leaf.span) else ""
        match leaf.kind:
            case BlockKind.TABLE_ROW:
                yield self._row(leaf, whole)
            case BlockKind.CODE:
                language = escaped(leaf.language)
                named = f' data-language="{language}"' if language else ""
                code = escaped(leaf.texts[0].text)
                yield f"<pre{whole}{named}><code>{code}</code></pre>"
            case BlockKind.HTML:
                html = note_html(leaf.texts[0].text, self._links)
                yield f"<div{whole}>{html}</div>" if html.strip() else ""
            case BlockKind.HEADING:
                name = escaped(slug(leaf.texts[0].text))
                shown = self._inline(leaf.texts[0], leaf.span)
                level = leaf.level
                yield f'<h{level} id="h-{name}"{whole}>{shown}</h{level}>'
            case _:
                shown = self._inline(leaf.texts[0], leaf.span)
                yield shown if leaf.is_tight else f"<p{whole}>{shown}</p>"

    def _is_inside(self, span: Span) -> bool:
        """Whether a block is in the passage entirely."""
        end = span.start + len(self._text[span.start : span.end].rstrip())
        return self._passage.start <= span.start < end <= self._passage.end

    def _row(self, leaf: TextLeaf, whole: str) -> str:
        name, self._is_head = "th" if self._is_head else "td", False
        cells = (
            f"<{name}>{self._inline(text, leaf.span)}</{name}>" for text in leaf.texts
        )
        return f"<tr{whole}>{''.join(cells)}</tr>"

    def _inline(self, text: InlineText, block: Span) -> str:
        if len(text.text) > LONGEST_TEXT:
            return self._as_written(text)
        further = self._passage_in(text, block)
        if self._begins_item and (sign := TASKS.get(text.text[:4])):
            further.append(Placed(0, len("[x]"), Element(sign, replaces_text=True)))
        if self._begins_quote and (callout := _CALLOUT.match(text.text)):
            further += self._callout(callout, text, block)
        elif self._breaks:
            ends = self._line_ends(text, block)
            line_break = Element("<br>", replaces_text=True)
            further += (Placed(at, at + 1, line_break) for at in ends)
        if name := _BLOCK_NAME.search(text.text):
            further.append(Placed(*name.span(), _MUTED))
        shown = inline_html(text, self._element, further)
        if any(mark.kind is MarkKind.HTML for mark in text.marks):
            return page_html(shown)  # what one block leaves open ends with it
        return shown

    def _line_ends(self, text: InlineText, block: Span) -> list[int]:
        """The characters that display the ends of lines of the source."""
        found = _LINE_END.finditer(self._text, block.start, block.end)
        shown = (text.displayed(end.start()) for end in found)
        return [at for at in shown if text.text[at : at + 1] == " "]

    def _callout(
        self, kind: re.Match[str], text: InlineText, block: Span
    ) -> Iterator[Placed]:
        """The title of a callout, its first line, which without words is its kind."""
        end = next(iter(self._line_ends(text, block)), len(text.text))
        title = "" if text.text[kind.end() : end].strip() else kind[1].capitalize()
        yield Placed(0, end, Element('<strong class="callout">', "</strong><br>"))
        yield Placed(0, kind.end(), Element(title, replaces_text=True))

    def _as_written(self, text: InlineText) -> str:
        """A text that is too long for elements, with the passage."""
        found = self._characters(text)
        plain = InlineText(text.text)
        further = [Placed(found.start, found.end, _PASSAGE)] if found else []
        return inline_html(plain, self._element, further)

    def _passage_in(self, text: InlineText, block: Span) -> list[Placed]:
        """The part of the passage that is in a text, if it is not the whole block."""
        outside = self._passage.end <= block.start or block.end <= self._passage.start
        if outside or (self._is_inside(block) and not self._begins_item):
            return []
        found = self._characters(text)
        return [Placed(found.start, found.end, _PASSAGE)] if found else []

    def _characters(self, text: InlineText) -> Span:
        """The characters of a displayed text that the passage contains."""
        return Span(
            text.displayed(self._passage.start), text.displayed(self._passage.end)
        )

    def _element(self, mark: Mark, shown: str) -> Element | None:
        match mark.kind:
            case MarkKind.HTML:
                html = inline_tag(shown, self._links)
                return None if html is None else Element(html, replaces_text=True)
            case MarkKind.IMAGE | MarkKind.LINK | MarkKind.WIKI_LINK:
                return self._link(mark, shown)
            case _:
                return TAGS[mark.kind]

    def _link(self, mark: Mark, shown: str) -> Element | None:
        is_wiki = mark.kind is MarkKind.WIKI_LINK
        if mark.kind is not MarkKind.LINK and (
            picture := self._links.picture(mark.target)
        ):
            alt = escaped(shown.removeprefix("[image: ").removesuffix("]"))
            tag = f'<img src="{escaped(picture)}" alt="{alt}">'
            return Element(tag, replaces_text=True)
        if href := self._links.href(mark.target, is_wiki=is_wiki):
            return Element(f'<a href="{escaped(href)}">', "</a>")
        if why := self._links.why_broken(mark.target, is_wiki=is_wiki):
            start = f'<span class="missing" title="{escaped(why)}">'
            return Element(start, '</span><span class="unseen"> (broken link)</span>')
        if is_wiki:
            return None
        return Element("", f" ({escaped(mark.target)})" if mark.target != shown else "")
