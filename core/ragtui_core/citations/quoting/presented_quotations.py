"""What a Markdown text presents as quoted: the words of which it says that others are.

That is text between quotation marks of any language, in `<q>` and other elements of
HTML, in block quotes and in code, and emphasis after a verb of reporting. Of quotations
within another one only the outer one is listed. Apostrophes, primes and inches open
none.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import unescape

from ragtui_core.citations.quoting.quotation_marks import (
    BREAK,
    OPENERS,
    MarkFinder,
    Pair,
    unquoted,
)
from ragtui_core.documents.markdown.block_events import (
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    TextLeaf,
    block_events,
)
from ragtui_core.documents.markdown.inline_text import InlineText, MarkKind
from ragtui_core.documents.markdown.link_patterns import CHARACTER_REFERENCE
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.text.line_marks import LIST_MARK
from ragtui_core.types import BlockKind, Span

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_ATTRIBUTE = re.compile(r"=\s*(?:\"[^\"<>]*\"|'[^'<>]*')(?=[^<>]*>)")
REPORTED = re.compile(
    r"\b(?:(?:say|state|read|write|note|warn|explain|require|report)(?:s|ed)?|said|wrote"
    r"|tells|told|sagt|sagte|schreibt|schrieb|steht|lautet|hei\xdft|besagt|dit|\xe9crit"
    r"|indique|pr\xe9cise|affirme|dice|dijo|escribe|indica|afirma|diz|escreve|schrijft"
    r"|zegt|staat|s\xe4ger|st\xe5r|skriver|m\xf3wi|pisze|stwierdza)\b"
    r"(?:[^.!?:\uff1a\n]{0,60}[:\uff1a,]|\s(?:that|dass|que))?[\s*_]*\Z",
    re.I,
)
"""The end of what introduces reported words; then emphasis shows these."""
MAX_REPORTED = 90
"""Characters of it."""

_NO_WIDTH = "\u2060"
_LINE_LEAD = re.compile(r"^[ \t]*>[ \t]?", re.M)
_TEXT_MARKS = re.compile(r"[`*_~]*")
_ATTRIBUTION = re.compile(
    r"\n[ \t>]*(?:[\u2012-\u2015]+|-{2,3})[ \t]?[*_`\"'(\[]{0,3}\w[^\n]*\Z"
)
"""The last line of a block quote that begins with a dash and may name its source."""

_CALLOUT = re.compile(r"\A\s*\[![\w-]+\][-+]?(?P<title>[^\n]*)(?:\n|\Z)")
"""The first line of a callout, whose title may name the source."""


@dataclass(frozen=True, slots=True)
class PresentedQuotation:
    """A quotation in a Markdown text.

    Attributes:
        words: The quoted text as written, without the marks around it.
        span: Its characters in the text, marks included.
        position: The character before which something about it belongs.
        block: The characters of the paragraph, item, cell, quote or code it is in.
        shown: The quoted text as displayed.
        shorter: Other readings, whose ends are apostrophes or inches in `words`.
        is_block: Whether it is a block quote or a block of code.
        lead: What precedes something about it: a space, or a new line.
        attribution: The last line of a block quote, or the title of a callout, if it
            may name the source.
        is_code: Whether it is code.
    """

    words: str
    span: Span
    position: int
    block: Span
    shown: str = ""
    shorter: tuple[str, ...] = ()
    is_block: bool = False
    lead: str = " "
    attribution: str = ""
    is_code: bool = False


@dataclass(slots=True)
class Presentation:
    """The quotations of a text.

    Attributes:
        quotations: In order.
        blocks: The blocks with text, in order, for what belongs to which.
        is_open: Whether one opens that may close in a text that follows.
    """

    quotations: list[PresentedQuotation] = field(default_factory=list)
    blocks: list[Span] = field(default_factory=list)
    is_open: bool = False


def presentation_of(text: str) -> Presentation:
    """What Markdown without front matter presents as quoted.

    Nothing if the parser fails.
    """
    try:
        return _Reader(text).read()
    except ParserPanic:
        return Presentation()


def part_of(quotation: PresentedQuotation, text: str, span: Span) -> PresentedQuotation:
    """A part of a quotation of a text, which is a quotation of its own.

    `span` has the marks that are around the whole.
    """
    words = _TAG.sub("", _LINE_LEAD.sub("", span.of(text)))
    words = _CALLOUT.sub("", words).strip(" ,;\n")
    if not quotation.is_block:
        words = words.strip(OPENERS)
    end = span.start + len(span.of(text).rstrip(" \t\n>"))
    span = Span(span.start, end)
    words = words if quotation.is_code else unquoted(words)
    part = PresentedQuotation(words, span, end, span, words)
    if quotation.is_code:
        part = replace(part, position=quotation.position, lead=quotation.lead)
    return replace(part, is_block=quotation.is_block, is_code=quotation.is_code)


class _Reader:
    """Reads the blocks of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found = Presentation()
        self._prose = _Prose(text)
        self._depth = 0
        self._quote_start = 0
        self._last: tuple[int, str] = (0, " ")

    def read(self) -> Presentation:
        for event in block_events(self._text):
            match event:
                case ContainerStart(ContainerKind.QUOTE, start):
                    self._quote_start = start if not self._depth else self._quote_start
                    self._depth += 1
                case ContainerEnd(ContainerKind.QUOTE, end):
                    self._depth -= 1
                    if not self._depth:
                        self._take_quote(Span(self._quote_start, end))
                case TextLeaf():
                    self._take_leaf(event)
        self._end_prose()
        quotations = [
            quotation
            for quotation in self._found.quotations
            if quotation.shown.strip() and quotation.position > quotation.span.start
        ]
        self._found.quotations = sorted(quotations, key=lambda q: q.span.start)
        self._found.blocks.sort(key=lambda block: block.start)
        return self._found

    def _take_leaf(self, leaf: TextLeaf) -> None:
        is_code = leaf.kind is BlockKind.CODE
        if is_code:
            self._last = self._after_block(leaf.span)
        elif runs := [run for text in leaf.texts for run in text.runs]:
            self._last = self._after_text(leaf, runs[-1].source.end), " "
        if self._depth:
            return
        if is_code:
            self._end_prose()
            self._add_block(leaf.texts[0].text, leaf.span, is_code=True)
            return
        block = _trimmed_span(self._text, leaf.span)
        self._found.blocks.append(block)
        for text in leaf.texts:
            is_html = leaf.kind is BlockKind.HTML
            self._prose.add(_html_text(text) if is_html else text, block)

    def _take_quote(self, span: Span) -> None:
        self._end_prose()
        source = span.of(self._text).rstrip()
        last_line = _ATTRIBUTION.search(source)
        attribution = last_line[0] if last_line else ""
        words = _LINE_LEAD.sub("", source.removesuffix(attribution))
        if callout := _CALLOUT.match(words):
            words = words[callout.end() :]
            attribution = f"\n{callout['title'].strip()}{attribution}".rstrip()
        self._add_block(unquoted(words), span, attribution)

    def _add_block(
        self, words: str, span: Span, attribution: str = "", *, is_code: bool = False
    ) -> None:
        position, lead = self._last
        span = _trimmed_span(self._text, span)
        self._found.blocks.append(span)
        words = words.strip()
        block = PresentedQuotation(words, span, position, span, words, is_block=True)
        self._found.quotations.append(
            replace(block, lead=lead, attribution=attribution, is_code=is_code)
        )

    def _after_text(self, leaf: TextLeaf, end: int) -> int:
        """The end of the marks that close the last characters of a leaf."""
        if leaf.kind is BlockKind.PARAGRAPH:
            return _trimmed_end(self._text, leaf.span.end)
        closing = _TEXT_MARKS.match(self._text, end)
        return _trimmed_end(self._text, closing.end() if closing else end)

    def _after_block(self, span: Span) -> tuple[int, str]:
        """Where a line after a block begins, and what precedes its text."""
        line = self._text.rfind("\n", 0, span.start) + 1
        indent = re.sub(
            LIST_MARK, lambda mark: " " * len(mark[0]), self._text[line : span.start]
        )
        return _trimmed_end(self._text, span.end), f"\n{indent}"

    def _end_prose(self) -> None:
        self._found.is_open = self._prose.read(self._found.quotations)
        self._prose = _Prose(self._text)


def _trimmed_end(text: str, end: int) -> int:
    return len(text[:end].rstrip())


def _trimmed_span(text: str, span: Span) -> Span:
    return Span(span.start, max(span.start, _trimmed_end(text, span.end)))


def _html_text(text: InlineText) -> InlineText:
    """HTML as displayed; its length is unchanged."""

    def decoded(reference: re.Match[str]) -> str:
        length = len(reference[0])
        return unescape(reference[0]).ljust(length, _NO_WIDTH)[:length]

    return InlineText(CHARACTER_REFERENCE.sub(decoded, text.text), runs=text.runs)


class _Prose:
    """The displayed texts of neighbouring blocks, and the quotations in them."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[tuple[InlineText, Span]] = []
        self._starts: list[int] = []
        self._length = 0

    def add(self, text: InlineText, block: Span) -> None:
        """Add the text of a block or cell, which is within `block` of the source."""
        self._parts.append((text, block))
        self._starts.append(self._length)
        self._length += len(text.text) + len(BREAK)

    def read(self, into: list[PresentedQuotation]) -> bool:
        """Add the quotations; whether one is open at the end."""
        shown = BREAK.join(text.text for text, _ in self._parts)
        finder = MarkFinder(self._masked(shown))
        ends = 0
        for pair in finder.pairs():
            into.extend(self._unmarked(shown, ends, pair.start))
            into.append(self._quotation(shown, pair))
            ends = pair.ends[-1][1]
        into.extend(self._unmarked(shown, ends, len(shown)))
        return finder.is_open

    def _masked(self, shown: str) -> str:
        """The text with letters in place of code and of the values of attributes.

        Marks in these mean nothing.
        """
        for start, end in self._code_spans():
            shown = shown[:start] + "x" * (end - start) + shown[end:]
        return _ATTRIBUTE.sub(lambda value: "x" * len(value[0]), shown)

    def _code_spans(self) -> Iterator[tuple[int, int]]:
        for (text, _), start in zip(self._parts, self._starts, strict=True):
            for mark in text.marks:
                if mark.kind is MarkKind.CODE:
                    yield start + mark.start, start + mark.end

    def _unmarked(
        self, shown: str, start: int, end: int
    ) -> Iterator[PresentedQuotation]:
        """The code and the reported words between two offsets of the text."""
        yield from self._codes(start, end)
        reported = {
            position + mark.start: position + mark.end
            for (text, _), position in zip(self._parts, self._starts, strict=True)
            for mark in text.marks
            if mark.kind in _EMPHASIS
            if start <= position + mark.start and position + mark.end <= end
            if REPORTED.search(text.text, max(0, mark.start - MAX_REPORTED), mark.start)
        }
        for first, last in reported.items():
            yield self._quotation(shown, Pair("*", first, first, ((last, last),)))

    def _codes(self, start: int, end: int) -> Iterator[PresentedQuotation]:
        """The inline code between two offsets of the text."""
        for first, last in self._code_spans():
            if start <= first and last <= end:
                text, block, at = self._part(first)
                words = text.text[first - at : last - at]
                begin = _before_ticks(self._source, self._origin(first))
                span = Span(begin, self._after(last))
                yield PresentedQuotation(
                    words, span, span.end, block, words, is_code=True
                )

    def _quotation(self, shown: str, pair: "Pair") -> PresentedQuotation:
        inner_end, end = pair.ends[-1]
        span = Span(self._origin(pair.start), self._after(end))
        _, first, _ = self._part(pair.start)
        _, last, _ = self._part(end - 1)
        begin = self._origin(pair.inner)
        words = self._source[begin : max(begin, self._origin(inner_end - 1) + 1)]
        return PresentedQuotation(
            _continued_words(words, pair.opener),
            span,
            span.end,
            Span(first.start, last.end),
            _plain_words(shown[pair.inner : inner_end], pair.opener),
            tuple(
                _plain_words(shown[pair.inner : position], pair.opener)
                for position, _ in pair.ends[:-1]
            ),
        )

    def _part(self, offset: int) -> tuple[InlineText, Span, int]:
        index = bisect_right(self._starts, offset) - 1
        text, block = self._parts[index]
        return text, block, self._starts[index]

    def _origin(self, offset: int) -> int:
        """The character of the source that is displayed at an offset."""
        text, block, start = self._part(offset)
        if offset - start >= len(text.text):
            return block.end
        return text.source_of(offset - start)

    def _after(self, offset: int) -> int:
        """The character of the source after what is displayed before an offset."""
        text, block, start = self._part(max(0, offset - 1))
        end = offset - start
        around = [
            mark.end
            for mark in text.marks
            if mark.start < end <= mark.end and mark.kind in _CLOSED_LATER
        ]
        if around:
            end = max(around)
            return self._origin(start + end) if end < len(text.text) else block.end
        position = _source_end(text, end) if end else block.start
        kinds = {mark.kind for mark in text.marks if mark.end == end}
        is_code, is_emphasis = MarkKind.CODE in kinds, bool(kinds & _EMPHASIS)
        for closing, is_there in ((_TICKS, is_code), (_STARS, is_emphasis)):
            closed = (
                closing.match(self._source, position, block.end) if is_there else None
            )
            position = closed.end() if closed else position
        return position


_EMPHASIS = {MarkKind.EMPHASIS, MarkKind.STRONG}
_CLOSED_LATER = {MarkKind.LINK, MarkKind.WIKI_LINK, MarkKind.IMAGE}
_TICKS = re.compile(r"[ \n]?`+")
_STARS = re.compile(r"[*_]+")


def _before_ticks(source: str, position: int) -> int:
    return len(source[:position].removesuffix(" ").rstrip("`"))


def _source_end(text: InlineText, end: int) -> int:
    """The character of the source after the one that is displayed before `end`."""
    following = bisect_right(text.runs, end - 1, key=lambda run: run.start)
    borders = [*(run.start for run in text.runs[following:][:1]), len(text.text)]
    position = text.source_of(end - 1) + 1
    is_last = following and end == borders[0]
    return max(position, text.runs[following - 1].source.end) if is_last else position


def _plain_words(words: str, opener: str) -> str:
    """Words without tags, and without marks that only continue a quotation."""
    tagless = _TAG.sub(_NO_WIDTH, words).replace(_NO_WIDTH, "")
    return _continued_words(tagless, opener)


def _continued_words(words: str, opener: str) -> str:
    """Words without marks that only continue a quotation."""
    if len(opener) <= 2:
        words = re.sub(rf"(\n\s*\n\s*){re.escape(opener)}", r"\1", words)
    return unquoted(words)
