"""What the bot does with a message or a pressed button.

Each is handled in a task of its own, so that one that waits (for a model, or because
Telegram asks for fewer messages) delays no other chat.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from telegram import CallbackQuery, Message
from telegram.error import TelegramError

from ragtui_core import RagtuiError, SearchOptions, SearchResult, in_thread
from ragtui_serve.served_vault import ServedVault
from ragtui_serve.telegram.answer_message import PROGRESS_SECONDS, Exchange
from ragtui_serve.telegram.bot_api import BotApi, Update
from ragtui_serve.telegram.markup import messages_of, parts_of
from ragtui_serve.telegram.passage_buttons import find_passage, passage_parts
from ragtui_serve.telegram.replies import (
    FRONT_END,
    SHOW,
    STOP,
    WEAK,
    Reply,
    help_reply,
    search_reply,
    status_reply,
)

MAX_TASKS = 64
"""Updates handled at once; further ones stay with Telegram."""

MAX_CONVERSATIONS = 1000
"""Messages whose conversation is known, to continue it by a reply."""

MAX_STRANGERS = 100
"""Chats that are reported once each because they are not answered."""

STOP_SECONDS = 1.5
"""How long stopped answers have to say so when the bot ends."""


class TelegramBot:
    """Answers the chats that may ask."""

    def __init__(
        self,
        api: BotApi,
        served: ServedVault,
        chats: frozenset[int],
        report: Callable[[str], None],
        *,
        progress_seconds: float = PROGRESS_SECONDS,
    ) -> None:
        """Answer `chats` about a vault; `report` takes a line for the operator."""
        self._api = api
        self._served = served
        self._chats = chats
        self._report = report
        self._progress_seconds = progress_seconds
        self._exchanges: dict[int, Exchange] = {}
        self._conversations: OrderedDict[tuple[int, int], str] = OrderedDict()
        self._strangers: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, update: Update) -> None:
        """Begin to handle an update, unless its chat is unknown."""
        chat = update.effective_chat
        if chat is None or chat.id not in self._chats:
            self._ignore(chat.id if chat else 0)
        elif update.callback_query:
            await self._start(chat.id, self._pressed(chat.id, update.callback_query))
        elif update.message:
            await self._start(chat.id, self._received(chat.id, update.message))

    async def close(self) -> None:
        """Stop the answers, and end everything else that is being handled."""
        for exchange in self._exchanges.values():
            exchange.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _ignore(self, chat: int) -> None:
        if len(self._strangers) < MAX_STRANGERS and chat not in self._strangers:
            self._strangers.add(chat)
            self._report(f"a message from chat {chat}, not in telegram.chats, ignored")

    async def _start(self, chat: int, work: Coroutine[Any, Any, None]) -> None:
        while len(self._tasks) >= MAX_TASKS:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(self._guarded(chat, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, chat: int, work: Coroutine[Any, Any, None]) -> None:
        """Do `work`; nothing that fails in it ends the bot."""
        try:
            try:
                await work
            except RagtuiError as error:
                await self._say(chat, self._served.public_message(error))
            except TelegramError:
                raise
            except Exception as error:
                self._report(self._api.described(error))
                await self._say(chat, "Something went wrong; ragtui has reported it.")
        except TelegramError as error:
            self._report(f"chat {chat}: {self._api.described(error)}")

    async def _say(self, chat: int, text: str) -> None:
        await self._send(chat, Reply([*parts_of(text)]))

    async def _send(self, chat: int, reply: Reply) -> None:
        messages = messages_of(reply.parts)
        for text in messages:
            await self._api.send(
                chat, text, reply.buttons if text is messages[-1] else ()
            )

    # --- buttons ---

    async def _pressed(self, chat: int, query: CallbackQuery) -> None:
        data = query.data or ""
        if data == STOP:
            exchange = self._exchanges.get(chat)
            if exchange:
                exchange.stop()
            await self._api.acknowledge(query.id, "" if exchange else "It has ended.")
            return
        await self._api.acknowledge(query.id)
        if data.startswith(WEAK):
            await self._search(chat, data.removeprefix(WEAK), weak=True)
            return
        parts = await in_thread(self._passage, data.removeprefix(SHOW))
        await self._send(chat, Reply(parts))

    def _passage(self, key: str) -> list[str]:
        self._served.wait_for_index()
        passage = find_passage(self._served.vault, key)
        if passage is None:
            return [*parts_of("This file is no longer indexed: ask again.")]
        return [*passage_parts(self._served.vault, passage)]

    # --- messages ---

    async def _received(self, chat: int, message: Message) -> None:
        text = message.text or ""
        if not text.strip():
            await self._say(chat, "I can only read text.")
        elif text.startswith("/"):
            await self._command(chat, text)
        else:
            await self._ask(chat, text, message.reply_to_message)

    async def _command(self, chat: int, text: str) -> None:
        first, _, rest = text.partition(" ")
        name, _, addressee = first[1:].partition("@")
        if addressee and addressee.lower() != self._api.username.lower():
            return  # for another bot of the group
        match name.lower():
            case "search" | "weak" as command:
                await self._search(chat, rest.strip(), weak=command == "weak")
            case "status":
                status = await in_thread(self._served.status)
                await self._send(chat, status_reply(status))
            case "stop":
                await self._stop(chat)
            case _:
                await self._send(chat, help_reply())

    async def _stop(self, chat: int) -> None:
        if exchange := self._exchanges.get(chat):
            exchange.stop()
        else:
            await self._say(chat, "No answer is being written.")

    async def _search(self, chat: int, query: str, *, weak: bool) -> None:
        if not query:
            await self._say(chat, "Say what to look for: /search oxygen probe")
            return
        result = await in_thread(self._found, query)
        await self._send(chat, search_reply(result, weak=weak))

    def _found(self, query: str) -> SearchResult:
        self._served.wait_for_index()
        return self._served.search(query, SearchOptions(front_end=FRONT_END))

    async def _ask(self, chat: int, question: str, replied: Message | None) -> None:
        running = self._exchanges.get(chat)
        if running and running.is_reading:
            await self._say(chat, "I am still answering: wait, or /stop it first.")
            return
        follows = self._conversations.get((chat, replied.message_id)) if replied else ""
        exchange = Exchange(
            self._api,
            self._served,
            progress_seconds=self._progress_seconds,
        )
        self._exchanges[chat] = exchange

        def remember(message: int, conversation: str) -> None:
            self._conversations[chat, message] = conversation
            while len(self._conversations) > MAX_CONVERSATIONS:
                self._conversations.popitem(last=False)

        try:
            await exchange.run(chat, question, follows or "", remember)
        finally:
            if self._exchanges.get(chat) is exchange:
                del self._exchanges[chat]
