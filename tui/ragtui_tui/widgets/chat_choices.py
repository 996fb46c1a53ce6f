"""What can be chosen in the chat: what is asked, who answers, which conversation."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from textual import on

from ragtui_core.errors import ChatNotFound, RagtuiError
from ragtui_core.vault import Vault
from ragtui_tui import scope as scopes
from ragtui_tui import wording
from ragtui_tui.answerer import Answerer, name_of
from ragtui_tui.scope import WHOLE_VAULT, Scope
from ragtui_tui.screens.choosing import Choice, ChoosingScreen
from ragtui_tui.widgets.chat_bar import ChatBar, ChatChip
from ragtui_tui.widgets.history import History
from ragtui_tui.widgets.pane import Pane
from ragtui_tui.widgets.question_box import QuestionBox

RECENT = 5
"""Scopes that are offered again."""


class ChatChoices(Pane):
    """Keeps the choices, and shows them as chips."""

    def __init__(self, vault: Vault) -> None:
        """Choose for `vault`."""
        super().__init__(id="chat")
        self._vault = vault
        self._answerer = Answerer(vault)
        self.scope = WHOLE_VAULT
        """What questions are put to."""
        self._offers: Sequence[Scope] = ()
        self._recent: list[Scope] = []
        self._chat = ""
        self._title = ""
        self._to_open = ""
        self._is_open = asyncio.Event()
        self._is_open.set()

    def on_unmount(self) -> None:
        """Close what was opened here."""
        self._answerer.close()

    @property
    def _box(self) -> QuestionBox:
        return self.query_one(QuestionBox)

    @property
    def _history(self) -> History:
        return self.query_one(History)

    def take_focus(self) -> None:
        """Let the person type."""
        # At once: the next keys may be waiting already.
        self.screen.set_focus(self._box)
        self._show_facts()
        self.in_thread(self._answerer.load, "load")
        if self._to_open:
            self._open(self._to_open)
            self._to_open = ""

    def offer(self, offers: Sequence[Scope]) -> None:
        """Take what the other places show, which may be asked about."""
        self._offers = offers

    def take_scope(self, scope: Scope) -> None:
        """Put questions to `scope` from now on; it can be chosen again later."""
        self.scope = scope
        known = [each for each in self._recent if each != scope]
        self._recent = [scope, *known][:RECENT]
        self._show_facts()

    # --- what is kept ---

    def remember(self) -> dict[str, Any]:
        """The conversation, who answers, what is asked, and the questions."""
        return {
            "chat": self._chat or self._to_open,
            "answerer": self._answerer.remember(),
            "scope": scopes.as_json(self.scope),
            "questions": self._box.questions,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Be as one was; the conversation is read when the chat is first shown."""
        self._answerer.restore(state.get("answerer"))
        self.scope = scopes.from_json(state.get("scope"))
        if isinstance(chat := state.get("chat"), str):
            self._to_open = chat
        if isinstance(asked := state.get("questions"), list):
            self._box.remember([text for text in asked if isinstance(text, str)])

    def _show_facts(self) -> None:
        bar = self.query_one(ChatBar)
        bar.scope(scopes.label(self.scope))
        bar.chat(wording.line(self._title))
        way = self._answerer.way
        bar.model(name_of(way.provider, way.model), way.obstacle)

    @on(ChatChip.Pressed)
    async def _chip_pressed(self, event: ChatChip.Pressed) -> None:
        event.stop()
        await self.run_action(event.action)

    # --- what is asked ---

    def action_scope(self) -> None:
        """Choose what the questions are put to."""
        self.in_loop(self._choose_scope, "choose")

    async def _choose_scope(self) -> None:
        try:
            paths = await asyncio.to_thread(self._vault.documents.paths)
        except RagtuiError:
            paths = []
        choices = [
            Choice(scopes.label(scope), scope, remark)
            for scope, remark in self._scopes(paths)
        ]
        hint = "Type a part of a folder's or file's name"
        screen = ChoosingScreen("Ask about", choices, self.scope, hint)
        if (chosen := await self.app.push_screen_wait(screen)) is not None:
            self.take_scope(chosen)

    def _scopes(self, paths: Sequence[str]) -> Iterator[tuple[Scope, str]]:
        yield WHOLE_VAULT, ""
        offered = [*self._offers, *self._recent, self.scope]
        remarks = dict.fromkeys(offered, "lately")
        remarks |= dict.fromkeys(self._offers, "shown now")
        for scope, remark in remarks.items():
            if scope != WHOLE_VAULT:
                yield scope, "" if scope == self.scope else remark
        above = (PurePosixPath(path).parents for path in paths)
        folders = {str(folder) for each in above for folder in each} - {"."}
        yield from ((Scope.folder(folder), "") for folder in sorted(folders))
        yield from ((Scope.file(path), "") for path in paths)

    # --- who answers ---

    def action_model(self) -> None:
        """Choose who answers, and with which model."""
        self.in_loop(self._choose_model, "choose")

    async def _choose_model(self) -> None:
        now = self._answerer.way
        choices = [
            Choice(
                name_of(way.provider, way.model),
                None if way.obstacle else way,
                way.obstacle,
            )
            for way in self._answerer.ways
        ]
        hint = "Type a part of a name"
        screen = ChoosingScreen("Who answers", choices, now, hint)
        if (chosen := await self.app.push_screen_wait(screen)) is not None:
            self._answerer.choose(chosen)
            self._show_facts()

    # --- which conversation ---

    def action_chats(self) -> None:
        """List the kept conversations."""
        self.in_loop(self._choose_chat, "choose")

    async def _choose_chat(self) -> None:
        from ragtui_tui.screens.chats import ChatsScreen

        screen = ChatsScreen(self._vault, self._chat)
        chosen = await self.app.push_screen_wait(screen)
        if chosen and chosen != self._chat:
            self._open(chosen)
        elif self._chat:
            await self._look_again()

    async def _look_again(self) -> None:
        """The open conversation may have another title, or be gone."""
        try:
            chat = await asyncio.to_thread(self._vault.chats.read, self._chat)
        except ChatNotFound:
            await self.action_begin()
        else:
            self._title = chat.title
            self._show_facts()

    async def action_begin(self) -> None:
        """Begin a new conversation; the old one stays among those that were kept."""
        self._chat = self._title = ""
        await self._history.clear()
        self.take_focus()

    def _open(self, chat_id: str) -> None:
        self._is_open.clear()
        self.in_loop(partial(self._read, chat_id), "open")

    async def _read(self, chat_id: str) -> None:
        """Show a kept conversation, its questions and answers one by one."""
        from ragtui_core.answer.replaying import events_of

        try:
            chat = await asyncio.to_thread(self._vault.chats.read, chat_id)
            await self._history.clear()
            self._chat, self._title = chat.id, chat.title
            for turn in chat.turns:
                exchange = await self._history.begin(turn.question)
                for event in events_of(turn):
                    await exchange.take(event)
                exchange.is_kept = True
        except ChatNotFound:
            self._chat = self._title = ""
        except RagtuiError as error:
            self.notify(wording.line(str(error)), severity="error", markup=False)
        finally:
            self._is_open.set()
            self._show_facts()
            self.refresh_bindings()
