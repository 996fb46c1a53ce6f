"""`ragtui search QUERY`."""

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_vault_arguments,
    ensure_index,
    vault_of,
)
from ragtui_cli.search_arguments import add_search_arguments, options_of
from ragtui_cli.terminal_style import Style
from ragtui_core import (
    HEADING_SEPARATOR,
    Confidence,
    Hit,
    RagtuiError,
    SearchResult,
)
from ragtui_core.search import (
    Facet,
    compact_lines,
    explanation_lines,
    hit_location,
    search_as_json,
    shortened,
    with_lines,
)
from ragtui_core.text import sanitize, shown_dates

OPTIONS = (
    "limit",
    "mode",
    "fusion",
    "sort",
    "also",
    "folder",
    "correct",
    "min_score",
    "dates",
    "at",
    "scope",
    "explain",
    "facets",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("query", nargs="*", metavar="QUERY", help="what to look for")
    add_vault_arguments(parser)
    add_agreement(parser)
    add_search_arguments(parser, OPTIONS)
    add_flags(
        parser,
        weak="list weaker results, too",
        json="print one JSON object",
    )


def run(args: argparse.Namespace) -> int:
    """Search and print the hits."""
    vault = vault_of(args)
    query = " ".join(args.query)
    options = replace(options_of(args, vault), front_end="command")
    if not (query.strip() or args.also or options.filters):
        raise RagtuiError("name words to look for, or filters: `ragtui search pump`")
    ensure_index(vault, args)
    result = vault.search(query, options)
    facets = vault.facets(query, options) if args.facets else None
    if args.json:
        print(json.dumps(search_as_json(result, facets), indent=2))
    else:
        print(_printed(result if args.weak else result.cut("--weak shows them")))
        for line in counted(facets or ()):
            print(line)
    is_found = result.hits and result.confidence is not Confidence.LOW
    return exit_codes.FOUND if is_found else exit_codes.NOTHING


def _printed(result: SearchResult) -> str:
    if sys.stdout.isatty():
        return "\n".join(detailed(result, Style.for_stdout()))
    return "\n".join(compact_lines(result))


ADDITIONAL = "further passage"
"""Marks a hit whose document already has a higher one."""


def detailed(result: SearchResult, style: Style | None = None) -> Iterator[str]:
    """Title and score, location and headings, excerpt with the matches marked."""
    style = style or Style.for_stdout()
    width = min(shutil.get_terminal_size().columns, 100)
    for line, hit in with_lines(result.hits):
        if line:
            yield from (style.dim(line), "")
        yield from _card(hit, style, width)
        yield ""
    for note in result.notes:
        for line in textwrap.wrap(_line(note), width, break_on_hyphens=False):
            yield style.dim(line)


def counted(facets: Iterable[Facet]) -> Iterator[str]:
    """One line per field: its values and how many documents have each."""
    for facet in facets:
        values = [f"{_line(item.value)} {item.count}" for item in facet.values]
        left = facet.total - len(values)
        more = [f"{left} more"] if left > 0 else []
        yield f"{facet.field + ':':<10}{', '.join(values + more)}"


def _card(hit: Hit, style: Style, width: int) -> Iterator[str]:
    marks = ["weak"] * hit.is_weak + [ADDITIONAL] * hit.additional
    marks += [_line(mark) for mark in (hit.state, hit.copied) if mark]
    score = "  ".join([f"{hit.score:.2f}", *marks])
    title = shortened(_line(hit.title), width - 8 - len(score))
    yield f"{hit.rank:>2}  {style.bold(title)}  {style.dim(score)}"
    headings = HEADING_SEPARATOR.join(h for h in hit.heading_path if h != hit.title)
    beneath = f"  {style.dim(_line(headings))}" if headings else ""
    dates = f"  {style.dim(dates)}" if (dates := shown_dates(hit.fields)) else ""
    yield f"    {style.location(hit_location(hit))}{beneath}{dates}"
    on, _, off = style.match("\0").partition("\0")
    for line in textwrap.wrap(_marked(hit), width - 4, break_on_hyphens=False):
        yield f"    {line.replace(_OPEN, on).replace(_CLOSE, off)}"
    if hit.explanation:
        for line in explanation_lines(hit, hit.explanation):
            yield f"    {style.dim(line)}"


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


def _line(text: str) -> str:
    return sanitize(text, one_line=True)
