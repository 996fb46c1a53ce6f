"""HTML pages, read by selectolax (lexbor). Nothing is fetched and no script runs."""

import codecs
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from ragtui_core import UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor, decode
from ragtui_files.html.page_tables import (
    BLOCKS,
    caption_of,
    cells_of,
    inline_text,
    is_layout,
)
from ragtui_files.html.page_texts import remove_hidden, show_texts
from ragtui_files.numerals import LABEL, numeral

_UNSEEN = (
    "script,style,noscript,template,svg,iframe,object,embed,canvas,datalist,annotation,"
    ".katex-html[aria-hidden=true]"
)
"""What a browser does not show, or not as text."""

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})""", re.I)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
MAX_DEPTH = 5_000
"""Elements within elements: the parser takes time quadratic in the depth."""
_NESTING = re.compile(
    r"<(/?)(?:div|span|section|font|b|i|blockquote|table|ul|ol)\b", re.I
)
_CHARSET_BYTES = 2048


class HtmlExtractor(OwnExtractor, kind="html"):
    """Extracts HTML pages; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The text that a browser shows, with headings, lists and tables."""
        text, problems = decoded_html(data)
        return extract_html(text, problems)


def extract_html(text: str, problems: tuple[str, ...] = ()) -> Extracted:
    """The text of a page.

    Raises:
        UnreadableFile: The page has no text.
    """
    writer = CanonicalWriter()
    page = write_html(text, writer)
    return writer.extracted(page.title, problems).required()


class WrittenPage(NamedTuple):
    """What was written: the page's title, and where its first quotation begins."""

    title: str
    quotation: int | None = None


def write_html(
    text: str,
    writer: CanonicalWriter,
    quotations: str = "",
) -> WrittenPage:
    """Write the text of a page.

    Args:
        text: The page.
        writer: Writes it.
        quotations: A selector of elements that quote another text.

    Raises:
        UnreadableFile: Its elements are nested too deeply.
    """
    from selectolax.lexbor import LexborHTMLParser

    _refuse_depth(text)
    tree = LexborHTMLParser(text)
    for node in tree.css(_UNSEEN):
        node.decompose()
    title = tree.css_first("title")
    name: str = title.text() if title else ""
    writer.add_problems(remove_hidden(tree))
    show_texts(tree)
    walk = _Walk(writer, quotations)
    if tree.body:
        walk.visit(tree.body)
    return WrittenPage(name, walk.quotation)


def _refuse_depth(text: str) -> None:
    """Raise if elements are nested more deeply than in any real page."""
    depth = 0
    for tag in _NESTING.finditer(text):
        depth += -1 if tag[1] else 1
        if depth > MAX_DEPTH:
            raise UnreadableFile(f"elements nested more than {MAX_DEPTH:,} deep")


class _Walk:
    """Writes the blocks of a page in order; iterative, since pages nest deeply."""

    def __init__(self, writer: CanonicalWriter, quotations: str) -> None:
        self.writer = writer
        self.quotation: int | None = None
        self._quotations = quotations
        self._text: list[str] = []
        self._markers: list[str] = []
        self._lists: list[_Numbering | None] = []
        self._terms: list[str] = []
        self._is_term = self._is_defined = self._is_bold = False

    def visit(self, top: Any) -> None:
        """Write what is in `top`."""
        quotation = top.css_first(self._quotations) if self._quotations else None
        stack: list[tuple[bool, Any]] = [(False, top)]
        while stack:
            is_end, node = stack.pop()
            if is_end:
                self._leave(node)
                continue
            if node.tag == "-text":
                self._text.append((node.text_content or "").replace(_BREAK, ""))
                continue
            if quotation and node.mem_id == quotation.mem_id:
                self._flush()
                self.quotation = self.writer.position
            if not self._take_whole(node):
                if node.tag in BLOCKS:
                    self._enter(node)
                    stack.append((True, node))
                children = list(node.iter(include_text=True))
                stack.extend((False, child) for child in reversed(children))
        self._flush()

    def _take_whole(self, node: Any) -> bool:
        """Write a heading, code, a table or a line break; False for anything else."""
        tag = node.tag
        if tag in _HEADINGS:
            self._flush()
            self.writer.heading(_HEADINGS[tag], _labelled(inline_text(node)))
        elif tag == "pre":
            self._flush()
            self.writer.code(node.text(deep=True))
        elif tag == "table" and not is_layout(node, self._quotations):
            self._flush()
            self.writer.paragraph(caption_of(node))
            self.writer.grid(cells_of(node))
        elif tag == "br":
            self._text.append(_BREAK)
        else:
            return False
        return True

    def _enter(self, node: Any) -> None:
        self._flush()
        match node.tag:
            case "p":
                self._is_bold = _is_bold(node)
            case "ol":
                self._lists.append(_Numbering.of(node))
            case "ul":
                self._lists.append(None)
            case "li":
                numbering = self._lists[-1] if self._lists else None
                self._markers = [numbering.next(node) if numbering else "-"]
            case "dt":
                self._is_term = True
                if self._is_defined:
                    self._terms, self._is_defined = [], False
            case "dd":
                self._markers = ["-"]

    def _leave(self, node: Any) -> None:
        self._flush()
        match node.tag:
            case "ul" | "ol":
                self._lists.pop()
            case "li":
                self._markers = []
            case "dt":
                self._is_term = False
            case "dd":
                self._markers, self._is_defined = [], True
            case "dl":
                if not self._is_defined:
                    self.writer.paragraph(", ".join(self._terms))
                self._terms = []

    def _flush(self) -> None:
        """Write the text so far as a paragraph, or as the first of an item."""
        lines = [_single_spaced(line) for line in "".join(self._text).split(_BREAK)]
        self._text.clear()
        is_bold, self._is_bold = self._is_bold, False
        text = "\n".join(line for line in lines if line)
        if not text.strip("☒☐ \n"):
            return
        if self._is_term:
            self._terms.append(_single_spaced(text))
        elif self._markers:
            terms = f"{', '.join(self._terms)}: " if self._terms else ""
            self._item(terms + _single_spaced(text), self._markers.pop())
        elif is_bold:
            self.writer.label(_labelled(text))
        else:
            self.writer.paragraph(_labelled(text))

    def _item(self, text: str, marker: str) -> None:
        """Write an item with its number as shown; Markdown knows those of digits."""
        if found := LABEL.match(text):
            marker, text = found[1], text[found.end() :]
        self.writer.item(text, marker)


@dataclass(slots=True)
class _Numbering:
    """The numbers of a list's items."""

    kind: str
    value: int
    step: int

    @classmethod
    def of(cls, node: Any) -> "_Numbering":
        """The numbering of an ordered list."""
        attributes = node.attributes
        step = -1 if "reversed" in attributes else 1
        items = [child for child in node.iter() if child.tag == "li"]
        first = len(items) if step < 0 else 1
        start = _integer(attributes.get("start"), first)
        styled = _LIST_STYLE.search(attributes.get("style") or "")
        kind = attributes.get("type") or "1"
        return cls(_LIST_STYLES[styled[1]] if styled else kind, start - step, step)

    def next(self, item: Any) -> str:
        """The number of the next item, with a full stop."""
        self.value = _integer(item.attributes.get("value"), self.value + self.step)
        return f"{numeral(self.value, self.kind)}."


_BREAK = "\0"
_LIST_STYLES = {
    "decimal": "1",
    **dict.fromkeys(("lower-alpha", "lower-latin"), "a"),
    **dict.fromkeys(("upper-alpha", "upper-latin"), "A"),
    "lower-roman": "i",
    "upper-roman": "I",
}
_LIST_STYLE = re.compile(
    rf"list-style(?:-type)?\s*:[^;]*?\b({'|'.join(_LIST_STYLES)})\b"
)


def _integer(text: str | None, default: int) -> int:
    found = re.match(r"\s*([+-]?\d{1,9})", text or "")
    return int(found[1]) if found else default


def _is_bold(paragraph: Any) -> bool:
    """Whether all words of a paragraph are in bold, as in a heading."""
    bold = " ".join(part.text(deep=True) for part in paragraph.css("strong,b"))
    return bool(bold.split()) and bold.split() == paragraph.text(deep=True).split()


def _labelled(text: str) -> str:
    """Text with the number that its program shows before it, if there is one."""
    return LABEL.sub(r"\1 ", text)


def _single_spaced(text: str) -> str:
    return " ".join(text.split())


def decoded_html(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a page: by its mark, as UTF-8, as it declares, or by a guess."""
    declared = _CHARSET.search(data[:_CHARSET_BYTES])
    if declared and not data.startswith((codecs.BOM_UTF8, b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode(), ()
        except UnicodeDecodeError:
            pass
        try:
            codec = codecs.lookup(declared[1].decode("ascii", "replace"))
            return codec.decode(data, "strict")[0], ()
        except (LookupError, UnicodeDecodeError, AttributeError):
            pass
    decoded = decode(data)
    return decoded.text, decoded.problems
