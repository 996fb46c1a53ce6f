"""Numbers of lists and headings in files of LibreOffice, by their styles."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from xml.etree import ElementTree as ET

from ragtui_files.numerals import numeral

_MAX_LEVEL = 10
_OUTLINE = ""
"""The name here of the one list that all headings follow."""


class ListNumbers:
    """Counts the items of one file."""

    def __init__(self, tops: Iterable[ET.Element]) -> None:
        """Read the styles of lists in the parts of a file."""
        self._levels = dict[tuple[str, int], ET.Element]()
        self._counts = dict[str, list[int]]()
        self._open = list[str]()  # the styles of the lists around what is read
        for top in tops:
            for tag, is_named in (("list-style", True), ("outline-style", False)):
                for style in top.iterfind(f".//{{*}}{tag}"):
                    name = value_of(style, "name") if is_named else _OUTLINE
                    for level in style:
                        self._levels[name, _number(level, "level")] = level

    @contextmanager
    def within(self, element: ET.Element) -> Iterator[None]:
        """Read a list; it begins at its first number unless it goes on."""
        name = value_of(element, "style-name") or (self._open[-1] if self._open else "")
        self._open.append(name)
        level = len(self._open)
        if value_of(element, "continue-numbering") != "true":
            counts = self._counts.setdefault(name, [])
            del counts[level - 1 :]
        yield
        self._open.pop()

    def next(self, item: ET.Element) -> str:
        """The number of the next item, as it is shown; `-` if it has none."""
        name, level = self._open[-1] if self._open else _OUTLINE, len(self._open)
        start = _number(item, "start-value") if value_of(item, "start-value") else None
        found = self._next(name, level, start)
        return found or "-"

    def heading(self, level: int) -> str:
        """The number of the next heading; empty if headings have none."""
        return self._next(_OUTLINE, level, None)

    def _next(self, name: str, level: int, start: int | None) -> str:
        style = self._levels.get((name, level))
        if style is None or level > _MAX_LEVEL:
            return ""
        counts = self._counts.setdefault(name, [])
        while len(counts) < level:
            counts.append(self._start(name, len(counts) + 1) - 1)
        del counts[level:]
        counts[-1] = counts[-1] + 1 if start is None else start
        form = value_of(style, "num-format")
        if not form:
            return ""
        shown = min(_number(style, "display-levels"), level)
        numbers = [
            numeral(max(counts[at - 1], 1), self._form(name, at, form))
            for at in range(level - shown + 1, level + 1)
        ]
        prefix, suffix = value_of(style, "num-prefix"), value_of(style, "num-suffix")
        return f"{prefix}{'.'.join(numbers)}{suffix}".strip()

    def _start(self, name: str, level: int) -> int:
        style = self._levels.get((name, level))
        return 1 if style is None else _number(style, "start-value")

    def _form(self, name: str, level: int, default: str) -> str:
        style = self._levels.get((name, level))
        return (value_of(style, "num-format") if style is not None else "") or default


def _number(element: ET.Element, name: str) -> int:
    text = value_of(element, name)
    return int(text[:9]) if text.isdecimal() else 1


def value_of(element: ET.Element, name: str) -> str:
    """The value of an attribute, whatever its namespace."""
    values = (v for key, v in element.attrib.items() if key.endswith(f"}}{name}"))
    return next(values, "")
