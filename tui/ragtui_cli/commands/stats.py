"""`ragtui stats`: what the audit log tells of the questions that were asked."""

import argparse
import json

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.numbers import LONGEST_DAYS, whole
from ragtui_core.vault import Vault


def add(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    add_vault_arguments(parser)
    parser.add_argument("--all", action="store_true", help="count every vault")
    parser.add_argument(
        "--days",
        type=whole(1, LONGEST_DAYS),
        metavar="N",
        help="only the last N days (UTC)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Print the figures, or where they would come from."""
    from ragtui_cli.statistics_page import page
    from ragtui_core.answer.log.statistics_report import statistics_as_json

    vault = vault_of(given)
    found = vault.journal.statistics(None if given.all else vault.root, days=given.days)
    if given.json:
        print(json.dumps(statistics_as_json(found), indent=2))
    elif found.is_empty:
        print(_nothing(vault, given))
    else:
        print("\n".join(page(found)))
    return exit_codes.NOTHING if found.is_empty else exit_codes.FOUND


def _nothing(vault: Vault, given: argparse.Namespace) -> str:
    """Why there is nothing to count."""
    place = vault.journal.directory
    if not vault.journal.is_empty():
        scope = "" if given.all else f" about {vault.root}"
        time = f" in the last {given.days} days" if given.days else ""
        hint = "" if given.all else ": --all counts every vault"
        return f"Nothing is logged{scope}{time}{hint}. The log is in {place}."
    if not vault.settings.log.exchanges:
        return (
            "The audit log is off: with `log.exchanges = true`, questions are "
            f"written to {place}."
        )
    return f"Nothing is logged yet: questions and answers are written to {place}."
