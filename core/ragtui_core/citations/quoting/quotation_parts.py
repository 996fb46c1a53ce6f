"""What a writer left out of a quotation or added to it: `...`, `[sic]`, `[a pump]`."""

import re
from itertools import islice

_ELLIPSIS = re.compile(
    r"[ ,;.]*(?:[\[(](?:\u2026|\.{3}|\. \. \.)[\])]|\u2026|\.{3,}|\. \. \.)[ ,;.]*"
)
_SIC = re.compile(r"\s*[\[(](?:sic!?|!|emphasis added|my emphasis)[\])]", re.I)
_INSERTION = re.compile(r"\[[^\[\]]*\]")


def parts_of(words: str, *, at_insertions: bool = False) -> list[str]:
    """The parts of a quotation between ellipses, without `[sic]`.

    With `at_insertions`, other words in brackets end a part, too.
    """
    words = _SIC.sub("", words)
    if at_insertions:
        words = _INSERTION.sub("\u2026", words)
    parts = _ELLIPSIS.split(words)
    return [part.strip() for part in parts if part.strip()]


def has_insertion(words: str) -> bool:
    """Whether words in brackets may be those of the writer, not of the quoted text."""
    found = islice(_INSERTION.finditer(words), 100)
    return any(character.isalpha() for insertion in found for character in insertion[0])
