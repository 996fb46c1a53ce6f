"""Pairs the quotation marks of a displayed text, of any language.

Apostrophes, primes and inches open no quotation, and one within another is not found.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

MAX_QUOTATION = 60_000
"""Characters of a quotation; a longer one is treated as an unbalanced mark."""

_CLOSING: Mapping[str, Sequence[str]] = {
    pair[0]: pair[1:]
    for pair in str.split(
        "\"\"\u201d \uff02\uff02 '' \uff07\uff07 `'\u2019\xb4 \xb4\xb4 \u201c\u201d\" "
        '\u201d\u201d\u201c \u201e\u201c\u201d"\u201f \u201f\u201d\u201c '
        "\u2018\u2019 \u2019\u2019 \u201a\u2018\u2019 \u201b\u2019 \xab\xbb "
        "\xbb\xab\xbb \u2039\u203a \u203a\u2039\u203a \u2e42\u201d\u201c "
        "\u301d\u301e\u301f \u300c\u300d \u300e\u300f \u300a\u300b \u3008\u3009 "
        "\ufe41\ufe42 \ufe43\ufe44 \uff62\uff63 \u276e\u276f \u275b\u275c "
        "\u275d\u275e \u05f4\u05f4 \u2032\u2032 \u2033\u2033 \u3010\u3011 "
        "\u02ba\u02ba \u02dd\u02dd \u2770\u2771 \u27e8\u27e9 \u27ea\u27eb "
        "\U0001f676\U0001f677"
    )
} | {"``": ("''",), "''": ("''",), ",,": ("''", "\u201c", "\u201d"), "<<": (">>",)}
"""Opening marks, each with the marks that may close it.

Some are look-alikes that keyboards and models write in place of others.
"""

OPENERS = "".join(mark for mark in _CLOSING if len(mark) == 1)
"""The opening marks of one character."""

_GUILLEMETS = "\u00ab\u00bb\u2039\u203a"
"""Marks with which spaces are inside in some languages."""

_SPACED = (*_GUILLEMETS, "<<", "\u201c", "\u201e")
"""Marks that open a quotation though a space follows."""

_APOSTROPHES = "'\u2019"
_SINGLE = frozenset("'\u2018\u2019`\u201a\u201b\uff07\u00b4\u2032")
"""Marks that are apostrophes, too: they open no quotation of several paragraphs."""

_ELISION = re.compile(
    r"(?:tis|twas|twere|til|till|em|n|cause|cuz|round|bout|neath|\d0s)\b", re.I
)
"""What follows an apostrophe at the beginning of a word."""

_ELEMENT = r"<(?P<tag>q|blockquote|cite|code|pre|samp|kbd|tt)\b[^<>]*>"
_OPENING = re.compile(f"{_ELEMENT}|``|''|,,|<<|[{OPENERS}]", re.I)
BREAK = "\n\n"
"""Between the texts of two blocks."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Where a quotation opens and may close: offsets of its text and of its end."""

    opener: str
    start: int
    inner: int
    ends: tuple[tuple[int, int], ...]


class MarkFinder:
    """Pairs the quotation marks of one text.

    Attributes:
        is_open: Whether a mark was found that may be closed after the text.
    """

    def __init__(self, shown: str) -> None:
        """Read a text as it is displayed, in which code is masked."""
        self._shown = shown
        self.is_open = False

    def pairs(self) -> Iterator[Pair]:
        """The quotations, in order; none is within another."""
        position = 0
        while opening := _OPENING.search(self._shown, position):
            position = self._inner(
                opening
            )  # no mark of a run opens if the first does not
            if not self._opens(opening):
                continue
            ends = tuple(self._ends(opening))
            if ends:
                yield Pair(opening[0], opening.start(), self._inner(opening), ends)
                position = ends[-1][1]

    def _inner(self, opening: re.Match[str]) -> int:
        """Where the words begin; the same mark may be written several times."""
        position = opening.end()
        while self._shown.startswith(opening[0], position):
            position += len(opening[0])
        return position

    def _opens(self, opening: re.Match[str]) -> bool:
        """Whether a mark opens a quotation, by what is beside it."""
        mark = opening[0]
        before, after = self._at(opening.start() - 1), self._at(self._inner(opening))
        if opening["tag"]:
            return True
        if not after or (after.isspace() and not self._is_spaced(opening)):
            return False
        if unicodedata.category(mark[0]) == "Ps" and mark not in "\u201a":
            return True
        if _is_letter(before):
            return (
                mark in '"\u201c\u201e'
                and _is_letter(after)
                and (before.isalpha() and not _is_hebrew(before))
            )
        if mark in _APOSTROPHES and _ELISION.match(self._shown, opening.end()):
            return False
        if mark in _SPACED or mark in "\u2018\u201b":
            return True
        return not (before and before in _ENDING)

    def _is_spaced(self, opening: re.Match[str]) -> bool:
        """Whether a mark before a space opens; inches follow a number."""
        if opening[0] in _SPACED:
            return True
        before = self._shown[: opening.start()]
        is_apart = not before or before[-1].isspace()
        is_single = self._inner(opening) == opening.end()
        is_inches = before.rstrip()[-1:].isdigit()
        return opening[0] == '"' and is_apart and is_single and not is_inches

    def _at(self, position: int) -> str:
        return self._shown[position] if 0 <= position < len(self._shown) else ""

    def _ends(self, opening: re.Match[str]) -> Iterator[tuple[int, int]]:
        """Where it may close; the last one is the most likely."""
        if opening["tag"]:
            yield from self._element_end(opening)
            return
        opener, limit = opening[0], opening.end() + MAX_QUOTATION
        pattern = _closing_pattern(opener)
        for mark in pattern.finditer(self._shown, self._inner(opening), limit):
            if mark[0] == BREAK:
                if opener in _SINGLE and not self._shown.startswith(opener, mark.end()):
                    return
            elif mark[0] == opener and self._continues_at(mark):
                continue
            elif self._closes(mark, opener):
                yield mark.start(), mark.end()
                if not self._is_ambiguous(mark):
                    return
            elif mark[0] == opener and self._is_opening(mark):
                return
        self.is_open = self.is_open or opener not in _SINGLE

    def _element_end(self, opening: re.Match[str]) -> Iterator[tuple[int, int]]:
        closing = re.compile(rf"</{opening['tag']}\s*>", re.I)
        end = closing.search(self._shown, opening.end(), opening.end() + MAX_QUOTATION)
        if end:
            yield end.span()
            return
        self.is_open = True
        if opening["tag"].lower() in _QUOTING:
            unit = self._shown.find(BREAK, opening.end())
            yield (unit, unit) if unit >= 0 else (len(self._shown),) * 2

    def _continues_at(self, mark: re.Match[str]) -> bool:
        return self._shown.endswith(BREAK, 0, mark.start()) and self._is_opening(mark)

    def _is_opening(self, mark: re.Match[str]) -> bool:
        """Whether a mark that may open or close is where one would open."""
        before, after = self._at(mark.start() - 1), self._at(mark.end())
        return (not before or before.isspace() or before in "([{\u2014\u2013") and not (
            not after or after.isspace()
        )

    def _closes(self, mark: re.Match[str], opener: str) -> bool:
        before, after = self._at(mark.start() - 1), self._at(mark.end())
        if unicodedata.category(mark[0][0]) == "Pe" or opener in _GUILLEMETS:
            return mark[0] in _CLOSING[opener]
        if mark[0] not in _CLOSING[opener]:
            return False
        # The mark of a citation may have been between the last word and its space.
        if before.isspace() or mark[0] in "'\u2018\u2019\u00b4":
            return not _is_letter(after)
        return mark[0] not in '"\u05f4' or not _is_hebrew(after)

    def _is_ambiguous(self, mark: re.Match[str]) -> bool:
        """Whether it may be an apostrophe at the end of a word, or inches."""
        before, after = self._at(mark.start() - 1), self._at(mark.end())
        if after != " " or not _is_letter(self._at(mark.end() + 1)):
            return False
        is_apostrophe = mark[0] in _APOSTROPHES and before.isalpha()
        return is_apostrophe or (mark[0] in "\"'" and before.isdigit())


_ENDING = ".,;!?)]}%\u2026"
"""Characters after which a mark closes, if it may open or close."""


def _closing_pattern(opener: str) -> re.Pattern[str]:
    marks = dict.fromkeys([opener, *_CLOSING[opener]])
    return re.compile("|".join([BREAK, *map(re.escape, marks)]))


_QUOTING = ("q", "blockquote")
"""Elements that are quotations up to the end of their block if nothing closes them."""


def _is_hebrew(character: str) -> bool:
    """Whether it is a letter of Hebrew, whose abbreviations contain marks."""
    return "\u05d0" <= character <= "\u05ea"


def _is_letter(character: str) -> bool:
    """Whether a character is a letter or digit of a script that separates words."""
    if not character.isalnum():
        return False
    return unicodedata.east_asian_width(character) not in "WF"


def unquoted(words: str) -> str:
    """The words of a block quote without quotation marks around all of them."""
    words = words.strip()
    closers = _CLOSING.get(words[:1], "")
    inner = words[1:-1]
    if not closers or words[-1:] not in closers or words[0] in inner:
        return words
    return words if words[-1] in inner and words[-1] not in _APOSTROPHES else inner
