"""The tool that adds up numbers of rows: `sum_rows`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ragtui_core.answer.column_sums import Amount, amount_in, cells_of, sums_of
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


@dataclass(frozen=True, slots=True)
class Row:
    """A row with one number in the column."""

    hit: Hit
    text: str
    amount: Amount


def sum_rows(call: ToolCall) -> ToolResult:
    """The sum of a column, or of a property, for each unit, with the rows.

    Raises:
        RequestError: No row has a number in it, whatever `where` is.
    """
    column, where = call.values["column"], call.values.get("where", "").split()
    documents = [call.vault.documents.read(path) for path in _paths(call)]
    rows = [row for document in documents for row in _rows(document, column, where)]
    if not rows and not any(row for d in documents for row in _rows(d, column, ())):
        heads = ", ".join(dict.fromkeys(h for d in documents for h in _heads(d)))
        what = f"no row has a number in “{column}”"
        listed = f"{what}; columns: {heads[:MAX_HEADS]}" if heads else what
        raise RequestError(sanitize(listed, one_line=True), "column")
    of = f"{counted(len(rows), 'row')} with a number in “{column}”"
    added = sums_of([row.amount for row in rows])
    found = sanitize(f"Sum of {of}: {added}.", one_line=True)
    lines = [found]
    lines += [
        sanitize(
            f"{hit_location(row.hit)} {shortened(row.text, MAX_QUOTE)}", one_line=True
        )
        for row in rows[:MAX_ROWS]
    ]
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
        amount = amount_in(cell)
        if amount and all(_fits(word.casefold(), words) for word in where):
            yield Row(hit_of(document, passage.span), text, amount)


def _heads(document: Document) -> Iterator[str]:
    """The heads of the columns of a document's tables."""
    for passage in passages_of(document):
        if passage.is_column_heads:
            yield from filter(None, cells_of(passage.column_heads))


def _cell(passage: Passage, text: str, column: str) -> str:
    """What a row has in a column, or after `column:`; empty if nothing."""
    if passage.kind is BlockKind.TABLE_ROW and not passage.is_column_heads:
        heads = cells_of(passage.column_heads.casefold())
        return dict(zip(heads, cells_of(text), strict=False)).get(column, "")
    name, _, value = text.strip(" -*+\t").partition(":")
    return value if name.strip(" *_").casefold() == column else ""


def _fits(word: str, text: str) -> bool:
    return word[1:] not in text if word.startswith("-") else word in text


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
