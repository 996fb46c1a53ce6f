"""Makes the picture of the README: the real app on the sample vault, as SVG.

    python docs/make_screenshot.py

Needs ragtui installed. The index goes to a folder that is deleted afterwards.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from ragtui_core.vault import open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.widgets.document_view import DocumentView
from ragtui_tui.widgets.results import Results
from ragtui_tui.widgets.status_line import StatusLine

HERE = Path(__file__).parent
PICTURE = HERE / "screenshot.svg"
SIZE = (120, 36)
QUERY = "duplicate hour clock change"
PATIENCE = 60.0
"""Seconds until indexing must be done."""


async def take_picture() -> None:
    """Open the app, type the query, wait for the cards and the preview."""
    app = RagtuiApp(open_vault(HERE.parent / "sample-vault"))
    async with app.run_test(size=SIZE) as pilot:
        status = app.screen.query_one(StatusLine)
        await _until(pilot, lambda: "up to date" in str(status.render()))
        await pilot.press(*("space" if char == " " else char for char in QUERY))
        results = app.screen.query_one(Results)
        await _until(pilot, lambda: results.shown == (QUERY, True))
        preview = app.screen.query_one("Preview DocumentView", DocumentView)
        await _until(pilot, lambda: preview.query(".-around"))
        await pilot.pause()
        PICTURE.write_text(app.export_screenshot(title="ragtui"), encoding="utf-8")


async def _until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the app did not get ready")
        await pilot.pause(0.02)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RAGTUI_DATA_DIR"] = folder
        asyncio.run(take_picture())
