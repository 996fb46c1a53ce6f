"""Code within a paragraph of Markdown, where marks mean nothing."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

_RUN = re.compile(r"(?:\r\n|\r|\n)[ \t>]*(?=[\r\n])|(?<!\\)(?:\\\\)*(\\?)(`+)")
"""A blank line, or grave accents; the first after a backslash opens no code."""


def code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Code between runs of as many grave accents, within a paragraph."""
    paragraph: list[_Run] = []
    for match in _RUN.finditer(text):
        if match[2]:
            paragraph.append(_Run(*match.span(2), len(match[1])))
            continue
        yield from _paired(paragraph)
        paragraph = []
    yield from _paired(paragraph)


class _Run(NamedTuple):
    """Grave accents from `start` to `end`, of which `escaped` (0 or 1) open nothing."""

    start: int
    end: int
    escaped: int


def _paired(runs: list[_Run]) -> Iterator[tuple[int, int]]:
    following: dict[int, list[int]] = defaultdict(list)
    for index in range(len(runs) - 1, -1, -1):
        following[runs[index].end - runs[index].start].append(index)
    done = -1
    for index, (start, end, escaped) in enumerate(runs):
        following[end - start].pop()  # this one
        same = following.get(end - start - escaped, ())
        if index > done and same:
            done = same[-1]
            yield start + escaped, runs[done].end
