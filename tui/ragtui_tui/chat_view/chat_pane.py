"""The chat: questions to the vault, and answers that quote it."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from ragtui_core.answer import Done
from ragtui_core.errors import ChatNotFound, RagtuiError
from ragtui_core.vault import Vault
from ragtui_tui import formatting
from ragtui_tui import question_scope as scopes
from ragtui_tui.chat_view.chat_bar import ChatBar, ChatChip
from ragtui_tui.chat_view.conversation import ConversationView
from ragtui_tui.chat_view.exchange import Exchange
from ragtui_tui.chat_view.passage_list import PassageList, Row
from ragtui_tui.chat_view.provider_selection import ProviderSelection, name_of
from ragtui_tui.chat_view.question_box import QuestionBox
from ragtui_tui.chat_view.quotation_view import QuotationView
from ragtui_tui.dialogs.choice_list import Choice, ChoiceDialog
from ragtui_tui.messages import GoBack
from ragtui_tui.pane import Pane
from ragtui_tui.question_scope import WHOLE_VAULT, Scope, ask_options

if TYPE_CHECKING:
    from textual.worker import Worker


FAILED = "not answered · Ctrl+R asks again · Ctrl+T changes who answers"

EDITED_CLASS = "-edited"
"""Exchanges that the edited question will take the place of."""

NEED_AN_EXCHANGE = {"retry", "edit", "copy", "copy_cited"}


def _after(rows: Sequence[Row], shown: Row | None) -> Row:
    """The row after the one that is shown; the first after the last, or if none is."""
    texts = [row.text for row in rows]
    place = texts.index(shown.text) + 1 if shown and shown.text in texts else 0
    return rows[place % len(rows)]


RECENT = 5
"""Scopes that are offered again."""


class ChatChoices(Pane):
    """Keeps the choices, and shows them as chips."""

    def __init__(self, vault: Vault) -> None:
        """Choose for `vault`."""
        super().__init__(id="chat")
        self._vault = vault
        self._selection = ProviderSelection(vault)
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
        self._selection.close()

    @property
    def _box(self) -> QuestionBox:
        return self.query_one(QuestionBox)

    @property
    def _history(self) -> ConversationView:
        return self.query_one(ConversationView)

    def take_focus(self) -> None:
        """Let the person type."""
        # At once: the next keys may be waiting already.
        self.screen.set_focus(self._box)
        self._show_facts()
        self.in_thread(self._selection.load, "load")
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
            "answerer": self._selection.remember(),
            "scope": scopes.as_json(self.scope),
            "questions": self._box.questions,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Be as one was; the conversation is read when the chat is first shown."""
        self._selection.restore(state.get("answerer"))
        self.scope = scopes.from_json(state.get("scope"))
        if isinstance(chat := state.get("chat"), str):
            self._to_open = chat
        if isinstance(asked := state.get("questions"), list):
            self._box.remember([text for text in asked if isinstance(text, str)])

    def _show_facts(self) -> None:
        bar = self.query_one(ChatBar)
        bar.scope(scopes.label(self.scope))
        bar.chat(formatting.one_line(self._title))
        choice = self._selection.choice
        bar.model(name_of(choice.provider, choice.model), choice.obstacle)

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
        screen = ChoiceDialog("Ask about", choices, self.scope, hint)
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
        now = self._selection.choice
        choices = [
            Choice(
                name_of(choice.provider, choice.model),
                None if choice.obstacle else choice,
                choice.obstacle,
            )
            for choice in self._selection.ways
        ]
        hint = "Type a part of a name"
        screen = ChoiceDialog("Who answers", choices, now, hint)
        if (chosen := await self.app.push_screen_wait(screen)) is not None:
            self._selection.choose(chosen)
            self._show_facts()

    # --- which conversation ---

    def action_chats(self) -> None:
        """List the kept conversations."""
        self.in_loop(self._choose_chat, "choose")

    async def _choose_chat(self) -> None:
        from ragtui_tui.dialogs.conversation_list import ConversationsDialog

        screen = ConversationsDialog(self._vault, self._chat)
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
            self.notify(formatting.one_line(str(error)), severity="error", markup=False)
        finally:
            self._is_open.set()
            self._show_facts()
            self.refresh_bindings()


class ChatPane(ChatChoices):
    """The place where one asks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "stop", "Stop", priority=True),
        Binding("escape", "leave", "Back"),
        Binding("ctrl+n", "begin", "New chat"),
        Binding("ctrl+o", "chats", "Conversations", show=False),
        Binding("ctrl+t", "model", "Who answers", show=False),
        Binding("ctrl+s", "scope", "Ask about", show=False),
        Binding("ctrl+r,r", "retry", "Ask again"),
        Binding("ctrl+l,e", "edit", "Edit"),
        Binding("f8", "next_quotation", "Quotation"),
        Binding("y", "copy", "Copy the answer", show=False),
        Binding("Y", "copy_cited", "Copy the answer with quotations", show=False),
        *(
            Binding(
                str(number),
                f"quotation({number})",
                "To the quotation of this number",
                show=False,
            )
            for number in range(1, 10)
        ),
        Binding("pageup", "scroll('page_up')", "A page up", show=False),
        Binding("pagedown", "scroll('page_down')", "A page down", show=False),
        Binding("up,k", "scroll('up')", "Up a line", show=False),
        Binding("down,j", "scroll('down')", "Down a line", show=False),
    ]

    def __init__(self, vault: Vault) -> None:
        """Ask `vault`."""
        super().__init__(vault)
        self._answering: Worker[None] | None = None
        self._edited: Exchange | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Container(id="talk"):
            yield ConversationView(id="history")
            yield QuotationView(self._vault)
        yield ChatBar()
        yield QuestionBox()

    @property
    def _view(self) -> QuotationView:
        return self.query_one(QuotationView)

    @property
    def is_answering(self) -> bool:
        """Whether an answer is being written."""
        return self._answering is not None and not self._answering.is_finished

    # --- asking ---

    def ask(self, question: str, scope: Scope) -> None:
        """Put a question; one at a time, so an answer under way is stopped.

        Args:
            question: If it is empty, only the scope is set.
            scope: What it is put to, as are those that follow.
        """
        self.take_scope(scope)
        if question:
            self._box.remember([*self._box.questions, question])
            self._send(question)

    @on(QuestionBox.Sent)
    def _sent(self, event: QuestionBox.Sent) -> None:
        event.stop()
        self._send(event.question, instead_of=self._edited)

    def _send(self, question: str, instead_of: Exchange | None = None) -> None:
        self._stop_editing()
        play = partial(self._play, question, instead_of)
        self._answering = self.in_loop(play, "ask")

    async def _play(self, question: str, instead_of: Exchange | None) -> None:
        await self._is_open.wait()
        turns = await self._make_room(instead_of) if instead_of else None
        exchange = await self._history.begin(question)
        self.refresh_bindings()
        options = ask_options(self.scope, self._chat, turns if self._chat else None)
        try:
            asked = self._selection.vault.ask(question, options)
            async with aclosing(asked) as events:
                async for event in events:
                    if isinstance(event, Done) and event.chat:
                        self._keep(exchange, event.chat)
                    await exchange.take(event)
        except RagtuiError as error:
            await exchange.add_notice(str(error), severe=True)
            await exchange.end(FAILED)
        except asyncio.CancelledError:
            if exchange.text and exchange.chat:
                self._keep(exchange, exchange.chat)
            await exchange.end("stopped · Ctrl+R asks again")
            raise
        finally:
            self.refresh_bindings()

    async def _make_room(self, exchange: Exchange) -> int:
        """Take an exchange and what follows away; how many kept turns are left."""
        exchanges = self._history.exchanges
        if exchange not in exchanges:
            return self._history.earlier + len(exchanges)
        left = exchanges[: exchanges.index(exchange)]
        await self._history.cut(exchange)
        return self._history.earlier + sum(each.is_kept for each in left)

    def _keep(self, exchange: Exchange, chat: str) -> None:
        """The exchange is a turn of a kept conversation, which goes on."""
        from ragtui_core.answer.chats.chat import title_of

        exchange.is_kept = True
        if chat != self._chat:
            self._chat = chat
            self._title = title_of(exchange.question)
        self._show_facts()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Stopping needs something to stop, and so on."""
        if action == "stop":
            return self.is_answering
        if action in NEED_AN_EXCHANGE:
            return bool(self._history.exchanges)
        if action == "next_quotation":
            chosen = self._history.chosen
            return bool(chosen and chosen.quotations)
        return True

    def action_stop(self) -> None:
        """Stop the answer; what has come stays."""
        if self._answering:
            self._answering.cancel()

    def action_retry(self) -> None:
        """Put the last question again; its answer takes the place of the last one."""
        last = self._history.exchanges[-1]
        self._send(last.question, instead_of=last)

    def action_edit(self) -> None:
        """Change a question; the answer to it takes the place of all from there on."""
        self._stop_editing()
        self._edited = chosen = self._history.chosen
        if chosen:
            exchanges = self._history.exchanges
            for exchange in exchanges[exchanges.index(chosen) :]:
                exchange.add_class(EDITED_CLASS)
            self._box.fill(chosen.question)
            self._box.focus()

    def _stop_editing(self) -> None:
        self._edited = None
        for exchange in self._history.exchanges:
            exchange.remove_class(EDITED_CLASS)

    async def action_begin(self) -> None:
        """Begin a new conversation; the old one stays among those that were kept."""
        self.action_stop()
        self._view.close()
        self._stop_editing()
        await super().action_begin()

    def action_leave(self) -> None:
        """Give up editing, close the quotation, or go back."""
        if self._edited:
            self._stop_editing()
            self._box.text = ""
        elif self._view.display:
            self._view.close()
            self._box.focus()
        else:
            self.post_message(GoBack())

    # --- looking at answers ---

    @on(PassageList.Chosen)
    def _look(self, event: PassageList.Chosen) -> None:
        """Show a passage: if asked to, or where there is room beside the answer."""
        event.stop()
        if event.wanted or self._view.display or self.screen.has_class("-wide"):
            self._view.show(event.row)

    def action_quotation(self, number: int) -> None:
        """Show the passage behind the mark of this number."""
        chosen = self._history.chosen
        if chosen and not chosen.show_quotation(number):
            self.notify(f"The answer has no quotation {number}.", timeout=3)

    def action_next_quotation(self) -> None:
        """Show the next quotation of the answer, which Enter then opens."""
        if chosen := self._history.chosen:
            self._view.show(_after(chosen.quotations, self._view.row))
            self._view.focus()

    def action_copy(self) -> None:
        """Copy the answer as Markdown."""
        if chosen := self._history.chosen:
            self._copy(chosen.text)

    def action_copy_cited(self) -> None:
        """Copy the answer with its quotations, which can be checked again."""
        from ragtui_core.answer.report import answer_as_note

        if chosen := self._history.chosen:
            self._copy(answer_as_note(chosen.events))

    def _copy(self, text: str) -> None:
        self.app.copy_to_clipboard(text)
        self.notify("Copied.", timeout=2)

    def action_scroll(self, motion: str) -> None:
        """Scroll the conversation, wherever the focus is."""
        getattr(self._history, f"scroll_{motion}")(animate=False)
