"""`ragtui status`."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_core import Coverage, Skipped
from ragtui_core.embedding import model_name
from ragtui_core.indexing import coverage_as_json, waiting_words
from ragtui_core.text import percentage, sanitize

NO_CHECKSUMS = (
    "ragtui: only the structure of the index was examined: it has no checksums, since "
    "apsw was installed without cksumvfs"
)

MAX_ROWS = 20
"""Skipped files listed on a terminal; `--json` has all of them."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_vault_arguments(parser)
    add_flags(
        parser,
        json="print one JSON object",
        check="examine the whole index file for damage",
    )


def run(args: argparse.Namespace) -> int:
    """Print the coverage."""
    vault = vault_of(args)
    if args.check and not vault.coverage.check_index():
        print(NO_CHECKSUMS, file=sys.stderr)
    coverage = vault.coverage.whole()
    state = vault.coverage.state(coverage)
    if args.json:
        print(json.dumps(coverage_as_json(coverage) | state.as_json(), indent=2))
    else:
        shown = sanitize(state.sentence, one_line=True)
        print("\n".join(_lines(coverage, shown)))
    return exit_codes.FOUND


def _lines(coverage: Coverage, state: str) -> Iterator[str]:
    yield f"vault      {coverage.vault}"
    yield f"state      {state}"
    copies = coverage.conflict_copies
    of_them = f" ({copies} conflict copies)" if copies else ""
    yield f"documents  {coverage.documents}{of_them}"
    if coverage.words_only:
        yield f"words only {coverage.words_only}"
    yield f"passages   {coverage.chunks}"
    if coverage.chunks:
        share = percentage(coverage.embedded_share)
        yield f"embedded   {coverage.embedded} ({share})"
    reads = f" (reads {coverage.model_reads})" if coverage.model_reads else ""
    yield f"model      {model_name(coverage.model)}{reads}"
    if coverage.model_advice:
        yield f"languages  {coverage.model_advice}"
    yield f"index      {coverage.index_path} ({coverage.index_bytes / 1e6:.1f} MB)"
    yield f"indexed    {coverage.last_indexed or 'not finished yet'}"
    for name, kinds in (("read", coverage.read), ("not read", coverage.unread)):
        words = ", ".join(f"{count:,} {ending}" for ending, count in kinds.items())
        yield from [f"{name:<10} {sanitize(words, one_line=True)}"] if words else []
    if coverage.waiting:
        yield f"waiting    {waiting_words(coverage.waiting)}"
    yield from _listed("skipped", coverage.skipped)
    yield from _listed("problems", coverage.problems)
    for sentence in coverage.setting_problems:
        yield f"settings   {sanitize(sentence, one_line=True)}"


def _listed(name: str, items: Sequence[Skipped]) -> Iterator[str]:
    """The number of files, even if it is 0: that nothing is left out is told, too."""
    yield f"{name:<10} {len(items)}"
    for item in items[:MAX_ROWS]:
        yield f"  {sanitize(item.path, one_line=True)}: {item.reason}"
    if len(items) > MAX_ROWS:
        yield f"  ... and {len(items) - MAX_ROWS} more: see `ragtui status --json`"
