"""Adds up the numbers of rows of tables."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ragtui_core.language.times.dates import leading_date
from ragtui_core.text.number_values import number_values

_CELL = re.compile(r"(?<!\\)\|")
_NUMBER = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)*")
_DECIMAL = re.compile(r"\d([.,])(?:\d{1,2}|\d{4,})\Z")
_AMOUNT = re.compile(r"[.,]\d\d\Z")


class Amount(NamedTuple):
    """The only number of a cell, as written, and what else is in the cell."""

    number: str
    unit: str


def cells_of(row: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in _CELL.split(row.strip().strip("|"))]


def amount_in(cell: str) -> Amount | None:
    """The number of a cell; None if it has none, several, or a date."""
    numbers = _NUMBER.findall(cell)
    if len(numbers) != 1 or leading_date(cell):
        return None
    unit = " ".join(cell.replace(numbers[0], " ").strip(" *_`").split())
    return Amount(numbers[0], unit)


def sums_of(amounts: Sequence[Amount]) -> str:
    """The sum for each unit, such as `1,562.5 €; 18 $`; 0 without amounts."""
    marks = {mark[1] for it in amounts if (mark := _DECIMAL.search(it.number))}
    sums = defaultdict[str, float](float)
    for number, unit in amounts:
        sums[unit] += _value(number, marks)
    added = (f"{total:,.10g} {unit}".rstrip() for unit, total in sums.items())
    return "; ".join(added) or "0"


def _value(number: str, decimal_marks: Collection[str]) -> float:
    """The value; `1,234` is in thousands unless its mark is that of decimals."""
    values = number_values(number.replace("\u2212", "-"))
    if not values:
        return 0.0
    is_decimal = any(mark in number for mark in decimal_marks)
    return values[0] if is_decimal else values[-1]


def column_of_amounts(
    heads: Sequence[str], rows: Iterable[str], named: Collection[str]
) -> tuple[str, list[Amount]] | None:
    """The head and the amounts of the column of some rows that can be added.

    It has a number of one unit in each row, and is the only such column among those
    `named`, or else the only one whose numbers all have two decimals, as money has.
    """
    columns = dict[str, list[Amount]]()
    for head, cells in zip(
        heads, zip(*map(cells_of, rows), strict=False), strict=False
    ):
        amounts = [it for it in map(amount_in, cells) if it]
        if len(amounts) == len(cells) and len({it.unit for it in amounts}) == 1:
            columns[head] = amounts
    exact = (
        head
        for head, amounts in columns.items()
        if all(_AMOUNT.search(it.number) for it in amounts)
    )
    for kept in ([head for head in columns if head in named], [*exact]):
        if len(kept) == 1:
            return kept[0], columns[kept[0]]
    return None
