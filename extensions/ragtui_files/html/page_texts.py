"""Elements of a page that show other characters than their text says, as text.

Superscripts, marks of notes, what a form contains, how ruby characters are read, and
words that are struck through or hidden.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from ragtui_core.documents import caption, struck
from ragtui_files.raised_text import raised

_NOTES = (
    "sup a[href*='#'],a[href*='#'] sup,a[href*='#'][role*=noteref],"
    "a[href*='#'][class*=noteref],a[href*='#'][epub\\:type*=noteref]"
)
"""Links to notes."""
_BOOKMARKS = "dt > a[href^=http]"
"""Bookmarks as browsers export them, with their addresses and tags."""
_FIELDS = "input,select"
_PICTURES = "img[alt],area[alt]"
_SIGNS = frozenset({"a", "button"})
"""Elements whose pictures of one word are signs of what they do."""
_CHECKED = {True: "☒ ", False: "☐ "}
_STRUCK = "del,s,strike,[style*=line-through]"
_NO_DISPLAY = re.compile(r"\bdisplay\s*:\s*none\b", re.I)

HIDDEN = "hidden text was left out"


def remove_hidden(tree: Any) -> Iterator[str]:
    """Remove what `hidden` and `display: none` hide; yield what was left out."""
    hidden = [
        node
        for node in tree.css("body [hidden],body [style]")
        if "hidden" in node.attributes
        or _NO_DISPLAY.search(node.attributes["style"] or "")
    ]
    if any(node.text(deep=True).strip() for node in hidden):
        yield HIDDEN
    for node in reversed(hidden):  # what is in an element comes before it
        node.decompose()


def show_texts(tree: Any) -> None:
    """Replace elements of a page by the text that people see."""
    for node in tree.css(_NOTES):
        if mark := node.text(deep=True).strip().strip("[]()"):
            node.inner_html = escape(f" [{mark}]")
    for node in tree.css("sup"):
        text = node.text(deep=True)
        if (shown := raised(text)) != text:
            node.inner_html = escape(shown)
    for node in tree.css("rt"):
        node.inner_html = escape(f"({node.text(deep=True)})")
    tree.strip_tags(["rp"], recursive=True)
    for node in tree.css(_BOOKMARKS):
        node.insert_after(" ".join(("", *_address(node))))
    for node in tree.css(_PICTURES):
        words = caption(node.attributes["alt"] or "")
        is_sign = node.parent.tag in _SIGNS and not node.parent.text(deep=True).strip()
        node.replace_with("" if is_sign and words.count(" ") < 2 else words)
    for node in tree.css(_FIELDS):
        node.replace_with(_field(node))
    texts = {
        text.mem_id: text
        for node in tree.css(_STRUCK)
        for text in node.traverse(include_text=True)
        if text.tag == "-text"
    }
    for text in texts.values():
        text.replace_with(struck(text.text_content or ""))


def _address(node: Any) -> Iterator[str]:
    """The address of a bookmark, and its tags."""
    yield node.attributes["href"] or ""
    if tags := node.attributes.get("tags"):
        yield f"({tags.replace(',', ', ')})"


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
