"""What a search can be narrowed by; choosing a value puts a filter into the line."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ragtui_core.search import Facet, FacetValue, FilterField
from ragtui_tui import formatting
from ragtui_tui.search_view.search_messages import FilterToggled, LetterTyped
from ragtui_tui.textual_workarounds.lightweight_widgets import FastOptionList

if TYPE_CHECKING:
    from ragtui_core.search import Clause


NAMES = {
    FilterField.FOLDER: "Folders",
    FilterField.TAG: "Tags",
    FilterField.COMPANY: "Companies",
    FilterField.CATEGORY: "Categories",
    FilterField.TYPE: "Types",
    FilterField.KIND: "Kinds",
    FilterField.FROM: "Senders",
    FilterField.HAS: "Attachments",
    FilterField.STATUS: "Status",
    FilterField.YEAR: "Years",
}

WIDTH = 25
"""Cells of a line, as search.tcss has it."""


class FacetList(FastOptionList):
    """Fields and their values with numbers of documents."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select", "Choose"),
    ]

    def __init__(self) -> None:
        super().__init__(id="facets")
        self.border_title = "Filters"
        self._facets: tuple[Facet, ...] = ()
        self._clauses: dict[str, Clause] = {}

    @property
    def facets(self) -> Sequence[Facet]:
        """What is shown."""
        return self._facets

    def on_key(self, event: Key) -> None:
        """Leave letters to the query line; space chooses."""
        if event.character and event.character.isalnum():
            event.stop()
            self.post_message(LetterTyped(event.character))

    def show_facets(self, facets: Sequence[Facet]) -> None:
        """Replace the values; the cursor stays on its own."""
        if tuple(facets) == self._facets:
            return
        self._facets = tuple(facets)
        before = self._under_cursor()
        self._clauses = {}
        self.clear_options()
        self.add_options(list(self._made()))
        known = list(self._clauses)
        if before in known:
            self.highlighted = self.get_option_index(before)
        elif known:
            self.highlighted = self.get_option_index(known[0])

    def _under_cursor(self) -> str:
        if self.highlighted is None:
            return ""
        return self.get_option_at_index(self.highlighted).id or ""

    def _made(self) -> Iterator[Option]:
        if not self._facets:
            nothing = Content.styled("No exact matches.", "$foreground 60%")
            yield Option(nothing, disabled=True)
        for facet in self._facets:
            name = Content.styled(NAMES[facet.field], "bold $text-accent")
            yield Option(name, disabled=True)
            for item in facet.values:
                clause = facet.clause(item.value)
                self._clauses[str(clause)] = clause
                yield Option(_drawn(facet, item), id=str(clause))
            left = facet.total - len(facet.values)
            if left > 0:
                more = Content.styled(f"   {left:,} more", "$foreground 60%")
                yield Option(more, disabled=True)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if clause := self._clauses.get(event.option_id or ""):
            self.post_message(FilterToggled(clause))


def _drawn(facet: Facet, item: FacetValue) -> Content:
    """A value and its count at the line's end; of a folder its last name, indented."""
    value, depth = item.value, 0
    if facet.field is FilterField.FOLDER:
        depth = value.count("/")
        value = value.rpartition("/")[2]
    mark = "● " if item.chosen else "  "
    count = f"{item.count:,}"
    available = WIDTH - len(mark) - depth - len(count) - 1
    name = Content(formatting.one_line(value)).truncate(available, ellipsis=True)
    name += " " * (available - name.cell_length + 1)
    line = Content(" " * depth + mark) + name
    if item.chosen:
        line = line.stylize("bold $text-primary")
    return line + Content.styled(count, "$foreground 60%")
