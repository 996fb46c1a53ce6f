"""How long the screen's thread is blocked while the app indexes and searches.

python -m benchmarks.event_loop VAULT

Opens the app on VAULT with a new index, types a query at 12 keys a second over and over
while files are read and embedded, and measures every step of the event loop. The
baseline is the same typing into a Textual app with a line of input and nothing else.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input

from benchmarks.measure import row, scratch
from ragtui_core import open_vault
from ragtui_tui.app import RagtuiApp

QUERY = "open telemetry collector config"
KEYS_A_SECOND = 12
SECONDS = 20.0
SIZE = (120, 36)


class Empty(App[None]):
    """A line to type in."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Input()


@contextmanager
def steps() -> Iterator[list[float]]:
    """Seconds of processor time of each step that the loop takes in the block.

    Processor time, since on a busy machine a step's wall-clock time says nothing.
    """
    taken: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        started = time.thread_time()
        run(handle)
        taken.append(time.thread_time() - started)

    asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]  # only here
    try:
        yield taken
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]


async def typed(app: App[None], seconds: float) -> list[float]:
    """The steps while one types."""
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(1.0)
        with steps() as taken:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                await _type(pilot)
        return taken


async def _type(pilot: Pilot[None]) -> None:
    for char in QUERY:
        await pilot.press("space" if char == " " else char)
        await asyncio.sleep(1 / KEYS_A_SECOND)
    await pilot.press("ctrl+u")


def measure(vault: Path) -> None:
    """Print the figures."""
    base = asyncio.run(typed(Empty(), 5.0))
    with scratch() as folder:
        app = RagtuiApp(open_vault(vault, db=folder / "index.db"))
        ours = asyncio.run(typed(app, SECONDS))
    for name, taken in (("a line alone (baseline)", base), ("the app", ours)):
        taken.sort()
        row(f"{name}: longest step", 1000 * taken[-1], "ms")
        row(f"{name}: 999 of 1,000 steps", 1000 * taken[int(len(taken) * 0.999)], "ms")
    over = sum(step > 0.05 for step in ours)
    row("the app: steps over 50 ms", over, "steps", f"of {len(ours):,}")


if __name__ == "__main__":
    measure(Path(sys.argv[1]).resolve())
