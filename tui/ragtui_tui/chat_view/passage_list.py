"""Rows that lead to passages: an answer's sources, or its quotations."""

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
from ragtui_core.documents import without_escapes
from ragtui_core.text import shown_dates
from ragtui_tui import formatting
from ragtui_tui.document_page import Passage
from ragtui_tui.formatting import MUTED
from ragtui_tui.messages import OpenPassage
from ragtui_tui.verdict_badges import badge_of

WARNING = "$text-warning"

MORE = "more"
"""The id of the option that shows the rows that are left out."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line to choose, and where it leads."""

    text: Content
    path: str
    passage: Passage | None
    citation: Citation | None = None


class PassageList(OptionList):
    """Choosing a row, by Enter or a click, opens its passage in the reader."""

    @dataclass
    class Chosen(Message):
        """The cursor is on a row, or the user wants to see it."""

        row: Row
        """Where the cursor is."""
        wanted: bool
        """Whether a key asked for it, rather than the cursor came by."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Next source", show=False),
        Binding("k", "cursor_up", "Previous source", show=False),
        Binding("enter", "select", "Open the source"),
        Binding("space", "look", "Show the source beside"),
    ]

    def __init__(self, title: str, *, shown: int | None = None) -> None:
        """Start empty; after `shown` rows there is one that shows the others."""
        super().__init__(markup=False)
        self.border_title = title
        self._rows: list[Row] = []
        self._shown = shown

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def append_row(self, row: Row) -> None:
        self._rows.append(row)
        more = len(self._rows) - (self._shown or len(self._rows))
        if more <= 0:
            self.add_option(Option(row.text))
        elif more == 1:
            self.add_option(_more(more))
        else:
            self.replace_option_prompt_at_index(
                self.option_count - 1, _more(more).prompt
            )

    def on_focus(self) -> None:
        if self.highlighted is None and self._rows:
            self.highlighted = 0

    def action_look(self) -> None:
        if row := self._row(self.highlighted):
            self.post_message(self.Chosen(row, wanted=True))

    def _row(self, index: int | None) -> Row | None:
        """The row of an option; None for that which shows the others."""
        if index is None or self.get_option_at_index(index).id == MORE:
            return None
        return self._rows[index]

    def show_all(self) -> None:
        """Show the rows that were left out, and go to the first of them."""
        first, self._shown = self.option_count - 1, None
        self.remove_option(MORE)
        self.add_options(Option(row.text) for row in self._rows[first:])
        self.highlighted = first

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
            self.show_all()


def _more(count: int) -> Option:
    return Option(Content.styled(f"… {count} more", "$text-accent"), id=MORE)


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
    return Row(text, source.path, passage)


def citation_row(citation: Citation) -> Row:
    """A quotation, and what comparing it with the file showed."""
    badge = badge_of(citation)
    where = formatting.location(citation.path, citation.lines, citation.location)
    text = Content.assemble(
        (f"{citation.number:>2} ", "bold $text-accent"),
        (f"{badge.sign} {badge.words}  ", badge.style),
        (where, "$text-accent"),
        (f"  “{formatting.without_markup(without_escapes(citation.quote))}”", MUTED),
    )
    passage = Passage(citation.lines, heading_path=citation.heading_path)
    return Row(text, citation.path, passage, citation)
