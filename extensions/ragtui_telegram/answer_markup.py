"""An answer as the markup of Telegram: what the page shows, with fewer tags.

Telegram has no lists, tables, headings or rules: items get a sign, headings are bold.
A row of a table is a line with bars, or, if that would not fit on a phone, a line for
each cell, after the name of its column. Links lead nowhere.
"""

import html
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import zip_longest

from ragtui_serve.rendering.markdown_html import Rendering, markdown_html
from ragtui_serve.rendering.note_links import Links
from ragtui_telegram.markup import MAX_UNITS, bold, parts_of, plain_text, units

_INDENT = "   "
_BAR = " | "
MAX_ROW = 36
"""Characters of a row of a table that a phone shows on one line."""

MAX_INDENT = 6
"""Lists in one another that are told apart."""

_TAGS = {"em": "i", "strong": "b", "del": "s", "code": "code"}
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol"})
_BLOCKS = _HEADINGS | _LISTS | {"p", "li", "div", "blockquote", "pre", "table"}


def answer_parts(markdown: str) -> Iterator[str]:
    """The blocks of an answer as parts of messages, none of which is too long."""
    writer = _Writer()
    writer.feed(markdown_html(markdown, Rendering(Links(), blocks=False)))
    writer.close()
    writer.end_block()
    for part in writer.parts:
        if units(part) <= MAX_UNITS:
            yield part
        else:
            yield from parts_of(plain_text(part))


class _Writer(HTMLParser):
    """Reads the HTML of one answer; each block of the outermost level is a part."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._open: list[str] = []
        self._numbers: list[int | None] = []
        self._lead = ""
        self._line = ""
        self._lines: list[str] = []
        self._rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self._line += "\n"
        elif tag == "hr":
            self._line += "———"
            self.end_block()
        elif tag in _BLOCKS:
            self._end_line()
            self._open.append(tag)
        if tag in _LISTS:
            number = dict(attrs).get("start") or "1"
            self._numbers.append(int(number) if tag == "ol" else None)
        elif tag == "li" and self._numbers:
            self._item()
        elif tag == "tr":
            self._rows.append([])
        elif tag in _TAGS and self._open[-1:] != ["pre"]:
            self._line += f"<{_TAGS[tag]}>"

    def _item(self) -> None:
        number = self._numbers[-1]
        indent = _INDENT * min(MAX_INDENT, len(self._numbers) - 1)
        self._lead = indent + ("• " if number is None else f"{number}. ")
        self._numbers[-1] = None if number is None else number + 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _TAGS and self._open[-1:] != ["pre"]:
            self._line += f"</{_TAGS[tag]}>"
        elif tag in {"td", "th"}:
            self._rows[-1].append(self._line.strip())
            self._line = ""
        if tag not in _BLOCKS:
            return
        if tag == "table":
            self._lines += _table(self._rows)
            self._rows = []
        elif tag in _HEADINGS and self._line.strip():
            self._line = bold(self._line)
        elif tag == "pre":
            self._line = f"<pre>{self._line.rstrip()}</pre>"
        elif tag in _LISTS:
            self._numbers.pop()
        self._end_line()
        self._open.pop()
        if tag == "blockquote" and not self._open and self._lines:
            quoted = "\n".join(self._lines)
            self._lines = [f"<blockquote>{quoted}</blockquote>"]
        if not self._open:
            self.end_block()

    def handle_data(self, data: str) -> None:
        text = html.escape(data, quote=False)
        if "pre" not in self._open:
            text = re.sub(r"\s+", " ", text)
        self._line += text if self._line or "pre" in self._open else text.lstrip()

    def _end_line(self) -> None:
        if line := self._line.strip():
            self._lines.append(self._lead + line)
            self._lead = _INDENT if self._lead.strip() else self._lead
        self._line = ""

    def end_block(self) -> None:
        """End the part that is being written; one that is too long is several."""
        self._end_line()
        part = "\n".join(self._lines)
        self.parts += [part] if units(part) <= MAX_UNITS else self._lines
        self.parts = [part for part in self.parts if part]
        self._lines, self._lead = [], ""


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table, whose first row has the names of its columns."""
    widest = max((len(plain_text(_BAR.join(row))) for row in rows), default=0)
    if len(rows) > 1 and len(rows[0]) > 2 and widest > MAX_ROW:
        names = rows[0][1:]
        for first, *others in rows[1:]:
            yield bold(first or "–")
            for name, cell in zip_longest(names, others, fillvalue=""):
                if cell:
                    yield f"{_INDENT}{name}: {cell}" if name else _INDENT + cell
        return
    for number, row in enumerate(rows):
        line = _BAR.join(row)
        yield line if number else bold(line)
