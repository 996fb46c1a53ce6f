"""Allowed terminal output, and a stream that replaces a terminal."""

import io
import re
import unicodedata

SGR = re.compile("\x1b\\[(?:0|1|2|36|1;33)m")
"""The colours and weights that the command uses."""

BIDI = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)

HOSTILE = (
    *("\x1b]0;owned\x07", "\x1b]52;c;aGk=\x07"),
    *("\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\", "\x1b[2J\x1b[H"),
    *("\x1b[8mhidden\x1b[0m", "\x9b31m", "\x9d0;owned\x9c", "\x1bPq\x1b\\"),
    *("\u202egnp.exe", "\u2066\u2067\u2069", "a\rb", "a\x08\x08b", "\x00", "\x7f"),
    *("\udcff\udc80", "\ud800", "\u2028next\u2029", "\u200b\u200c\u200d\u200b"),
    *("\U000e0041\U000e0042", "\ufeff", "\ufff9a\ufffab\ufffb", "日本語"),
    *("[red]x[/red] [@click=app.quit]y[/]", "\t"),
)
"""Text that a terminal, or a reader, could be misled by."""


class TerminalStub(io.StringIO):
    """A stream that says it is a terminal and keeps what it is sent."""

    def isatty(self) -> bool:
        return True


def controls_in(sent: str) -> list[str]:
    """What a terminal should not have been sent, our own colours left out."""
    plain = SGR.sub("", sent)
    return [char for char in plain if not _harmless(char)]


def _harmless(char: str) -> bool:
    if char in "\n\t":
        return True
    category = unicodedata.category(char)
    return category not in {"Cc", "Cs", "Zl", "Zp"} and char not in BIDI
