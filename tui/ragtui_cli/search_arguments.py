"""The options of `ragtui search`, and the search that they ask for."""

import argparse
import os
import re
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from ragtui_cli.number_arguments import LONGEST_DAYS, decimal, whole
from ragtui_core import (
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
from ragtui_core.files import is_file, is_possible, path_argument
from ragtui_core.search import FIELDS
from ragtui_core.settings import Fusion

_PLACE = re.compile(r"(?P<name>.+):(?P<line>[0-9]{1,9})", re.DOTALL)


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what may be asked of a search."""
    parser.add_argument(
        "-n", "--limit", type=whole(1, 1000), metavar="N", help="hits at most, 1..1000"
    )
    _add_choice(parser, "--mode", Mode, "which evidence to use")
    _add_choice(parser, "--fusion", Fusion, "how to join it")
    _add_choice(parser, "--level", Level, "rank passages, or documents as wholes")
    _add_choice(parser, "--sort", Sort, "in which order")
    parser.add_argument(
        "--no-correct", action="store_true", help="do not mend what looks like a slip"
    )
    parser.add_argument(
        "--also", action="append", default=[], metavar="QUERY", help="a further query"
    )
    parser.add_argument(
        "--min-score",
        type=decimal(0, 1),
        default=0.0,
        metavar="S",
        help="0..1; leave out less",
    )
    add_filters(parser)
    add_place(parser)
    parser.add_argument(
        "--no-dedup", action="store_true", help="show every passage of a document"
    )
    parser.add_argument(
        "--diverse", action="store_true", help="keep a second passage that differs"
    )
    parser.add_argument(
        "--explain", action="store_true", help="tell how each hit came about"
    )


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Describe the filters."""
    filters = parser.add_argument_group("filters, as in the query (docs/search.md)")
    for field in FIELDS:
        filters.add_argument(
            f"--{field}", action="append", default=[], metavar="VALUE", dest=field
        )
    filters.add_argument(
        "--days",
        type=whole(0, LONGEST_DAYS),
        metavar="N",
        help="the last N days alone",
    )
    filters.add_argument(
        "--archived", action="store_true", help="archived documents, too"
    )


def add_place(parser: argparse.ArgumentParser) -> None:
    """Describe where the person may be."""
    place = parser.add_argument_group("where you are")
    place.add_argument(
        "--at", metavar="FILE[:LINE]", help="documents near this one rank higher"
    )
    _add_choice(place, "--scope", Scope, "what to look at", default=Scope.VAULT)


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
        metavar=f"{{{','.join(kind)}}}",
        default=default,
        help=words,
    )


def options_of(args: argparse.Namespace, vault: Vault) -> SearchOptions:
    """The options that a command line asks for.

    Raises:
        RagtuiError: An option makes no sense.
    """
    return replace(
        narrowed(args, vault),
        mode=args.mode,
        fusion=args.fusion,
        also=tuple(args.also),
        level=args.level or Level.CHUNK,
        dedup=not args.no_dedup,
        diverse=args.diverse,
        min_score=args.min_score,
        sort=args.sort or Sort.RELEVANCE,
        correct=not args.no_correct,
        explain=args.explain,
    )


def narrowed(args: argparse.Namespace, vault: Vault) -> SearchOptions:
    """Filters and place alone.

    Raises:
        RagtuiError: A scope has no place.
    """
    if args.scope != Scope.VAULT and not args.at:
        raise RagtuiError(f"--scope {args.scope} needs --at FILE: where are you?")
    return SearchOptions(
        filters=_filters(args),
        at=place_of(args.at, vault) if args.at else None,
        scope=args.scope,
        archived=args.archived,
    )


def _filters(args: argparse.Namespace) -> tuple[str, ...]:
    named = [f'{field}:"{value}"' for field in FIELDS for value in getattr(args, field)]
    if args.days is not None:
        named.append(f"after:{args.days}d")
    return tuple(named)


def place_of(text: str, vault: Vault) -> CurrentLocation:
    """`notes/a.md:12`, relative to the vault or to the current folder.

    Raises:
        DocumentNotFound: The vault has no such file.
    """
    match = _PLACE.fullmatch(text)
    name, line = (match["name"], match["line"]) if match else (text, None)
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
