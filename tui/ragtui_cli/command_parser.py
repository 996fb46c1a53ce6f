"""The argument parser. Each command's module adds its own arguments."""

import argparse
from collections.abc import Callable, Sequence

from ragtui_cli.commands import (
    ask,
    chats,
    evaluate,
    index,
    search,
    show,
    stats,
    status,
    tune,
    verify,
)
from ragtui_cli.commands.app import add_app_arguments

COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "index": ("make a vault searchable, or bring its index up to date", index.add),
    "search": ("find passages by keyword and by meaning", search.add),
    "ask": ("get an answer with quotations from the files", ask.add),
    "verify": ("check the quotations of a saved text again", verify.add),
    "chats": ("list, show, rename, delete or export stored conversations", chats.add),
    "show": ("print a document or one section of it", show.add),
    "eval": (
        "measure search quality on judged queries",
        evaluate.add,
    ),
    "tune": ("find the best search settings for a query set", tune.add),
    "stats": ("summarize questions, answers and latency from the log", stats.add),
    "status": ("show what is indexed", status.add),
}

_EPILOG = """\
Without a command, `ragtui [VAULT]` opens the full-screen app.
Exit codes: 0 done, 1 nothing found, 2 an error, 130 interrupted by Ctrl+C.
"""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed command line; its `run` is the function to call with it."""
    first = next((a for a in arguments if not a.startswith("-")), None)
    asks_help = bool({"-h", "--help"} & set(arguments))
    if first in COMMANDS or (first is None and asks_help):
        return _command_parser().parse_args(arguments)
    return _app_parser().parse_args(arguments)


def _command_parser() -> argparse.ArgumentParser:
    parser = _parser()
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (summary, add) in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        add(command)
    return parser


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command, for the documentation and tests."""
    parser = argparse.ArgumentParser(prog=f"ragtui {command}")
    COMMANDS[command][1](parser)
    return parser


def _app_parser() -> argparse.ArgumentParser:
    parser = _parser()
    add_app_arguments(parser)
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ragtui",
        description="Search and question your notes.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    return parser


class _Version(argparse.Action):
    """Reads the version only when it is requested."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        print(f"ragtui {metadata.version('ragtui')}")
        parser.exit()
