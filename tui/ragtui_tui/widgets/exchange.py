"""A question and its answer, as it comes."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import LoadingIndicator, Static

from ragtui_core.answer.events import (
    AnswerEvent,
    Citation,
    Done,
    Notice,
    Sources,
    Text,
)
from ragtui_core.model import Confidence
from ragtui_core.untrusted import printable
from ragtui_tui import wording
from ragtui_tui.widgets.answer_rows import citation_row, source_row
from ragtui_tui.widgets.marked_markdown import MarkedMarkdown
from ragtui_tui.widgets.passage_list import PassageList

PROVIDERS = {
    "extractive": "exact extracts, no language model",
    "claude": "Claude",
    "compatible": "your server",
}
"""Providers for people."""

WRITE_SECONDS = 0.1
"""Between two writes: each lays out the end of the answer anew."""


class Exchange(Vertical):
    """Shows answer events in the order in which they come."""

    def __init__(self, question: str) -> None:
        """Start with the question."""
        super().__init__()
        self._question = wording.line(question)
        self._pending = ""
        self._sources = PassageList("Sources")
        self._quotes = PassageList("Quotations")
        self._answer = MarkedMarkdown()
        self._ending = Static("searching", classes="ending", markup=False)

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static(self._question, classes="question", markup=False)
        yield self._sources
        yield self._answer
        yield LoadingIndicator()
        yield self._quotes
        yield self._ending

    def on_mount(self) -> None:
        """Show lists once they hold something."""
        self._sources.display = self._quotes.display = False
        self._writing = self.set_interval(WRITE_SECONDS, self._write)

    async def take(self, event: AnswerEvent) -> None:
        """Show one event."""
        match event:
            case Sources(sources):
                for source in sources:
                    self._sources.append_row(source_row(source))
                self._sources.display = bool(sources)
                self._ending.update("answering")
            case Text(text):
                self._pending += printable(text)
            case Citation():
                self._cite(event)
            case Notice(text):
                await self.add_notice(text)
            case Done():
                await self._finish(event)

    def _cite(self, citation: Citation) -> None:
        self._quotes.append_row(citation_row(citation))
        self._quotes.display = True

    async def add_notice(self, text: str, *, severe: bool = False) -> None:
        """Say something about the answer."""
        notice = Static(wording.line(text), classes="notice", markup=False)
        notice.set_class(severe, "-severe")
        await self.mount(notice, before=self._ending)

    async def _finish(self, done: Done) -> None:
        parts = [PROVIDERS.get(done.provider, done.provider), done.model]
        if done.confidence is Confidence.LOW:
            parts.append("low confidence")
        parts += [f"{count:,} {name}" for name, count in sorted(done.usage.items())]
        await self.end(wording.line(" · ".join(part for part in parts if part)))

    async def end(self, words: str) -> None:
        """Nothing more will come; say how it ended."""
        self._writing.stop()
        await self._write()
        await self.query(LoadingIndicator).remove()
        self._ending.update(Content.styled(words, "$foreground 60%"))

    async def _write(self) -> None:
        if self._pending:
            text, self._pending = self._pending, ""
            await self._answer.append(text)
