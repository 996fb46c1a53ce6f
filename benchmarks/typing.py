"""Typing into the app: time until the results, and whether a key is delayed.

python -m benchmarks.typing VAULT [INDEX]

Types "open telemetry collector config" at 12 keys a second into the real app, without
a terminal, several times. It prints the time from the last key until its final cards
are painted; the processor time of the event loop's steps; and how late the loop is, by
a timer that should fire every 5 ms, which other work on the machine adds to. Baselines,
in the same run: the same text typed into an app with a bare input line, and the
same search alone.

INDEX names an index file that is used as it is; without it the vault is indexed and
embedded first, which takes a while.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import numpy as np
from textual.app import App, ComposeResult
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from benchmarks.measure import row, scratch
from ragtui_core import Vault, open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.search_view.facet_list import FacetList
from ragtui_tui.search_view.query_form import QueryLine
from ragtui_tui.search_view.search_results import ResultsView
from ragtui_tui.search_view.search_runner import SearchState
from ragtui_tui.widgets.status_line import StatusLine

TEXT = "open telemetry collector config"
KEYS_A_SECOND = 12
ROUNDS = 10
SIZE = (160, 48)
TICK = 0.005
"""Seconds between two looks at the clock."""

BUDGET_STEP, BUDGET_RESULTS = 50, 150
"""Milliseconds."""


class BareApp(App[None]):
    """A line to type in, and nothing else."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Input()


class Lag:
    """Watches the event loop, in milliseconds."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self.late: list[float] = []
        """By how much a timer was late; a machine that has other work adds to it."""
        self.steps: list[float] = []
        """Processor time of each step, which other work does not add to."""

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Watch while the block runs."""
        plain = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            started = time.thread_time()
            plain(handle)
            self.steps.append(1000 * (time.thread_time() - started))

        task = asyncio.create_task(self._watch())
        asyncio.Handle._run = timed  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            asyncio.Handle._run = plain  # type: ignore[method-assign]
            task.cancel()

    async def _watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(TICK)
            self.late.append(1000 * (time.perf_counter() - before - TICK))


async def type_text(pilot: Pilot[None]) -> float:
    """Type as a user does, not waiting for the screen; the time of the last key."""
    for char in TEXT:
        await asyncio.sleep(1 / KEYS_A_SECOND)
        key = "space" if char == " " else char
        pilot.app.post_message(Key(key, char))
    return time.perf_counter()


async def until(condition: Callable[[], object], patience: float = 30.0) -> None:
    """Wait without getting into the way."""
    end = time.perf_counter() + patience
    while not condition():
        if time.perf_counter() > end:
            raise TimeoutError("the app did not get ready")
        await asyncio.sleep(0.002)


async def bare() -> Lag:
    """The loop while one types into a bare line."""
    lag = Lag()
    async with BareApp().run_test(size=SIZE) as pilot, lag.watched():
        for _ in range(2):
            await type_text(pilot)
            pilot.app.query_one(Input).value = ""
    return lag


async def in_app(vault: Vault, *, facets: bool) -> tuple[list[float], Lag]:
    """Milliseconds from the last key to its cards, a number a round; and the lag."""
    lag, waits = Lag(), []
    async with RagtuiApp(vault).run_test(size=SIZE) as pilot:
        screen = pilot.app.screen
        status, results = screen.query_one(StatusLine), screen.query_one(ResultsView)
        await until(lambda: "up to date" in str(status.render()))
        if screen.query_one(FacetList).display is not facets:  # As it was left.
            await pilot.press("ctrl+f", *([] if facets else ["ctrl+f"]))
        screen.query_one(QueryLine).focus()
        await pilot.press("escape", "escape")
        await type_text(pilot)  # Loads the model.
        await until(lambda: results.shown == (TEXT, True))
        async with lag.watched():
            for _ in range(ROUNDS):
                await pilot.press("escape", "escape")  # What is offered, the line.
                await until(lambda: results.shown == ("", True))
                last = await type_text(pilot)
                await until(lambda: results.shown == (TEXT, True))
                await painted(pilot)
                waits.append(1000 * (time.perf_counter() - last))
    return waits, lag


async def painted(pilot: Pilot[None]) -> None:
    """Wait for the next refresh of the screen."""
    done = asyncio.Event()
    pilot.app.screen.call_after_refresh(done.set)
    await asyncio.wait_for(done.wait(), 30.0)


def alone(vault: Vault) -> list[float]:
    """Milliseconds of the last search, without any app."""
    times = []
    options = SearchState(TEXT).options()
    for _ in range(ROUNDS + 1):
        started = time.perf_counter()
        vault.search(TEXT, options)
        times.append(1000 * (time.perf_counter() - started))
    return times[1:]


def tell(name: str, times: list[float], budget: int | None = None) -> None:
    """Print median, 95th percentile and maximum."""
    p50, p95 = np.percentile(times, 50), np.percentile(times, 95)
    limit = f"; budget {budget}" if budget else ""
    row(
        f"{name}, p50 / p95 / max",
        float(p50),
        "ms",
        f"{p95:.1f} / {max(times):.1f}{limit}",
    )


def tell_of(lag: Lag, name: str, budget: int | None = None) -> None:
    """Print what the event loop did."""
    tell(f"loop step{name}", lag.steps, budget)
    tell(f"loop late{name}", lag.late)


@contextmanager
def prepared(root: Path, index: str) -> Iterator[Vault]:
    """The vault, indexed."""
    with scratch() as folder:
        vault = open_vault(root, db=Path(index) if index else folder / "index.db")
        if not index:
            vault.index()
        yield vault
        vault.close()


def measure(root: Path, index: str = "") -> None:
    """Print the figures."""
    with prepared(root, index) as vault:
        counts = vault.coverage.whole()
        print(f"{root.name}: {counts.documents} documents, {counts.chunks} chunks")
        tell("search alone (baseline)", alone(vault))
        tell_of(asyncio.run(bare()), ", bare line (baseline)")
        for facets in (False, True):
            waits, lag = asyncio.run(in_app(vault, facets=facets))
            name = ", filters open" if facets else ""
            tell(f"last key to cards{name}", waits, BUDGET_RESULTS)
            tell_of(lag, name, BUDGET_STEP)


if __name__ == "__main__":
    measure(Path(sys.argv[1]).resolve(), *sys.argv[2:3])
