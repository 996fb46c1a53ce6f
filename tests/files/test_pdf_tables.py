"""Tables of PDFs by the lines around their cells, and prose, which is none."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from ragtui_files.pdf.pdf import PdfExtractor
from support.office_files import PdfPage, pdf

ROWS = [
    ("Part", "Price", "Stock"),
    ("Seal ring", "3.50", "12"),
    ("Pump", "120.00", "7"),
    ("Valve", "8.25", "140"),
]
SENTENCE = (
    "The north pump hums at night because of a worn bearing and of air in the pipe "
    "that was not let out since May when the harbour was closed and boats were away"
)
PROSE = [*SENTENCE.split(" "), "now"]


def shown(*drawn: str) -> str:
    return PdfExtractor().extract(pdf(PdfPage(["Above."], drawn="\n".join(drawn)))).text


def text(left: float, top: float, words: str) -> str:
    return f"BT /F 10 Tf {left} {top} Td ({words}) Tj ET"


def columns(
    rows: Sequence[Sequence[str]], lefts: Sequence[int], step: int = 14
) -> list[str]:
    return [
        text(left, 600 - step * at, cell)
        for at, row in enumerate(rows)
        for left, cell in zip(lefts, row, strict=True)
        if cell
    ]


def boxed(rows: Sequence[Sequence[str]], lefts: Sequence[int]) -> list[str]:
    """Columns with a box around each cell."""
    edges = [*lefts, lefts[-1] + 100]
    boxes = [
        f"{left - 5} {596 - 14 * at} {right - left} 14 re S"
        for at in range(len(rows))
        for left, right in pairwise(edges)
    ]
    return [*boxes, *columns(rows, lefts)]


def test_a_table_that_goes_on_after_a_page_has_its_heads_there() -> None:
    lefts = (60, 200, 300)
    pages = (
        PdfPage([], drawn="\n".join(boxed(rows, lefts)))
        for rows in (ROWS, ROWS[1:], [("Town", "Size", "Land"), *ROWS[1:]])
    )
    first, second, third = PdfExtractor().extract(pdf(*pages)).text.split("| Pump")[:3]
    head = "| Part | Price | Stock |\n| --- | --- | --- |\n| Seal"
    assert head in first
    assert head in second
    assert "| Town | Size | Land |\n| --- |" in third


def test_several_lines_in_a_cell_and_a_broken_word() -> None:
    boxes = [f"{x} {y} 140 40 re S" for x in (50, 190) for y in (560, 520)]
    words = [text(55, 588, "Part"), text(195, 588, "What for")]
    words += [
        text(55, 548, "Seal"),
        text(195, 548, "for cold wa-"),
        text(195, 536, "ter"),
    ]
    found = shown(*boxes, *words)
    assert found.endswith(
        "| Part | What for |\n| --- | --- |\n| Seal | for cold water |\n\n"
    )


def prose(left: int, width: int, words: Sequence[str]) -> list[str]:
    lines = [" ".join(words[at : at + width]) for at in range(0, len(words), width)]
    return [text(left, 600 - 12 * at, line) for at, line in enumerate(lines)]


@pytest.mark.parametrize(
    "drawn",
    [
        ["40 400 500 250 re S", "40 380 500 290 re S"],
        [f"{x} 400 m {x} 700 l S" for x in range(0, 600, 2)]
        + [f"0 {y} m 600 {y} l S" for y in range(0, 800, 2)],
        ["60 560 m 60 700 l 400 560 l S", "40 520 400 200 re S", "40 600 200 120 re S"],
    ],
)
def test_frames_and_drawings_are_no_tables(drawn: list[str]) -> None:
    words = prose(60, 8, PROSE)
    found = shown(*drawn, *words)
    assert "|" not in found


@given(
    st.lists(
        st.lists(
            st.sampled_from(["Ann", "7.5", "12", "x y", ""]), min_size=3, max_size=3
        ),
        min_size=2,
        max_size=6,
    )
)
def test_no_word_of_a_page_is_lost(rows: list[list[str]]) -> None:
    made = boxed(rows, (60, 200, 300))
    found = shown(*made).replace("|", " ").split()
    assert sorted(w for w in found if w != "---") == sorted(
        ["Above.", *(word for row in rows for cell in row for word in cell.split())]
    )
