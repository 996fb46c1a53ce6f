"""Data that is written as text: base64, data addresses, drawings.

People neither read it nor search for it, and it would fill hundreds of passages.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ragtui_core.types import Span

MIN_DATA = 256
"""Characters from which a run of base64 or hexadecimal digits is data. Hashes, keys and
signatures, which people search for, are shorter."""

MIN_LINE = 60
"""Characters of a line of base64, which is written in lines of 64 or 76."""

MIN_CHANGES = 0.3
"""From this ratio of changes between small letters, capitals, digits and signs a run is
encoded: random base64 has .6, digits of a hash .5, paths and identifiers under .2."""

_RUN = "[A-Za-z0-9+/_-]"
_NAMED = re.compile(
    rf"""
    (?:!\[[^\]\n]*\]\()?  # an image, with its text
    \bdata:[a-z]+/[\w.+-]+(?:;[\w=.+-]+)*,[^\s)"'<>\]]{{{MIN_LINE},}}\)?
    | (?<=\sd=["'])[MmLlHhVvCcSsQqTtAaZz0-9.,\s+-]{{{MIN_DATA},}}  # of SVG
    """,
    re.VERBOSE,
)
_LINES = re.compile(
    rf"""
    (?<!\.)(?!//){_RUN}{{{MIN_LINE},}}={{0,2}}
    (?:[ \t>]*\r?\n[ \t>]*{_RUN}{{8,}}={{0,2}}(?=[ \t]*\r?$))*
    """,
    re.VERBOSE | re.MULTILINE,
)
_DRAWING = re.compile(
    r"^[ ]{0,3}(?P<fence>`{3,}|~{3,})[ ]*(?:compressed-json\b"
    r"|json\s+(?:!!!_START_OF_TLDRAW|\{\s*\"type\":\s*\"excalidraw\"))",
    re.MULTILINE,
)
_DRAWINGS = ("compressed-json", "!!!_START_OF_TLDRAW", '"excalidraw"')
"""What texts with a drawing contain."""
_SIGNS = ("data:", ' d="', " d='")
"""What texts with data in an address or a drawing contain."""
_CHANGE = re.compile("[a-z](?![a-z])|[A-Z](?![A-Z])|[0-9](?![0-9])")

_CLASSES = bytes(ord("x" if re.match(_RUN, chr(code)) else " ") for code in range(256))
_LONG = b"x" * MIN_LINE


@lru_cache(maxsize=8)
def encoded_spans(text: str) -> tuple[Span, ...]:
    """The spans of encoded data in `text`, in order."""
    is_drawing = any(name in text for name in _DRAWINGS)
    candidates = list(_drawings(text)) if is_drawing else []
    if any(sign in text for sign in _SIGNS):
        candidates += [Span(*data.span()) for data in _NAMED.finditer(text)]
    candidates += _runs(text)
    spans = list[Span]()
    for span in sorted(candidates, key=lambda span: span.start):
        if not spans or span.start >= spans[-1].end:  # a drawing contains runs
            spans.append(span)
    return tuple(spans)


def without_encoded(text: str) -> str:
    """`text` with a space for each character of encoded data.

    The ends of lines stay, and what is in brackets of an image `![so](data:...)`.
    """
    spans = encoded_spans(text)
    if not spans:
        return text
    borders = [0, *(position for span in spans for position in (span.start, span.end))]
    parts = [text[start:end] for start, end in pairwise((*borders, len(text)))]
    parts[1::2] = map(_blank, parts[1::2])
    return "".join(parts)


def _blank(data: str) -> str:
    alt = data.find("](") + 1 if data.startswith("![") else 0
    return data[:alt] + re.sub(r"[^\r\n]", " ", data[alt:])


def _drawings(text: str) -> Iterator[Span]:
    """The blocks of code that drawing programs write, without their fences."""
    at = 0
    while opening := _DRAWING.search(text, at):
        start = opening.end("fence")
        fence = text.find(f"\n{opening['fence']}", start)
        at = len(text) if fence < 0 else fence
        yield Span(start, at)


def _runs(text: str) -> Iterator[Span]:
    # As bytes, long runs are found in a tenth of the time.
    classes = text.encode("ascii", "replace").translate(_CLASSES) + b" "
    start = classes.find(_LONG)
    while start >= 0:
        lines = _LINES.match(text, start)
        if lines and (end := _encoded_end(lines[0])):
            yield Span(start, start + end)
        end = lines.end() if lines else classes.find(b" ", start)
        start = classes.find(_LONG, end)


def _encoded_end(run: str) -> int:
    """Where the encoded lines of `run` end; 0 if it is not encoded."""
    end = len(run)
    while (start := run.rfind("\n", 0, end)) >= 0:
        line = run[start:end].strip("\r\n\t >")
        if len(line) >= MIN_LINE or line.endswith("=") or _is_encoded(line):
            break
        end = start
    return end if end >= MIN_DATA and _is_encoded(run[:end]) else 0


def _is_encoded(run: str) -> bool:
    changes = sum(1 for _ in _CHANGE.finditer(run))
    return changes >= MIN_CHANGES * len(run)
