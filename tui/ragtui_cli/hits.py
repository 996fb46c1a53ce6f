"""Search hits as lines: generous on a terminal, compact for a pipe."""

import shutil
import textwrap
from collections.abc import Iterator

from ragtui_cli.style import Style
from ragtui_core.model import HEADING_SEPARATOR, Hit, SearchResult
from ragtui_core.untrusted import printable

COMPACT_EXCERPT = 160
"""Characters; with a line for the place, five hits stay within 2,000."""

COMPACT_PLACE = 180


def compact(result: SearchResult) -> Iterator[str]:
    """Two lines a hit: score and place, then the excerpt."""
    for hit in result.hits:
        place = f"{hit.rank}. {hit.score:.2f} {_place(hit)} {_title(hit)}"
        yield _shortened(place, COMPACT_PLACE)
        yield "   " + _shortened(_line(hit.excerpt), COMPACT_EXCERPT)
    for note in result.notes:
        yield f"({note})"


def detailed(result: SearchResult, style: Style) -> Iterator[str]:
    """Title and score, place and headings, excerpt with the matches marked."""
    width = min(shutil.get_terminal_size().columns, 100)
    for hit in result.hits:
        yield from _card(hit, style, width)
        yield ""
    for note in result.notes:
        yield style.dim(note)


def _card(hit: Hit, style: Style, width: int) -> Iterator[str]:
    score = f"{hit.score:.2f}"
    title = _shortened(_line(hit.title), width - 12)
    yield f"{hit.rank:>2}  {style.bold(title)}  {style.dim(score)}"
    headings = HEADING_SEPARATOR.join(h for h in hit.heading_path if h != hit.title)
    beneath = f"  {style.dim(_line(headings))}" if headings else ""
    yield f"    {style.place(_place(hit))}{beneath}"
    lines = textwrap.wrap(_marked(hit), width - 4, break_on_hyphens=False)
    for line in lines:
        yield f"    {line.replace(_OPEN, _on(style)).replace(_CLOSE, _off(style))}"


_OPEN, _CLOSE = "\ue000", "\ue001"
"""Stand for the marks while lines are broken; from a private-use area."""


def _marked(hit: Hit) -> str:
    """The excerpt with its matches between marks that have no width of their own."""
    parts, position = [], 0
    for match in hit.matches:
        parts += [hit.excerpt[position : match.start], _OPEN]
        parts += [match.of(hit.excerpt).replace(" ", "\u00a0"), _CLOSE]
        position = match.end
    return _line("".join([*parts, hit.excerpt[position:]]))


def _on(style: Style) -> str:
    return style.match("\0").partition("\0")[0]


def _off(style: Style) -> str:
    return style.match("\0").partition("\0")[2]


def _place(hit: Hit) -> str:
    return f"{_line(hit.path)}:{hit.lines.first}"


def _title(hit: Hit) -> str:
    path = [part for part in hit.heading_path if part != hit.title]
    return _line(HEADING_SEPARATOR.join([hit.title, *path]))


def _line(text: str) -> str:
    return printable(text, one_line=True)


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."
