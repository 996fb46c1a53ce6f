"""`ragtui telegram [VAULT]`: a bot of Telegram that answers from a vault."""

import argparse

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_vault_arguments,
    agree_to_index,
    vault_of,
)
from ragtui_cli.extras import extra


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_vault_arguments(parser, positional=True)
    add_agreement(parser)
    add_flags(
        parser,
        chat_id="wait for a message to the bot, print the id of its chat, and end",
    )


def run(args: argparse.Namespace) -> int:
    """Run the bot until Ctrl+C, or print the id of a chat."""
    with extra("telegram", "ragtui telegram"):
        from ragtui_telegram.service import print_chat_id, run_bot
    vault = vault_of(args)
    if args.chat_id:
        print_chat_id(vault)
    else:
        agree_to_index(vault, args)
        run_bot(vault)
    return exit_codes.FOUND
