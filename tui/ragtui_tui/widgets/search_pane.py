"""Home: a query line, and memory cards that come while one types."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from ragtui_core.model import Mode
from ragtui_core.vault import Vault
from ragtui_tui.messages.navigation import AskQuestion
from ragtui_tui.searching import Searcher
from ragtui_tui.widgets.line import Line
from ragtui_tui.widgets.pane import Pane
from ragtui_tui.widgets.results import Results

if TYPE_CHECKING:
    from textual.timer import Timer

DEBOUNCE_SECONDS = 0.08
"""Typing rests this long before a search starts; below what one notices."""

MODE_NAMES = {
    Mode.HYBRID: "words + meaning",
    Mode.KEYWORD: "words only",
    Mode.SEMANTIC: "meaning only",
}


class SearchPane(Pane):
    """The place where one searches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open"),
        Binding("up", "move('cursor_up')", "Previous card", show=False),
        Binding("down", "move('cursor_down')", "Next card", show=False),
        Binding("pageup", "move('page_up')", "A page of cards up", show=False),
        Binding("pagedown", "move('page_down')", "A page of cards down", show=False),
        Binding("ctrl+t", "cycle_mode", "Mode"),
        Binding("ctrl+g", "ask", "Ask"),
        Binding("escape", "clear", "Clear"),
    ]

    @dataclass
    class Answered(Message):
        """A message from the search numbered `number`."""

        number: int
        """Counts searches; an older one is stale."""
        answer: Message
        """What it brought."""

    def __init__(self, vault: Vault) -> None:
        """Search `vault`."""
        super().__init__(id="search")
        self._vault = vault
        self._searcher = Searcher(vault)
        self._mode = vault.settings.search.mode
        self._number = 0
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Line("Search your notes", "Open", id="query")
        yield Results(self._vault)

    def on_mount(self) -> None:
        """Show the mode."""
        self._show_mode()

    @property
    def _line(self) -> Line:
        return self.query_one(Line)

    @property
    def _results(self) -> Results:
        return self.query_one(Results)

    def take_focus(self) -> None:
        """Let the person type."""
        self._line.focus()

    def remember(self) -> dict[str, Any]:
        """The query and the mode."""
        return {"query": self._line.value, "mode": self._mode.value}

    def restore(self, state: dict[str, Any]) -> None:
        """Have the query and the mode as they were; typing replaces the query."""
        if isinstance(query := state.get("query"), str):
            with self._line.prevent(Input.Changed):
                self._line.value = query
            self._line.select_all()
        if state.get("mode") in set(Mode):
            self._mode = Mode(state["mode"])
            self._show_mode()

    def search(self) -> None:
        """Search for what is typed, now; also after the index has changed."""
        if self._timer:
            self._timer.stop()
        self._number += 1
        number, query, mode = self._number, self._line.value, self._mode

        def tell(answer: Message) -> bool:
            self.post_message(self.Answered(number, answer))
            return number == self._number

        self.in_thread(lambda: self._searcher.run(query, mode, tell), "search")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self._timer:
            self._timer.stop()
        self._timer = self.set_timer(DEBOUNCE_SECONDS, self.search)

    @on(Answered)
    def _answered(self, event: Answered) -> None:
        event.stop()
        if event.number == self._number:
            self._results.show(event.answer)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        """Read the document of the chosen card."""
        if message := self._results.opening():
            self.post_message(message)

    def action_move(self, motion: str) -> None:
        """Move the cursor among the cards, wherever the focus is."""
        getattr(self._results.cards, f"action_{motion}")()

    def action_cycle_mode(self) -> None:
        """Search by words, by meaning, or by both."""
        modes = list(Mode)
        self._mode = modes[(modes.index(self._mode) + 1) % len(modes)]
        self._show_mode()
        self.search()

    def _show_mode(self) -> None:
        self._line.border_subtitle = MODE_NAMES[self._mode]

    def action_ask(self) -> None:
        """Put what is typed to the chat."""
        if self._line.value.strip():
            self.post_message(AskQuestion(self._line.value))

    def action_clear(self) -> None:
        """Empty the query line."""
        self._line.value = ""
        self.take_focus()
