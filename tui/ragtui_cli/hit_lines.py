"""Search hits as lines: detailed on a terminal, compact for a pipe."""

import shutil
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ragtui_cli.terminal_style import Style
from ragtui_core import (
    HEADING_SEPARATOR,
    Explanation,
    Hit,
    SearchResult,
    without_styles,
)
from ragtui_core.search import Facet
from ragtui_core.text import sanitize

COMPACT_EXCERPT = 160
"""Characters; with one line for the location, five hits stay within 2,000."""

COMPACT_PLACE = 150

COMPACT_NOTES = 300
"""Characters of all notes together."""

ADDITIONAL = "further passage"
"""Marks a hit whose document already has a higher one."""

Layout = Callable[[SearchResult], Iterator[str]]
"""Formats a result as lines."""


def within(result: SearchResult, max_chars: int | None, layout: Layout) -> str:
    """As many hits as fit into `max_chars` characters, and how to see the rest."""
    text = "\n".join(layout(result))
    shown = len(result.hits)
    while max_chars is not None and len(without_styles(text)) > max_chars and shown:
        shown -= 1
        left = len(result.hits) - shown
        note = (
            f"{left} more left out by --max-chars {max_chars}: raise it, or lower -n."
        )
        fewer = replace(result, hits=result.hits[:shown], notes=(*result.notes, note))
        text = "\n".join(layout(fewer))
    return text


def compact(result: SearchResult) -> Iterator[str]:
    """Two lines per hit: score and place, then the excerpt."""
    for hit in result.hits:
        place = f"{hit.rank}. {hit.score:.2f} {_place(hit)} {_title(hit)}"
        yield _shortened(place, COMPACT_PLACE)
        yield "   " + _shortened(_line(hit.excerpt), COMPACT_EXCERPT)
        if hit.explanation:
            yield "   " + "; ".join(explained(hit, hit.explanation))
    if result.notes:
        yield _shortened(f"({_line(' '.join(result.notes))})", COMPACT_NOTES)


def detailed(result: SearchResult, style: Style | None = None) -> Iterator[str]:
    """Title and score, place and headings, excerpt with the matches marked."""
    style = style or Style.for_stdout()
    width = min(shutil.get_terminal_size().columns, 100)
    for hit in result.hits:
        yield from _card(hit, style, width)
        yield ""
    for note in result.notes:
        yield style.dim(_line(note))


def counted(facets: Iterable[Facet]) -> Iterator[str]:
    """One line per field: its values and how many documents have each."""
    for facet in facets:
        values = [f"{_line(item.value)} {item.count}" for item in facet.values]
        left = facet.total - len(values)
        more = [f"{left} more"] if left > 0 else []
        yield f"{facet.field + ':':<10}{', '.join(values + more)}"


def _card(hit: Hit, style: Style, width: int) -> Iterator[str]:
    score = f"{hit.score:.2f}{f'  {ADDITIONAL}' if hit.additional else ''}"
    title = _shortened(_line(hit.title), width - 8 - len(score))
    yield f"{hit.rank:>2}  {style.bold(title)}  {style.dim(score)}"
    headings = HEADING_SEPARATOR.join(h for h in hit.heading_path if h != hit.title)
    beneath = f"  {style.dim(_line(headings))}" if headings else ""
    yield f"    {style.place(_place(hit))}{beneath}"
    lines = textwrap.wrap(_marked(hit), width - 4, break_on_hyphens=False)
    for line in lines:
        yield f"    {line.replace(_OPEN, _on(style)).replace(_CLOSE, _off(style))}"
    if hit.explanation:
        for line in explained(hit, hit.explanation):
            yield f"    {style.dim(line)}"


def explained(hit: Hit, why: Explanation) -> Iterator[str]:
    """How a hit got its rank and score, as lines."""
    matched = (f"{name}: {' '.join(words)}" for name, words in why.matched.items())
    yield _line("found in " + "; ".join(matched)) if why.matched else "no word found"
    stages = " + ".join(f"{score:.2f} {name}" for name, score in why.bm25.items())
    cosine = "no vector" if hit.similarity is None else f"cosine {hit.similarity:.3f}"
    yield f"BM25 {stages or 'none'}; {cosine}; coverage {why.coverage:.2f}"
    fused = " + ".join(f"{part:.3f} {name}" for name, part in why.fusion.items())
    factors = "".join(f" x {by:.3f} {name}" for name, by in why.adjustments)
    yield f"fused {hit.fused:.3f} = ({fused}){factors}; score {hit.score:.2f}"


_OPEN, _CLOSE = "\ue000", "\ue001"
"""Placeholders for styles during line wrapping; private-use characters."""


def _marked(hit: Hit) -> str:
    """The excerpt with its matches between zero-width placeholders."""
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
    if hit.location:
        return _line(f"{hit.path}, {hit.location}")
    return f"{_line(hit.path)}:{hit.lines.first}"


def _title(hit: Hit) -> str:
    path = [part for part in hit.heading_path if part != hit.title]
    return _line(HEADING_SEPARATOR.join([hit.title, *path]))


def _line(text: str) -> str:
    return sanitize(text, one_line=True)


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."
