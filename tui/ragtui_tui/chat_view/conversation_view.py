"""A conversation: its exchanges one under the other, and how it is saved."""

import asyncio
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widgets import Static

from ragtui_core import ConversationNotFound, Vault
from ragtui_tui.chat_view.exchange import Exchange

EMPTY = """\
Ask your notes a question.

The answer quotes your files, and shows whether each quotation is in them.
Tab moves to its sources, Enter lists them, and on one opens it in the reader.
F8 shows what a quotation quotes.
A follow-up question may refer to earlier ones.

Without a key for a language model, the answer is made of exact extracts."""

SHOWN = 20
"""Exchanges on the screen; each takes about 2 MB."""

EARLIER = "Earlier questions of this conversation: `ragtui chats` shows them."


class ConversationView(VerticalScroll, can_focus=False):
    """Follows the streamed answer until the user scrolls; then shows its beginning."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static(EMPTY, id="chat-empty", markup=False)
        yield Static(EARLIER, id="chat-earlier", markup=False)

    earlier = 0
    """Turns of the kept conversation that are not on the screen any more."""

    def on_mount(self) -> None:
        """Nothing is earlier yet."""
        self.query_one("#chat-earlier").display = False

    @property
    def exchanges(self) -> Sequence[Exchange]:
        """The oldest first."""
        return list(self.query_children(Exchange))

    @property
    def chosen(self) -> Exchange | None:
        """That with the focus, else the last."""
        focused = self.screen.focused
        for exchange in self.exchanges:
            if focused is not None and exchange in focused.ancestors_with_self:
                return exchange
        return self.exchanges[-1] if self.exchanges else None

    async def begin(self, question: str) -> Exchange:
        """Add an exchange, and follow it."""
        self.query_one("#chat-empty").display = False
        exchange = Exchange(question)
        await self.mount(exchange)
        for old in self.exchanges[:-SHOWN]:
            self.earlier += old.is_kept
            await old.remove()
            self.query_one("#chat-earlier").display = True
        self._follow()
        return exchange

    def _follow(self) -> None:
        """Keep the end in view; a short conversation stays at the top."""
        if self.max_scroll_y > 0:
            self.anchor()
            self.scroll_end(animate=False)
        else:
            self._is_short = True

    _is_short = True

    def watch_virtual_size(self, size: Size) -> None:
        """The conversation grew; once it no longer fits, its end is followed."""
        if self._is_short and size.height > self.size.height > 0:
            self._is_short = False
            self.anchor()

    def settle(self, exchange: Exchange) -> None:
        """An answer is complete: show its beginning once the screen has all of it."""
        self.call_after_refresh(self._show_beginning, exchange)

    def _show_beginning(self, exchange: Exchange) -> None:
        """Unless the user has scrolled meanwhile, or the next answer is followed."""
        is_followed = self._anchored and not self._anchor_released
        if (is_followed or self._is_short) and self.exchanges[-1:] == [exchange]:
            self._is_short = False
            self.anchor(anchor=False)
            self.scroll_to_widget(exchange, top=True, animate=False)

    async def clear(self) -> None:
        """Show that nothing was asked yet."""
        self.anchor(anchor=False)
        self._is_short = True
        self.earlier = 0
        self.query_one("#chat-earlier").display = False
        await self.query_children(Exchange).remove()
        self.query_one("#chat-empty").display = True
        self.scroll_home(animate=False)


class SavedConversation:
    """The id and title of a stored conversation, and how it is shown again."""

    def __init__(self, vault: Vault, view: ConversationView) -> None:
        """Read from `vault`, show in `view`; begin a new conversation."""
        self._vault = vault
        self._view = view
        self.id = ""
        """Empty until the first answer of a new conversation is saved."""
        self.title = ""
        """Empty as well."""
        self.is_loaded = asyncio.Event()
        """Whether its exchanges are shown; questions wait for it."""
        self.is_loaded.set()

    def forget(self) -> None:
        """Begin a new conversation with the next question."""
        self.id = self.title = ""

    async def load(self, conversation_id: str) -> None:
        """Show a saved conversation, its questions and answers one by one.

        Raises:
            RagtuiError: It cannot be read.
        """
        from ragtui_core.answer import replay_events

        try:
            conversation = await asyncio.to_thread(
                self._vault.chats.read, conversation_id
            )
            await self._view.clear()
            self.id, self.title = conversation.id, conversation.title
            for turn in conversation.turns:
                exchange = await self._view.begin(turn.question)
                for event in replay_events(turn):
                    await exchange.take(event)
                exchange.is_kept = True
                self._view.settle(exchange)
        except ConversationNotFound:
            self.forget()
        finally:
            self.is_loaded.set()

    async def still_exists(self) -> bool:
        """Read the title again, which may have changed; False if it was deleted."""
        try:
            conversation = await asyncio.to_thread(self._vault.chats.read, self.id)
        except ConversationNotFound:
            return False
        self.title = conversation.title
        return True

    def keep(self, exchange: Exchange, conversation_id: str) -> None:
        """An exchange was saved as a turn of the conversation `conversation_id`."""
        from ragtui_core.history import conversation_title

        exchange.is_kept = True
        if conversation_id != self.id:
            self.id, self.title = conversation_id, conversation_title(exchange.question)

    async def cut(self, exchange: Exchange) -> int:
        """Remove an exchange and all after it; how many saved turns are left."""
        exchanges = self._view.exchanges
        if exchange not in exchanges:
            return self._view.earlier + len(exchanges)
        at = exchanges.index(exchange)
        left = exchanges[:at]
        for removed in exchanges[at:]:
            await removed.remove()
        return self._view.earlier + sum(exchange.is_kept for exchange in left)
