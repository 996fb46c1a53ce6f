"""`ragtui eval --history` and `--compare`: stored evaluations."""

import argparse
import json

from ragtui_cli import exit_codes
from ragtui_cli.evaluation_sets import data_folder, warn
from ragtui_eval import (
    RECORDS_FILE,
    compare_evaluations,
    comparison_as_json,
    comparison_as_text,
    history_as_json,
    history_as_text,
    list_evaluations,
)

HISTORY_ROWS = 20


def run(args: argparse.Namespace) -> int:
    """List the last evaluations, or compare two of them."""
    path = data_folder() / RECORDS_FILE
    if args.compare:
        compared = compare_evaluations(path, *args.compare)
        text, as_json = comparison_as_text(compared), comparison_as_json(compared)
        broken, code = compared.broken, exit_codes.FOUND
    else:
        past = list_evaluations(path, HISTORY_ROWS)
        text, as_json = history_as_text(past), history_as_json(past)
        broken = past.broken
        code = exit_codes.FOUND if past.rows else exit_codes.NOTHING
    for sentence in broken:
        warn(sentence)
    if args.json:
        print(json.dumps(as_json, indent=2))
    else:
        print("\n".join(text))
    return code
