"""Finds addresses written without markup, as GitHub does: `https://x.org`, `a@b.org`.

A bare domain (`x.org`) is none, since many names of files look like one (`plan.md`).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LEADS = ("://", "www.", "@")
_ADDRESS = re.compile(
    r"(?<![\w/])(?:https?://|(?P<site>www\.))(?=\w)[^\s<>]+"
    r"|(?<![\w.+/@-])(?P<mail>[\w.+-]++@\w[\w-]*+(?:\.\w[\w-]*+)++)",
    re.IGNORECASE,
)
_AFTER = "?!.,:;*_~'\""
"""Punctuation that belongs to the sentence if the address ends with it."""
_BRACKETS = {")": "(", "]": "["}


class BareLink(NamedTuple):
    """Characters `start` to `end` of a text, and the URL that they stand for."""

    start: int
    end: int
    target: str


def bare_links(text: str) -> Iterator[BareLink]:
    """The addresses in a text without markup, in order. Linear time."""
    if not any(lead in text for lead in _LEADS):
        return
    for found in _ADDRESS.finditer(text):
        address = found[0] if found["mail"] else _trimmed(found[0])
        scheme = "mailto:" if found["mail"] else "http://" if found["site"] else ""
        yield BareLink(found.start(), found.start() + len(address), scheme + address)


def _trimmed(address: str) -> str:
    """An address without the punctuation and brackets of the sentence around it."""
    closing = {mark: address.count(mark) for mark in "()[]"}
    end = len(address)
    while end:
        last = address[end - 1]
        if last in _BRACKETS and closing[last] > closing[_BRACKETS[last]]:
            closing[last] -= 1
        elif last not in _AFTER:
            break
        end -= 1
    return address[:end]
