"""One line of chips: scope, provider and conversation."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static


class ChatChip(Static):
    """A fact that can be changed, by a key or a click."""

    @dataclass
    class Pressed(Message):
        """A chip was clicked."""

        action: str
        """What changes the fact."""

    def __init__(self, key: str, action: str) -> None:
        """Take the key and the action of the chat that change the fact."""
        super().__init__(id=f"chip-{action}", markup=False)
        self._key = key
        self._action = action

    def show(self, words: str, *, warn: bool = False) -> None:
        """Show the current value."""
        style = "$text-warning" if warn else "$foreground"
        self.update(
            Content.assemble((f"{self._key} ", "$foreground 60%"), (words, style))
        )

    def on_click(self, event: Click) -> None:
        """Ask the chat to change it."""
        event.stop()
        self.post_message(self.Pressed(self._action))


class ChatBar(Horizontal):
    """The chips above the question."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield ChatChip("^S", "scope")
        yield ChatChip("^T", "model")
        yield ChatChip("^O", "chats")

    def scope(self, words: str) -> None:
        """Show the scope."""
        self.query_one("#chip-scope", ChatChip).show(words)

    def model(self, words: str, obstacle: str) -> None:
        """Show the provider, or why it is unavailable."""
        parts = f"{words}: {obstacle}" if obstacle else words
        self.query_one("#chip-model", ChatChip).show(parts, warn=bool(obstacle))

    def chat(self, title: str) -> None:
        """Show the conversation."""
        self.query_one("#chip-chats", ChatChip).show(title or "new conversation")
