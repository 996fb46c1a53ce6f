"""Draws the screen with ASCII alone; each replacement is as wide as its character."""

import unicodedata
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
    "o": "○◯◦◌◎□◻▫",
    ".": "…·‧",
    ">": "›»▶▸►→⇒⟩❯➜➤⏵",
    "<": "⏎↵‹«◀◂◄←⇐⟨❮⏴",
    "^": "▲▴↑⇑⌃˄",
    "v": "▼▾↓⇓⌄˅✓✔",
    "x": "✗✘×✕✖☒",
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
        """The same segments in ASCII; what is ASCII already stays as it is."""
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
