"""`ragtui chats` and its subcommands: `show`, `rename`, `delete`, `export`."""

import argparse
import json
import sys
from collections.abc import Callable
from datetime import datetime

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.terminal_style import Style
from ragtui_core import StorageError
from ragtui_core.files import path_argument
from ragtui_core.history import (
    Conversation,
    ConversationSummary,
    conversation_as_json,
    conversation_as_markdown,
    save_export,
    summary_as_json,
)
from ragtui_core.text import counted, sanitize


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command and its subcommands."""
    add_vault_arguments(parser)
    add_flags(parser, json="print one JSON object")
    parts = parser.add_subparsers(metavar="PART")

    def part(
        name: str, summary: str, example: str, run: Callable[[argparse.Namespace], int]
    ) -> argparse.ArgumentParser:
        # Suppressed: a subcommand's defaults would override options before its name.
        made = parts.add_parser(
            name,
            help=summary,
            argument_default=argparse.SUPPRESS,
            epilog=f"examples:\n  ragtui chats {name} {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.add_argument(
            "chat", metavar="ID", help="an id, a prefix of one, or a title"
        )
        add_vault_arguments(made)
        made.set_defaults(run=run)
        return made

    shown = part("show", "print a conversation as Markdown", "3f2a", _show)
    add_flags(shown, json="print one JSON object")
    renamed = part("rename", "rename a conversation", "3f2a Of pumps", _rename)
    renamed.add_argument("title", nargs="+", metavar="TITLE", help="the new title")
    part("delete", "delete a conversation permanently", "3f2a", _delete)
    exported = part(
        "export", "write a conversation as a Markdown file", "3f2a -o chat.md", _export
    )
    exported.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="file to write (default: standard output)",
    )
    add_flags(exported, force="overwrite FILE")


def run(args: argparse.Namespace) -> int:
    """List the conversations, most recently used first."""
    conversations = vault_of(args).chats.list()
    if args.json:
        print(_as_json({"chats": [*map(summary_as_json, conversations)]}))
    for conversation in () if args.json else conversations:
        print(_row(conversation))
    if not conversations:
        _report("there are no conversations about this vault yet")
    return exit_codes.FOUND if conversations else exit_codes.NOTHING


def _show(args: argparse.Namespace) -> int:
    conversation = _read(args)
    if args.json:
        print(_as_json(conversation_as_json(conversation)))
    else:
        sys.stdout.write(conversation_as_markdown(conversation))
    return exit_codes.FOUND


def _rename(args: argparse.Namespace) -> int:
    conversation = vault_of(args).chats.rename(args.chat, " ".join(args.title))
    _report(f"{conversation.id} is now called {conversation.title!r}")
    return exit_codes.FOUND


def _delete(args: argparse.Namespace) -> int:
    conversation = vault_of(args).chats.delete(args.chat)
    _report(f"deleted {conversation.id}: {sanitize(conversation.title, one_line=True)}")
    return exit_codes.FOUND


def _export(args: argparse.Namespace) -> int:
    text = conversation_as_markdown(_read(args))
    if "output" not in args:
        sys.stdout.write(text)
        return exit_codes.FOUND
    file = path_argument(args.output, StorageError)
    if not save_export(file, text, overwrite="force" in args):
        raise StorageError(
            f"{file} exists: choose another file, or overwrite it with --force"
        )
    return exit_codes.FOUND


def _read(args: argparse.Namespace) -> Conversation:
    conversation = vault_of(args).chats.read(args.chat)
    if conversation.damaged:
        damaged = counted(conversation.damaged, "damaged line")
        _report(f"skipped {damaged} of {conversation.id}")
    return conversation


def _row(conversation: ConversationSummary) -> str:
    style = Style.for_stdout()
    turns = f"{conversation.turns:>3} turn{'s' if conversation.turns != 1 else ' '}"
    title = sanitize(conversation.title, one_line=True)
    name, updated = style.location(conversation.id), _local(conversation.updated)
    return f"{name}  {updated}  {turns}  {title}"


def _local(time: str) -> str:
    """Local date and time, to the minute."""
    if not time:
        return " " * len("2026-11-21 14:03")
    return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M}"


def _as_json(value: object) -> str:
    return json.dumps(value, indent=2)


def _report(sentence: str) -> None:
    print(f"ragtui: {sanitize(sentence)}", file=sys.stderr)
