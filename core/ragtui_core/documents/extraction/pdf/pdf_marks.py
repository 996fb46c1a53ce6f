"""Words of a page of a PDF that are raised, lowered or struck through.

pdfium gives the characters of `10⁶` and `H₂O` as those on the line, some of them in
lines of their own. What the page shows follows from their size and position, and from
the lines that are drawn through words.
"""

import ctypes
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from ragtui_core.documents.extraction.canonical_writer import struck
from ragtui_core.documents.extraction.pdf.pdf_rules import Rule
from ragtui_core.documents.extraction.pdf.pdf_tables import Word
from ragtui_core.documents.extraction.raised_text import lowered, raised

_CANDIDATE = re.compile(r"[\w)\]}][-+\u2212]?\d|[.,;:%\"'\u201d\u2019]\d{1,3}$")
_INSIDE = re.compile(r"\d[^\d.,:/-]|[^\W\d_]\d|\d[^\w\s]+$")
"""In words whose last character may be on the line: `H₂O`, `10⁶,`."""
"""Words that may have raised or lowered characters; most others are not looked at."""
_SMALL = 0.86
"""The height of shifted characters, at most, by that of the ones beside them."""
_RAISED, _LOWERED = 0.15, -0.05
"""How far from the base line they are, by the same height."""
_BESIDE, _APART = 0.15, 0.12
"""The space before them, and one between words, by the same height."""
_MAX_PAIRS = 2_000_000
"""Lines times words of a page, about a second; a drawing has more."""
_TURNED = 0.1
"""The angle of turned words, in radians."""
_MIDDLE = (0.25, 0.6)
"""Where a line through a word is, from its bottom, by the height of its letters."""
_COVERED = 0.9
"""The share of a word that such a line covers."""


class Change(NamedTuple):
    """What the characters from `start` to `end` of a page's text are shown as."""

    start: int
    end: int
    shown: str


class ShownText:
    """The text of a page with its changes."""

    def __init__(self, found: str, changes: Iterable[Change] = ()) -> None:
        """Take changes that do not overlap."""
        self._found = found
        self._changes = sorted(changes)

    def between(self, start: int, end: int) -> str:
        """The text from `start` to `end`, with the changes that are all within."""
        pieces, done = list[str](), start
        first = bisect_left(self._changes, (start,))
        for change in self._changes[first:]:
            if change.end > end:
                break
            pieces += (self._found[done : change.start], change.shown)
            done = change.end
        return "".join([*pieces, self._found[done:end]])


def shown_text(
    text: Any, found: str, words: Sequence[Word], rules: Sequence[Rule]
) -> ShownText:
    """The text `found` of a page as it is shown.

    Args:
        text: The text page of pypdfium2.
        found: What pdfium gives as its text.
        words: The words of it.
        rules: The lines that are drawn on the page.
    """
    scripts = list(_scripts(text, found, words))
    plain = ShownText(found, scripts)
    lines = [
        Change(start, end, struck(plain.between(start, end)))
        for start, end in _struck(words, rules)
    ]
    kept = [
        script
        for script in scripts
        if not any(line.start <= script.start < line.end for line in lines)
    ]
    return ShownText(found, [*kept, *lines])


class _Glyph(NamedTuple):
    """The base line and the height of a character."""

    base: float
    height: float

    def is_beside(self, other: "_Glyph") -> bool:
        """Whether both are on one line."""
        return abs(self.base - other.base) < _RAISED * self.height

    def shift(self, other: "_Glyph") -> int:
        """1 if `other` is a superscript beside it, -1 for a subscript, else 0."""
        rise = (other.base - self.base) / self.height
        if other.height > _SMALL * self.height or abs(rise) > 1:
            return 0
        return (rise > _RAISED) - (rise < _LOWERED)


def _scripts(text: Any, found: str, words: Sequence[Word]) -> Iterator[Change]:
    """The superscripts and subscripts, and the false ends of lines beside them."""
    base: _Glyph | None = None  # of the last word that was looked at
    is_shifted = False  # whether that ends with a shifted character
    for before, word in pairwise((None, *words)):
        if word is None:
            continue
        if (
            (before and base and is_shifted and word.left > before.left)
            and "\n" in found[before.end : word.start]
            and base.is_beside(_glyph(text, word.start))
        ):
            gap = (word.left - before.right) / base.height
            yield Change(before.end, word.start, " " if gap > _APART else "")
        is_part = (
            before is not None
            and found[before.end : word.start] != " "
            and _is_attached(before, word, base)
        )
        if not (is_part or _may_be_shifted(word)) or _is_turned(text, word):
            base, is_shifted = None, False
            continue
        glyphs = [_glyph(text, index) for index in range(word.start, word.end)]
        if not is_part or before is None:
            base = glyphs[0]
        elif base is None:
            base = _glyph(text, before.end - 1)
        shifts = list[int]()
        for glyph in glyphs:
            shifts.append(base.shift(glyph))
            base = base if shifts[-1] else glyph
        is_shifted = shifts[-1] != 0
        start = before.end if is_part and before else word.start
        yield from _runs(found, word, start, shifts)


def _runs(
    found: str, word: Word, first: int, shifts: Sequence[int]
) -> Iterator[Change]:
    """The shifted runs of a word; one at its start belongs to what ends at `first`."""
    position = word.start
    for shift, run in groupby(shifts):
        end = position + len(list(run))
        characters = found[position:end]
        if shift and _is_script(characters, found[end : word.end]):
            start = first if position == word.start else position
            before = found[max(0, start - 20) : start]
            shown = raised(characters, before) if shift > 0 else lowered(characters)
            yield Change(start, end, shown)
        position = end


def _is_attached(before: Word, word: Word, base: _Glyph | None) -> bool:
    """Whether a word of smaller letters directly follows another one."""
    height = base.height if base else before.height
    gap = word.left - before.right
    return word.height < _SMALL * height and abs(gap) < _BESIDE * height


def _may_be_shifted(word: Word) -> bool:
    """Whether a word ends with a smaller character, or may have one in it."""
    return word.last_height <= _SMALL * word.height or bool(
        _INSIDE.search(word.text) and _CANDIDATE.search(word.text)
    )


def _is_script(characters: str, after: str) -> bool:
    """Whether smaller characters are a script; letters within a word are not."""
    is_within = characters[-1].isalpha() and after[:1].isalpha()
    return any(map(str.isalnum, characters)) and not is_within


def _is_turned(text: Any, word: Word) -> bool:
    """Whether a word is written in another direction than across the page."""
    from pypdfium2 import raw

    at = raw.FPDFText_GetCharIndexFromTextIndex(text, word.start)
    return bool(abs(raw.FPDFText_GetCharAngle(text, at)) > _TURNED)


def _glyph(text: Any, index: int) -> _Glyph:
    from pypdfium2 import raw

    at = raw.FPDFText_GetCharIndexFromTextIndex(text, index)
    x, y, box = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF()
    raw.FPDFText_GetCharOrigin(text, at, x, y)
    raw.FPDFText_GetLooseCharBox(text, at, box)
    return _Glyph(round(y.value, 2), round(max(box.top - box.bottom, 0.1), 2))


def _struck(words: Sequence[Word], rules: Iterable[Rule]) -> Iterator[tuple[int, int]]:
    """Where words are through which a line is drawn that begins and ends with them."""
    lines = sorted((rule for rule in rules if rule.across), key=_height)
    if len(lines) * len(words) > _MAX_PAIRS:
        return
    heights = [line.at for line in lines]
    crossed = defaultdict[Rule, list[Word]](list)
    for word in words:
        low, high = (word.bottom + share * word.height for share in _MIDDLE)
        for line in lines[bisect_left(heights, low) : bisect_left(heights, high)]:
            common = min(line.end, word.right) - max(line.start, word.left)
            if common > _COVERED * (word.right - word.left):
                crossed[line].append(word)
    for line, (first, *_, last) in ((k, [v[0], *v]) for k, v in crossed.items()):
        near = first.height / 2
        if line.start > first.left - near and line.end < last.right + near:
            yield first.start, last.end


def _height(rule: Rule) -> float:
    return rule.at
