"""Formats facts as the short texts of the screen.

Text from files passes through `one_line` or `safe_lines`, so that nothing in it can
command the terminal; what shows it must not read it as markup.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from textual.content import Content

from ragtui_core import HEADING_SEPARATOR, Fields, Lines, Location, Span
from ragtui_core.documents import displayed_parts
from ragtui_core.text import LINE_END, counted, sanitize, shown_dates

MUTED = "$foreground 60%"
"""Secondary text; its contrast is still 4.5:1 in every theme."""

MATCH = "bold $text-warning on $warning 25%"
"""A word that was searched for, in cards and documents."""


_PART = 100_000
"""Characters."""
_OTHER_BREAKS = re.compile("[\u2028\u2029]")

_CELLS = re.compile(r" ?\|(?:[ |:-]*\|)? ?")
"""Borders of cells in a row of a table without its head."""

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

_OLD_DAYS = 30
"""After this many days, the date is shown instead."""


def one_line(text: str) -> str:
    """`text` on one line, safe to show; what UTF-8 cannot write becomes `?`."""
    return sanitize(text, one_line=True).encode("utf-8", "replace").decode()


def without_markup(text: str) -> str:
    """Markdown on one line, without signs and what is hidden."""
    return "".join(part for part, _ in excerpt_parts(text, ())).strip(" ·")


def excerpt_parts(text: str, matches: Sequence[Span]) -> Iterator[tuple[str, bool]]:
    """An excerpt `without_markup` in parts, and whether each is a match.

    What is between two blocks or cells is shown as ` · `.
    """
    border = ""
    for parts in displayed_parts(text, matches):
        yield border, False
        border = " · "
        yield from ((_in_line(part), is_match) for part, is_match in parts)


def _in_line(text: str) -> str:
    return one_line(_CELLS.sub(" · ", text))


def safe_lines(text: str) -> list[str]:
    """The lines of `text` as the core counts them, each safe to show."""
    return [_safe(part) for part in _cut(text)]


def _safe(text: str) -> str:
    """A line, made safe in parts: no other thread could run while a long one is."""
    parts = (text[at : at + _PART] for at in range(0, len(text), _PART))
    return "".join(_OTHER_BREAKS.sub(" ", sanitize(part)) for part in parts)


def _cut(text: str) -> Iterator[str]:
    """One line after the other: no other thread could run while all are cut at once."""
    start = 0
    for end in LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def folder(path: Path) -> str:
    """A folder in short form: `~/notes`."""
    try:
        return one_line(f"~/{path.relative_to(Path.home())}")
    except (ValueError, RuntimeError):  # elsewhere, or there is no home
        return one_line(str(path))


def location(
    path: str, where: Lines | None = None, named: Location | None = None
) -> str:
    """`notes/a.md:12`, or `report.pdf, p. 12` if the location has a name."""
    if named:
        return one_line(f"{path}, {named}")
    return one_line(path) + (f":{where.first}" if where else "")


def heading_path(path: tuple[str, ...], title: str) -> str:
    """A heading path, without the document's title, which is shown above it."""
    return one_line(HEADING_SEPARATOR.join(part for part in path if part != title))


def field_summary(fields: Fields) -> list[str]:
    """The main fields of a document, the most informative first."""
    parts = [fields.company, fields.category, shown_dates(fields)]
    parts += [" ".join(f"#{tag}" for tag in fields.tags)]
    if is_notable(fields.status):
        parts.append(fields.status)
    return [one_line(text) for text in parts if text]


def is_notable(status: str) -> bool:
    """Whether a status is worth a word; nearly every note is active."""
    return status not in {"", "active"}


def age(modified: float, now: float) -> str:
    """How long ago, both in seconds since the epoch: `3 days ago`, or the day."""
    seconds = now - modified
    if seconds < _MINUTE:
        return "just now"
    if seconds > _OLD_DAYS * _DAY:
        return datetime.fromtimestamp(modified, UTC).date().isoformat()
    units = ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute"))
    unit, name = next(pair for pair in units if seconds >= pair[0])
    count = int(seconds // unit)
    return f"{counted(count, name)} ago"


def duration(seconds: float) -> str:
    """Time left, roughly: `8 s`, `3 min`, `2 h 5 min`."""
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def folded(line: Content, head: int, width: int) -> Iterator[Content]:
    """The line as rows of at most `width` cells.

    All rows but the first begin below what follows the first `head` characters.
    """
    text = line[head:]
    for part in text.wrap(max(1, width - head)) or [text]:
        yield line[:head] + part
        line = Content(" " * head)
