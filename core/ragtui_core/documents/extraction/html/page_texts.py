"""Elements of a page that show other characters than their text says, as text.

Superscripts, subscripts and marks of notes, equations, what a form contains, and how
ruby characters are read.
"""

import re
from html import escape
from typing import Any
from xml.etree import ElementTree as ET

from ragtui_core.documents.extraction.canonical_writer import caption
from ragtui_core.documents.extraction.equations import MAX_DEPTH, linear
from ragtui_core.documents.extraction.raised_text import lowered, note_mark, raised

_SCRIPTS = "sup,sub"
_NOTES = "a[href*='#']"
_NOTE_ROLES = re.compile(r"noteref|footnote-?ref|note-?ref", re.I)
_FIELDS = "input,select"
_PICTURES = "img[alt],area[alt]"
_SIGNS = frozenset({"a", "button"})
"""Elements whose pictures of one word are signs of what they do."""
_CHECKED = {True: "☒ ", False: "☐ "}


def show_texts(tree: Any) -> None:
    """Replace elements of a page by the text that people see."""
    for node in tree.css("math"):
        node.replace_with(f" {linear(_element(node))} ")
    for node in tree.css(_NOTES):
        _show_note(node)
    for node in tree.css(_SCRIPTS):
        text = node.text(deep=True)
        if node.css_first("a,p,div") is None or not text.strip().startswith("["):
            shift(node, is_low=node.tag == "sub")
    for node in tree.css("rt"):
        node.inner_html = escape(f"({node.text(deep=True)})")
    for node in tree.css("rp"):
        node.decompose()


def shift(node: Any, *, is_low: bool) -> None:
    """Write the text of an element as a superscript or a subscript."""
    text = node.text(deep=True)
    shown = lowered(text) if is_low else raised(text, _before(node))
    node.inner_html = escape(shown)


def show_fields(tree: Any) -> None:
    """Replace the fields of forms and pictures by what they contain, or show."""
    for node in tree.css(_PICTURES):
        words = caption(node.attributes["alt"] or "")
        is_sign = node.parent.tag in _SIGNS and not node.parent.text(deep=True).strip()
        node.replace_with("" if is_sign and words.count(" ") < 2 else words)
    for node in tree.css(_FIELDS):
        node.replace_with(_field(node))


def _show_note(link: Any) -> None:
    """Show a link to a note as `[4]`, apart from the word before it."""
    attributes = link.attributes
    role = f"{attributes.get('role')} {attributes.get('class')} {link.html[:200]}"
    above = link.parent
    holder = above if above is not None and above.tag in {"sup", "span"} else link
    before = _before(holder)
    is_raised = holder.tag == "sup" or link.css_first("sup") is not None
    if not (is_raised or _NOTE_ROLES.search(role) or before[-1:].strip()):
        return
    if mark := note_mark(link.text(deep=True), before):
        link.inner_html = escape(mark)


def _before(node: Any) -> str:
    """The text before an element, in the same parent."""
    previous = node.prev
    if previous is None:
        return ""
    is_text = previous.tag == "-text"
    return str(previous.text_content if is_text else previous.text(deep=True))


def _field(node: Any) -> str:
    """What a field of a form shows."""
    attributes = node.attributes
    kind = (attributes.get("type") or "text").lower()
    if node.tag == "select":
        chosen = node.css("option[selected]")
        return ", ".join(option.text(deep=True).strip() for option in chosen)
    if kind in {"checkbox", "radio"}:
        return _CHECKED["checked" in attributes]
    return "" if kind in {"hidden", "password"} else attributes.get("value") or ""


def _element(node: Any, depth: int = 0) -> ET.Element:
    """An element of a page as one of XML, without attributes but for brackets."""
    marks = {"open", "close"}
    attributes = {
        name: value or "" for name, value in node.attributes.items() if name in marks
    }
    element = ET.Element(node.tag, attributes)
    if depth > MAX_DEPTH or node.first_child is None:
        element.text = node.text(deep=True)
        return element
    for child in node.iter(include_text=True):
        if child.tag != "-text":
            element.append(_element(child, depth + 1))
        elif len(element) == 0:
            element.text = (element.text or "") + (child.text_content or "")
    return element
