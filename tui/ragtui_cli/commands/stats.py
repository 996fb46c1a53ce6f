"""`ragtui stats`: a summary of the audit log."""

import argparse
import json

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.number_arguments import LONGEST_DAYS, whole
from ragtui_core import Vault


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
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


def run(args: argparse.Namespace) -> int:
    """Print the statistics, or why there are none."""
    from ragtui_cli.statistics_page import page
    from ragtui_core.history import statistics_as_json

    vault = vault_of(args)
    found = vault.audit_log.statistics(None if args.all else vault.root, days=args.days)
    if args.json:
        print(json.dumps(statistics_as_json(found), indent=2))
    elif found.is_empty:
        print(_nothing(vault, args))
    else:
        print("\n".join(page(found)))
    return exit_codes.NOTHING if found.is_empty else exit_codes.FOUND


def _nothing(vault: Vault, args: argparse.Namespace) -> str:
    """Why there is nothing to count."""
    place = vault.audit_log.directory
    if not vault.audit_log.is_empty():
        scope = "" if args.all else f" about {vault.root}"
        time = f" in the last {args.days} days" if args.days else ""
        hint = "" if args.all else ": --all counts every vault"
        return f"Nothing is logged{scope}{time}{hint}. The log is in {place}."
    if not vault.settings.log.answers:
        return (
            "The audit log is off: with `log.answers = true`, questions are "
            f"written to {place}."
        )
    return f"Nothing is logged yet: questions and answers are written to {place}."
