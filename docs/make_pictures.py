"""Makes the picture of the README and the frames of the tour: the real app, as SVG.

    python docs/make_pictures.py

Needs ragtui installed. It plays on the sample vault, without a key; the index goes to a
folder that is deleted afterwards.
"""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from ragtui_core import open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.search_view.search_results import ResultsView
from ragtui_tui.widgets.status_line import StatusLine

HERE = Path(__file__).parent
TOUR = HERE / "tour"
SIZE = (120, 36)
QUERY = "duplicate hour clock change"
QUESTION = "How often must the Curlew be recalibrated?"
DAY = 86_400
TIMEOUT = 60.0
"""Seconds until what a frame waits for must be there."""


class Tour:
    """Plays in the app, and takes a picture now and then."""

    def __init__(self, app: RagtuiApp, pilot: Pilot[None]) -> None:
        """Begin with no frame."""
        self._app = app
        self._pilot = pilot
        self._frames = 0

    async def play(self) -> None:
        """Search, narrow, read, ask; look at a quotation and the vault."""
        status = self._app.screen.query_one(StatusLine)
        await self._until(lambda: "up to date" in str(status.render()))
        await self._frame("home")
        await self._type(QUERY[: len(QUERY) // 2])
        await self._frame("typing")
        await self._type(QUERY[len(QUERY) // 2 :])
        results = self._app.screen.query_one(ResultsView)
        await self._until(lambda: results.shown == (QUERY, True))
        await self._frame("search")
        await self._pilot.press("ctrl+f")
        await self._frame("filters")
        await self._pilot.press("ctrl+f", "enter")
        await self._frame("reader")
        await self._pilot.press("f4")
        await self._type(QUESTION)
        await self._pilot.press("enter")
        await self._until(lambda: "✓ verified" in self._text())
        await self._pilot.press("f8")
        await self._frame("chat")
        await self._pilot.press("f5")
        await self._frame("vault")

    async def _type(self, text: str) -> None:
        await self._pilot.press(*("space" if char == " " else char for char in text))

    async def _frame(self, name: str) -> None:
        """A picture, once the screen rests; that of the search is the README's."""
        for line in self._app.screen.query("Input, TextArea"):
            if isinstance(line, Input | TextArea):
                line.cursor_blink = False
        before = ""
        while before != self._text() or self._is_busy():
            before = self._text()
            await self._pilot.pause(0.5)
        self._frames += 1
        picture = self._app.export_screenshot(title="ragtui")
        (TOUR / f"{self._frames}-{name}.svg").write_text(picture, encoding="utf-8")
        if name == "search":
            (HERE / "screenshot.svg").write_text(picture, encoding="utf-8")

    def _is_busy(self) -> bool:
        return any(not worker.is_finished for worker in self._app.workers)

    def _text(self) -> str:
        strips = self._app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    async def _until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + TIMEOUT
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"the app did not get ready:\n{self._text()}")
            await self._pilot.pause(0.02)


async def make(folder: Path) -> None:
    """Play on a copy of the sample vault whose notes have some age."""
    os.environ["RAGTUI_DATA_DIR"] = str(folder / "data")
    os.environ["HOME"] = str(folder)
    root = shutil.copytree(HERE.parent / "sample-vault", folder / "sample-vault")
    for age, file in enumerate(sorted(root.rglob("*.md"))):
        changed = time.time() - age * DAY / 2
        os.utime(file, (changed, changed))
    app = RagtuiApp(open_vault(root))
    async with app.run_test(size=SIZE) as pilot:
        await Tour(app, pilot).play()


if __name__ == "__main__":
    TOUR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(make(Path(scratch)))
