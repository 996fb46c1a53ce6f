"""The events of the Markdown parser, pyromark (docs/decisions/0007-markdown-parser.md).

All that ragtui knows of a text's Markdown comes from here. The stream is flat, so that
the depth of nesting has no cost, and each event has its range of UTF-8 bytes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    import pyromark


class ByteRange(TypedDict):
    """UTF-8 bytes `start` up to `end` of the text that is parsed."""

    start: int
    end: int


Events = Iterator[tuple[Any, ByteRange]]
"""An event is a string, or a mapping of one key: see pyromark's documentation."""


ROWS = frozenset({"TableHead", "TableRow"})
"""The parser's names of rows of tables."""


class ParserPanic(Exception):
    """The parser panicked; no input that causes this is known."""


def parser_events(
    text: str, *, inline: bool = False, footnotes: bool = False
) -> Events:
    """The events of `text`, each with its range of bytes.

    Args:
        text: Markdown without front matter.
        inline: Whether to recognize strike-through and wiki links, which change no
            block.
        footnotes: Whether a definition of a footnote contains blocks; otherwise it is
            a paragraph, or the definition of a reference.

    Raises:
        ParserPanic: The parser failed.
    """
    with _panics_raised():
        yield from _parser(inline=inline, footnotes=footnotes).events_with_range(text)


def parser_html(text: str) -> str:
    """The HTML of `text`, which may contain anything.

    Raises:
        ParserPanic: The parser failed.
    """
    with _panics_raised():
        return _parser(inline=True, footnotes=True).html(text)


def tag_of(tag: Any) -> tuple[str, Any]:
    """A tag's name and data: it is a string or a mapping with one key."""
    if isinstance(tag, str):
        return tag, None
    name, data = next(iter(tag.items()))
    return name, data


@contextmanager
def _panics_raised() -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        # A panic of Rust code is not an Exception, and its class cannot be imported.
        if type(error).__name__ == "PanicException":
            raise ParserPanic(str(error)) from error
        raise


@cache
def _parser(*, inline: bool, footnotes: bool) -> "pyromark.Markdown":
    import pyromark

    options = pyromark.Options.ENABLE_TABLES
    if inline:
        options |= pyromark.Options.ENABLE_STRIKETHROUGH
        options |= pyromark.Options.ENABLE_WIKILINKS
    if footnotes:
        options |= pyromark.Options.ENABLE_FOOTNOTES
    return pyromark.Markdown(options=options)
