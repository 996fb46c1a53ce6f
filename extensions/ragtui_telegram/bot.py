"""What the bot does with a message or a pressed button of the chats that may ask.

Updates are handled beside each other, so that one that waits (for a model, or because
Telegram asks for fewer messages) delays no other chat.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from telegram import Update
from telegram.error import TelegramError
from telegram.ext import (
    Application,
    ApplicationHandlerStop,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    TypeHandler,
    filters,
)

from ragtui_core import RagtuiError, SearchOptions, SearchResult, in_thread
from ragtui_core.text import sanitize
from ragtui_serve.served_vault import ServedVault
from ragtui_telegram.answer_message import FRONT_END, STOP, Exchange
from ragtui_telegram.markup import messages_of, parts_of
from ragtui_telegram.replies import HELP, search_parts

MAX_CONVERSATIONS = 1000
"""Messages whose conversation is known, to continue it by a reply."""

MAX_STRANGERS = 100
"""Chats that are reported once each because they are not answered."""

_Context = ContextTypes.DEFAULT_TYPE


class TelegramBot:
    """Answers the chats that may ask."""

    def __init__(
        self,
        served: ServedVault,
        chats: frozenset[int],
        report: Callable[[str], None],
    ) -> None:
        """Answer `chats` about a vault; `report` takes a line for the operator."""
        self._served = served
        self._chats = chats
        self._report = report
        self._exchanges: dict[int, Exchange] = {}
        self._conversations: OrderedDict[tuple[int, int], str] = OrderedDict()
        self._strangers: set[int] = set()

    def add_to(self, app: Application[Any, Any, Any, Any, Any, Any]) -> None:
        """Have `app` hand its updates to this bot."""
        app.add_handler(TypeHandler(Update, self._admit), group=-1)
        app.add_handlers(
            [
                CommandHandler("search", self._search),
                MessageHandler(filters.TEXT & ~filters.COMMAND, self._ask),
                CommandHandler("help", self._help),
                # Another command may be for another bot of a group.
                MessageHandler(~filters.Regex(r"^/\S*@"), self._help),
                CallbackQueryHandler(self._stop_pressed, f"^{STOP}$"),
            ]
        )
        app.add_error_handler(self._failed)

    def stop_answers(self) -> None:
        """End the answers that are being written; what was written stays."""
        for exchange in self._exchanges.values():
            exchange.stop()

    async def _admit(self, update: Update, _: _Context) -> None:
        chat = update.effective_chat.id if update.effective_chat else 0
        if chat in self._chats:
            return
        if len(self._strangers) < MAX_STRANGERS and chat not in self._strangers:
            self._strangers.add(chat)
            self._report(f"a message from chat {chat}, not in telegram.chats, ignored")
        raise ApplicationHandlerStop

    async def _failed(self, update: object, context: _Context) -> None:
        """Tell the chat, or the operator, what an update failed by."""
        error = context.error
        try:
            if isinstance(error, RagtuiError):
                said = self._served.public_message(error)
                await self._say(update, context, *parts_of(said))
                return
            if error:
                said = described(error, context.bot.token)
                self._report(f"chat {_chat(update)}: {said}")
            if not isinstance(error, TelegramError):
                apology = "Something went wrong; ragtui has reported it."
                await self._say(update, context, apology)
        except TelegramError as failure:
            said = described(failure, context.bot.token)
            self._report(f"chat {_chat(update)}: {said}")

    async def _say(self, update: object, context: _Context, *parts: str) -> None:
        for text in messages_of(parts):
            await context.bot.send_message(_chat(update), text)

    async def _stop_pressed(self, update: Update, _: _Context) -> None:
        exchange = self._exchanges.get(_chat(update))
        if exchange:
            exchange.stop()
        if update.callback_query:
            await update.callback_query.answer("" if exchange else "It has ended.")

    async def _help(self, update: Update, context: _Context) -> None:
        await self._say(update, context, HELP)

    async def _search(self, update: Update, context: _Context) -> None:
        query = " ".join(context.args or ())
        if not query:
            await self._say(update, context, HELP)
            return
        found = await in_thread(self._found, query)
        await self._say(update, context, *search_parts(found))

    def _found(self, query: str) -> SearchResult:
        self._served.wait_for_index()
        return self._served.search(query, SearchOptions(front_end=FRONT_END))

    async def _ask(self, update: Update, context: _Context) -> None:
        message, chat = update.message, _chat(update)
        if not message or not message.text:
            return
        running = self._exchanges.get(chat)
        if running and running.is_reading:
            wait = "I am still answering: wait, or stop it first."
            await self._say(update, context, wait)
            return
        replied = message.reply_to_message
        follows = self._conversations.get((chat, replied.message_id)) if replied else ""

        def remember(sent: int, conversation: str) -> None:
            self._conversations[chat, sent] = conversation
            while len(self._conversations) > MAX_CONVERSATIONS:
                self._conversations.popitem(last=False)

        exchange = Exchange(self._served, remember)
        self._exchanges[chat] = exchange
        try:
            await exchange.run(context.bot, chat, message.text, follows or "")
        finally:
            if self._exchanges.get(chat) is exchange:
                del self._exchanges[chat]


def described(error: BaseException, token: str) -> str:
    """An error on one line, without the token, which libraries put into addresses."""
    text = f"{type(error).__name__}: {error}"
    for secret in (token, token.partition(":")[2]):
        text = text.replace(secret, "[token]")
    return sanitize(text, one_line=True)


def _chat(update: object) -> int:
    """The chat of an update."""
    chat = update.effective_chat if isinstance(update, Update) else None
    return chat.id if chat else 0
