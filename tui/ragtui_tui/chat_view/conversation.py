"""The exchanges of a conversation, one under the other."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widgets import Static

from ragtui_tui.chat_view.exchange import Exchange
from ragtui_tui.textual_workarounds.private_hooks import anchor_again

EMPTY = """\
Ask your notes a question.

The answer quotes your files, and shows whether each quotation is in them.
Tab leads to its sources, and Enter on one opens it in the reader.
F8 shows what a quotation quotes.
A further question may refer to what was parts.

Without a key for a language model, the answer is made of exact extracts."""

SHOWN = 20
"""Exchanges on the screen; each takes about 2 MB."""

EARLIER = "Earlier questions of this conversation: `ragtui chats` shows them."


class ConversationView(VerticalScroll, can_focus=False):
    """Follows the streamed answer, until the user scrolls."""

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
            anchor_again(self)
        else:
            self._is_short = True

    _is_short = True

    def watch_virtual_size(self, size: Size) -> None:
        """The conversation grew; once it no longer fits, its end is followed."""
        if self._is_short and size.height > self.size.height > 0:
            self._is_short = False
            self.anchor()

    async def cut(self, first: Exchange) -> None:
        """Remove an exchange and all that follow it."""
        exchanges = self.exchanges
        for exchange in exchanges[exchanges.index(first) :]:
            await exchange.remove()

    async def clear(self) -> None:
        """Show that nothing was asked yet."""
        self.anchor(anchor=False)
        self._is_short = True
        self.earlier = 0
        self.query_one("#chat-earlier").display = False
        await self.query_children(Exchange).remove()
        self.query_one("#chat-empty").display = True
        self.scroll_home(animate=False)
