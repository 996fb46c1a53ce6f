"""HTML pages, read by selectolax (lexbor). Nothing is fetched and no script runs."""

import codecs
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ragtui_core.documents.decoding import decode
from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.page_styles import apply_styles
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile

_UNSEEN = (
    "script,noscript,template,svg,iframe,object,embed,canvas,"
    "select,datalist,input[type=hidden]"
)
"""What a browser does not show, or not as text."""

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})""", re.I)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "dd"),
        *("details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer"),
        *("form", "header", "hr", "legend", "li", "main", "nav", "ol", "p", "section"),
        *("summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    )
)
MAX_DEPTH = 5_000
"""Elements within elements: the parser takes time quadratic in the depth."""
_NESTING = re.compile(
    r"<(/?)(?:div|span|section|font|b|i|blockquote|table|ul|ol)\b", re.I
)
_CHARSET_BYTES = 2048


class HtmlExtractor:
    """Extracts HTML pages; see `Extractor`."""

    endings = OWN_ENDINGS["html"]

    @property
    def version(self) -> str:
        """Our version and those of the libraries."""
        return own_version("html")

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
    found = writer.extracted(page.title, problems)
    if not found.text:
        raise UnreadableFile("no text")
    return found


class WrittenPage(NamedTuple):
    """What was written: the page's title, and where its first quotation begins."""

    title: str
    quotation: int | None = None


def write_html(
    text: str,
    writer: CanonicalWriter,
    linked: Callable[[str], str] = lambda _: "",
    quotations: str = "",
) -> WrittenPage:
    """Write the text of a page.

    Args:
        text: The page.
        writer: Writes it.
        linked: Gives the style sheet at an address in the page, or nothing.
        quotations: A selector of elements that quote another text.

    Raises:
        UnreadableFile: Its elements are nested too deeply.
    """
    from selectolax.lexbor import LexborHTMLParser

    _refuse_depth(text)
    tree = LexborHTMLParser(text)
    title = tree.css_first("title")
    name: str = title.text() if title else ""
    for node in tree.css(_UNSEEN):
        node.decompose()
    writer.add_problems(apply_styles(tree, linked))
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
        self._split = ",".join(
            filter(None, ("td table, th table, td p + p", quotations))
        )
        self._text: list[str] = []
        self._markers: list[str] = []
        self._counters: list[int] = []

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
                if node.tag in _BLOCKS:
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
            self.writer.heading(_HEADINGS[tag], node.text(deep=True, separator=" "))
        elif tag == "pre":
            self._flush()
            self.writer.code(node.text(deep=True))
        elif tag == "table" and not node.css_first(self._split):
            self._flush()
            self._table(node)
        elif tag == "br":
            self._text.append(_BREAK)
        else:
            return False
        return True

    def _table(self, node: Any) -> None:
        caption = node.css_first("caption")
        if caption:
            self.writer.paragraph(
                _single_spaced(caption.text(deep=True, separator=" "))
            )
        self.writer.table(
            [
                [cell.text(deep=True, separator=" ") for cell in row.css("td, th")]
                for row in node.css("tr")
            ]
        )

    def _enter(self, node: Any) -> None:
        self._flush()
        if node.tag in {"ul", "ol"}:
            self._counters.append(0 if node.tag == "ol" else -1)
        elif node.tag == "li":
            self._markers = [self._next_marker()]

    def _leave(self, node: Any) -> None:
        self._flush()
        if node.tag in {"ul", "ol"}:
            self._counters.pop()
        elif node.tag == "li":
            self._markers = []

    def _next_marker(self) -> str:
        if not self._counters or self._counters[-1] < 0:
            return "-"
        self._counters[-1] += 1
        return f"{self._counters[-1]}."

    def _flush(self) -> None:
        """Write the text so far as a paragraph, or as the first of an item."""
        lines = [_single_spaced(line) for line in _lines("".join(self._text))]
        self._text.clear()
        text = "\n".join(line for line in lines if line)
        if not text:
            return
        if self._markers:
            self.writer.item(_single_spaced(text), self._markers.pop())
        else:
            self.writer.paragraph(text)


_BREAK = "\0"


def _lines(text: str) -> list[str]:
    """Lines as `<br>` breaks them."""
    return text.split(_BREAK)


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
