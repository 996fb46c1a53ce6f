"""Compares Markdown parsers on folders of notes: speed, and the positions they give.

python -m benchmarks.markdown_parsers VAULT...

Prints a table: seconds of one thread, the ratio to the fastest, in what the parser
counts positions, and for what share of the blocks and of the inline texts it has one.
See benchmarks/results/markdown-parsers.md.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyromark
from markdown_it import MarkdownIt

from benchmarks.measure import seconds

RUNS = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A parser, set up in one way.

    `places` says for each element of a text whether it is inline, and whether its
    place in the source is known.
    """

    name: str
    offsets: str
    parse: Callable[[str], object]
    places: Callable[[str], Iterator[tuple[bool, bool]]]


def candidates() -> list[Candidate]:
    """The parsers to compare."""
    rust = pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES)
    full = MarkdownIt("commonmark").enable("table")
    blocks = MarkdownIt("commonmark").enable("table").disable("inline")
    return [
        Candidate(
            "pyromark, blocks and inline",
            "bytes",
            lambda text: list(rust.events_with_range(text)),
            lambda text: pyromark_places(rust, text),
        ),
        Candidate(
            "markdown-it-py, blocks",
            "lines",
            blocks.parse,
            lambda text: markdown_it_places(blocks, text),
        ),
        Candidate(
            "markdown-it-py, blocks and inline",
            "lines",
            full.parse,
            lambda text: markdown_it_places(full, text),
        ),
    ]


def pyromark_places(
    parser: pyromark.Markdown, text: str
) -> Iterator[tuple[bool, bool]]:
    """Each event has a byte range; that of a text must cover just this text."""
    source = text.encode()
    for event, place in parser.events_with_range(text):
        if isinstance(event, dict) and "Text" in event:
            piece = source[place["start"] : place["end"]].decode()
            yield True, piece == event["Text"]
        elif isinstance(event, dict) and "Start" in event:
            yield False, True


def markdown_it_places(parser: MarkdownIt, text: str) -> Iterator[tuple[bool, bool]]:
    """Most blocks have their first and last line; inline texts have nothing."""
    for token in parser.parse(text):
        if token.nesting >= 0 and token.type != "inline":
            yield False, token.map is not None
        for child in token.children or ():
            if child.type == "text" and child.content:
                yield True, child.map is not None


def share(candidate: Candidate, texts: Sequence[str], *, inline: bool) -> str:
    """For how many elements a place is known, in per cent."""
    known = [
        place
        for text in texts
        for is_inline, place in candidate.places(text)
        if is_inline is inline
    ]
    return f"{sum(known) / len(known):.0%}" if known else "-"


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description="Compare Markdown parsers.")
    arguments.add_argument("vaults", nargs="+", type=Path, metavar="VAULT")
    paths = [
        path
        for vault in arguments.parse_args().vaults
        for path in sorted(vault.rglob("*.md"))
    ]
    texts = [path.read_text("utf-8", errors="replace") for path in paths]
    size = sum(path.stat().st_size for path in paths) / 1e6
    print(f"{len(texts):,} files, {size:.1f} MB, best of {RUNS} runs\n")
    table(texts)


def parse_all(candidate: Candidate, texts: Sequence[str]) -> None:
    """Parse everything once."""
    for text in texts:
        candidate.parse(text)


def table(texts: Sequence[str]) -> None:
    """Print a row for each candidate."""
    columns = ("parser", "s", "ratio", "counts", "blocks placed", "inline placed")
    print(f"| {' | '.join(columns)} |")
    print("|---" * len(columns) + "|")
    fastest = 0.0
    for each in candidates():
        taken = seconds(partial(parse_all, each, texts), RUNS)
        fastest = fastest or taken
        times = (f"{taken:.2f}", f"{taken / fastest:.1f}")
        placed = [share(each, texts, inline=inline) for inline in (False, True)]
        print(f"| {' | '.join((each.name, *times, each.offsets, *placed))} |")


if __name__ == "__main__":
    main()
