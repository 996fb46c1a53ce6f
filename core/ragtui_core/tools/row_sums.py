"""The tool that adds up numbers of rows: `sum_rows`."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from ragtui_core.answer.checks.facts import number_values
from ragtui_core.answer.deep.model_tools import ToolResult
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.search.compact_text import hit_location, shortened
from ragtui_core.search_results import Hit
from ragtui_core.text.plurals import counted
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.tools.hits import hit_of
from ragtui_core.tools.request_option import RequestError, RequestOption
from ragtui_core.tools.request_options import (
    FILTERS,
    MAX_PATH,
    MAX_VALUE,
    QUERY,
    search_options,
)
from ragtui_core.tools.tool import MAX_QUOTE, Tool, ToolCall
from ragtui_core.types import BlockKind, Document

MAX_DOCUMENTS = 50
"""Notes of a search whose rows are added."""

MAX_ROWS = 40
"""Rows that are listed, the first ones."""

MAX_HEADS = 500
"""Characters of the names of columns, if no row has the one that was asked for."""

_CELL = re.compile(r"(?<!\\)\|")
_NUMBER = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)*")
_DECIMAL = re.compile(r"\d([.,])(?:\d{1,2}|\d{4,})\Z")


@dataclass(frozen=True, slots=True)
class Row:
    """A row with one number in the column; `unit` is what else is in its cell."""

    hit: Hit
    text: str
    number: str
    unit: str


def sum_rows(call: ToolCall) -> ToolResult:
    """The sum of a column, or of a property, for each unit, with the rows."""
    column, where = call.values["column"], call.values.get("where", "").split()
    documents = [call.vault.documents.read(path) for path in _paths(call)]
    rows = [row for document in documents for row in _rows(document, column, where)]
    marks = {mark[1] for row in rows if (mark := _DECIMAL.search(row.number))}
    sums = defaultdict[str, float](float)
    for row in rows:
        sums[row.unit] += _value(row.number, marks)
    added = "; ".join(f"{total:,.10g} {unit}".rstrip() for unit, total in sums.items())
    of = f"{counted(len(rows), 'row')} with a number in “{column}”"
    found = sanitize(f"Sum of {of}: {added or 0}.", one_line=True)
    lines = [found]
    lines += [
        sanitize(
            f"{hit_location(row.hit)} {shortened(row.text, MAX_QUOTE)}", one_line=True
        )
        for row in rows[:MAX_ROWS]
    ]
    if not rows and (heads := dict.fromkeys(h for d in documents for h in _heads(d))):
        lines.append(
            sanitize(f"Columns: {', '.join(heads)}"[:MAX_HEADS], one_line=True)
        )
    if len(rows) > MAX_ROWS:
        lines.append(f"({len(rows) - MAX_ROWS} more rows.)")
    hits = tuple(replace(row.hit, rank=rank) for rank, row in enumerate(rows, 1))
    return ToolResult("\n".join(lines), hits, found if rows else "")


def _paths(call: ToolCall) -> list[str]:
    """The document that is named, or those that a search finds, by name."""
    values = dict(call.values)
    if path := values.pop("path", ""):
        return [call.vault.documents.indexed_path(path)]
    query = values.pop("query", "")
    del values["column"]
    values.pop("where", None)
    if not (query or values):
        raise RequestError("`path` is missing: a file, or give a query", "path")
    values |= {"limit": MAX_DOCUMENTS}
    result = call.search(query, search_options(values, call.vault, call.front_end))
    good = result.hits[: result.listed] if query else result.hits
    return sorted({hit.path for hit in good})


def _rows(document: Document, column: str, where: Iterable[str]) -> Iterator[Row]:
    """The rows of a document that have all words of `where`, and none with a minus."""
    for passage in passages_of(document):
        text = passage.span.of(document.text)
        cell, words = _cell(passage, text, column.casefold()), text.casefold()
        numbers = _NUMBER.findall(cell)
        if len(numbers) == 1 and all(_fits(word.casefold(), words) for word in where):
            unit = " ".join(cell.replace(numbers[0], " ").strip(" *_`").split())
            yield Row(hit_of(document, passage.span), text, numbers[0], unit)


def _heads(document: Document) -> Iterator[str]:
    """The heads of the columns of a document's tables."""
    for passage in passages_of(document):
        if passage.is_column_heads:
            yield from filter(None, _cells(passage.column_heads))


def _cell(passage: Passage, text: str, column: str) -> str:
    """What a row has in a column, or after `column:`; empty if nothing."""
    if passage.kind is BlockKind.TABLE_ROW and not passage.is_column_heads:
        heads = _cells(passage.column_heads.casefold())
        return dict(zip(heads, _cells(text), strict=False)).get(column, "")
    name, _, value = text.strip(" -*+\t").partition(":")
    return value if name.strip(" *_").casefold() == column else ""


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(row.strip().strip("|"))]


def _fits(word: str, text: str) -> bool:
    return word[1:] not in text if word.startswith("-") else word in text


def _value(number: str, decimal_marks: Collection[str]) -> float:
    """The value; `1,234` is in thousands unless its mark is that of decimals."""
    values = number_values(number.replace("\u2212", "-"))
    if not values:
        return 0.0
    is_decimal = any(mark in number for mark in decimal_marks)
    return values[0] if is_decimal else values[-1]


SUM_ROWS = Tool(
    "sum_rows",
    "Add up rows",
    "Add up a column of tables, or a property such as hours: 3, in one file or in all "
    "that a search finds; lists the rows. where=-total leaves totals out.",
    (
        RequestOption(
            "column", str, "Head of the column.", high=MAX_VALUE, required=True
        ),
        RequestOption(
            "path",
            str,
            "The file.",
            high=MAX_PATH,
            guessed=("file", "filename", "file_path", "note"),
        ),
        replace(QUERY, required=False, description="Instead: a search."),
        RequestOption(
            "where",
            str,
            "Words of the rows; -word: without.",
            high=MAX_VALUE,
            guessed=("filter", "rows"),
        ),
    ),
    sum_rows,
    FILTERS,
)
