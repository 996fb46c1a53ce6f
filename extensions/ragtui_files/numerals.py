"""Numbers of lists and headings as programs show them: `4`, `iv`, `D`."""

import re

BEGIN, END = "\ufdd2", "\ufdd3"
"""Surround a number that an extractor has put before a text of its file; Unicode
reserves these characters for the inside of programs."""
LABEL = re.compile(f"{BEGIN}([^{BEGIN}{END}]*){END}\\s*")

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
    *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_MAX_ROMAN = 3_999


def numeral(number: int, kind: str) -> str:
    """A number in one of the forms of HTML: `1`, `a`, `A`, `i`, `I`."""
    if kind in {"i", "I"} and 0 < number <= _MAX_ROMAN:
        text = _roman(number)
    elif kind in {"a", "A"} and number > 0:
        text = _letters(number)
    else:
        return str(number)
    return text.upper() if kind.isupper() else text


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


def _letters(number: int) -> str:
    text = ""
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(97 + letter) + text
    return text
