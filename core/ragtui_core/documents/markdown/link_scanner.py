"""Scans the brackets of a note and finds those that form links."""

from collections.abc import Iterator
from re import Match

from ragtui_core.documents.markdown import link_patterns as patterns
from ragtui_core.documents.markdown.link_types import Link, LinkKind
from ragtui_core.text.sentences import trimmed
from ragtui_core.types import Span


class LinkScanner:
    """Scans one text, once."""

    def __init__(self, text: str, plain: str, *, images: bool = False) -> None:
        """Scan `text`; `plain` is the same text with literals blanked.

        With `images`, Markdown images count as links to their files.
        """
        self._text = text
        self._plain = plain
        self._images = images
        self._definitions: dict[str, Match[str]] = {}
        self._defined_at: dict[int, Match[str]] = {}
        self._openers: list[int] = []
        self._end = 0
        self._last_start = -1

    def links(self) -> Iterator[Link]:
        """All links in order."""
        self._find_definitions()
        for bracket in patterns.BRACKET.finditer(self._plain):
            at = bracket.start()
            if at >= self._end and (link := self._link(bracket[0], at)):
                yield link

    def _find_definitions(self) -> None:
        if "]:" not in self._plain:
            return
        for found in patterns.DEFINITION.finditer(self._plain):
            at = found.start()
            if patterns.LINE_START.search(self._plain, max(0, at - 4), at):
                name = patterns.normal_name(found["name"])
                self._definitions.setdefault(name, found)
                self._defined_at[at] = found

    def _link(self, bracket: str, at: int) -> Link | None:
        """The link that is complete once `bracket` is read, if any."""
        if bracket == "]":
            return self._closed(at) if self._openers else None
        if found := self._defined_at.get(at):
            span = Span(*found.span())
            return self._to_destination(found, span, found["name"])
        if wiki := patterns.WIKI_LINK.match(self._plain, at):
            return self._wiki(wiki)
        self._openers.append(at)
        return None

    def _closed(self, at: int) -> Link | None:
        """The link whose text ends at the bracket `at`, if there is one."""
        opener = self._openers.pop()
        if not self._may_close(opener, at):
            return None
        start = self._with_mark(opener)
        if found := patterns.INLINE.match(self._plain, at + 1):
            span = Span(start, found.end())
            return self._to_destination(found, span, self._text[opener + 1 : at])
        label = Span(opener + 1, at)
        found = patterns.NAMED.match(self._plain, at + 1)
        named = found and found["name"].strip()
        name = Span(*found.span("name")) if found and named else label
        end = found.end() if found else at + 1
        return self._reference(Span(start, end), name, label)

    def _may_close(self, opener: int, at: int) -> bool:
        """Whether the brackets are a pair that can form a link."""
        if not self._definitions and self._plain[at + 1 : at + 2] != "(":
            return False
        if at - opener > patterns.MAX_TEXT_CHARS:
            return False
        return not patterns.BORDER.search(self._plain, opener, at)

    def _wiki(self, found: Match[str]) -> Link | None:
        span = Span(self._with_mark(found.start()), found.end())
        note, heading, label = (
            self._text[slice(*found.span(name))].strip()
            for name in ("note", "heading", "label")
        )
        self._skip(span)
        if patterns.is_external(note) or not (note or heading):
            return None
        if self._is_image(span) and patterns.is_attachment(note):
            return None
        target = trimmed(self._text, Span(*found.span("target")))
        shown = label or target.of(self._text)
        return Link(LinkKind.WIKI, span, target, note, heading, shown)

    def _to_destination(self, found: Match[str], span: Span, label: str) -> Link | None:
        """The link to the destination in `found`, unless that is outside the vault."""
        is_free = self._skip(span)
        first, last = found.span("bare" if found["bare"] else "angled")
        written = self._text[first:last]
        if not is_free or patterns.is_external(written):
            return None
        note, _, heading = written.partition("#")
        if not (note or heading):
            return None
        if self._is_image(span) and not (self._images or patterns.is_note(note)):
            return None
        target, heading = patterns.decode_target(note), patterns.decode_target(heading)
        destination = Span(first, last)
        return Link(LinkKind.MARKDOWN, span, destination, target, heading, label)

    def _reference(self, span: Span, name: Span, label: Span) -> Link | None:
        """The link by a name that the text defines."""
        if not self._definitions or len(name) > patterns.MAX_NAME_CHARS:
            return None
        found = self._definitions.get(patterns.normal_name(name.of(self._plain)))
        if not found:
            return None
        link = self._to_destination(found, span, label.of(self._text))
        if not link:
            return None
        return Link(
            LinkKind.REFERENCE, span, name, link.target, link.heading, link.label
        )

    def _with_mark(self, bracket: int) -> int:
        """Where a link that opens at `bracket` starts: at the `!` of an embed."""
        return bracket - (bracket > self._end and self._plain[bracket - 1] == "!")

    def _is_image(self, span: Span) -> bool:
        return self._text[span.start] == "!"

    def _skip(self, span: Span) -> bool:
        """Continue after `span`; returns whether it contains no link."""
        self._end = span.end
        is_free = self._last_start < span.start
        if not self._is_image(span):
            self._last_start = span.start
        return is_free
