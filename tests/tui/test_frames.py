"""Frames: what they write is the screen, and a start needs no second styling."""

import re
from collections.abc import Sequence
from functools import partial

import pytest
from rich.cells import cell_len
from rich.console import Console

from ragtui_core import Vault
from support.library_internals import Frame, record_frames
from support.screens import OpenApp

SIZE = (140, 40)
KEYS = ("enter", "pagedown", "home", "f4", "f5", "f1", "escape")

_PART = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[[\d;]*m|\x1b]8;.*?\x1b\\|(?P<text>[^\x1b]+)"
)


class TerminalCells:
    """The characters of a terminal, as frames leave them."""

    def __init__(self, width: int, height: int) -> None:
        self.frames = 0
        self._console = Console(force_terminal=True, color_system="truecolor")
        self._cells = [[" "] * width for _ in range(height)]

    def show(self, frame: Frame) -> None:
        """Write what a frame writes."""
        self.frames += 1
        row = column = end = 0
        written = frame.render_segments(self._console)
        for part in _PART.finditer(written):
            assert part.start() == end, written[end:][:40]
            end = part.end()
            if part["row"]:
                row, column = int(part["row"]) - 1, int(part["column"]) - 1
            for character in (part["text"] or "").replace("\n", ""):
                column = self._put(character, row, column)
        assert end == len(written)

    def _put(self, character: str, row: int, column: int) -> int:
        width = cell_len(character)
        if width:
            self._cells[row][column : column + width] = [character] + [""] * (width - 1)
        else:
            self._cells[row][column - 1] += character
        return column + width

    @property
    def rows(self) -> list[str]:
        return ["".join(cells) for cells in self._cells]


async def test_frames_leave_what_the_screen_is(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = TerminalCells(*SIZE)
    record_frames(monkeypatch, cells.show)
    async with open_app(vault, SIZE) as terminal:

        def is_drawn(before: Sequence[str]) -> bool:
            return cells.rows == terminal.rows != before

        await terminal.search("winter storage")
        await terminal.until(partial(is_drawn, []))
        for key in KEYS:
            before = terminal.rows
            await terminal.press(key)
            await terminal.until(partial(is_drawn, before))
    assert cells.frames > len(KEYS)
