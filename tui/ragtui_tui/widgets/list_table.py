"""A table whose rows one walks through with the keys of a list."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from ragtui_tui import formatting

MIN_CELLS = 16
"""Cells of a column that takes the width that is left; a longer text is cut."""


Row = tuple[str, Sequence[Text]]
"""The row's key, and its cells."""


class ListTable(DataTable[Text]):
    """Rows, each known by a key; Enter chooses one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Next row", show=False),
        Binding("k", "cursor_up", "Previous row", show=False),
        Binding("g,home", "scroll_top", "First row", show=False),
        Binding("G,end", "scroll_bottom", "Last row", show=False),
    ]

    def __init__(
        self,
        *heads: str,
        enter: str,
        id: str,  # noqa: A002 - Textual's own name
        fills: str = "",
    ) -> None:
        """Name the columns, and say what Enter does with a row.

        The column of the head `fills` takes the width that is left; no other one takes
        more than half.
        """
        super().__init__(id=id, cursor_type="row", zebra_stripes=False)
        choose = Binding("enter", "select_cursor", enter)
        self._bindings.key_to_bindings["enter"] = [choose]
        self._heads = heads
        self._fills = fills
        self._shown: Sequence[Row] = ()

    def on_mount(self) -> None:
        """Make the columns."""
        self.add_columns(*self._heads)

    def on_resize(self) -> None:
        """Divide the width again."""
        if self._fills:
            self.show(self._shown)

    def show(self, rows: Sequence[Row]) -> None:
        """Show rows of a key and its cells; the cursor stays on its key, if it can."""
        before, line = self.chosen, self.cursor_row
        self._shown = rows
        self.clear()
        self._measure([cells for _, cells in rows])
        for key, cells in rows:
            self.add_row(*cells, key=key)
        keys = [key for key, _ in rows]
        if before in keys:
            line = keys.index(before)
        self.move_cursor(row=min(line, max(0, len(keys) - 1)), animate=False)

    def _measure(self, rows: Sequence[Sequence[Text]]) -> None:
        """Give the columns their widths at once.

        Textual measures when it is idle, and keeps cells that were drawn until then as
        narrow as they were.
        """
        inner = self.outer_size.width - self.styles.gutter.width
        for index, column in enumerate(self.ordered_columns):
            widths = [row[index].cell_len for row in rows]
            column.content_width = max([column.label.cell_len, *widths])
            if self._fills:
                column.auto_width = column.content_width <= inner // 2
                column.width = inner // 2 - 2 * self.cell_padding
        if self._fills:
            filling = self.ordered_columns[self._heads.index(self._fills)]
            taken = sum(
                column.get_render_width(self) for column in self.ordered_columns
            )
            others = taken - filling.get_render_width(self)
            available = inner - self.styles.scrollbar_size_vertical - others
            filling.auto_width = False
            filling.width = max(
                min(MIN_CELLS, filling.content_width),
                available - 2 * self.cell_padding,
            )

    @property
    def chosen(self) -> str | None:
        """The key of the row under the cursor."""
        if not self.is_valid_row_index(self.cursor_row):
            return None
        return self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value


def cell(text: str, style: str = "") -> Text:
    """A cell of a text from anywhere, safe to show."""
    return Text(
        formatting.one_line(text), style=style, no_wrap=True, overflow="ellipsis"
    )
