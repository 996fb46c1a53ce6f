"""The chat: questions to the vault, and answers that quote it."""

import asyncio
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from ragtui_core.answer import Done
from ragtui_core.errors import RagtuiError
from ragtui_core.vault import Vault
from ragtui_tui.messages.navigation import GoBack
from ragtui_tui.scope import WHOLE_VAULT, Scope
from ragtui_tui.widgets.exchange import Exchange
from ragtui_tui.widgets.line import Line
from ragtui_tui.widgets.pane import Pane

if TYPE_CHECKING:
    from textual.worker import Worker

EMPTY = """\
Ask your notes a question.

The answer quotes your files, and says whether each quotation stands there.
Tab leads to its sources; Enter on one opens it in the reader.
A further question may refer to what was said; Ctrl+N begins a new conversation.

Without a key for a language model, the answer is made of exact extracts."""


class ChatPane(Pane):
    """The place where one asks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "stop", "Stop", priority=True),
        Binding("escape", "leave", "Back"),
        Binding("ctrl+n", "begin", "New chat"),
        Binding("pageup", "scroll('page_up')", "A page up", show=False),
        Binding("pagedown", "scroll('page_down')", "A page down", show=False),
        Binding("up", "scroll('up')", "Up a line", show=False),
        Binding("down", "scroll('down')", "Down a line", show=False),
    ]

    def __init__(self, vault: Vault) -> None:
        """Ask `vault`."""
        super().__init__(id="chat")
        self._vault = vault
        self._answering: Worker[None] | None = None
        self._chat = ""
        self._scope = WHOLE_VAULT

    def compose(self) -> ComposeResult:
        """Lay out; the history follows the answer until the person scrolls."""
        with VerticalScroll(id="history", can_focus=False):
            yield Static(EMPTY, id="chat-empty", markup=False)
        yield Line("Ask your notes", "Send", id="question")

    def take_focus(self) -> None:
        """Let the person type."""
        self.query_one("#question", Input).focus()

    @property
    def is_answering(self) -> bool:
        """Whether an answer is being written."""
        return self._answering is not None and not self._answering.is_finished

    def ask(self, question: str, scope: Scope = WHOLE_VAULT) -> None:
        """Put a question; one at a time, so an answer under way is stopped.

        Args:
            question: If it is empty, only the scope is set.
            scope: What it is put to.
        """
        self._scope = scope
        if not question:
            return
        self._answering = self.in_loop(partial(self._play, question), "ask")

    @on(Input.Submitted, "#question")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if question := event.value.strip():
            event.input.clear()
            self.ask(question)

    async def _play(self, question: str) -> None:
        history = self.query_one("#history", VerticalScroll)
        self.query_one("#chat-empty").display = False
        exchange = Exchange(question)
        await history.mount(exchange)
        history.anchor()
        self.refresh_bindings()
        # Spares the first paint 20 ms.
        from ragtui_core.answer.inquiry import AskOptions

        try:
            asked = self._vault.ask(question, AskOptions(chat=self._chat))
            async with aclosing(asked) as events:
                async for event in events:
                    if isinstance(event, Done):
                        self._chat = event.chat or self._chat
                    await exchange.take(event)
        except RagtuiError as error:
            await exchange.add_notice(str(error), severe=True)
            await exchange.end("not answered")
        except asyncio.CancelledError:
            await exchange.end("stopped")
            raise
        finally:
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Stopping needs something to stop."""
        return self.is_answering if action == "stop" else True

    def action_stop(self) -> None:
        """Stop the answer; what has come stays."""
        if self._answering:
            self._answering.cancel()

    async def action_begin(self) -> None:
        """Begin a new conversation; the old one stays among those that were kept."""
        if self._answering:
            self._answering.cancel()
        self._chat = ""
        await self.query_one("#history", VerticalScroll).query(Exchange).remove()
        self.query_one("#chat-empty").display = True
        self.take_focus()

    def action_leave(self) -> None:
        """Go back to the search."""
        self.post_message(GoBack())

    def action_scroll(self, motion: str) -> None:
        """Scroll the conversation, wherever the focus is."""
        history = self.query_one("#history", VerticalScroll)
        getattr(history, f"scroll_{motion}")(animate=False)
