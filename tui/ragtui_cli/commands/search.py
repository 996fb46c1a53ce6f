"""`ragtui search QUERY`."""

import argparse
import json
import sys

from ragtui_cli import exit_codes
from ragtui_cli.commands.first_index import ensure_index
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.hits import compact, detailed
from ragtui_cli.style import Style
from ragtui_core.model import Mode
from ragtui_core.search.report import as_json


def add(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("query", nargs="+", metavar="QUERY", help="what to look for")
    add_vault_arguments(parser)
    parser.add_argument("-n", "--limit", type=int, metavar="N", help="hits at most")
    parser.add_argument("--mode", choices=list(Mode), help="which evidence to use")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Search and print the hits."""
    flags = {"search.limit": given.limit, "search.mode": given.mode}
    vault = vault_of(given, flags)
    ensure_index(vault)
    result = vault.search(" ".join(given.query))
    if given.json:
        print(json.dumps(as_json(result), ensure_ascii=False, indent=2))
    elif sys.stdout.isatty():
        print("\n".join(detailed(result, Style.for_stdout())))
    else:
        print("\n".join(compact(result)))
    return exit_codes.FOUND if result.hits else exit_codes.NOTHING
