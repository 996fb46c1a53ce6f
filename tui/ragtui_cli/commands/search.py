"""`ragtui search QUERY`."""

import argparse
import json
import sys
from enum import StrEnum

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import (
    add_vault_arguments,
    ensure_index,
    vault_of,
)
from ragtui_cli.hit_lines import compact, counted, detailed, within
from ragtui_cli.number_arguments import MAX_COUNT, whole
from ragtui_cli.search_arguments import add_search_arguments, options_of
from ragtui_cli.terminal_style import Style
from ragtui_core import SearchResult, without_styles
from ragtui_core.search import search_as_json


class Format(StrEnum):
    """How hits are printed."""

    AUTO = "auto"
    DETAILED = "detailed"
    COMPACT = "compact"
    JSON = "json"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("query", nargs="*", metavar="QUERY", help="what to look for")
    add_vault_arguments(parser)
    add_search_arguments(parser)
    parser.add_argument(
        "--format", choices=list(Format), default=Format.AUTO, help="how to print hits"
    )
    parser.add_argument(
        "--max-chars",
        type=whole(1, MAX_COUNT),
        metavar="N",
        help="maximum number of characters to print",
    )
    parser.add_argument(
        "--json",
        action="store_const",
        dest="format",
        const=Format.JSON,
        help="print one JSON object, the same as --format json",
    )
    parser.add_argument(
        "--facets", action="store_true", help="count the values to filter by"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Search and print the hits."""
    vault = vault_of(args, {"search.limit": args.limit})
    ensure_index(vault)
    query, options = " ".join(args.query), options_of(args, vault)
    result = vault.search(query, options)
    facets = vault.facets(query, options) if args.facets else None
    form = Format(args.format)
    if form is Format.JSON:
        # A truncated JSON object could not be parsed.
        print(json.dumps(search_as_json(result, facets), indent=2))
    else:
        print(_printed(result, form, args.max_chars))
        for line in counted(facets or ()):
            print(line)
    return exit_codes.FOUND if result.hits else exit_codes.NOTHING


def _printed(result: SearchResult, form: Format, max_chars: int | None) -> str:
    if form is not Format.COMPACT:
        text = "\n".join(detailed(result, Style.for_stdout()))
        fits = max_chars is None or len(without_styles(text)) <= max_chars
        if form is Format.DETAILED or (fits and sys.stdout.isatty()):
            return text if fits else within(result, max_chars, detailed)
    return within(result, max_chars, compact)
