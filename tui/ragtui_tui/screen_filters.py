"""Filters for all that is drawn, and whether the terminal shows UTF-8."""

import codecs
import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_STAND_INS = {
    "-": "─━╌╍┄┅┈┉╴╶╸╺‐‑‒–—―−⎯⁃",
    "|": "│┃╎╏┆┇┊┋╵╷╹╻║▏▎▍▌▐▕¦⎸▉▊▋",
    "+": "┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬┍┎┑┒┕┖┙┚┝┠┥┨┯┷┿╂†‡",
    "=": "═≡‖",
    "_": "▁▂▔‗⎽",
    "#": "█▇▆▓▄▀▟▙▛▜■▪◼▬",
    ":": "▅▃▒░∶",
    "*": "●•∙⋅◆★☆✱✳⁎◉⬤",
    "o": "○◯◦◌◎□◻▫∅",
    ".": "…·‧",
    ">": "›»▶▸►→⇒⟩❯➜➤⏵",
    "<": "⏎↵‹«◀◂◄←⇐⟨❮⏴",
    "^": "▲▴↑⇑⌃˄",
    "v": "▼▾↓⇓⌄˅✓✔",
    "x": "✗✘×✕✖☒≠",
    "'": "‘’‚‛′´ʼ",
    '"': "“”„‟″",
    "~": "≈∼〜～",
    "/": "╱⁄∕",
    "\\": "╲∖",
    "!": "⚠",
    "`": "ˋ",
    " ": "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f⠀",
}
"""Replacements, and the characters of one cell that they replace."""

_ONE = {sign: instead for instead, signs in _STAND_INS.items() for sign in signs}


@lru_cache(maxsize=4096)
def stand_in(char: str) -> str:
    """ASCII for one character, of the same cell width; `?` without a similar one."""
    if char.isascii():
        return char
    width = cell_len(char)
    folded = _ONE.get(char) or "".join(
        part for part in unicodedata.normalize("NFKD", char) if part.isascii()
    )
    return folded if len(folded) == width else "?" * width


class AsciiFilter(LineFilter):
    """Replaces every character that is not ASCII, on the whole screen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """`segments` in ASCII; what is ASCII already stays as it is."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(_in_ascii(segment.text), segment.style)
            for segment in segments
        ]


def _in_ascii(text: str) -> str:
    """A text in ASCII, as wide; characters may join to fewer cells than they have."""
    width, found = cell_len(text), "".join(map(stand_in, text))
    return found[:width].ljust(width, "?")


_COMMANDS = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # escape sequences need one of these
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction marks and overrides
    "\u2028\u2029\ud800-\udfff]"  # line breaks, and what UTF-8 cannot encode
)


class ScreenFilter(LineFilter):
    """Replaces control and direction characters; `?` for those that take a cell."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """`segments` without such characters, as wide as before."""
        return [
            segment
            if segment.control or segment.text.isprintable()
            else Segment(_COMMANDS.sub(_question_marks, segment.text), segment.style)
            for segment in segments
        ]


def _question_marks(found: re.Match[str]) -> str:
    return "?" * _width(found[0])


@lru_cache(maxsize=256)
def _width(char: str) -> int:
    return max(0, cell_len(char))


def supports_unicode(environ: Mapping[str, str] | None = None) -> bool:
    """Whether the terminal shows UTF-8, according to the locale.

    Python itself answers `utf-8` in the locale C, whatever the terminal can do, so
    the variables are looked at first. Without any setting, it is UTF-8.
    """
    environ = os.environ if environ is None else environ
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    if locale in {"C", "POSIX"}:
        return False
    charset = locale.partition(".")[2].partition("@")[0]
    terminal = sys.__stderr__  # noqa: TID251 - only its encoding
    return _is_utf8(charset or getattr(terminal, "encoding", None) or "utf-8")


def _is_utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
