"""Text as the HTML of Telegram, in messages that are not too long.

Only the tags b, i, s, code, pre and blockquote are used, and all text is escaped. A
message is made of parts, each complete in itself, and is never divided within one.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator

from ragtui_core.text import sanitize

MAX_UNITS = 4000
"""UTF-16 code units of a message's markup. Telegram's limit is 4,096 of its text."""

_TAGS = re.compile(r"</?(?:b|i|s|code|pre|blockquote)>")
_BORDERS = ("\n", ". ", " ")
"""Where a text that is too long is divided: the first of them that it contains."""


def escaped(text: str) -> str:
    """`text` without control and hidden characters, as markup."""
    return html.escape(sanitize(text), quote=False)


def one_line(text: str, limit: int) -> str:
    """`text` as markup on one line, cut to `limit` characters."""
    line = " ".join(sanitize(text, one_line=True).split())
    cut = line if len(line) <= limit else f"{line[: limit - 1]}…"
    return html.escape(cut, quote=False)


def bold(markup: str) -> str:
    """`markup`, bold."""
    return f"<b>{markup}</b>"


def italic(markup: str) -> str:
    """`markup`, italic."""
    return f"<i>{markup}</i>"


def code(markup: str) -> str:
    """`markup` in a fixed-width font."""
    return f"<code>{markup}</code>"


def units(text: str) -> int:
    """The length of `text` in UTF-16 code units, as Telegram counts."""
    return len(text.encode("utf-16-le", "replace")) // 2


def plain_text(markup: str) -> str:
    """The text of markup that this module made."""
    return html.unescape(_TAGS.sub("", markup))


def parts_of(text: str, render: Callable[[str], str] = escaped) -> Iterator[str]:
    """`text` as parts of at most `MAX_UNITS`; `render` makes markup of each."""
    markup = render(text)
    if units(markup) <= MAX_UNITS:
        yield markup
        return
    middle = _division(text)
    yield from parts_of(text[:middle], render)
    yield from parts_of(text[middle:], render)


def _division(text: str) -> int:
    """Where to divide a long text: after the border that is nearest to its middle."""
    middle = len(text) // 2
    for border in _BORDERS:
        before = text.rfind(border, 0, middle) + len(border)
        if before > middle // 2:
            return before
    return middle


def messages_of(parts: Iterable[str]) -> list[str]:
    """The fewest messages that parts fit into, in order; blank lines separate parts."""
    messages: list[str] = []
    for part in parts:
        joined = f"{messages[-1]}\n\n{part}" if messages else part
        if messages and units(joined) <= MAX_UNITS:
            messages[-1] = joined
        else:
            messages.append(part)
    return messages
