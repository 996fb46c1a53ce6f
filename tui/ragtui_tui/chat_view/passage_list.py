"""Rows that lead to passages: an answer's sources, or its quotations."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ragtui_core import Citation, Sent, Source
from ragtui_core.citations import passage_of
from ragtui_core.text import counted, shown_dates
from ragtui_tui import formatting
from ragtui_tui.document_page import Passage
from ragtui_tui.formatting import MUTED
from ragtui_tui.messages import OpenPassage
from ragtui_tui.verdict_badges import badge_of

WARNING = "$text-warning"

FOLDED = "folded"
"""The id of the summary line of a list that is not open."""

NAMED = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A line to choose, and where it leads."""

    name: str
    """The label of the row in the summary."""
    text: Content
    path: str
    passage: Passage | None
    citation: Citation | None = None


class PassageList(OptionList):
    """One line until Enter or a click opens it; then a row opens its passage."""

    @dataclass
    class Chosen(Message):
        """The cursor is on a row, or the user wants to see it."""

        row: Row
        """Where the cursor is."""
        wanted: bool
        """Whether the user asked for it; otherwise, only the cursor moved."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Next source", show=False),
        Binding("k", "cursor_up", "Previous source", show=False),
        Binding("enter", "select", "Open"),
        Binding("space", "look", "Show the source beside"),
    ]

    def __init__(self, noun: str) -> None:
        """Start empty; `noun` is what a row is, such as `source`."""
        super().__init__(markup=False)
        self.border_title = f"{noun}s".capitalize()
        self._noun = noun
        self._rows: list[Row] = []
        self.weaker = 0
        """How many more were found that are no good matches."""

    @property
    def rows(self) -> Sequence[Row]:
        """What is shown, in order."""
        return self._rows

    def append_row(self, row: Row) -> None:
        """Show one more."""
        self._rows.append(row)
        if self.is_open:
            self.add_option(Option(row.text))
        else:
            self.set_options([Option(self._summary(), id=FOLDED)])

    @property
    def is_open(self) -> bool:
        """Whether each row is shown."""
        return self.has_class("-open")

    def _summary(self) -> Content:
        """How many rows there are, and what the first ones are."""
        counts = Counter(row.name for row in self._rows)
        names = [f"{n} {name}" if n > 1 else name for name, n in counts.items()]
        more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
        weaker = f" and {self.weaker} weaker" if self.weaker else ""
        return Content.assemble(
            (f"▸ {counted(len(self._rows), self._noun)}{weaker}  ", "$text-accent"),
            (" · ".join([*names[:NAMED], *more]), MUTED),
        )

    def on_focus(self) -> None:
        """Put the cursor on the first row."""
        if self.highlighted is None and self._rows:
            self.highlighted = 0

    def action_look(self) -> None:
        """Show the passage beside the answer."""
        if row := self._row(self.highlighted):
            self.post_message(self.Chosen(row, wanted=True))
        else:
            self.open()

    def _row(self, index: int | None) -> Row | None:
        """The row of an option; None for the line of a list that is not open."""
        return self._rows[index] if self.is_open and index is not None else None

    def open(self) -> None:
        """Show each row, and go to the first."""
        self.add_class("-open")
        self.set_options(Option(row.text) for row in self._rows)
        self.highlighted = 0

    @on(OptionList.OptionHighlighted)
    def _highlighted_row(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.has_focus and (row := self._row(event.option_index)):
            self.post_message(self.Chosen(row, wanted=False))

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if row := self._row(event.option_index):
            self.post_message(OpenPassage(row.path, row.passage))
        else:
            self.open()


def source_row(source: Source) -> Row:
    """A file that the answer may draw on; dim if only its fields were read.

    Numbers are those of quotations alone, which the marks of the answer name.
    """
    read = source.sent is not Sent.METADATA
    title = formatting.one_line(source.title)
    location = formatting.location(source.path, source.lines, source.location)
    path = formatting.heading_path(source.heading_path, source.title)
    dates = shown_dates(source)
    text = Content.assemble(
        (f"{source.score:.2f}  ", MUTED),
        (title, "$foreground" if read else MUTED),
        (f"  {formatting.one_line(source.state)}" if source.state else "", WARNING),
        (f"  {location}", "$text-accent" if read else MUTED),
        (f"  {dates}" if dates else "", MUTED),
        (f"  {path}" if path else "", MUTED),
    )
    passage = Passage(source.lines, heading_path=source.heading_path)
    return Row(title, text, source.path, passage)


def citation_row(citation: Citation) -> Row:
    """A quotation, and what comparing it with the file showed."""
    (verdict, style), whole = badge_of(citation), passage_of(citation)
    above, before, quoted, after = whole
    part = f"bold {MUTED}"
    where = formatting.location(citation.path, citation.lines, citation.location)
    text = Content.assemble(
        (f"{citation.number:>2} ", "bold $text-accent"),
        (f"{verdict}  ", style),
        (where, "$text-accent"),
        (f"  {above}" if above else "", MUTED),
        (f"  “{before}", MUTED),
        (formatting.without_markup(quoted), part if whole.is_part else MUTED),
        (f"{after}”", MUTED),
    )
    passage = Passage(citation.lines, heading_path=citation.heading_path)
    return Row(verdict, text, citation.path, passage, citation)
