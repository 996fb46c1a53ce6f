"""Words of a PDF that its lines and glyphs have changed: as people read them.

pdfium writes U+FFFE for a hyphen at the end of a line. The parts are one word, unless
the hyphen belongs to it: the text has it elsewhere, a number or a capital is beside it,
or it begins as compounds do. A glyph of lam and alef gives both in the wrong order.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

_BROKEN = re.compile("(\\w+)[\ufffe\x02\u00ad]\r?\n?(?=(\\w+))")
_RANGE = re.compile(r"(?<=\d)-\n(?=\d)")
"""The hyphen of numbers, which pdfium does not take for one at the end of a line."""
_LAM_ALEF = re.compile("[اأإآ]ل")
_FORMS = re.compile(
    "[\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdc7\ufdf0-\ufdfc\ufe70-\ufefc]+"
)
"""Ligatures and the forms of Arabic letters within words."""
_WORD = re.compile(r"\w+(?:-\w+)*")
_COMPOUND = frozenset(
    (
        *("well", "self", "half", "ex", "mid", "e", "two", "three", "four", "five"),
        *("six", "seven", "eight", "nine", "ten"),
    )
)
"""First parts of words that have a hyphen in English."""
_LEAST = 4
"""Letters of the second part of such a word."""


def page_text(page: Any) -> str:
    """The text of a page of pypdfium2, with its letters in the order of reading."""
    text = page.get_textpage()
    found: str = text.get_text_range()
    for place in reversed(list(_LAM_ALEF.finditer(found))):
        start = place.start()
        # The characters of one glyph have one place.
        if _box(text, start) == _box(text, start + 1):
            found = f"{found[:start]}{place[0][::-1]}{found[place.end() :]}"
    text.close()
    return _FORMS.sub(lambda forms: unicodedata.normalize("NFKC", forms[0]), found)


def _box(text: Any, index: int) -> tuple[float, ...]:
    from pypdfium2 import PdfiumError, raw

    at = raw.FPDFText_GetCharIndexFromTextIndex(text, index)
    try:
        return tuple(text.get_charbox(at)) if at >= 0 else (index,)
    except PdfiumError:
        return (index,)


def known_words(texts: Iterable[str]) -> frozenset[str]:
    """The words of a document that no line breaks."""
    return frozenset(
        word.lower() for text in texts for word in _WORD.findall(_BROKEN.sub(" ", text))
    )


def with_whole_words(text: str, known: frozenset[str]) -> str:
    """A text with the parts of each broken word joined."""

    def joined(place: re.Match[str]) -> str:
        first, second = place[1], place[2]
        return f"{first}-" if _has_hyphen(first, second, known) else first

    whole = _BROKEN.sub(joined, text)
    lines = whole.replace("\r\n", "\n").replace("\r", "\n")
    return _RANGE.sub("-", lines)


def _has_hyphen(first: str, second: str, known: frozenset[str]) -> bool:
    if f"{first}{second}".lower() in known:
        return False
    if f"{first}-{second}".lower() in known or first[-1].isdigit():
        return True
    if second[0].isdigit() or (second[0].isupper() and not first.isupper()):
        return True
    return first.lower() in _COMPOUND and len(second) >= _LEAST
