"""What all addresses share: the vaults, the threads, and how many answers may run."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from ragtui_core.tools import FrontEnd, ask_options
from ragtui_serve.rendering.note_links import PictureAddresses
from ragtui_serve.served_vault import AnswerEvents, ServedVault, ServedVaults
from ragtui_serve.work_queue import QueueFull, WorkQueue

MAX_ANSWERS = 16
"""Answers that are written at the same time, each by a call of the model."""


@dataclass(slots=True)
class Server:
    """The state of one server."""

    vaults: ServedVaults
    queue: WorkQueue
    pictures: PictureAddresses
    answers: int = 0
    """How many are being written."""

    @asynccontextmanager
    async def answer(
        self, served: ServedVault, values: dict[str, Any]
    ) -> AsyncIterator[AnswerEvents]:
        """The events of an answer; leaving the context ends it, and the model's work.

        `values` are what `read_request` returned for `ASK`.

        Raises:
            RagtuiError: The question cannot be asked, or too many are.
        """
        if self.answers >= MAX_ANSWERS:
            raise QueueFull("too many answers are being written: try again soon")
        self.answers += 1
        try:
            await self.queue.run(served.wait_for_index)
            options = await self.queue.run(
                ask_options, values, served.vault, FrontEnd.HTTP
            )
            question = values["question"]
            async with aclosing(served.ask(question, options)) as events:
                yield events
        finally:
            self.answers -= 1
