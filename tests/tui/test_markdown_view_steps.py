"""Whatever a note contains: twice the text takes at most about twice the steps."""

from collections.abc import Callable

import pytest

from ragtui_tui.markdown_view.layout import Layout
from ragtui_tui.markdown_view.markdown_blocks import highlighted
from ragtui_tui.markdown_view.rendered_document import rendered
from ragtui_tui.markdown_view.rows import Row
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
    "HTML": lambda n: "<div>x\n\n" * (n // 8),
    "comments": lambda n: "x %%c%% <b> <!--\n\n" * (n // 18),
    "table": lambda n: f"{'a|' * 20}\n{'-|' * 20}\n" + "b\n" * (n // 20),
}


@pytest.mark.parametrize("shape", sampled(SHAPES, 3))
def test_showing_takes_linear_time_at_most(shape: str) -> None:
    def first_rows(lines: list[str]) -> list[Row]:
        highlighted.cache_clear()
        layout = Layout(rendered(lines, 1), 80, 100)
        layout.make_below(0, 40)
        return layout.rows(0)

    def steps(size: int) -> int:
        lines = SHAPES[shape](size).split("\n")
        return steps_of(lambda: first_rows(lines))

    first_rows(["```html", "<a>"])  # imports
    assert steps(2 * SIZE) < 2.5 * steps(SIZE)


def test_only_rows_that_are_seen_are_made() -> None:
    document = rendered(["- item", ""] * 5_000, 1)
    layout = Layout(document, 80, 100)
    position = layout.position_of_line(5_000)
    layout.make_below(position.block, 40)
    made = sum(layout.is_made(block) for block in range(len(document.blocks)))
    assert 40 <= made < 50
