"""The words of an answer as they come.

Textual lays out a Markdown widget ever more slowly as it grows, so finished parts
become widgets of their own, and the time between two writes grows with their cost.
"""

import asyncio
import time

from textual import on
from textual.containers import Vertical
from textual.events import Resize
from textual.message import Message
from textual.widgets import Markdown

from ragtui_core.answer.events import Citation
from ragtui_tui.segments import border
from ragtui_tui.widgets.answer_markdown import MARK, SCHEME, AnswerMarkdown

WRITE_SECONDS = 0.1
"""Between two writes at least: each lays out the end of the answer anew."""

REST = 4.0
"""After a write comes a rest of so many times its duration: keys come first."""


class AnswerText(Vertical):
    """Streams Markdown; `feed` what comes, then `finish`."""

    class MarkChosen(Message):
        """A mark in the text was clicked."""

        def __init__(self, number: int) -> None:
            """Name the citation."""
            super().__init__()
            self.number = number
            """Of the citation."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.citations: dict[int, Citation] = {}
        """By number, as far as they have come."""
        self._pending = ""
        self._shown = ""
        self._next = 0.0
        self._writing = asyncio.Lock()
        self._measured_width = 0

    def on_mount(self) -> None:
        """Write what has come, now and then."""
        self._timer = self.set_interval(WRITE_SECONDS, self._write_in_time)

    def feed(self, text: str) -> None:
        """Take a piece, which must be safe to show."""
        self._pending += text

    async def cite(self, citation: Citation) -> None:
        """A citation is known; its mark may be on the screen already."""
        self.citations[citation.number] = citation
        mark = f"[{citation.number}]"
        async with self._writing:
            for part in self.query(AnswerMarkdown):
                if mark in part.source:
                    part.unsettle()
                    await part.update(part.source)

    async def finish(self) -> None:
        """Nothing more comes."""
        async with self._writing:
            # Only now: the timer's task may have been writing.
            self._timer.stop()
            await self._write()

    async def _write_in_time(self) -> None:
        if self._pending and time.monotonic() >= self._next:
            started = time.monotonic()
            async with self._writing:
                await self._write()
            ended = time.monotonic()
            self._next = ended + REST * (ended - started)

    async def _write(self) -> None:
        new, self._pending = self._pending, ""
        if not new:
            return
        if not self.query(AnswerMarkdown):
            await self._begin_part()
        text = self._shown + new
        while cut := border(text):
            await self._show(text[:cut])
            await self._begin_part()
            text = text[cut:]
        await self._show(text)

    def on_resize(self, event: Resize) -> None:
        """Measure the parts anew in another width."""
        if event.size.width != self._measured_width:
            self._measured_width = event.size.width
            for part in self.query(AnswerMarkdown):
                part.unsettle()

    async def _begin_part(self) -> None:
        self._shown = ""
        for part in [*self.query(AnswerMarkdown)][:-1]:
            self.call_after_refresh(part.settle)
        await self.mount(AnswerMarkdown(self.citations))

    async def _show(self, text: str) -> None:
        """Make the last part show `text`, which goes on what it shows or is shorter."""
        part = self.query(AnswerMarkdown).last()
        if text.startswith(self._shown):
            await part.append(text[len(self._shown) :])
        else:
            await part.update(text)
        self._shown = text

    @on(Markdown.LinkClicked)
    def _follow(self, event: Markdown.LinkClicked) -> None:
        """Show a quotation; other links of an answer lead nowhere."""
        event.stop()
        scheme, _, number = event.href.partition(":")
        if f"{scheme}:" == SCHEME and MARK.fullmatch(f"[{number}]"):
            self.post_message(self.MarkChosen(int(number)))
