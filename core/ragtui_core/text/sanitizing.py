"""Makes text of files and models safe to display: it cannot control a terminal.

Notes are untrusted. An escape sequence in one could rewrite the screen, set
the clipboard or hide a line; invisible direction marks can display a text in another
order; invisible characters can pass hidden instructions to a model.

Kept is what languages and emoji need: joiners, soft hyphens, combining marks, one
variation selector after a character that has variants, and the flags of England,
Scotland and Wales, which consist of tag characters.

A text may also come in chunks; the result does not depend on their borders. Half an
escape sequence is harmless by itself, and so is one invisible joiner. A text that is
split between the halves must not be treated as two harmless ones.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

T = TypeVar("T")

_ESCAPES = re.compile(
    # OSC ... BEL or ST. One without an end in its line hides no text. Another
    # introducer ends the search for it, which keeps the effort linear.
    r"(?:\x1b\]|\x9d)(?:[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c))?"
    # DCS, SOS, PM, APC ... ST.
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])(?:[^\x1b\x90\x98\x9c-\x9f\n]*(?:\x1b\\|\x9c))?"
    # CSI and two-character sequences.
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"
)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_RETURNS = re.compile(r"\r(?!\n)")
"""On a terminal the following text would overwrite the preceding text."""

_FLAGS = "|".join(
    "".join(chr(0xE0000 + ord(letter)) for letter in region)
    for region in ("gbeng", "gbsct", "gbwls")
)
_INVISIBLE = re.compile(
    f"(\U0001f3f4(?:{_FLAGS})\U000e007f)|["
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction marks and overrides
    "\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # tags, and reserved ones
    "]"
)
_JOINERS = re.compile("([\u200b-\u200d])[\u200b-\u200d]+")
"""One is legitimate between letters; several can encode hidden data."""

_SELECTORS = re.compile(
    "(?:(?<=[\x00-\x22\x24-\x29\x2b-\x2f\x3a-\x7f\ufe00-\ufe0f\U000e0100-\U000e01ef])"
    "|^(?![\ufe0e\ufe0f]))[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
)
"""Variation selectors after a letter or sign of ASCII, or after another selector. At
the start one may belong to an emoji at the end of the chunk before."""

_SEPARATORS = re.compile("[\u2028\u2029]")
_LINES = re.compile(r"[^\n]+\n?|\n")
_BREAKS = re.compile(r"[\r\n\t]+")


def without_surrogates(text: str) -> str:
    """`text` with `?` for each half of a surrogate pair, which UTF-8 cannot encode."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def encodable(value: T) -> T:
    """`value` with `?` for each half of a surrogate pair in its texts.

    UTF-8 cannot encode them. They occur in command lines, file names in other
    encodings, and JSON. `value` may be made of dataclasses, dicts, lists and tuples.
    """
    made: Any = value
    if isinstance(value, str):
        made = without_surrogates(value)
    elif isinstance(value, list | tuple):
        made = type(value)(map(encodable, value))
    elif isinstance(value, dict):
        made = {encodable(key): encodable(item) for key, item in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        given = {f.name: it for f in fields(value) if (it := getattr(value, f.name))}
        changed = {n: new for n, it in given.items() if (new := encodable(it)) != it}
        made = replace(value, **changed) if changed else value
    return cast("T", made)


def sanitize(text: str, *, one_line: bool = False) -> str:
    """`text` without escape sequences, control, direction and hidden characters.

    A lone surrogate, which UTF-8 cannot encode, becomes `?`.

    Args:
        text: From a file, a file's name or a model.
        one_line: Whether line breaks and tabs become single spaces.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _CONTROLS.sub("", _ESCAPES.sub("", text))
    if not text.isascii():
        text = _JOINERS.sub(r"\1", _INVISIBLE.sub(r"\1", without_surrogates(text)))
        text = _SELECTORS.sub("", _SEPARATORS.sub(" ", text))
    return _BREAKS.sub(" ", text) if one_line else _RETURNS.sub("\n", text)


def escape_spans(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of each escape sequence that `sanitize` removes, in order."""
    if not (text.isascii() and text.isprintable()):
        yield from (match.span() for match in _ESCAPES.finditer(text))


def kept_offsets(text: str) -> list[int] | None:
    """The offset in `text` of each character of `sanitize(text)`, in order.

    None if nothing is removed, so that offsets are the same.
    """
    if len(sanitize(text)) == len(text):
        return None
    offsets: list[int] = []
    for line in _LINES.finditer(text):
        # Removed sequences never extend past the end of a line, but what is
        # removed at the start of a text depends on nothing preceding it.
        before = "\n" if line.start() else ""
        start = line.start() - len(before)
        kept = _kept(before + line[0])[len(before) :]
        offsets += [start + offset for offset in kept]
    return offsets


def _kept(text: str) -> list[int]:
    """The offsets in `text` of the characters that `sanitize` keeps."""
    offsets = list(range(len(text)))
    if len(sanitize(text)) == len(text):
        return offsets
    for pattern in (_ESCAPES, _CONTROLS, _INVISIBLE, _JOINERS, _SELECTORS):
        if pattern is _SELECTORS:
            text = _SEPARATORS.sub(" ", text)
        kept, remaining, end = "", [], 0
        for match in pattern.finditer(text):
            group = match.span(1) if pattern.groups and match[1] else (0, 0)
            for start, stop in ((end, match.start()), group):
                kept += text[start:stop]
                remaining += offsets[start:stop]
            end = match.end()
        text = (kept + text[end:]).encode("utf-8", "replace").decode()
        offsets = remaining + offsets[end:]
    return offsets


_INTRODUCER = re.compile("[\x1b\x90\x98\x9b\x9d-\x9f]")
_COMPLETE = re.compile(
    # A sequence that the next piece may continue matches only if terminated.
    r"(?:\x1b\]|\x9d)[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b[^\x1b]|[\x9c\n]|(?=[\x90\x98\x9d-\x9f]))"
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x90\x98\x9c-\x9f\n]*(?:\x1b[^\x1b]|[\x9c\n]|(?=[\x90\x98\x9d-\x9f]))"
    r"|(?:\x1b(?![\]PX^_])|\x9b)\[?+[0-?]*+[ -/]*+[^ -?\x1b\x90\x98\x9b\x9d-\x9f]"
)
_SETTLED = re.compile(
    "[^\r\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U0001f3f4\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""A character that `sanitize` keeps, whatever follows it."""


class SanitizedStream:
    """Makes chunks of one text safe to display: `feed` each chunk, then `finish`.

    The concatenated output equals `sanitize` of the whole text.
    """

    def __init__(self) -> None:
        """Begin at the start of a text."""
        self._buffer = ""
        self._before = ""

    def feed(self, piece: str) -> str:
        """The output that is final; the rest is buffered."""
        self._buffer += piece
        return self._emit(_certain_until(self._buffer))

    def finish(self) -> str:
        """The buffered output."""
        return self._emit(len(self._buffer))

    def _emit(self, end: int) -> str:
        piece, self._buffer = self._buffer[:end], self._buffer[end:]
        if not piece:
            return ""
        # Variation selectors depend on the character before them.
        shown = sanitize(self._before + piece).removeprefix(self._before)
        self._before = piece[-1] if _SETTLED.match(piece[-1]) else self._before
        return shown


def _certain_until(text: str) -> int:
    """The offset up to which further input cannot change the output for `text`."""
    sequences, end = _sequences(text)
    while end:
        if sequences and end <= sequences[-1][1]:
            end = min(end, sequences.pop()[0])
        elif _SETTLED.match(text, end - 1):
            break
        else:
            end -= 1
    return end


def _sequences(text: str) -> tuple[list[tuple[int, int]], int]:
    """The complete escape sequences, and the start of one that may continue."""
    spans: list[tuple[int, int]] = []
    position = 0
    while introducer := _INTRODUCER.search(text, position):
        start = introducer.start()
        complete = _COMPLETE.match(text, start)
        if not complete:
            return spans, start
        position = complete.end()
        if (
            text[position - 2] == "\x1b"
            and position - 2 > start
            and text[position - 1] != "\\"
        ):
            position -= 2  # it was interrupted, and the next begins there
        elif text[position - 1] == "\n":
            position -= 1
        spans.append((start, position))
    return spans, len(text)
