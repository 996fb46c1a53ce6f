"""Memory of the app over an hour's use: 500 searches, 50 questions, 200 documents read.

python -m benchmarks.memory VAULT [INDEX]

The hour has no pauses except one every five minutes, in place of the idle minute after
which the app collects garbage (`idle_gc.py`). The baseline is the memory after the
first five minutes, with the model loaded. The vault is embedded first, into INDEX if
one is named. Linux only: memory is the resident set as /proc reports it.
"""

import asyncio
import random
import sys
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from benchmarks.measure import row, scratch
from benchmarks.query import markdown_paths, questions
from ragtui_core import Vault, open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.main_screen import MainScreen
from ragtui_tui.messages import AskQuestion, OpenPassage
from ragtui_tui.pane_manager import CHAT
from ragtui_tui.search_view.query_form import QueryLine
from ragtui_tui.textual_workarounds import idle_gc

MINUTES, FIRST = 60, 5
SEARCHES, ASKED, READ = 500, 50, 200
PAGE_BYTES = 4096


def resident() -> float:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * PAGE_BYTES / 1e6


class Person:
    """Uses the app."""

    def __init__(self, vault: Vault, main: MainScreen, pilot: Pilot[None]) -> None:
        """Use the app on `vault`."""
        self._main = main
        self._pilot = pilot
        self._paths = markdown_paths(vault)
        self._queries = questions(vault)
        self._chooser = random.Random(11)

    async def settle(self, is_done: Callable[[], bool]) -> None:
        """Wait until what was begun is done."""
        await self._pilot.pause(0.02)
        while not is_done():
            await self._pilot.pause(0.01)

    def _is_idle(self) -> bool:
        return all(worker.is_finished for worker in self._pilot.app.workers)

    async def search(self) -> None:
        """Put a query of two words into the line, and one letter more."""
        await self._pilot.press("f2", "escape")
        words = self._chooser.choice(self._queries).split()[:2]
        self._main.query_one(QueryLine).value = " ".join(words)
        await self._pilot.press("s")
        await asyncio.sleep(0.1)
        await self.settle(self._is_idle)

    async def read(self) -> None:
        """Read a document, and scroll through some of it."""
        path = self._chooser.choice(self._paths)
        self._main.post_message(OpenPassage(path, None))
        await self.settle(self._is_idle)
        await self._pilot.press("pagedown", "pagedown", "pageup")

    async def ask(self) -> None:
        """Put a question, and wait for the whole answer."""
        chat = await self._main.panes.pane(CHAT)
        assert chat is not None
        chat.post_message(AskQuestion(self._chooser.choice(self._queries)))
        await self.settle(lambda: self._is_idle() and not chat.is_answering)


def due(total: int, minute: int) -> int:
    """How many of `total` an hour fall into a minute."""
    return total * (minute + 1) // MINUTES - total * minute // MINUTES


async def hour(vault: Vault) -> tuple[float, float]:
    """Megabytes after five minutes and at the end."""
    idle_gc.LONG_IDLE_SECONDS = idle_gc.IDLE_SECONDS
    app = RagtuiApp(vault)
    after = 0.0
    async with app.run_test(size=(120, 40)) as pilot:
        person = Person(vault, app.main, pilot)
        for minute in range(MINUTES):
            for _ in range(due(SEARCHES, minute)):
                await person.search()
            for _ in range(due(READ, minute)):
                await person.read()
            for _ in range(due(ASKED, minute)):
                await person.ask()
            if (minute + 1) % FIRST == 0:
                await asyncio.sleep(idle_gc.LONG_IDLE_SECONDS + 2)
            if minute + 1 == FIRST:
                after = resident()
            if (minute + 1) % 10 == 0:
                row(f"after {minute + 1} minutes", resident(), "MB")
        return after, resident()


def measure(path: Path, db: Path) -> None:
    """Print the figures."""
    vault = open_vault(path, db=db)
    vault.index()
    after, last = asyncio.run(hour(vault))
    row("after five minutes (baseline)", after, "MB")
    row("after an hour", last, "MB", f"{last / after:.2f} x baseline")


if __name__ == "__main__":
    with scratch() as folder:
        named = Path(sys.argv[2]) if len(sys.argv) > 2 else folder / "index.db"
        measure(Path(sys.argv[1]).resolve(), named)
