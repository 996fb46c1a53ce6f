"""The terminal app in a separate process, which reports what is on its screen.

python app_process.py VAULT, then on its standard input, a line each: `status WORDS` or
`cards PATH`. It answers `yes` once the status line contains the words, or the list of
cards the path, and ends with a traceback and the screen if neither comes.
"""

import asyncio
import sys

from ragtui_core import open_vault
from ragtui_tui.app import RagtuiApp
from support.screens import Terminal


async def main(root: str) -> None:
    answers = sys.stdout  # which Textual captures, and does not flush, from here on
    app = RagtuiApp(open_vault(root))
    async with app.run_test(size=(100, 30)) as pilot:
        terminal = Terminal(app, pilot)
        while line := await asyncio.to_thread(sys.stdin.readline):
            await _seen(terminal, *line.strip().split(" ", 1))
            print("yes", file=answers, flush=True)


async def _seen(terminal: Terminal, what: str, expected: str) -> None:
    await terminal.until(lambda: expected in _shown(terminal, what))


def _shown(terminal: Terminal, what: str) -> "str | list[str]":
    return terminal.status if what == "status" else list(terminal.cards)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
