"""Code within a paragraph of Markdown, where marks mean nothing."""

import re
from collections import defaultdict
from collections.abc import Iterator

_RUN = re.compile(r"(?:\r\n|\r|\n)[ \t>]*(?=[\r\n])|`+")


def code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Code between runs of as many grave accents, within a paragraph."""
    paragraph: list[tuple[int, int]] = []
    for match in _RUN.finditer(text):
        if match[0][0] == "`":
            paragraph.append(match.span())
            continue
        yield from _paired(paragraph)
        paragraph = []
    yield from _paired(paragraph)


def _paired(runs: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    following: dict[int, list[int]] = defaultdict(list)
    for index in range(len(runs) - 1, -1, -1):
        following[runs[index][1] - runs[index][0]].append(index)
    done = -1
    for index, (start, end) in enumerate(runs):
        same = following[end - start]
        same.pop()  # this one
        if index > done and same:
            done = same[-1]
            yield start, runs[done][1]
