"""The argument parser. Each command's module adds its own arguments.

Only the module of the command that is used is imported: the others, with what they
import, would add a tenth to the time of a search.
"""

import argparse
import os
from collections.abc import Container, Sequence
from importlib import import_module
from types import ModuleType

from ragtui_cli.line_parser import LineParser, nearest

COMMANDS = {
    "index": "make a vault searchable, or bring its index up to date",
    "search": "find passages by keyword and by meaning",
    "ask": "get an answer with quotations from the files",
    "verify": "check the quotations of a saved text again",
    "chats": "list, show, rename, delete or export stored conversations",
    "show": "print a document, one section or some pages of it",
    "eval": "measure search quality on judged queries",
    "tune": "find the best search settings for a query set",
    "telegram": "answer the chats of a Telegram bot from a vault",
    "stats": "summarise questions, answers and latency from the audit log",
    "status": "show what is indexed",
    "mcp": "serve a vault to an agent, by the Model Context Protocol",
    "serve": "serve vaults to programs, by HTTP and MCP",
    "completion": "print what completes ragtui's commands in a shell",
}
"""What each command does, by name; its module in `ragtui_cli.commands` has that name.

A module defines `add`, which adds arguments to a parser and sets `run`.
"""

EXAMPLES = {
    "index": ("index ~/notes", "index ~/notes --watch"),
    "search": (
        "search clock change",
        """search '"exact phrase" tag:oxygen -draft'""",
        "search pump --after 2026-01 --explain",
        "search pump --json | jq -r '.hits[].path'",
    ),
    "ask": ('ask "What did we decide about backups?"', 'ask "And why?" --continue'),
    "verify": ("verify notes/review.md", "verify --all draft.md"),
    "chats": ("chats", "chats export 3f2a -o chat.md"),
    "show": ("show pump", "show 'pump#Service'", "show report.pdf --page 12"),
    "eval": ("eval queries.toml", "eval queries.toml --mode keyword hybrid"),
    "tune": ("tune queries.toml",),
    "telegram": ("telegram --chat-id", "telegram ~/notes"),
    "stats": ("stats", "stats --json"),
    "status": ("status", "status --check"),
    "mcp": ("mcp ~/notes",),
    "serve": ("serve ~/notes", "serve ~/notes --port 8500"),
    "completion": (
        "completion bash > ~/.local/share/bash-completion/completions/ragtui",
        "completion zsh > ~/.zsh/completions/_ragtui",
        "completion fish > ~/.config/fish/completions/ragtui.fish",
    ),
}
"""Command lines without the program's name, by command; shown by its `--help`."""

_MODULES = {"eval": "evaluate"}
"""Where the module has another name, since `eval` is a function of Python."""

_EPILOG = """\
examples:
  ragtui ~/notes
  ragtui search clock change
  ragtui ask "What did we decide about backups?"

Without a command, `ragtui [VAULT]` opens the full-screen app.
Exit codes: 0 done, 1 nothing found, 2 an error, 130 interrupted by Ctrl+C.
"""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed command line; its `run` is the function to call with it."""
    first = next((a for a in arguments if not a.startswith("-")), None)
    asks_help = bool({"-h", "--help"} & set(arguments))
    if first in COMMANDS or (first is None and asks_help):
        return _command_parser(first).parse_args(arguments)
    parser = _app_parser()
    is_word = first and first == arguments[0] and not os.path.lexists(first)
    if is_word and (meant := nearest(arguments[0], COMMANDS)):
        what = f"there is no command or folder {first!r}"
        parser.error(f"{what}; did you mean `ragtui {meant}`?")
    return parser.parse_args(arguments)


def _command_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser of all commands; only that of `chosen` has its arguments."""
    parser = _parser()
    _add_commands(parser, () if chosen is None else (chosen,))
    return parser


def _add_commands(
    parser: argparse.ArgumentParser, with_arguments: Container[str]
) -> None:
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=_examples(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in with_arguments:
            _module(name).add(command)


def whole_parser() -> argparse.ArgumentParser:
    """The parser of all commands and of the app's options, each with its arguments.

    It describes the command line; it is not for parsing one.
    """
    parser = _parser()
    known = set(parser._option_string_actions)
    for action in _app_parser()._actions:
        if action.option_strings and not known & set(action.option_strings):
            parser._add_action(action)
    _add_commands(parser, COMMANDS)
    return parser


def _examples(command: str) -> str:
    lines = [f"  ragtui {example}" for example in EXAMPLES[command]]
    return "\n".join(["examples:", *lines])


def _module(command: str) -> ModuleType:
    return import_module(f"ragtui_cli.commands.{_MODULES.get(command, command)}")


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command, for the documentation and tests."""
    parser = LineParser(prog=f"ragtui {command}")
    _module(command).add(parser)
    return parser


def _app_parser() -> argparse.ArgumentParser:
    parser = _parser()
    _module("app").add(parser)
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = LineParser(
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
