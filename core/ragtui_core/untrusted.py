"""Makes text of files and models safe to show: nothing in it can command a terminal.

Notes may come from anyone. An escape sequence in one could rewrite the screen, set
the clipboard or hide a line; invisible direction marks can show a text in another
order than it has.
"""

import re

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC ... BEL or ST
    r"|\x1b[PX^_][^\x1b]*(?:\x1b\\)?"  # DCS, SOS, PM, APC ... ST
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"  # CSI and two-character sequences
)
_CONTROLS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # direction marks and overrides
)
_BREAKS = re.compile(r"[\r\n\t\u2028\u2029]+")


def printable(text: str, *, one_line: bool = False) -> str:
    """`text` without escape sequences, control characters and direction marks.

    Args:
        text: From a file, a file's name or a model.
        one_line: Whether line breaks and tabs become single spaces.
    """
    text = _CONTROLS.sub("", _ESCAPES.sub("", text))
    return _BREAKS.sub(" ", text) if one_line else text
