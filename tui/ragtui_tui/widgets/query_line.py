"""The line that is searched for; Tab goes on with what is offered below it."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from ragtui_core.search.completion import Completion
from ragtui_tui.widgets.line import Line


class QueryLine(Line):
    """Posts `TabPressed` while `has_offers`; else Tab moves the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete the word", show=False),
    ]

    class TabPressed(Message):
        """The word shall go on as offered."""

    has_offers = False
    """Whether there is something to accept."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__("Search your notes", "Open", id="query")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Tab to the screen where nothing is offered."""
        if action == "complete":
            return self.has_offers
        return super().check_action(action, parameters)

    def action_complete(self) -> None:
        """Accept what is offered."""
        self.post_message(self.TabPressed())

    def put(self, offer: Completion) -> None:
        """Replace the word that is being typed."""
        rest = self.value[offer.end :]
        text = offer.text if not rest.startswith(" ") else offer.text.rstrip()
        self.value = self.value[: offer.start] + text + rest
        self.cursor_position = offer.start + len(text)
