"""Tables of a page: which ones are tables, and the text of their cells."""

import re
from collections.abc import Iterator
from typing import Any

from ragtui_core.documents import Cell
from ragtui_files.numerals import LABEL

BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "dd"),
        *("details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer"),
        *("form", "header", "hr", "legend", "li", "main", "nav", "ol", "p", "section"),
        *("summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    )
)
"""Elements that begin on a line of their own."""
_IN_CELL = "p,div,ul,ol,h1,h2,h3,h4,h5,h6,pre,blockquote"
_HEADINGS = "h1,h2,h3,h4,h5,h6"
_MAX_SPAN = 65_534
_CELLS = ("td", "th")


def is_layout(table: Any, quotations: str) -> bool:
    """Whether a table only arranges blocks: its cells are then read one by one.

    It says so, quotes a mail, has other tables or headings in most of its cells, or has
    one row or column of several blocks each.
    """
    if (table.attributes.get("role") or "").lower() in {"presentation", "none"}:
        return True
    if quotations and table.css_first(quotations) is not None:
        return True
    rows = [[cell for cell in row if _has_text(cell)] for row in _rows(table)]
    cells = [cell for row in rows for cell in row]
    if any(cell.tag == "th" for cell in cells):
        return False
    arranged = [cell for cell in cells if cell.css_first(f"table,{_HEADINGS}")]
    if len(arranged) * 2 > len(cells) or (arranged and _is_line(rows)):
        return True
    return _is_line(rows) and any(len(cell.css(_IN_CELL)) > 1 for cell in cells)


def _is_line(rows: list[list[Any]]) -> bool:
    """Whether there is one row, or one column."""
    filled = [row for row in rows if row]
    return len(filled) < 2 or max(map(len, filled)) < 2


def _has_text(cell: Any) -> bool:
    return bool(cell.text(deep=True).strip())


def caption_of(table: Any) -> str:
    """The caption of a table; empty if it has none."""
    captions = (child for child in table.iter() if child.tag == "caption")
    return next(map(inline_text, captions), "")


def cells_of(table: Any) -> Iterator[list[Cell]]:
    """The cells of each row."""
    for row in _rows(table):
        is_head = row and row[0].parent.parent.tag == "thead"
        yield [
            Cell(
                inline_text(cell),
                _span(cell, "rowspan"),
                max(1, _span(cell, "colspan")),
                is_head or cell.tag == "th",
            )
            for cell in row
        ]


def _rows(table: Any) -> Iterator[list[Any]]:
    """The cells of each row, without those of tables in it."""
    for group in table.iter():
        for row in (group,) if group.tag == "tr" else group.iter():
            if row.tag == "tr":
                yield [cell for cell in row.iter() if cell.tag in _CELLS]


def _span(cell: Any, name: str) -> int:
    found = re.match(r"\s*\+?(\d{1,9})", cell.attributes.get(name) or "1")
    return min(int(found[1]), _MAX_SPAN) if found else 1


def inline_text(top: Any) -> str:
    """The text in an element on one line: blocks are apart, items numbered as shown."""
    pieces: list[str] = []
    stack: list[Any] = [top]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
        elif node.tag == "-text":
            pieces.append(node.text_content or "")
        elif node.tag == "br":
            pieces.append(" ")
        else:
            border = " " if node.tag in BLOCKS or node.tag in _HEADINGS else ""
            stack.append(border)
            stack.extend(reversed(list(node.iter(include_text=True))))
            pieces.append(border)
    return " ".join(LABEL.sub(r"\1 ", "".join(pieces)).split())
