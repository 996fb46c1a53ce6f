"""The bot asks as the commands do without options, so it gets the same answers."""

import argparse
from dataclasses import replace

from ragtui_cli.commands import ask, search
from ragtui_cli.search_arguments import options_of
from ragtui_core import AskOptions, SearchOptions, Vault


def test_options_of_a_search(vault: Vault) -> None:
    parser = argparse.ArgumentParser()
    search.add(parser)
    options = options_of(parser.parse_args(["pump"]), vault)
    assert replace(options, front_end="") == SearchOptions()


def test_options_of_a_question(vault: Vault) -> None:
    parser = argparse.ArgumentParser()
    ask.add(parser)
    options = ask.ask_options(parser.parse_args(["Why?"]), vault)
    # A command keeps a conversation with --save alone; a chat is one.
    assert not options.keep
    assert replace(options, front_end="", keep=True) == AskOptions()
