"""The order of recognised boxes: columns, rows, paragraphs, on pages that are askew."""

import math

from hypothesis import given, strategies as st

from ragtui_files.pictures.reading_order import TextBox, rows_in_order

HEIGHT = 30.0
WORDS = "words of a column that are long"


def box(text: str, left: float, top: float, width: float, degrees: float) -> TextBox:
    """A box of one row on a page that is turned around its upper left corner."""
    angle = math.radians(degrees)
    corners = (
        (left, top),
        (left + width, top),
        (left + width, top + HEIGHT),
        (left, top + HEIGHT),
    )
    turned = [
        (
            x * math.cos(angle) - y * math.sin(angle),
            x * math.sin(angle) + y * math.cos(angle),
        )
        for x, y in corners
    ]
    return TextBox(text, turned)


@given(
    columns=st.integers(1, 3),
    rows=st.integers(4, 12),
    degrees=st.floats(-6, 6),
    data=st.data(),
)
def test_columns_are_read_one_after_the_other(
    columns: int, rows: int, degrees: float, data: st.DataObject
) -> None:
    order = [
        f"{WORDS} {column} {row}" for column in range(columns) for row in range(rows)
    ]
    boxes = [
        box(text, 50 + 600 * (at // rows), 100 + 45 * (at % rows), 540, degrees)
        for at, text in enumerate(order)
    ]
    title = box("A title over all of them", 50, 20, 600 * columns - 60, degrees)
    shuffled = data.draw(st.permutations([title, *boxes]))
    found = [row.text for row in rows_in_order(shuffled)]
    assert found == ["A title over all of them", *order]


def test_cells_belong_to_their_row() -> None:
    boxes = [
        box(text, left, 100 + 45 * row, 100, 0)
        for row, cells in enumerate(
            [("Valve", "3 bar"), ("Pump", "5 bar"), ("Hose", "1")] * 2
        )
        for left, text in zip((50, 500), cells, strict=True)
    ]
    found = [row.text for row in rows_in_order(boxes)]
    assert found[:3] == ["Valve 3 bar", "Pump 5 bar", "Hose 1"]


def test_a_gap_begins_a_paragraph() -> None:
    tops = (100, 140, 180, 260, 300)
    rows = rows_in_order([box(WORDS, 50, top, 500, 0) for top in tops])
    assert [row.begins for row in rows] == [True, False, False, True, False]


def test_the_box_of_a_row_is_that_in_the_picture() -> None:
    (row,) = rows_in_order([box("one", 50, 100, 90, 0), box("two", 200, 102, 90, 0)])
    assert (row.text, row.box) == ("one two", (50, 100, 290, 132))


def test_a_picture_without_text_has_no_rows() -> None:
    assert rows_in_order([]) == []
