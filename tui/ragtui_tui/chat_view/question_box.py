"""The question, and the line of choices above it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.widgets import Static, TextArea

from ragtui_tui.pane import Pane
from ragtui_tui.textual_workarounds.private_hooks import act_in_turn


class ChatChip(Static):
    """A fact that can be changed, by a key or a click."""

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

    async def on_click(self, event: Click) -> None:
        """Let the chat change it."""
        event.stop()
        await self.app.run_action(self._action, self.query_ancestor(Pane))


class ChatBar(Horizontal):
    """The chips above the question."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield ChatChip("^S", "scope")
        yield ChatChip("^T", "model")
        yield ChatChip("F6", "chats")

    def show(self, action: str, words: str, *, warn: bool = False) -> None:
        """Show the value of the fact that an action changes."""
        self.query_one(f"#chip-{action}", ChatChip).show(words, warn=warn)


REMEMBERED = 50

TAKEN = {"f6", "f7", "ctrl+f", "up", "down", "pageup", "pagedown"}
"""Keys of a text area that mean something else here."""


class QuestionBox(TextArea, inherit_bindings=False):
    """Enter sends; up and down lead through earlier questions, and through lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            binding
            for binding in TextArea.BINDINGS
            if isinstance(binding, Binding) and binding.key not in TAKEN
        ),
        Binding("enter", "send", "Send"),
        Binding("ctrl+j,shift+enter,alt+enter", "break_line", "New line", show=False),
        Binding("up", "earlier", "Up a line, or the previous question", show=False),
        Binding("down", "later", "Down a line, or the next question", show=False),
    ]

    @dataclass
    class Sent(Message):
        """A question is complete."""

        question: str
        """Not blank."""

    def __init__(self) -> None:
        super().__init__(
            id="question",
            placeholder="Ask your notes",
            compact=True,
            highlight_cursor_line=False,
        )
        self.cursor_blink = False
        self.questions: list[str] = []
        """The questions asked before, the oldest first."""
        self._index = 0
        self._draft = ""

    def remember(self, questions: Sequence[str]) -> None:
        """Offer these questions, the oldest first."""
        self.questions = list(dict.fromkeys(reversed(questions)))[:REMEMBERED][::-1]
        self._index = len(self.questions)

    def fill(self, text: str) -> None:
        """Have this text, the cursor at its end; Ctrl+Z brings the former back."""
        if text != self.text:
            end = self.document.end
            self.replace(text, (0, 0), end, maintain_selection_offset=False)
        self.move_cursor(self.document.end)

    async def _on_key(self, event: Key) -> None:
        """Edit and send in the order of the keys, also of many that arrive at once."""
        await act_in_turn(self, event)

    def action_send(self) -> None:
        """Send what is typed, unless it is blank."""
        if question := self.text.strip():
            self.fill("")
            self.remember([*self.questions, question])
            self.post_message(self.Sent(question))

    def action_break_line(self) -> None:
        """Begin a new line."""
        self.insert("\n")

    def action_earlier(self) -> None:
        """Go a line up; from the first one to the question before."""
        if not self.navigator.is_first_wrapped_line(self.cursor_location):
            self.action_cursor_up()
        elif self._index:
            if self._index == len(self.questions):
                self._draft = self.text
            self._recall(self._index - 1)

    def action_later(self) -> None:
        """Go a line down; from the last one to the question after."""
        if not self.navigator.is_last_wrapped_line(self.cursor_location):
            self.action_cursor_down()
        elif self._index < len(self.questions):
            self._recall(self._index + 1)

    def _recall(self, index: int) -> None:
        self._index = index
        known = index < len(self.questions)
        self.fill(self.questions[index] if known else self._draft)
