"""A bot that runs in a thread, against the fake Bot API."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from fakes.telegram_api import TOKEN, FakeTelegram
from ragtui_core import Vault
from ragtui_serve.served_vault import ServedVault
from ragtui_telegram.service import BotSettings, answer_chats

CHAT = 7
GROUP = -1001

INTERVAL = 0.01
"""Seconds between the states of an answer that are shown."""


class RunningBot:
    """A bot in a thread.

    Attributes:
        reports: What the operator would read.
        error: What ended it, if not `stop`.
    """

    def __init__(self, fake: FakeTelegram, vault: Vault) -> None:
        self.reports: list[str] = []
        self.error: BaseException | None = None
        self._settings = BotSettings(TOKEN, fake.base_url, frozenset({CHAT, GROUP}))
        self._served = ServedVault(vault, index=False)
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()
        self._begun.wait()

    def stop(self) -> None:
        """End the bot as a signal does, and wait for it."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()

    def join(self) -> None:
        """Wait until it has ended by itself."""
        self._thread.join()

    def _work(self) -> None:
        try:
            asyncio.run(self._run())
        except asyncio.CancelledError:
            return
        except Exception as error:
            self.error = error

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task
        self._task = task
        self._begun.set()
        with patch("ragtui_telegram.answer_message.PROGRESS_SECONDS", INTERVAL):
            await answer_chats(self._served, self._settings, self._report)

    def _report(self, text: str) -> None:
        if not text.startswith("@"):  # who it is
            self.reports.append(text)


@contextmanager
def running_bot(fake: FakeTelegram, vault: Vault) -> Iterator[RunningBot]:
    """A bot that answers `CHAT` and `GROUP` about `vault`."""
    bot = RunningBot(fake, vault)
    bot.start()
    try:
        yield bot
    finally:
        if bot.error is None:
            bot.stop()
