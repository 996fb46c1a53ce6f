"""Whatever a note contains: twice the text takes at most about twice the steps."""

from collections.abc import Callable
from itertools import islice

import pytest

from ragtui_tui.markdown_view.layout import Layout
from ragtui_tui.markdown_view.rendered_document import rendered
from ragtui_tui.markdown_view.rows import Row
from ragtui_tui.markdown_view.slice_blocks import highlighted
from ragtui_tui.markdown_view.slices import MANY_CHARS, markdown_slices
from support.samples import sampled
from support.steps import steps_of

SIZE = 2_000
"""Characters; of nested blocks many more than are followed."""

SHAPES: dict[str, Callable[[int], str]] = {
    "items": lambda n: "- - - a\n" * (n // 8),
    "items in one line": lambda n: "- " * (n // 2) + "a",
    "items, then lines that continue them": lambda n: "- " * (n // 4) + "b\n" * n,
    "numbered": lambda n: "1. " * (n // 6) + "a\nb\n" * (n // 8),
    "quotations": lambda n: ">" * (n // 2) + "a\n" + "b\n" * (n // 4),
    "items of many lines": lambda n: (
        "".join(" " * 2 * depth + "- a\n" for depth in range(40)) * (n // 1_600)
    ),
    "brackets": lambda n: "[" * 500 + "\n" + "[[a](\n" * (n // 6),
    "emphasis": lambda n: "**a *b\n" * (n // 7),
    "backticks": lambda n: "` `` ```\n" * (n // 9),
    "pipes": lambda n: "||||\n" * (n // 5),
    "HTML": lambda n: "<div>\n\n" * (n // 7),
    "table": lambda n: f"{'a|' * 20}\n{'-|' * 20}\n" + "b\n" * (n // 20),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_cutting_takes_linear_time(shape: str) -> None:
    def steps(size: int) -> int:
        lines = SHAPES[shape](size).split("\n")
        return steps_of(lambda: list(markdown_slices(lines, 1)))

    assert steps(2 * SIZE) < 2.5 * steps(SIZE) + 1_000


@pytest.mark.parametrize("shape", sampled(SHAPES, 3))
def test_the_first_rows_take_linear_time_at_most(shape: str) -> None:
    def first_rows(lines: list[str]) -> list[Row]:
        highlighted.cache_clear()
        document = rendered(lines, 1)
        document.read_around(1)
        layout = Layout(document, 80, 100)
        return [row for at in islice(document.indices(), 3) for row in layout.rows(at)]

    def steps(size: int) -> int:
        lines = SHAPES[shape](size).split("\n")
        return steps_of(lambda: first_rows(lines))

    first_rows(["```html", "<a>"])  # imports
    assert steps(2 * SIZE) < 2.5 * steps(SIZE)


def test_the_first_rows_of_a_long_note_need_only_its_beginning() -> None:
    document = rendered(["- item", ""] * 5_000, 1)
    document.read_around(1)
    assert len(document.known) < 20
    assert document.slice_of(5_000) < len(document.known) < 1_000
    assert sum(len(each.lines) for each in document.slices) == 10_000
    assert document.uncut == (0, 0)


def test_rows_with_many_cells_are_in_short_slices() -> None:
    columns = 900
    text = f"{'a|' * columns}\n{'-|' * columns}\n" + "b\n" * 100
    document = rendered(text.split("\n"), 1)
    cells = [
        sum(len(block.cells) for block in document.blocks(at))
        for at in document.indices()
    ]
    assert sum(cells) >= 100 * columns
    assert max(cells) <= MANY_CHARS + columns
