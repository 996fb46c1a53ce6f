"""What a Word file says about its text, put where mammoth reads it: at each run.

mammoth knows that a run is struck or raised if the run itself says so. Here styles,
defaults and tracked changes are resolved: deleted and moved text becomes struck text,
and hidden text is removed. Styles combine as ECMA-376 says: properties that toggle
(17.7.3) hold if an odd number of the styles of table, paragraph and characters set
them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MARKS = re.compile(rb"<(?:[\w.-]+:)?(?:d?strike|vanish|hidden|del|moveFrom|cellDel)\b")
_PART = re.compile(r"word/[^/]+\.xml")
STYLES = "word/styles.xml"
_TOGGLES = ("strike", "vanish")
_MAX_STYLES = 50
"""Styles that are based on one another."""
_PROPERTIES = (*_TOGGLES, "dstrike")
_RAISED = ("superscript", "subscript")
_NOTES = (f"{W}footnoteReference", f"{W}endnoteReference")
"""The numbers of notes, which mammoth raises itself."""
_OFF = {"0", "false", "off"}
_DELETED = {f"{W}del", f"{W}moveFrom"}
_OF_FIELDS = {f"{W}rPr", f"{W}fldChar", f"{W}instrText"}
"""Parts of a run that show nothing themselves."""

Marks = dict[str, bool]
"""The properties that a style or a run sets, and whether it sets or unsets them."""


class _Context(NamedTuple):
    """What surrounds a run: names of styles, and whether it is deleted."""

    table: str = ""
    paragraph: str = ""
    is_deleted: bool = False


def mark_runs(parts: dict[str, bytes]) -> bool:
    """Mark the runs in the XML parts of a Word file, and say if it has hidden text."""
    has_marks = any(map(_MARKS.search, parts.values()))
    if not has_marks and b"vertAlign" not in parts.get(STYLES, b""):
        return False
    marking = _Marking(parts.get(STYLES, b""))
    for name in filter(_PART.fullmatch, parts):
        root = ET.fromstring(parts[name])
        marking.mark(root, _Context())
        parts[name] = ET.tostring(root)
    return marking.is_hiding


class _Marking:
    """Marks runs by the styles of one file."""

    def __init__(self, styles: bytes) -> None:
        self.is_hiding = False
        root = ET.fromstring(styles) if styles else ET.Element("none")
        default = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
        self._defaults = _marks(default)
        styles_by_id = {
            value_of(style, "styleId"): style
            for style in root.iterfind(f"{W}style[@{W}styleId]")
        }
        self._styles = {name: _resolved(name, styles_by_id) for name in styles_by_id}
        self._paragraph = next(
            (
                value_of(style, "styleId")
                for style in root.iterfind(f"{W}style[@{W}type='paragraph']")
                if value_of(style, "default") == "1"
            ),
            "",
        )

    def mark(self, parent: ET.Element, context: _Context) -> None:
        """Mark the runs within `parent`, and remove hidden text."""
        for child in list(parent):
            if child.tag == f"{W}tr" and _is_on(child.find(f"{W}trPr/{W}hidden")):
                self.is_hiding = True
                parent.remove(child)
                continue
            if child.tag == f"{W}r":
                self._mark_run(child, context)
            self.mark(child, self._inside(child, context))

    def _inside(self, element: ET.Element, context: _Context) -> _Context:
        """The context of what is in an element; deleted parts become inserted ones."""
        if element.tag == f"{W}tbl":
            return context._replace(table=_style(element, "tblPr", "tblStyle"))
        if element.tag == f"{W}p":
            _keep_deleted(element)
            style = _style(element, "pPr", "pStyle") or self._paragraph
            return context._replace(paragraph=style)
        if element.tag in _DELETED:
            element.tag = f"{W}ins"
            return context._replace(is_deleted=True)
        if element.tag == f"{W}trPr":  # mammoth leaves out the row otherwise
            element[:] = [mark for mark in element if mark.tag != f"{W}del"]
        marks = (f"{W}trPr/{W}del", f"{W}tcPr/{W}cellDel")
        if any(element.find(mark) is not None for mark in marks):
            return context._replace(is_deleted=True)
        return context

    def _mark_run(self, run: ET.Element, context: _Context) -> None:
        properties = run.find(f"{W}rPr")
        own = _marks(properties)
        styles = (context.table, context.paragraph, _style(run, "rPr", "rStyle"))
        if self._has("vanish", own, styles):
            self._hide(run)
        is_struck = context.is_deleted or any(
            self._has(name, own, styles) for name in ("strike", "dstrike")
        )
        if properties is None:
            properties = ET.Element(f"{W}rPr")
            run.insert(0, properties)
        for mark in properties.findall(f"{W}strike"):
            properties.remove(mark)
        if is_struck:
            ET.SubElement(properties, f"{W}strike")
        if properties.find(f"{W}vertAlign") is None and not any(
            run.find(note) is not None for note in _NOTES
        ):
            raised = (name for name in _RAISED if self._has(name, own, styles))
            for name in raised:
                ET.SubElement(properties, f"{W}vertAlign", {f"{W}val": name})
        for text in run.findall(f"{W}delText"):
            text.tag = f"{W}t"

    def _hide(self, run: ET.Element) -> None:
        for part in [part for part in run if part.tag not in _OF_FIELDS]:
            self.is_hiding |= bool("".join(part.itertext()).strip())
            run.remove(part)

    def _has(self, name: str, own: Marks, styles: Sequence[str]) -> bool:
        """Whether a run has a property: by itself, by its styles, or by default."""
        if name in own:
            return own[name]
        levels = [self._styles.get(style, {}).get(name) for style in styles]
        default = self._defaults.get(name, False)
        if name in _TOGGLES:
            return default or levels.count(True) % 2 == 1
        return next((level for level in levels[::-1] if level is not None), default)


def _resolved(name: str, styles: Mapping[str, ET.Element]) -> Marks:
    """What a style sets, by itself or by the nearest one that it is based on."""
    marks: Marks = {}
    for _ in range(_MAX_STYLES):
        style = styles.get(name)
        if style is None:
            break
        marks = _marks(style.find(f"{W}rPr")) | marks
        name = value_of(style.find(f"{W}basedOn"), "val")
    return marks


def _keep_deleted(paragraph: ET.Element) -> None:
    """Let a paragraph that is deleted as a whole stay apart from the next one."""
    mark = paragraph.find(f"{W}pPr/{W}rPr")
    deleted = mark.find(f"{W}del") if mark is not None else None
    if (
        mark is not None
        and deleted is not None
        and paragraph.find(f"{W}r") is None
        and paragraph.find(f"{W}ins") is None
    ):
        mark.remove(deleted)


def _marks(properties: ET.Element | None) -> Marks:
    found = [] if properties is None else list(properties)
    names = {f"{W}{name}": name for name in _PROPERTIES}
    marks = {names[mark.tag]: _is_on(mark) for mark in found if mark.tag in names}
    for mark in found:
        if mark.tag == f"{W}vertAlign":
            marks |= {name: value_of(mark, "val") == name for name in _RAISED}
    return marks


def _is_on(mark: ET.Element | None) -> bool:
    return mark is not None and value_of(mark, "val") not in _OFF


def _style(element: ET.Element, properties: str, name: str) -> str:
    return value_of(element.find(f"{W}{properties}/{W}{name}"), "val")


def value_of(element: ET.Element | None, name: str) -> str:
    """An attribute of an element that may be absent; empty if either is."""
    return "" if element is None else element.get(f"{W}{name}", "")
