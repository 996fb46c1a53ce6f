"""What a long answer costs the chat: processor time of a token, by length.

python -m benchmarks.streaming

The app, without a terminal, asks a local server with Claude's protocol, in another
process, at 100 tokens a second. The baseline is an answer of 1,000
tokens in the same run: a token of one of 4,000 may cost three times as much. The server
is part of the tests: run this in a checkout.
"""

import asyncio
import multiprocessing
import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.measure import row, scratch
from ragtui_core import open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.chat_view.answer_text import AnswerText
from ragtui_tui.chat_view.chat_pane import ChatPane

LENGTHS = (1_000, 4_000)
A_SECOND = 100.0
SIZE = (120, 36)
NOTE = "# Gauge\n\nThe gauge of the harbour is read twice a day.\n"
QUESTION = "How often is the gauge read?"


def serve(tokens: int, pipe: Connection) -> None:
    """Answer with so many tokens until asked to end."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from fakes.anthropic_service import FakeAnthropic
    from fakes.long_answer import long_answer
    from fakes.streams import SHAPES

    SHAPES["long"] = long_answer(tokens)
    with FakeAnthropic("long") as service:
        service.pace = 1 / A_SECOND
        pipe.send(service.base_url)
        pipe.recv()


async def asked(folder: Path) -> tuple[float, float]:
    """Seconds of processor time that an answer takes, and the longest pause."""
    vault = open_vault(folder)
    vault.index(embed=False)
    app = RagtuiApp(vault)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f4")
        pane = app.screen.query_one(ChatPane)
        await pane.ask(QUESTION, pane.scope)
        while not pane.query(AnswerText):
            await asyncio.sleep(0.01)
        began, worst, last = time.process_time(), 0.0, time.monotonic()
        while pane.is_answering:
            await asyncio.sleep(0.01)
            now = time.monotonic()
            worst, last = max(worst, now - last - 0.01), now
        spent = time.process_time() - began
    vault.close()
    return spent, worst


def measured(tokens: int) -> tuple[float, float]:
    """Milliseconds of processor time a token, and of the longest pause."""
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(
        target=serve, args=(tokens, there)
    )
    server.start()
    os.environ["ANTHROPIC_BASE_URL"] = here.recv()
    os.environ["ANTHROPIC_API_KEY"] = "none"
    with scratch() as folder:
        os.environ["RAGTUI_DATA_DIR"] = str(folder / "data")
        (folder / "vault").mkdir()
        (folder / "vault" / "gauge.md").write_text(NOTE)
        spent, worst = asyncio.run(asked(folder / "vault"))
    here.send("end")
    server.join()
    return 1000 * spent / tokens, 1000 * worst


def main() -> None:
    """Print the table."""
    costs = []
    for tokens in LENGTHS:
        cost, worst = measured(tokens)
        costs.append(cost)
        row(f"a token of {tokens:,}", cost, "ms CPU", f"longest pause {worst:.0f} ms")
    row("ratio", costs[-1] / costs[0], "times", "at most 3")


if __name__ == "__main__":
    main()
