"""`ragtui verify FILE`: whether the quotations of a text are still in the files."""

import argparse
import json
import os
from pathlib import Path

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.terminal_style import Style
from ragtui_core import UnreadableFile
from ragtui_core.citations import (
    Rechecked,
    rechecked_as_json,
    verdict_name,
    verdict_sign,
)
from ragtui_core.documents import decode
from ragtui_core.files import path_argument
from ragtui_core.search import named_location
from ragtui_core.text import counted, sanitize

MAX_CHARS = 60
"""Maximum characters shown of a quotation."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", help="a saved answer or a note, in or out of the vault"
    )
    add_vault_arguments(parser)
    add_flags(
        parser,
        all="also check quotations that ragtui did not save: block quotes, and words "
        "in quotation marks",
        json="print one JSON object",
    )


def run(args: argparse.Namespace) -> int:
    """Check each citation again and print its verdict."""
    file = path_argument(args.file, UnreadableFile)
    text, vault = _text(file), vault_of(args)
    verify = vault.quotations.verify_all if args.all else vault.quotations.verify
    real = Path(os.path.realpath(file))
    is_note = real.is_relative_to(vault.root)
    checked = verify(
        text, path=real.relative_to(vault.root).as_posix() if is_note else ""
    )
    if args.json:
        print(
            json.dumps(
                {"citations": [rechecked_as_json(citation) for citation in checked]},
                indent=2,
            )
        )
    else:
        for citation in checked:
            print(_row(citation))
        print(_summary(checked, has_all=args.all))
    all_verified = all(citation.verdict.verified for citation in checked)
    return exit_codes.FOUND if all_verified else exit_codes.NOTHING


def _text(file: Path) -> str:
    try:
        return decode(file.read_bytes()).text
    except OSError as error:
        raise UnreadableFile(f"cannot read {file}: {error.strerror}") from error
    except UnreadableFile as error:
        raise UnreadableFile(f"{file}: {error}: name a saved answer") from error


def _row(citation: Rechecked) -> str:
    style = Style.for_stdout()
    mark = verdict_sign(citation.verdict)
    number = f"[{citation.saved.number}] " if citation.saved.number is not None else ""
    line = citation.lines.first if citation.lines else None
    location = style.location(named_location(citation.path, line, citation.location))
    passage = citation.passage
    words = passage.words if passage else citation.saved.quote
    quote = sanitize(words, one_line=True)
    shown = quote if len(quote) <= MAX_CHARS else f"{quote[: MAX_CHARS - 1]}…"
    verdict = verdict_name(citation.verdict)
    if citation.change:
        verdict += f" ({sanitize(citation.change, one_line=True)})"
    return f"{mark} {number}{verdict}  {location}  {style.dim(shown)}"


def _summary(checked: list[Rechecked], *, has_all: bool) -> str:
    if not checked:
        advice = (
            ""
            if has_all
            else ": `ragtui ask --markdown` saves answers with them, "
            "and `--all` checks others, too"
        )
        return f"This file has no quotations to check{advice}."
    verified = sum(citation.verdict.verified for citation in checked)
    return f"{verified} of {counted(len(checked), 'citation')} verified."
