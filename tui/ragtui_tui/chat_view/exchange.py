"""A question and its answer, as it is streamed."""

from collections.abc import Iterable, Sequence
from time import monotonic

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import LoadingIndicator, Static

from ragtui_core import (
    AnswerEvent,
    Citation,
    Done,
    Notice,
    NoticeKind,
    Reading,
    Remark,
    Sources,
    Step,
    Text,
    TimeEffect,
)
from ragtui_core.settings import ProviderName
from ragtui_core.text import sanitize
from ragtui_tui import formatting
from ragtui_tui.chat_view.answer_text import AnswerText
from ragtui_tui.chat_view.chat_choices import name_of
from ragtui_tui.chat_view.passage_list import PassageList, Row, citation_row, source_row
from ragtui_tui.formatting import MUTED
from ragtui_tui.widgets.clickable_text import ClickableText, TextPart

TIME = "$text-accent on $accent 15%"


class Exchange(Vertical, can_focus=True):
    """Shows answer events in the order in which they come."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question
        self.events: list[AnswerEvent] = []
        self.is_rewritten = False
        """Whether the query has words of the conversation besides the question's."""
        self.has_time = False
        """Whether documents of a time were searched for."""
        self.is_kept = False
        """Whether it is a turn of the kept conversation."""
        self._searched = ClickableText(id="searched")
        self._steps = Static(classes="steps", markup=False)
        self._reading: Reading | None = None
        self._sources = PassageList("source")
        self._notes = Static(classes="notes", markup=False)
        self._answer = AnswerText()
        self._quotes = PassageList("quotation")
        self._ending = Static("searching", classes="ending", markup=False)

    def compose(self) -> ComposeResult:
        """Lay out."""
        question = "\n".join(formatting.safe_lines(self.question))
        yield Static(question, classes="question", markup=False)
        yield self._steps
        yield self._searched
        yield self._sources
        yield self._notes
        yield self._answer
        yield LoadingIndicator()
        yield self._quotes
        yield self._ending

    def on_mount(self) -> None:
        """Show lists once they are not empty."""
        for part in (
            self._steps,
            self._searched,
            self._sources,
            self._notes,
            self._quotes,
        ):
            part.display = False

    @property
    def text(self) -> str:
        """The answer as far as it has come, safe to show."""
        parts = (event.text for event in self.events if isinstance(event, Text))
        return sanitize("".join(parts)).strip()

    @property
    def conversation(self) -> str:
        """The conversation that it is, or will be, kept in; empty if in none."""
        named = (e.chat for e in self.events if isinstance(e, Sources))
        return next(named, "")

    @property
    def quotations(self) -> Sequence[Row]:
        """Where the marks of the answer lead."""
        return self._quotes.rows

    async def take(self, event: AnswerEvent) -> None:
        """Show one event."""
        self.events.append(event)
        match event:
            case Sources(sources, listed=listed):
                self._show_search(event)
                self._sources.weaker = len(sources) - len(listed)
                for source in listed:
                    self._sources.append_row(source_row(source))
                self._sources.display = bool(listed)
                self._ending.update("answering")
            case Reading():
                self._reading = event
                self._follow_reading(event, monotonic())
            case Step():
                self._show_steps()
            case Remark(text):
                self._answer.remark(sanitize(text))
            case Text(text):
                self._answer.feed(sanitize(text))
            case Citation():
                self._quotes.append_row(citation_row(event))
                self._quotes.display = True
                self._sources.display = False
                self._answer.cite(event)
            case Notice():
                await self._notice(event)
            case Done():
                await self._finish(event)

    def _follow_reading(self, reading: Reading, began: float) -> None:
        """Show each second how long the model has read, until it writes."""
        has_text = any(isinstance(event, Text) for event in self.events)
        is_last = reading is self._reading
        if self.query(LoadingIndicator) and is_last and not has_text:
            self._ending.update(reading.after(monotonic() - began))
            self.set_timer(1, lambda: self._follow_reading(reading, began))

    def _show_search(self, found: Sources) -> None:
        """Show what was searched for besides the question's words, to remove it."""
        (query, *_), time = found.queries or ("",), found.time
        self.is_rewritten = bool(query) and query != self.question
        self.has_time = bool(time and time.effect is not TimeEffect.DROPPED)
        parts: list[TextPart] = []
        if self.is_rewritten:
            added = query.removeprefix(self.question).strip()
            parts.append((f"Also searched for: {added}  ", MUTED, ""))
            parts.append(("✗ without these words  ", "$text-accent", "run('plain')"))
        if time and self.has_time:
            parts.append((f" {time.shown} ✗ ", TIME, "run('undated')"))
        self._searched.show(parts)

    async def _notice(self, notice: Notice) -> None:
        if notice.kind is not NoticeKind.SEARCH:
            about = "".join(f" [{number}]" for number in notice.citations)
            await self.add_notice(f"{notice.text}{about}")
            return
        notes = (
            formatting.one_line(event.text)
            for event in self.events
            if isinstance(event, Notice) and event.kind is NoticeKind.SEARCH
        )
        self._show_lines(self._notes, notes)

    def _show_steps(self) -> None:
        steps = (str(event) for event in self.events if isinstance(event, Step))
        self._show_lines(self._steps, map(formatting.one_line, steps))

    def _show_lines(self, part: Static, lines: Iterable[str]) -> None:
        part.update("\n".join(lines))
        part.display = True

    async def add_notice(self, text: str, *, severe: bool = False) -> None:
        """Show a remark about the answer."""
        sign = "✗" if severe else "!"
        words = f"{sign} {formatting.one_line(text)}"
        notice = Static(words, classes="notice", markup=False)
        notice.set_class(severe, "-severe")
        await self.mount(notice, before=self._ending)

    async def _finish(self, done: Done) -> None:
        is_written = done.provider != ProviderName.EXTRACTIVE
        parts = [name_of(done.provider, done.model)] if is_written else []
        if done.error:
            parts.insert(0, f"interrupted ({done.error.replace('_', ' ')})")
        parts += [
            f"{count:,} {name.replace('_', ' ')}"
            for name, count in sorted(done.usage.items())
            if count
        ]
        await self.end(formatting.one_line(" · ".join(part for part in parts if part)))

    async def end(self, words: str) -> None:
        """The answer has ended; show how."""
        self._answer.finish()
        await self.query(LoadingIndicator).remove()
        self._ending.update(Content.styled(words, MUTED))
        self._ending.display = bool(words)

    @on(AnswerText.MarkChosen)
    def _show_quotation(self, event: AnswerText.MarkChosen) -> None:
        event.stop()
        self.show_quotation(event.number)

    def show_quotation(self, number: int) -> bool:
        """Show the passage behind a mark; False if there is no such citation."""
        for row in self.quotations:
            if row.citation and row.citation.number == number:
                self.post_message(PassageList.Chosen(row, wanted=True))
                return True
        return False
