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
from ragtui_telegram.answer_message import Exchange
from ragtui_telegram.markup import parts_of
from ragtui_telegram.messages import send_reply
from ragtui_telegram.passage_buttons import find_passage, passage_parts
from ragtui_telegram.replies import (
    FRONT_END,
    SHOW,
    STOP,
    WEAK,
    Reply,
    help_reply,
    search_reply,
    status_reply,
)

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
                CommandHandler(["search", "weak"], self._search),
                CommandHandler("status", self._status),
                CommandHandler("stop", self._stop),
                MessageHandler(filters.COMMAND, self._help),
                MessageHandler(filters.TEXT, self._ask),
                MessageHandler(filters.ALL, self._cannot_read),
                CallbackQueryHandler(self._stop_pressed, f"^{STOP}$"),
                CallbackQueryHandler(self._pressed),
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
                await self._say(update, context, self._served.public_message(error))
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

    async def _say(self, update: object, context: _Context, said: str | Reply) -> None:
        reply = Reply([*parts_of(said)]) if isinstance(said, str) else said
        await send_reply(context.bot, _chat(update), reply)

    # --- buttons ---

    async def _stop_pressed(self, update: Update, _: _Context) -> None:
        exchange = self._exchanges.get(_chat(update))
        if exchange:
            exchange.stop()
        if update.callback_query:
            await update.callback_query.answer("" if exchange else "It has ended.")

    async def _pressed(self, update: Update, context: _Context) -> None:
        if update.callback_query is None:
            return
        await update.callback_query.answer()
        data = update.callback_query.data or ""
        if data.startswith(WEAK):
            query = data.removeprefix(WEAK)
            reply = search_reply(await in_thread(self._found, query), weak=True)
        else:
            reply = Reply(await in_thread(self._passage, data.removeprefix(SHOW)))
        await self._say(update, context, reply)

    def _passage(self, key: str) -> list[str]:
        self._served.wait_for_index()
        passage = find_passage(self._served.vault, key)
        if passage is None:
            return [*parts_of("This file is no longer indexed: ask again.")]
        return [*passage_parts(self._served.vault, passage)]

    # --- messages ---

    async def _cannot_read(self, update: Update, context: _Context) -> None:
        await self._say(update, context, "I can only read text.")

    async def _help(self, update: Update, context: _Context) -> None:
        if update.message and "@" not in (update.message.text or "").split()[0]:
            await self._say(update, context, help_reply())

    async def _status(self, update: Update, context: _Context) -> None:
        status = await in_thread(self._served.status)
        await self._say(update, context, status_reply(status))

    async def _stop(self, update: Update, context: _Context) -> None:
        if exchange := self._exchanges.get(_chat(update)):
            exchange.stop()
        else:
            await self._say(update, context, "No answer is being written.")

    async def _search(self, update: Update, context: _Context) -> None:
        said: str | Reply = "Say what to look for: /search oxygen probe"
        if update.message and (query := " ".join(context.args or ())):
            is_weak = (update.message.text or "").startswith("/weak")
            said = search_reply(await in_thread(self._found, query), weak=is_weak)
        await self._say(update, context, said)

    def _found(self, query: str) -> SearchResult:
        self._served.wait_for_index()
        return self._served.search(query, SearchOptions(front_end=FRONT_END))

    async def _ask(self, update: Update, context: _Context) -> None:
        message, chat = update.message, _chat(update)
        if not message or not message.text:
            return
        running = self._exchanges.get(chat)
        if running and running.is_reading:
            wait = "I am still answering: wait, or /stop it first."
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
