"""The options of `ragtui ask` as answer options."""

import argparse
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_cli.number_arguments import MAX_COUNT, whole
from ragtui_cli.search_arguments import add_filters, add_place, narrowed, place_of
from ragtui_core import RagtuiError, Vault
from ragtui_core.settings import ProviderName

if TYPE_CHECKING:
    from ragtui_core import AskOptions, Selection

_LINES = re.compile(r"(?P<file>.+):(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?")

MIN_CHARS = 200
"""Lowest value of `--max-chars`."""


def add_ask_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of an answer."""
    known = ", ".join(ProviderName)
    parser.add_argument(
        "--provider",
        metavar="NAME",
        help=f"what writes the answer: {known}, or that of an installed package",
    )
    parser.add_argument("--model", metavar="NAME", help="name of the model")
    parser.add_argument(
        "--top", type=whole(1, 100), metavar="N", help="documents to read, 1..100"
    )
    parser.add_argument(
        "--max-chars",
        type=whole(MIN_CHARS, MAX_COUNT),
        metavar="N",
        help="maximum length of the answer in characters",
    )
    parser.add_argument(
        "--selection", metavar="FILE:LINES", help="ask about a passage: a.md:3-7"
    )
    chat = parser.add_mutually_exclusive_group()
    chat.add_argument(
        "--continue",
        action="store_true",
        dest="follow",
        help="follow up the last conversation",
    )
    chat.add_argument("--chat", metavar="ID", help="follow up this conversation")
    chat.add_argument(
        "--no-keep", action="store_true", help="do not store it as a conversation"
    )
    add_filters(parser)
    add_place(parser)


def flags_of(args: argparse.Namespace) -> dict[str, object]:
    """The settings that the command line overrides."""
    model = "answer.model"
    if args.provider == ProviderName.COMPATIBLE:
        model = "answer.server.model"
    return {
        "answer.provider": args.provider,
        "answer.top": args.top,
        model: args.model,
    }


def ask_options(args: argparse.Namespace, vault: Vault) -> "AskOptions":
    """The options that a command line asks for.

    Raises:
        RagtuiError: An option is not valid.
    """
    from ragtui_core import AskOptions

    options = AskOptions(
        chat=_chat(args, vault),
        keep=not args.no_keep,
        search=narrowed(args, vault),
        max_chars=args.max_chars,
    )
    if args.selection:
        options = replace(options, selection=selection_of(args.selection, vault))
    return options


def selection_of(text: str, vault: Vault) -> "Selection":
    """`notes/a.md:3-7` as the text of these lines.

    Raises:
        RagtuiError: It names no lines of a file.
    """
    from ragtui_core import Lines, Selection

    match = _LINES.fullmatch(text)
    if not match:
        raise RagtuiError(f"--selection {text}: name a file and lines, as in a.md:3-7")
    path = place_of(match["file"], vault).path
    lines = vault.documents.read(path).text.splitlines(keepends=True)
    first = int(match["first"])
    last = int(match["last"] or first)
    if not 1 <= first <= last <= len(lines):
        raise RagtuiError(f"--selection {text}: {path} has lines 1 to {len(lines)}")
    return Selection("".join(lines[first - 1 : last]), path, Lines(first, last))


def _chat(args: argparse.Namespace, vault: Vault) -> str:
    if not args.follow:
        return str(args.chat or "")
    latest = vault.chats.latest()
    if latest is None:
        raise RagtuiError("there is no conversation to continue: ask without it first")
    return latest.id
