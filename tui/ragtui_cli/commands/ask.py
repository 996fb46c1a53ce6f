"""`ragtui ask QUESTION`."""

import argparse
import json
import sys
import time
from contextlib import aclosing

from ragtui_cli import exit_codes
from ragtui_cli.commands.first_index import ensure_index
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.style import Style
from ragtui_core.answer import AnswerEvent, Citation, Notice, Sources, Text
from ragtui_core.answer.report import answer_as_json, as_json
from ragtui_core.settings import ProviderName
from ragtui_core.untrusted import printable
from ragtui_core.vault import Vault


def add(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("question", nargs="+", metavar="QUESTION", help="in words")
    add_vault_arguments(parser)
    parser.add_argument(
        "--provider", choices=list(ProviderName), help="who writes the answer"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--json-events", action="store_true", help="print events, one object a line"
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Ask and print the answer as it comes."""
    # Spares the other commands 30 ms.
    import asyncio

    vault = vault_of(given, {"answer.provider": given.provider})
    ensure_index(vault)
    question = " ".join(given.question)
    if given.json:
        started = time.monotonic()
        events = asyncio.run(_collected(vault, question))
        latency = round(1000 * (time.monotonic() - started))
        print(json.dumps(answer_as_json(question, events, latency), indent=2))
    else:
        printer = _Printer(events_as_json=given.json_events)
        events = asyncio.run(_collected(vault, question, printer))
    cited = any(isinstance(event, Citation) for event in events)
    return exit_codes.FOUND if cited else exit_codes.NOTHING


async def _collected(
    vault: Vault, question: str, printer: "_Printer | None" = None
) -> list[AnswerEvent]:
    events: list[AnswerEvent] = []
    async with aclosing(vault.ask(question)) as stream:
        async for event in stream:
            events.append(event)
            if printer:
                printer.show(event)
    if printer:
        printer.finish(events)
    return events


class _Printer:
    """Prints text as it comes, and the citations and sources when it is complete."""

    def __init__(self, *, events_as_json: bool) -> None:
        self._json = events_as_json
        self._style = Style.for_stdout()

    def show(self, event: AnswerEvent) -> None:
        if self._json:
            print(json.dumps(as_json(event), ensure_ascii=False), flush=True)
        elif isinstance(event, Text):
            sys.stdout.write(printable(event.text))
            sys.stdout.flush()
        elif isinstance(event, Notice):
            print(f"ragtui: {printable(event.text)}", file=sys.stderr)

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
                title = printable(source.title, one_line=True)
                print(f"{source.score:.2f} {self._place(place)} {title}")

    def _citation(self, citation: Citation) -> str:
        place = f"{citation.path}:{citation.lines.first}"
        verdict = self._style.dim(f"({citation.verdict.value.replace('_', ' ')})")
        return f"[{citation.number}] {self._place(place)} {verdict}"

    def _place(self, place: str) -> str:
        return self._style.place(printable(place, one_line=True))
