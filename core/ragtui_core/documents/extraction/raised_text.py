"""Superscripts and subscripts as characters: `10⁶`, `H₂O`, `x^(n-k)`, `a_(min)`."""

import re
import unicodedata

_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|re|ère|e|eme|ème|de|ste|o|a|ª|º)s?", re.I)
"""What follows a number in `1st` and `1er`, and means the same on the line."""
_SIGNS = {"tm": "™", "sm": "℠", "®": "®", "™": "™", "©": "©", "°": "°"}
_MARK = re.compile(
    r"[\[(]?(\d{1,3}(?:[,–-]\s?\d{1,3})*|[a-z]|[*†‡§¶]{1,3})[\])]?", re.I
)
_NOTED = re.compile(r"(?:[^\W\d_]{4}|[.,;:!?\"'”\u2019»%])\Z")
"""The end of what a raised number is a note's mark of, not a power."""


def _characters(form: str, blocks: range) -> dict[str, str]:
    """The characters with this compatibility form, by what they mean."""
    found: dict[str, str] = {}
    for code in (0xAA, 0xB2, 0xB3, 0xB9, 0xBA, *blocks):
        given, _, plain = unicodedata.decomposition(chr(code)).partition(" ")
        if given == form and " " not in plain:
            found.setdefault(chr(int(plain, 16)), chr(code))
    return found


_RAISED = _characters("<super>", range(0x2070, 0x20A0)) | {"-": "⁻", "\u2212": "⁻"}
_LOWERED = _characters("<sub>", range(0x2070, 0x20A0)) | {"-": "₋", "\u2212": "₋"}


def raised(text: str, before: str = "") -> str:
    """A superscript, as it is written after `before` on one line."""
    words = " ".join(text.split())
    if before[-1:].isdigit() and _ORDINAL.fullmatch(words):
        return words
    if words.lower() in _SIGNS:
        return _SIGNS[words.lower()]
    if words[:1].isdigit() and _MARK.fullmatch(words) and _NOTED.search(before):
        return note_mark(words, before)
    return _scripted(words, _RAISED, "^")


def lowered(text: str) -> str:
    """A subscript on one line."""
    return _scripted(" ".join(text.split()), _LOWERED, "_")


def note_mark(text: str, before: str = "") -> str:
    """The mark of a note, apart from the word before it; empty if it is none."""
    found = _MARK.fullmatch(text.strip())
    if found is None:
        return ""
    return f"{' ' if before[-1:].strip() else ''}[{found[1]}]"


def _scripted(words: str, characters: dict[str, str], sign: str) -> str:
    if not words:
        return ""
    if all(character in characters for character in words):
        return "".join(map(characters.__getitem__, words))
    return f"{sign}({words.removeprefix('(').removesuffix(')')})"
