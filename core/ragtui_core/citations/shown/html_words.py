"""HTML in Markdown: the displayed words, and the context from elements.

Known elements are markup; any other tag is text. Attributes that may hide or change
what is displayed are part of the context of what is in them, as they are written.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import unescape
from typing import NamedTuple

from ragtui_core.citations.shown.blocks import BlockText, ShownBlock, ShownKind, State
from ragtui_core.documents.markdown.inline_text import MarkKind

_INLINE = frozenset(
    str.split(
        "a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd label"
        " mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr"
    )
)
_BLOCKS = frozenset(
    str.split(
        "html body main article section header footer p div ul ol dl dt dd li table"
        " thead tbody tfoot tr td th figure center nav picture caption figcaption"
        " summary legend h1 h2 h3 h4 h5 h6 hr pre input link meta source"
    )
)
"""Elements that are context only with attributes."""
_CONTAINERS = frozenset(
    str.split(
        "details dialog aside blockquote fieldset form iframe menu svg video audio"
        " object button select textarea head title script style template noscript"
    )
)
"""Elements whose name says what is in them."""
_KNOWN = _INLINE | _BLOCKS | _CONTAINERS
_STRUCK = frozenset({"del", "s", "strike"})
_UNSEEN = frozenset({"script", "style", "template", "noscript"})
_TITLES = frozenset({"summary", "caption", "legend"})
_TELLING = frozenset(
    {"style", "class", "hidden", "aria-hidden", "color", "open", "title"}
)
"""Attributes that are context."""
_CONCEALED = re.compile(r"\bhidden\b|display\s*:\s*none", re.I)
_LINED = re.compile(r"line-through", re.I)
_TAG = re.compile(
    r"(?s)<!--.*?(?:-->|\Z)|<[?!].*?(?:>|\Z)"
    r"|<(?P<close>/?)(?P<name>[A-Za-z][\w-]*)(?P<attributes>[^<>]*)>"
    r"|(?P<text>[^<]+|<)"
)
_ATTRIBUTE = re.compile(r"([\w-]+)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?")
_ALT = re.compile(r"""\balt=(["'])(.*?)\1""")
_RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SHIFTS = {"sup": _RAISED, "sub": _LOWERED}


@dataclass(slots=True)
class Container:
    """An open container: a quote, list, item, table or element of HTML.

    Attributes:
        kind: Which one.
        label: What it says about what is in it.
        number: Of a numbered list, the number of its next item.
        first: Of a numbered list, the number of its first item.
        marker: Of an item.
        callout: Of a callout, its kind.
        is_first: Whether nothing was read in it yet.
        columns: Of a table, the heads of its columns.
        group: Of a table, the last row that only names a group.
        state: What withdraws its contents.
    """

    kind: str
    label: str = ""
    number: int | None = None
    first: int | None = None
    marker: str = ""
    callout: str = ""
    is_first: bool = True
    columns: tuple[str, ...] = ()
    group: str = ""
    state: State = State.NONE


class Piece(NamedTuple):
    """A text of a block of HTML; `level` is that of a heading, else 0."""

    block: ShownBlock
    level: int = 0


def hidden_inline(block: ShownBlock) -> Iterator[tuple[int, int]]:
    """The characters of a text that are markup of HTML, or that it hides."""
    opened: list[tuple[str, int, bool]] = []
    for mark in sorted(block.marks, key=lambda mark: mark.start):
        if mark.kind is not MarkKind.HTML:
            continue
        found = _TAG.match(block.text, mark.start)
        name = (found["name"] or "").lower() if found else ""
        if found and not name and not found["text"]:
            yield mark.start, mark.end
        elif found and name in _INLINE | _UNSEEN:
            yield from _instead(found, mark.start, mark.end)
            if found["close"]:
                if any(name == other for other, *_ in opened):
                    while (last := opened.pop())[0] != name:
                        pass
                    if last[2]:
                        yield last[1], mark.end
            elif name not in {"br", "img", "wbr"}:
                opened.append((name, mark.start, _hides(name, found["attributes"])))
    yield from ((start, len(block.text)) for _, start, hides in opened if hides)


def _instead(found: re.Match[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The source ranges of a tag to hide; the alternative text of a picture stays."""
    alt = _ALT.search(found["attributes"]) if found["name"].lower() == "img" else None
    if alt:
        base = start + found.start("attributes") - found.start()
        yield start, base + alt.start(2)
        yield base + alt.end(2), end
    elif found["name"].lower() == "br":
        yield start + 1, end  # `<` becomes the line break: see `raised`
    else:
        yield start, end


def _hides(name: str, attributes: str) -> bool:
    is_struck = name in _STRUCK or bool(_LINED.search(attributes))
    return is_struck or name in _UNSEEN or bool(_CONCEALED.search(attributes))


def raised(block: ShownBlock, shown: ShownBlock) -> ShownBlock:
    """A text with `<br>` as line breaks, and sup and sub digits raised or lowered."""
    tags = [m for m in block.marks if m.kind is MarkKind.HTML]
    if not tags:
        return shown
    chars, opened = [*shown.text], list[tuple[str, int]]()
    for mark in tags:
        found = _TAG.match(block.text, mark.start)
        name = (found["name"] or "").lower() if found else ""
        at = bisect_left(shown.starts, block.starts[mark.start])
        if name == "br" and at < len(chars) and chars[at] == "<":
            chars[at] = "\n"
        elif name in _SHIFTS and found and not found["close"]:
            opened.append((name, at))
        elif name in _SHIFTS and opened and opened[-1][0] == name:
            start = opened.pop()[1]
            chars[start:at] = "".join(chars[start:at]).translate(_SHIFTS[name])
    return replace(shown, text="".join(chars))


def pieces(
    block: ShownBlock, opened: list[Container], close: Callable[[str], None]
) -> Iterator[Piece]:
    """The texts of a block; its elements become containers."""
    text, last = _HtmlText(), ""
    for found in _TAG.finditer(block.text):
        name = (found["name"] or "").lower()
        start, end = block.starts[found.start()], block.ends[found.end() - 1]
        if name in _INLINE or name not in _KNOWN:
            text.read(found, name, start, end)
        elif name in {"td", "th"}:
            if not found["close"]:
                text.cell(name, start)
        else:
            yield from _piece(text.words, text.kind, last)
            text, last = _HtmlText(), "" if found["close"] else name
            if found["close"]:
                close(name)
            elif element := _element(name, found["attributes"]):
                opened.append(element)
    yield from _piece(text.words, text.kind, last)


class _HtmlText:
    """A text between two tags of blocks, or a row of a table."""

    def __init__(self) -> None:
        self.words = BlockText()
        self.kind = ShownKind.PARAGRAPH
        self._hidden: list[str] = []
        self._shift = ""

    def read(self, found: re.Match[str], name: str, start: int, end: int) -> None:
        """Read words, a comment or a tag within the text."""
        if found["text"] and not self._hidden:
            words = unescape(found["text"])
            self.words.add(words.translate(_SHIFTS.get(self._shift, {})), start, end)
        elif name and name not in _INLINE:
            self.words.add(found[0], start, end)
        elif name == "br":
            self.words.add("\n", start, end)
        elif name == "img" and (alt := _ALT.search(found["attributes"])):
            self.words.add(alt[2], start, end)
        elif name in _SHIFTS:
            self._shift = "" if found["close"] else name
        elif name and found["close"]:
            self._hidden = self._hidden[:-1] if name in self._hidden else self._hidden
        elif name and _hides(name, found["attributes"]):
            self._hidden.append(name)

    def cell(self, name: str, start: int) -> None:
        """A cell begins."""
        self.words.cell(start)
        is_head = name == "th" and self.kind is not ShownKind.ROW
        self.kind = ShownKind.HEAD if is_head else ShownKind.ROW


def _piece(read: BlockText, kind: ShownKind, tag: str) -> Iterator[Piece]:
    block = read.block(kind)
    if read.cells:
        yield Piece(block)
        return
    block = block.part(0, len(block.text))
    if not block.text:
        return
    if re.fullmatch("h[1-6]", tag):
        yield Piece(block.part(0, len(block.text), kind=ShownKind.HEADING), int(tag[1]))
    elif tag in _TITLES:
        yield Piece(block.part(0, len(block.text), kind=ShownKind.TITLE))
    else:
        yield Piece(block)


def _element(name: str, attributes: str) -> Container | None:
    """An element that says something about what is in it, or holds rows."""
    label = " ".join(
        found[0]
        for found in _ATTRIBUTE.finditer(attributes)
        if found[1].lower() in _TELLING
    )
    if name in _BLOCKS and not label and name != "table":
        return None
    state = State.NONE
    if name in _UNSEEN or _CONCEALED.search(label):
        state = State.HIDDEN
    elif _hides(name, attributes):
        state = State.STRUCK
    return Container(
        name, label if name == "table" else f"{name} {label}".strip(), state=state
    )
