"""`ragtui ask QUESTION`."""

import argparse
import json
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

from ragtui_cli import exit_codes
from ragtui_cli.ask_arguments import add_ask_arguments, ask_options, flags_of
from ragtui_cli.commands.first_index import ensure_index
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.terminal_style import Style
from ragtui_core import AnswerEvent, Citation, Notice, Sources, Text
from ragtui_core.text import sanitize


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("question", nargs="+", metavar="QUESTION", help="the question")
    add_vault_arguments(parser)
    add_ask_arguments(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument(
        "--json-events",
        action="store_true",
        help="print events, one JSON object per line",
    )
    form.add_argument(
        "--markdown",
        action="store_true",
        help="print a document whose quotations `ragtui verify` can check again",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask and print the answer as it is generated."""
    # Imported here: saves the other commands 40 ms.
    import asyncio

    from ragtui_core.answer import answer_as_json, answer_as_markdown

    vault = vault_of(args, flags_of(args))
    options = ask_options(args, vault)
    ensure_index(vault)
    question = " ".join(args.question)
    started = time.monotonic()
    in_one = args.json or args.markdown
    printer = None if in_one else _Printer(events_as_json=args.json_events)
    events = asyncio.run(_collected(vault.ask(question, options), printer))
    if args.json:
        latency = round(1000 * (time.monotonic() - started))
        print(json.dumps(answer_as_json(question, events, latency), indent=2))
    elif args.markdown:
        sys.stdout.write(answer_as_markdown(question, events))
    cited = any(isinstance(event, Citation) for event in events)
    return exit_codes.FOUND if cited else exit_codes.NOTHING


async def _collected(
    answer: AsyncGenerator[AnswerEvent, None], printer: "_Printer | None"
) -> list[AnswerEvent]:
    events: list[AnswerEvent] = []
    async with aclosing(answer) as stream:
        async for event in stream:
            events.append(event)
            if printer:
                printer.show(event)
    if printer:
        printer.finish(events)
    return events


class _Printer:
    """Prints text as it is generated; citations and sources at the end."""

    def __init__(self, *, events_as_json: bool) -> None:
        self._json = events_as_json
        self._style = Style.for_stdout()

    def show(self, event: AnswerEvent) -> None:
        if self._json:
            # ASCII, since a quotation is the file's own text, whatever is in it.
            from ragtui_core.answer import event_as_json

            print(json.dumps(event_as_json(event)), flush=True)
        elif isinstance(event, Text):
            sys.stdout.write(sanitize(event.text))
            sys.stdout.flush()
        elif isinstance(event, Notice):
            print(f"ragtui: {sanitize(event.text)}", file=sys.stderr)

    def finish(self, events: list[AnswerEvent]) -> None:
        if self._json:
            return
        print()
        for event in events:
            if isinstance(event, Citation):
                print(self._citation(event))
        print(f"\n{self._style.bold('Sources')}")
        for event in events:
            for source in event.sources if isinstance(event, Sources) else ():
                place = f"{source.path}:{source.lines.first}-{source.lines.last}"
                title = sanitize(source.title, one_line=True)
                print(f"{source.score:.2f} {self._place(place)} {title}")

    def _citation(self, citation: Citation) -> str:
        place = f"{citation.path}:{citation.lines.first}"
        from ragtui_core.citations import verdict_name

        verdict = self._style.dim(f"({verdict_name(citation.verdict)})")
        return f"[{citation.number}] {self._place(place)} {verdict}"

    def _place(self, place: str) -> str:
        return self._style.place(sanitize(place, one_line=True))
