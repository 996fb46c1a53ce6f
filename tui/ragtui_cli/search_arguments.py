"""The options of `ragtui search` as search options."""

import argparse
import os
import re
from dataclasses import replace
from datetime import date
from enum import StrEnum
from pathlib import Path

from ragtui_cli.command_options import add_count, add_flags, decimal
from ragtui_core import (
    LOW_CONFIDENCE,
    CurrentLocation,
    DocumentNotFound,
    Level,
    Mode,
    RagtuiError,
    Scope,
    SearchOptions,
    Sort,
    Vault,
)
from ragtui_core.files import as_on_disk, is_file, is_possible, path_argument
from ragtui_core.search import FIELDS, LONGEST_DAYS, day_of, field_filters
from ragtui_core.settings import FusionMethod

_DATES = ("after", "before", "date", "changed")

_LOCATION = re.compile(r"(?P<name>.+):(?P<line>[0-9]{1,9})", re.DOTALL)


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of a search."""
    add_count(
        parser, "-n", "--limit", within=(1, 1000), words="maximum results, 1..1000"
    )
    _add_choice(parser, "--mode", Mode, "search mode")
    _add_choice(
        parser, "--fusion", FusionMethod, "how to combine keyword and semantic scores"
    )
    _add_choice(parser, "--level", Level, "rank passages or whole documents")
    _add_choice(parser, "--sort", Sort, "sort order")
    add_flags(
        parser,
        no_correct="do not correct typos",
        no_rerank="do not use the reranker of the settings",
    )
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="QUERY",
        help="an additional query",
    )
    parser.add_argument(
        "--min-score",
        type=decimal(0, 1),
        default=0.0,
        metavar="S",
        help="0..1; hide results below",
    )
    parser.add_argument(
        "--strict",
        action=argparse.BooleanOptionalAction,
        help=f"hide results that are not good matches (scores below {LOW_CONFIDENCE}), "
        "or show them in spite of the setting `search.strict`",
    )
    parser.add_argument(
        "--weak",
        action="store_false",
        dest="strict",
        default=None,
        help="list weaker results, too; the same as --no-strict",
    )
    add_filters(parser)
    add_location(parser)
    add_flags(
        parser,
        no_dedup="show every passage of a document",
        diverse="also show a passage of the same document that differs",
        explain="explain the score of each result",
    )


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Add the filters."""
    filters = parser.add_argument_group("filters, as in the query (docs/search.md)")
    for field in FIELDS:
        filters.add_argument(
            f"--{field}",
            action="append",
            default=[],
            metavar="DATE" if field in _DATES else "VALUE",
            type=_date if field in _DATES else str,
            dest=field,
        )
    add_count(filters, "--days", within=(0, LONGEST_DAYS), words="only the last N days")
    add_flags(
        filters,
        archived="include archived documents and bulk mails",
        no_dates="search for the words of a time, such as yesterday, as words",
    )


def _date(text: str) -> str:
    if day_of(text, date.today()) is None:  # as filters take it
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a date such as 2026-03-01, 2026-03, 7d or yesterday"
        )
    return text


def add_location(parser: argparse.ArgumentParser) -> None:
    """Add the current location and scope."""
    location = parser.add_argument_group("current location")
    location.add_argument(
        "--at", metavar="FILE[:LINE]", help="documents near this one rank higher"
    )
    _add_choice(location, "--scope", Scope, "what to search", default=Scope.VAULT)


def _add_choice(
    parser: argparse._ActionsContainer,
    flag: str,
    kind: type[StrEnum],
    words: str,
    default: StrEnum | None = None,
) -> None:
    def member(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(kind)
            message = f"invalid choice: {text!r} (choose from {known})"
            raise argparse.ArgumentTypeError(message) from None

    parser.add_argument(
        flag,
        type=member,
        choices=list(kind),
        metavar=f"{{{','.join(kind)}}}",
        default=default,
        help=words,
    )


def options_of(args: argparse.Namespace, vault: Vault) -> SearchOptions:
    """The search options of a command line.

    Raises:
        RagtuiError: An option makes no sense.
    """
    return replace(
        narrowed(args, vault),
        limit=args.limit,
        mode=args.mode,
        fusion=args.fusion,
        also=tuple(args.also),
        level=args.level or Level.CHUNK,
        dedup=not args.no_dedup,
        diverse=args.diverse,
        min_score=args.min_score,
        strict=args.strict,
        sort=args.sort or Sort.RELEVANCE,
        correct=not args.no_correct,
        rerank=not args.no_rerank,
        explain=args.explain,
        front_end="command",
    )


def narrowed(args: argparse.Namespace, vault: Vault) -> SearchOptions:
    """Filters and location only.

    Raises:
        RagtuiError: A scope has no location.
    """
    if args.scope != Scope.VAULT and not args.at:
        raise RagtuiError(f"--scope {args.scope} needs --at FILE")
    return SearchOptions(
        filters=field_filters({f.value: getattr(args, f) for f in FIELDS}, args.days),
        at=location_of(args.at, vault) if args.at else None,
        scope=args.scope,
        archived=args.archived,
        dates=not args.no_dates,
    )


def location_of(text: str, vault: Vault) -> CurrentLocation:
    """`notes/a.md:12`, relative to the vault or to the current folder.

    Raises:
        DocumentNotFound: The vault has no such file.
    """
    match = _LOCATION.fullmatch(text)
    name, line = (match["name"], match["line"]) if match else (text, None)
    name = as_on_disk(vault.root, name)
    candidates = [vault.root / name] if is_possible(name) else []
    if candidates and not is_file(candidates[0]):
        candidates = [path_argument(name, DocumentNotFound)]
    for file in candidates:
        if is_file(file) and file.resolve().is_relative_to(vault.root):
            path = _within(file, vault.root)
            return CurrentLocation(path, int(line) if line else None)
    raise DocumentNotFound(
        f"--at {text}: there is no such file in the vault {vault.root}"
    )


def _within(file: Path, root: Path) -> str:
    """The path in the vault; a link keeps its own name."""
    plain = Path(os.path.normpath(file))
    path = plain if plain.is_relative_to(root) else file.resolve()
    return path.relative_to(root).as_posix()
