"""`ragtui ask QUESTION`."""

import argparse
import asyncio
import json
import re
import sys
import textwrap
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from shutil import get_terminal_size

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_vault_arguments,
    ensure_index,
    vault_of,
)
from ragtui_cli.search_arguments import (
    add_search_arguments,
    location_of,
    options_of,
)
from ragtui_cli.terminal_style import Style
from ragtui_core import (
    AnswerEvent,
    AskOptions,
    Citation,
    Lines,
    Notice,
    RagtuiError,
    Reading,
    Selection,
    Source,
    Sources,
    Step,
    Text,
    Vault,
)
from ragtui_core.answer import answer_as_json, answer_as_markdown, event_as_json
from ragtui_core.citations import citation_label, passage_of
from ragtui_core.documents import without_escapes
from ragtui_core.search import named_location
from ragtui_core.settings import ProviderName
from ragtui_core.text import line_count, sanitize, shown_dates, span_of_lines

_LINES = re.compile(r"(?P<file>.+):(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?")


def flags_of(args: argparse.Namespace) -> dict[str, object]:
    """The settings that the command line overrides."""
    model = "answer.model"
    if args.provider == ProviderName.COMPATIBLE:
        model = "answer.server.model"
    return {"answer.provider": args.provider, model: args.model}


def ask_options(args: argparse.Namespace, vault: Vault) -> AskOptions:
    """The options that a command line asks for.

    Raises:
        RagtuiError: An option is not valid.
    """
    chat = _chat(args, vault)
    options = AskOptions(
        chat=chat,
        keep=args.save or bool(chat),
        search=options_of(args, vault),
        deep=args.deep,
        front_end="command",
    )
    if args.selection:
        options = replace(options, selection=selection_of(args.selection, vault))
    return options


def selection_of(text: str, vault: Vault) -> Selection:
    """`notes/a.md:3-7` as the text of these lines.

    Raises:
        RagtuiError: It names no lines of a file.
    """
    match = _LINES.fullmatch(text)
    if not match:
        raise RagtuiError(f"--selection {text}: name a file and lines, as in a.md:3-7")
    path = location_of(match["file"], vault).path
    content = vault.documents.read(path).text
    first, count = int(match["first"]), line_count(content)
    last = int(match["last"] or first)
    if not 1 <= first <= last <= count:
        raise RagtuiError(f"--selection {text}: {path} has lines 1 to {count}")
    lines = Lines(first, last)
    return Selection(span_of_lines(lines, content).of(content), path, lines)


def _chat(args: argparse.Namespace, vault: Vault) -> str:
    if not args.follow:
        return str(args.chat or "")
    latest = vault.chats.latest()
    if latest is None:
        raise RagtuiError("there is no conversation to continue: ask with --save first")
    return latest.id


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("question", nargs="+", metavar="QUESTION", help="the question")
    add_vault_arguments(parser)
    add_agreement(parser)
    known = ", ".join(ProviderName)
    parser.add_argument(
        "--provider",
        metavar="NAME",
        help=f"provider of the answer: {known}, or one of an installed package",
    )
    parser.add_argument("--model", metavar="NAME", help="name of the model")
    parser.add_argument(
        "--selection", metavar="FILE:LINES", help="ask about a passage: a.md:3-7"
    )
    chat = parser.add_mutually_exclusive_group()
    chat.add_argument(
        "--continue",
        action="store_true",
        dest="follow",
        help="follow up the last conversation",
    )
    chat.add_argument("--chat", metavar="ID", help="follow up this conversation")
    add_flags(chat, save="store the conversation, so that --continue can follow it up")
    add_search_arguments(parser, ("deep", "dates", "at", "scope"))
    form = parser.add_mutually_exclusive_group()
    add_flags(
        form,
        json="print one JSON object",
        json_events="print events, one JSON object per line",
        markdown="print a document whose quotations `ragtui verify` can check again",
    )


def run(args: argparse.Namespace) -> int:
    """Ask and print the answer as it is generated."""
    vault = vault_of(args, flags_of(args))
    options = ask_options(args, vault)
    ensure_index(vault, args)
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
    try:
        async with aclosing(answer) as stream:
            async for event in stream:
                events.append(event)
                if printer:
                    printer.show(event)
    finally:
        if printer:
            printer.end_line()
    if printer:
        printer.finish(events)
    return events


MAX_SOURCES = 5
"""Sources that are listed; `--json` has all."""


class _Printer:
    """Prints text as it is generated; at the end citations, or sources if none is."""

    def __init__(self, *, events_as_json: bool) -> None:
        self._json = events_as_json
        self._style = Style.for_stdout()
        self._in_line = False
        """Whether a line of the answer has begun; no notice is printed within it."""
        self._held: list[Notice] = []

    def show(self, event: AnswerEvent) -> None:
        if self._json:
            # ASCII, since a quotation is the file's own text, whatever is in it.
            print(json.dumps(event_as_json(event)), flush=True)
        elif isinstance(event, Text):
            sys.stdout.write(sanitize(without_escapes(event.text)))
            sys.stdout.flush()
            self._in_line = not event.text.endswith("\n")
        elif isinstance(event, Reading) and sys.stderr.isatty():
            print(event.after(0), file=sys.stderr, flush=True)
        elif isinstance(event, Step):
            print(f"ragtui: {event}", file=sys.stderr, flush=True)
        elif isinstance(event, Notice):
            self._held.append(event)
            if not self._in_line:
                self._print_notices()

    def end_line(self) -> None:
        """End a line of the answer that has begun, and print what waits for that."""
        if self._in_line:
            print(flush=True)
            self._in_line = False
        self._print_notices()

    def finish(self, events: list[AnswerEvent]) -> None:
        if self._json:
            return
        self.end_line()
        cited = [event for event in events if isinstance(event, Citation)]
        for citation in cited:
            print(self._citation(citation))
            if not citation.is_extract:
                print(self._style.dim(f"    {passage_of(citation)}"))
        found = next((e for e in events if isinstance(e, Sources)), Sources(()))
        listed = found.listed
        if cited or not listed:
            return
        print(f"\n{self._style.bold('Sources')}")
        for source in listed[:MAX_SOURCES]:
            print(self._source(source))
        left = len(found.sources) - len(listed[:MAX_SOURCES])
        which = "more" if listed[MAX_SOURCES:] else "weaker"
        if left:
            print(self._style.dim(f"and {left} {which}: --json lists all"))

    def _print_notices(self) -> None:
        for notice in self._held:
            about = "".join(f" [{number}]" for number in notice.citations)
            words = f"ragtui: {sanitize(notice.text)}{about}"
            if sys.stderr.isatty():
                words = textwrap.fill(words, min(100, get_terminal_size().columns))
            print(words, file=sys.stderr)
        self._held = []

    def _source(self, source: Source) -> str:
        shown_location = named_location(
            source.path, source.lines.numbers, source.location
        )
        title = sanitize(source.title, one_line=True)
        parts = [f"{source.score:.2f}", self._style.location(shown_location)]
        if f'"{title}"' not in shown_location:  # a mail's has its subject
            parts.append(title)
        if facts := ", ".join(filter(None, (source.state, shown_dates(source)))):
            parts.append(sanitize(f" ({facts})"))
        return " ".join(parts)

    def _citation(self, citation: Citation) -> str:
        shown_location = named_location(
            citation.path, citation.lines.first, citation.location
        )
        verdict = self._style.dim(f"({citation_label(citation)})")
        where = self._style.location(shown_location)
        return f"[{citation.number}] {where} {verdict}"
