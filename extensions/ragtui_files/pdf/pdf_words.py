"""Words of a PDF that its lines and glyphs have changed: as people read them.

pdfium writes U+FFFE for a hyphen at the end of a line. The parts are one word, unless
the hyphen belongs to it: the text has it elsewhere, a number or a capital is beside it,
or it begins as compounds do. A glyph of lam and alef gives both in the wrong order.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from ragtui_files.pdf.pdf_rules import MAX_OBJECTS, ruled_grids
from ragtui_files.pdf.pdf_tables import (
    PageTable,
    Word,
    page_tables,
)

PLACEHOLDER = "\ufdd2"
"""Where a table begins; Unicode reserves the character for the inside of programs."""
_PARTS = re.compile(r"\S+")
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
_RUNNING = 2
"""Lines at the top and at the bottom of a page that may be running ones."""
_NUMBER = re.compile(r"[0-9]{1,6}")
_NUMBERS = 4
"""Numbers of a line that may be that of its page."""
_LEAST = 4
"""Letters of the second part of such a word."""


class PageText(NamedTuple):
    """The text of a page with its letters in the order of reading, and its tables.

    `PLACEHOLDER` is in the text where each table begins; its words are not.
    """

    text: str
    tables: tuple[PageTable, ...] = ()

    @property
    def first(self) -> PageTable | None:
        """The table with which the page begins, but for a running title."""
        return self.tables[0] if self._is_beside(0) else None

    @property
    def last(self) -> PageTable | None:
        """The table with which the page ends, but for its number."""
        return self.tables[-1] if self._is_beside(-1) else None

    def _is_beside(self, part: int) -> bool:
        lines = self.text.split(PLACEHOLDER)[part].splitlines()
        return bool(self.tables) and sum(bool(line.strip()) for line in lines) < 3


@dataclass(slots=True)
class TableBudget:
    """How many more objects of a file are looked at for tables."""

    left: int = 500_000
    """About 5 s; reading a file without this took 20 s at most."""

    def has_for(self, page: Any) -> bool:
        """Whether a page can be looked at; it is paid for then."""
        from pypdfium2 import raw

        if self.left > 0:
            self.left -= min(raw.FPDFPage_CountObjects(page), MAX_OBJECTS)
        return self.left > 0


def page_text(page: Any, budget: TableBudget) -> PageText:
    """The text of a page of pypdfium2."""
    text = page.get_textpage()
    found: str = text.get_text_range().replace(PLACEHOLDER, " ")
    for match in reversed(list(_LAM_ALEF.finditer(found))):
        start = match.start()
        # The characters of one glyph have one position.
        if _box(text, start) == _box(text, start + 1):
            found = f"{found[:start]}{match[0][::-1]}{found[match.end() :]}"
    tables: list[PageTable] = []
    if budget.has_for(page) and (grids := ruled_grids(page)):
        tables = page_tables(list(_words(text, found)), grids)
    text.close()
    tables.sort(key=lambda table: table.words[0].start)
    firsts = {table.words[0].start for table in tables}
    pieces, done = list[str](), 0
    for word in sorted(
        (w for table in tables for w in table.words), key=lambda w: w.start
    ):
        pieces.append(found[done : word.start].rstrip(" "))
        pieces.append(f"\n{PLACEHOLDER}\n" if word.start in firsts else "")
        done = word.end
    return PageText(_composed("".join([*pieces, found[done:]])), tuple(tables))


def _composed(text: str) -> str:
    return _FORMS.sub(lambda forms: unicodedata.normalize("NFKC", forms[0]), text)


def _words(text: Any, found: str) -> Iterator[Word]:
    """The words of a page and their boxes; those without one are left out."""
    from pypdfium2 import raw

    index_of, box_of = (
        raw.FPDFText_GetCharIndexFromTextIndex,
        raw.FPDFText_GetLooseCharBox,
    )
    first, last = raw.FS_RECTF(), raw.FS_RECTF()
    for word in _PARTS.finditer(found):
        start, end = word.span()
        if box_of(text, index_of(text, start), first) and box_of(
            text, index_of(text, end - 1), last
        ):
            left, right = min(first.left, last.left), max(first.right, last.right)
            box = (left, first.bottom, right, first.top)
            yield Word(_composed(word[0]), start, end, *box)


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

    def joined(match: re.Match[str]) -> str:
        first, second = match[1], match[2]
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


def without_running_lines(pages: Sequence[str]) -> tuple[list[str], list[str]]:
    """The texts of pages without their running heads and feet, and each of these once.

    Those are lines that most pages have at one place from the top or the bottom, but
    for the number of the page.
    """
    split = [text.split("\n") for text in pages]
    places: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for page, lines in enumerate(split):
        filled = [at for at, line in enumerate(lines) if line.strip()]
        if len(filled) <= _RUNNING:
            continue
        ends = {**dict(enumerate(filled[:_RUNNING])), **_from_end(filled)}
        for place, at in ends.items():
            for key in _keys(lines[at].strip(), page):
                places.setdefault((place, key), []).append((page, at))
    most = sum(bool(text.strip()) for text in pages) / 2
    running, names = set[tuple[int, int]](), dict[str, str]()
    for (_, name), found in places.items():
        if len(found) > max(most, 2) and name != PLACEHOLDER:
            running.update(found)
            page, at = found[0]
            line = split[page][at].strip()
            if any(map(str.isalpha, name)):
                names[line] = line
    kept = [
        "\n".join(line for at, line in enumerate(lines) if (page, at) not in running)
        for page, lines in enumerate(split)
    ]
    return kept, list(names.values())


def _keys(line: str, page: int) -> Iterator[str]:
    """A line as it is, and with one of its numbers counted from that of the page."""
    yield line
    for number in islice(_NUMBER.finditer(line), _NUMBERS):
        before, after = line[: number.start()], line[number.end() :]
        yield f"{before}\0{int(number[0]) - page}{after}"


def _from_end(filled: Sequence[int]) -> dict[int, int]:
    """The last lines of a page that its first ones are not among, by place."""
    last = filled[_RUNNING:][-_RUNNING:]
    return {number - len(last): at for number, at in enumerate(last)}


def goes_on(above: str, below: str) -> bool:
    """Whether a sentence of the page above goes on on the next one."""
    end, start = above.rstrip(), below.lstrip()
    is_open = end[-1:].isalnum() or end[-1:] in {",", "-"}
    return is_open and start[:1].islower()
