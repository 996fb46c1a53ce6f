"""The blocks of Markdown as a reader sees them: no comments, and no tags of HTML.

Blocks that are empty without those are left out. All others keep their positions.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.documents.markdown.block_events import (
    BlockEvent,
    TextLeaf,
    block_events,
)
from ragtui_core.documents.markdown.inline_text import InlineText, MarkKind
from ragtui_core.documents.markdown.markup import markup_from
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.types import BlockKind, Span

MAX_CHARS = 200_000
"""Characters of a text of which something is left out; longer ones stay whole."""

_TAG = (
    r"</?(?:a|abbr|b|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del"
    r"|details|dfn|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|input|ins"
    r"|kbd|li|mark|ol|p|picture|pre|q|s|samp|section|small|source|span|strike|strong"
    r"|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video|wbr)"
    r"(?=[\s/>])[^<>]*+>"
)
_COMMENT = r"<!--(?s:.*?)(?:-->|\Z)|<\?[^<>]*+>"
_HIDDEN = re.compile(rf"{_COMMENT}|{_TAG}", re.IGNORECASE)

_LINE = re.compile(r"[^\n]+")
_BREAK = re.compile(r"<br\b", re.IGNORECASE)
_PICTURE = re.compile(r"""<img\b(?:[^>]*?\balt=(["'])([^"'>]*)\1)?""", re.IGNORECASE)


def shown_blocks(text: str) -> Iterator[BlockEvent]:
    """The events of `block_events`, without what is hidden; places are those of `text`.

    A line break of HTML is one of Markdown, a picture its description. Linear time.

    Args:
        text: Markdown without front matter.

    Raises:
        ParserPanic: The parser failed.
    """
    comments = markup_from(text, 0).comments if "%%" in text else ()
    for event in block_events(_blanked(text, comments)):
        if not isinstance(event, TextLeaf) or event.kind is BlockKind.CODE:
            yield event
            continue
        first, last = (
            bisect_left(comments, position, key=_start)
            for position in (event.span.start, event.span.end)
        )
        texts = tuple(
            _shown(text, event.kind, comments[first:last]) for text in event.texts
        )
        if texts == event.texts or any(text.text.strip() for text in texts):
            yield event._replace(texts=texts)


def displayed_parts(
    excerpt: str, matches: Sequence[Span]
) -> Iterator[list[tuple[str, bool]]]:
    """The words of each block or cell of an excerpt in parts; whether each is a match.

    It may begin and end within markup. A match within what is not displayed, as in the
    target of a link, is none. Of a text that cannot be parsed all is one part.
    """
    try:
        leaves = [leaf for leaf in shown_blocks(excerpt) if isinstance(leaf, TextLeaf)]
    except ParserPanic:
        yield [(excerpt, False)]
        return
    for shown in (text for leaf in leaves for text in leaf.texts if text.text):
        parts, done = list[tuple[str, bool]](), 0
        for match in matches:
            start, end = shown.displayed(match.start), shown.displayed(match.end)
            if done <= start < end:
                parts += (shown.text[done:start], False), (shown.text[start:end], True)
                done = end
        yield [*parts, (shown.text[done:], False)]


def is_hidden(text: str, start: int, end: int) -> bool:
    """Whether characters of a text are a tag of HTML, or a comment."""
    return bool(_HIDDEN.fullmatch(text, start, end))


def _start(span: Span) -> int:
    return span.start


def _shown(text: InlineText, kind: BlockKind, comments: Iterable[Span]) -> InlineText:
    """A text of a block, with the comments that are in the block."""
    if len(text.text) > MAX_CHARS:
        return text
    if kind is BlockKind.HTML:
        return _without(text, _hidden_lines(text.text), br=" ")
    hidden = [
        (text.displayed(span.start), text.displayed(span.end)) for span in comments
    ]
    hidden += (
        (mark.start, mark.end)
        for mark in text.marks
        if mark.kind is MarkKind.HTML and is_hidden(text.text, mark.start, mark.end)
    )
    return _without(text, sorted(hidden)) if hidden else text


def _blanked(text: str, comments: Iterable[Span]) -> str:
    """`text` with blanks for comments that are lines of their own.

    Blanks before or after other words could make them code.
    """
    done, parts = 0, list[str]()
    for span in comments:
        before = text[text.rfind("\n", 0, span.start) + 1 : span.start]
        after = text[span.end :].partition("\n")[0]
        if not (before.strip() or after.strip()):
            parts += text[done : span.start], _LINE.sub(_spaces, span.of(text))
            done = span.end
    return "".join((*parts, text[done:]))


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _hidden_lines(html: str) -> Iterator[tuple[int, int]]:
    """What is hidden of a block of HTML, line by line."""
    for hidden in _HIDDEN.finditer(html):
        for line in _LINE.finditer(html, *hidden.span()):
            yield line.span()


def _without(
    text: InlineText, hidden: Iterable[tuple[int, int]], br: str = "\n"
) -> InlineText:
    """A text without some of its characters, nor the spaces that are then double."""
    chars: list[str] = [*text.text]
    ends = set[int]()
    for start, end in hidden:
        instead = _instead(text.text[start:end], br)
        chars[start:end] = [*instead, *[""] * (end - start - len(instead))]
        ends.add(end)
    offsets, before = list[int](), " "
    for at, char in enumerate(chars):
        if char and not (char == " " and at in ends and before in " \n"):
            offsets.append(at)
            before = char
    return text.keeping(offsets, "".join(chars[at] for at in offsets))


def _instead(tag: str, br: str) -> str:
    """What is shown instead of a tag; no longer than that."""
    if _BREAK.match(tag):
        return br
    if picture := _PICTURE.match(tag):
        return f"[image: {picture[2]}]" if picture[2] else "[image]"
    return ""
