"""Drives the app: the text of the screen, and keys to press."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from rich.cells import cell_len
from textual.events import Key, MouseScrollDown, Paste
from textual.pilot import Pilot
from textual.strip import Strip

from ragtui_tui.app import RagtuiApp
from ragtui_tui.chat_view.answer_text import AnswerText
from ragtui_tui.document_page import Passage
from ragtui_tui.header import Header
from ragtui_tui.main_screen import MainScreen
from ragtui_tui.messages import OpenPassage
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.search_view.result_card import CardList, name_of
from ragtui_tui.search_view.search_results import ResultsView
from ragtui_tui.widgets.status_line import StatusLine
from support.library_internals import notifications_of, strips_of
from support.waiting import LOOKS


class Terminal:
    """Drives the app, and reads its screen as a user would."""

    def __init__(self, app: RagtuiApp, pilot: Pilot[None]) -> None:
        self.app = app
        self._pilot = pilot

    async def until(self, condition: Callable[[], object]) -> None:
        """Let the app work until the condition is true, and do what that led to.

        The app has at least half of the time, however long it takes to look.
        """
        for _ in range(LOOKS):
            start = time.process_time()
            if condition():
                return await self._pilot.pause()
            await self._pilot.pause(max(0.01, time.process_time() - start))
        raise AssertionError(f"never came true; the screen:\n{self.text}")

    async def sees(self, words: str, *keys: str) -> None:
        """Press keys, and wait until some words are on the screen."""
        await self.press(*keys)
        await self.until(lambda: words in self.text)

    async def goes_to(self, view: str, *keys: str) -> None:
        """Press keys, and wait until a view is on the screen."""
        await self.press(*keys)
        await self.until(lambda: self.view == view)

    async def opens(self, query: str, words: str = "") -> None:
        """Search, open the first card, and wait for words of the document."""
        await self.search(query)
        await self.goes_to("reader", "enter")
        await self.sees(words)

    async def reads(
        self, path: str, words: str, passage: Passage | None = None
    ) -> None:
        """Open a document, and wait for its words."""
        self.main.post_message(OpenPassage(path, passage))
        await self.goes_to("reader")
        await self.sees(words)

    async def rest(self, seconds: float) -> None:
        """Let the app work for a while."""
        await self._pilot.pause(seconds)

    async def press(self, *keys: str) -> None:
        if keys:
            await self._pilot.press(*keys)

    async def click(self, selector: str) -> None:
        assert await self._pilot.click(selector)

    async def click_at(self, x: int, y: int) -> None:
        assert await self._pilot.click(offset=(x, y))

    async def click_words(self, words: str) -> None:
        """Click on the first place where the words are seen, below the header."""
        rows = enumerate(self.rows[1:], 1)
        at, row = next((at, row) for at, row in rows if words in row)
        await self.click_at(cell_len(row[: row.index(words)]) + 1, at)

    async def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Select from one cell to the one before another."""
        await self._pilot.mouse_down(offset=start)
        await self._pilot.hover(offset=end)
        await self._pilot.mouse_up(offset=end)

    async def wheel(self, selector: str) -> None:
        """Turn the mouse wheel one notch, away from the text's beginning."""
        widget = self.app.screen.query_one(selector)
        x, y = widget.region.offset
        widget.post_message(
            MouseScrollDown(widget, x, y, 0, 1, 0, False, False, False, x, y)
        )
        await self._pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text; the app is idle, as after `press`, at its end alone."""
        for character in text[:-1]:
            await self._type(character)
        await self._pilot.press(*("space" if c == " " else c for c in text[-1:]))

    async def _type(self, character: str) -> None:
        """Type a character, and let what it is sent to work on it."""
        if character == " " or character.isalnum():
            name = "space" if character == " " else character
            self.app.post_message(Key(name, character))
            await self._pilot.pause(0)
        else:
            await self._pilot.press(character)

    async def type_ahead(self, *keys: str) -> None:
        """Press keys faster than the app can follow; it is idle at the end."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
        await self._pilot.pause()

    async def paste(self, text: str) -> None:
        """Put a text where the cursor is, all at once."""
        self.app.screen.post_message(Paste(text))
        await self._pilot.pause()

    async def search(self, query: str) -> None:
        """Type a query and wait for the results that are final."""
        await self.type(query)
        await self.until(lambda: self.cards and self._search_is_over(query))

    def _search_is_over(self, query: str) -> bool:
        return self.main.query_one(ResultsView).shown == (query, True)

    async def resize(self, width: int, height: int) -> None:
        await self._pilot.resize_terminal(width, height)

    @property
    def main(self) -> MainScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    @property
    def rows(self) -> Sequence[str]:
        """The characters on the screen, row by row."""
        return [strip.text for strip in self.strips]

    @property
    def strips(self) -> list[Strip]:
        """The rows of the screen with their styles."""
        return strips_of(self.app)

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows)

    @property
    def status(self) -> str:
        return str(self.main.query_one(StatusLine).render())

    @property
    def view(self) -> str:
        """The view on the screen; empty while what is chosen is not drawn yet."""
        name = self.main.query_one(Header).view
        return name if self.main.query_one(f"#{name}").region else ""

    @property
    def cards(self) -> list[str]:
        """The paths of the cards, or the names of saved searches."""
        return [name_of(entry) for entry in self.main.query_one(CardList).entries]

    @property
    def chosen(self) -> str | None:
        entry = self.main.query_one(CardList).chosen
        return name_of(entry) if entry else None

    async def command(self, action: str) -> None:
        """Do what a command without a key does in the view that is shown."""
        for pane in self.main.panes.all_made():
            if pane.display:
                await pane.run_action(action)

    @property
    def is_filled(self) -> bool:
        """Whether the coverage of the vault has been read."""
        return "last read" in self.text

    @property
    def toasts(self) -> list[str]:
        """All notifications; the toasts that show them are removed soon."""
        return notifications_of(self.app)

    @property
    def marked(self) -> list[str]:
        """The rows of the passage that the reader marks, as far as they are in view."""
        return [row for row in self.rows if "▌" in row[:12]]

    @property
    def document_view(self) -> DocumentView:
        """The reader's text."""
        return self.main.query_one("#rendered", DocumentView)

    @property
    def answer_rows(self) -> list[str]:
        """All rows of the answers, in view or not."""
        return [
            row.content.plain.strip()
            for answer in self.main.query(AnswerText)
            for row in map(answer.row_at, range(answer.row_count))
            if row
        ]


OpenApp = Callable[..., AbstractAsyncContextManager[Terminal]]
"""Opens the app on a vault, in a terminal of a size."""
