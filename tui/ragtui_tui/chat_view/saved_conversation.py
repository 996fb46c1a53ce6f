"""The conversation that the chat goes on with, as the vault saves it."""

import asyncio

from ragtui_core import ConversationNotFound, Vault
from ragtui_tui.chat_view.conversation import ConversationView
from ragtui_tui.chat_view.exchange import Exchange


class SavedConversation:
    """Its id and title, and how it is shown again."""

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

    async def load(self, chat_id: str) -> None:
        """Show a saved conversation, its questions and answers one by one.

        Raises:
            RagtuiError: It cannot be read.
        """
        from ragtui_core.answer import replay_events

        try:
            chat = await asyncio.to_thread(self._vault.chats.read, chat_id)
            await self._view.clear()
            self.id, self.title = chat.id, chat.title
            for turn in chat.turns:
                exchange = await self._view.begin(turn.question)
                for event in replay_events(turn):
                    await exchange.take(event)
                exchange.is_kept = True
        except ConversationNotFound:
            self.forget()
        finally:
            self.is_loaded.set()

    async def still_exists(self) -> bool:
        """Read the title again, which may have changed; False if it was deleted."""
        try:
            chat = await asyncio.to_thread(self._vault.chats.read, self.id)
        except ConversationNotFound:
            return False
        self.title = chat.title
        return True

    def keep(self, exchange: Exchange, chat_id: str) -> None:
        """An exchange was saved as a turn of the conversation `chat_id`."""
        from ragtui_core.history import conversation_title

        exchange.is_kept = True
        if chat_id != self.id:
            self.id, self.title = chat_id, conversation_title(exchange.question)

    async def cut(self, exchange: Exchange) -> int:
        """Remove an exchange and all after it; how many saved turns are left."""
        exchanges = self._view.exchanges
        if exchange not in exchanges:
            return self._view.earlier + len(exchanges)
        left = exchanges[: exchanges.index(exchange)]
        await self._view.cut(exchange)
        return self._view.earlier + sum(each.is_kept for each in left)
