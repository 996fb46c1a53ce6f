"""Opens documents of many lengths in the app: until shown, and the longest pause.

A pause is the time in which the event loop answers nothing, keys included. Baselines of
the same run: the pauses of the app while it is idle, and how long Textual's
own Markdown widget takes for the shortest document.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Markdown

from ragtui_core import open_vault
from ragtui_core.types import Lines
from ragtui_tui.app import RagtuiApp
from ragtui_tui.document_page import Passage
from ragtui_tui.main_screen import MainScreen
from ragtui_tui.messages import OpenPassage
from ragtui_tui.pane_manager import READER
from ragtui_tui.reader_view.reader_pane import ReaderPane

LENGTHS = (100_000, 1_000_000, 1_900_000, 20_000_000)
"""Characters; the last document is shown as it is written."""
SIZE = (120, 40)
KEYS = ("n", "n", "space", "space", "G", "b", "b", "g", "N")


class Pauses:
    """How long the loop was away, in milliseconds."""

    def __init__(self) -> None:
        """Start with none."""
        self._worst = 0.0

    async def watch(self) -> None:
        """Measure until cancelled."""
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            self._worst = max(self._worst, 1000 * (now - last))
            last = now

    def worst(self) -> float:
        """The longest since the last call."""
        worst, self._worst = self._worst, 0.0
        return worst


def documents(sources: Path) -> Iterator[str]:
    """A text of each length, made of the folder's Markdown."""
    text = "\n\n".join(
        path.read_text("utf-8", "replace") for path in sorted(sources.rglob("*.md"))
    )
    for length in LENGTHS:
        while len(text) < length:
            text += text
        yield text[:length]


async def until(condition: Callable[[], object]) -> float:
    """Seconds until a condition is true."""
    start = time.perf_counter()
    while not condition():
        await asyncio.sleep(0.002)
    return time.perf_counter() - start


class Bare(App[None]):
    """Nothing but Textual's widget."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Markdown()


async def bare_seconds(text: str) -> float:
    """How long Textual's own widget takes."""
    app = Bare()
    async with app.run_test(size=SIZE) as pilot:
        start = time.perf_counter()
        await app.query_one(Markdown).update(text)
        await pilot.pause()
        return time.perf_counter() - start


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[MainScreen, Pilot[None], Pauses]]:
    """The app on a folder that is not indexed, and its pauses."""
    vault = open_vault(folder, db=folder / "index.db")
    app = RagtuiApp(vault)
    async with app.run_test(size=SIZE) as pilot:
        main = app.screen_stack[0]
        assert isinstance(main, MainScreen)
        pauses = Pauses()
        watching = asyncio.create_task(pauses.watch())
        yield main, pilot, pauses
        watching.cancel()
    vault.close()


def is_shown(reader: ReaderPane, name: str) -> bool:
    """Whether a document's rows are there."""
    return reader.path == name and reader.view.row_count > 0


async def measure(folder: Path, names: list[str]) -> None:
    """Open each document, walk in it, and print."""
    async with opened(folder) as (main, pilot, pauses):
        await asyncio.sleep(5)
        pauses.worst()
        await asyncio.sleep(2)
        print(f"idle: longest pause {pauses.worst():.0f} ms")
        reader = await main.panes.pane(READER)
        assert reader is not None
        view = reader.view
        for name in names:
            passage = Passage(Lines(700, 705), frozenset({"the"}))
            main.post_message(OpenPassage(name, passage))
            shown = await until(partial(is_shown, reader, name))
            first = pauses.worst()
            counted = shown + await until(lambda: view.match_position)
            counting = pauses.worst()
            for key in KEYS:
                await pilot.press(key)
            print(
                f"{name}: shown after {shown:.2f} s, matches counted after "
                f"{counted:.2f} s; longest pause {first:.0f} ms until shown, "
                f"{counting:.0f} ms while counting, {pauses.worst():.0f} ms at keys"
            )


def main() -> None:
    """Measure with the Markdown of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for text in documents(parser.parse_args().folder):
            names.append(f"{len(text):,}.md".replace(",", "_"))
            Path(folder, names[-1]).write_text(text, "utf-8")
        shortest = Path(folder, names[0]).read_text("utf-8")
        seconds = asyncio.run(bare_seconds(shortest))
        print(f"Textual's own widget, {names[0]}: {seconds:.2f} s")
        asyncio.run(measure(Path(folder), names))


if __name__ == "__main__":
    main()
