"""The numbers that Word shows before paragraphs, which its file does not contain.

They follow from the lists that `numbering.xml` defines (ECMA-376, 17.9): each of nine
levels has a form such as `%1.%2` and the kind of its numerals.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree as ET

from ragtui_files.numerals import BEGIN, END, numeral

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STYLES = "word/styles.xml"
_NUMBERING = "word/numbering.xml"
_LEVELS = 9
_MAX_STYLES = 50
"""Styles that are based on one another."""
_KINDS = {
    "lowerLetter": "a",
    "upperLetter": "A",
    "lowerRoman": "i",
    "upperRoman": "I",
}
_UNSEEN = {"bullet", "none"}


class _Level(NamedTuple):
    """How the numbers of a level begin and look."""

    start: int = 1
    kind: str = "decimal"
    form: str = ""

    def numeral(self, number: int, is_plain: bool) -> str:
        """A number of the level; `is_plain` if it must be in digits."""
        if self.kind == "none":
            return ""
        text = numeral(number, "1" if is_plain else _KINDS.get(self.kind, "1"))
        return f"{number:02}" if self.kind == "decimalZero" and not is_plain else text


class _List(NamedTuple):
    """The definition that a list uses, and its own first numbers by level."""

    definition: str
    starts: dict[int, int]


class Numbers:
    """Counts the numbered paragraphs of one file."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        """Read the definitions among the XML parts of a Word file."""
        root = ET.fromstring(parts.get(_NUMBERING, b"<none/>"))
        self._levels = {
            value_of(definition, "abstractNumId"): {
                _int(level, "ilvl"): _level(level)
                for level in definition.iterfind(f"{W}lvl")
            }
            for definition in root.iterfind(f"{W}abstractNum")
        }
        self._plain = {
            (value_of(definition, "abstractNumId"), _int(level, "ilvl"))
            for definition in root.iterfind(f"{W}abstractNum")
            for level in definition.iterfind(f"{W}lvl")
            if level.find(f"{W}isLgl") is not None
        }
        self._lists = {value_of(one, "numId"): _list(one) for one in root}
        styles = ET.fromstring(parts.get(_STYLES, b"<none/>"))
        self._styles = {
            value_of(style, "styleId"): style for style in styles.iterfind(f"{W}style")
        }
        self._counts: dict[str, list[int | None]] = {}
        self._begun = set[tuple[str, int]]()

    def add(self, body: ET.Element) -> None:
        """Put the number of each paragraph before its text."""
        if not self._lists:
            return
        for paragraph in body.iter(f"{W}p"):
            name, level = self._position(paragraph)
            label = self._next(name, level) if name in self._lists else ""
            if label and any(text.text for text in paragraph.iter(f"{W}t")):
                run = ET.Element(f"{W}r")
                ET.SubElement(run, f"{W}t").text = f"{BEGIN}{label}{END}"
                first = paragraph.find(f"{W}pPr")
                paragraph.insert(0 if first is None else 1, run)

    def _position(self, paragraph: ET.Element) -> tuple[str, int]:
        """The list of a paragraph, by itself or by its style, and its level."""
        style = value_of(paragraph.find(f"{W}pPr/{W}pStyle"), "val")
        name, level = "", -1
        for properties in (paragraph.find(f"{W}pPr"), *self._inherited(style)):
            numbers = None if properties is None else properties.find(f"{W}numPr")
            if numbers is not None:
                name = name or value_of(numbers.find(f"{W}numId"), "val")
                found = numbers.find(f"{W}ilvl")
                level = _int(found, "val") if level < 0 and found is not None else level
        return name, min(max(level, 0), _LEVELS - 1)

    def _inherited(self, style: str) -> Iterator[ET.Element | None]:
        for _ in range(_MAX_STYLES):
            found = self._styles.get(style)
            if found is None:
                return
            yield found.find(f"{W}pPr")
            style = value_of(found.find(f"{W}basedOn"), "val")

    def _next(self, name: str, level: int) -> str:
        """The number of the next paragraph of a list; empty for a bullet."""
        definition, starts = self._lists[name]
        levels = self._levels.get(definition, {})
        counts = self._counts.setdefault(definition, [None] * _LEVELS)
        if level in starts and (name, level) not in self._begun:
            counts[level] = starts[level] - 1
        self._begun.add((name, level))
        for above in range(level):
            if counts[above] is None:
                counts[above] = levels.get(above, _Level()).start
        before = counts[level]
        own = levels.get(level, _Level())
        counts[level] = own.start if before is None else before + 1
        counts[level + 1 :] = [None] * (_LEVELS - level - 1)
        if own.kind in _UNSEEN and "%" not in own.form:
            return ""
        label = own.form
        for at, count in enumerate(counts[: level + 1]):
            shown = levels.get(at, _Level()).numeral(
                count or 0, (definition, level) in self._plain and at < level
            )
            label = label.replace(f"%{at + 1}", shown)
        return label.strip()


def _level(level: ET.Element) -> _Level:
    start = level.find(f"{W}start")
    return _Level(
        1 if start is None else _int(start, "val"),
        value_of(level.find(f"{W}numFmt"), "val") or "decimal",
        value_of(level.find(f"{W}lvlText"), "val"),
    )


def _list(one: ET.Element) -> _List:
    starts = {
        _int(override, "ilvl"): _int(start, "val")
        for override in one.iterfind(f"{W}lvlOverride")
        if (start := override.find(f"{W}startOverride")) is not None
    }
    return _List(value_of(one.find(f"{W}abstractNumId"), "val"), starts)


def value_of(element: ET.Element | None, name: str) -> str:
    """An attribute of an element that may be absent; empty if either is."""
    return "" if element is None else element.get(f"{W}{name}", "")


def _int(element: ET.Element | None, name: str) -> int:
    text = value_of(element, name)
    return int(text) if text.isdecimal() else 0
