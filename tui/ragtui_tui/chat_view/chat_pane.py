"""The chat view: questions to the vault, and answers that quote it."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from ragtui_core import Done, RagtuiError, Vault
from ragtui_core.answer import (
    NO_SERVER,
    described,
    offers,
    running_servers,
    store_choice,
)
from ragtui_core.settings import ProviderName
from ragtui_tui import formatting, question_scope
from ragtui_tui.chat_view.chat_choices import (
    SERVERS,
    ProviderSelection,
    name_of,
    scope_choices,
)
from ragtui_tui.chat_view.conversation_view import ConversationView, SavedConversation
from ragtui_tui.chat_view.exchange import Exchange
from ragtui_tui.chat_view.passage_list import PassageList, Row
from ragtui_tui.chat_view.question_box import ChatBar, QuestionBox
from ragtui_tui.chat_view.quotation_view import QuotationView
from ragtui_tui.command_names import named
from ragtui_tui.dialogs.choice_list import Choice, ChoiceDialog
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.pane import Pane, in_group
from ragtui_tui.question_scope import WHOLE_VAULT, QuestionScope, ask_options

if TYPE_CHECKING:
    from textual.worker import Worker

FAILED = "not answered · Ctrl+R asks again · Ctrl+T chooses another provider"

EDITED_CLASS = "-edited"
"""Exchanges that the answer to the edited question will replace."""

NEED_AN_EXCHANGE = {"retry", "edit", "copy"}


class ChatPane(Pane):
    """Composes the conversation, the question and what can be chosen for it."""

    BINDINGS: ClassVar[list[BindingType]] = named(
        "chat",
        [
            Binding("escape,ctrl+c", "stop", "Stop", priority=True),
            Binding("escape", "leave", "Back"),
            Binding("ctrl+n", "begin", "New chat"),
            Binding("f6", "chats", "Conversations", show=False),
            Binding("ctrl+t", "model", "Who answers", show=False),
            Binding("ctrl+s", "scope", "Ask about", show=False),
            Binding(
                "ctrl+g",
                "deep",
                "The model searches several times, or once",
                show=False,
            ),
            Binding("ctrl+r,r", "retry", "Ask again"),
            Binding("ctrl+l,e", "edit", "Edit"),
            Binding(
                "w", "plain", "Search without words of the conversation", show=False
            ),
            Binding("d", "undated", "Search documents of all dates", show=False),
            Binding("f8", "next_quotation", "Quotation"),
            Binding("y", "copy", "Copy the answer with quotations", show=False),
            *(
                Binding(
                    str(number),
                    f"quotation({number})",
                    "Go to the quotation with this number",
                    show=False,
                )
                for number in range(1, 10)
            ),
            Binding("pageup", "scroll('page_up')", "A page up", show=False),
            Binding("pagedown", "scroll('page_down')", "A page down", show=False),
            Binding("up,k", "scroll('up')", "Up a line", show=False),
            Binding("down,j", "scroll('down')", "Down a line", show=False),
        ],
    )

    def __init__(self, vault: Vault, _: IndexingProgress) -> None:
        super().__init__(id="chat")
        self._vault = vault
        self._box = QuestionBox()
        self._view = QuotationView(vault)
        self._history = ConversationView(id="history")
        self._provider = ProviderSelection(vault)
        self.scope = WHOLE_VAULT
        self._offers: Sequence[QuestionScope] = ()
        """What the other views show."""
        self._is_deep = False
        """Whether the model searches by itself, with tools."""
        self.conversation = SavedConversation(vault, self._history)
        self._answering: Worker[None] | None = None
        self._edited: Exchange | None = None
        self._waiting: list[str] = []
        """Questions that were sent while an answer is being written."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Container(id="talk"):
            yield self._history
            yield self._view
        yield ChatBar()
        yield self._box

    def on_unmount(self) -> None:
        """Close what was opened here."""
        self._provider.close()

    def take_focus(self) -> None:
        """Focus the question."""
        # At once: the next keys may be waiting already.
        self.screen.set_focus(self._box)
        self._show_choices()
        # So that the first question need not wait (0.2 s).
        self.in_thread(self._provider.vault.preload_answers, "load")

    def offer(self, offers: Sequence[QuestionScope]) -> None:
        """Take what the other views show, which questions can be about."""
        self._offers = offers

    @property
    def is_answering(self) -> bool:
        """Whether an answer is being written."""
        return self._answering is not None and not self._answering.is_finished

    # --- state ---

    def remember(self) -> dict[str, Any]:
        """The provider, and questions, sent or not."""
        return {
            "answerer": self._provider.remember(),
            "questions": self._box.questions,
            "draft": self._box.text,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore them, in a new conversation about the whole vault."""
        self._provider.restore(state.get("answerer"))
        if isinstance(asked := state.get("questions"), list):
            self._box.remember([text for text in asked if isinstance(text, str)])
        if isinstance(draft := state.get("draft"), str):
            self._box.fill(draft)

    # --- choosing ---

    def _show_choices(self) -> None:
        bar, choice = self.query_one(ChatBar), self._provider.choice
        title = formatting.one_line(self.conversation.title)
        bar.show("scope", question_scope.label(self.scope))
        bar.show("chats", title or "new conversation")
        name = name_of(choice.provider, choice.model)
        name = f"searches · {name}" if self._is_deep else name
        parts = f"{name}: {choice.obstacle}" if choice.obstacle else name
        bar.show("model", parts, warn=bool(choice.obstacle))

    @in_group("choose")
    async def action_scope(self) -> None:
        """Choose what the questions are about."""
        try:
            paths = await asyncio.to_thread(self._vault.documents.paths)
        except RagtuiError:
            paths = []
        choices, now = scope_choices(self.scope, self._offers, paths), self.scope
        hint = "Type a part of a folder's or file's name"
        dialog = ChoiceDialog("Ask about", choices, now, hint)
        if (chosen := await self.app.push_screen_wait(dialog)) is not None:
            self._set_scope(chosen)

    def _set_scope(self, scope: QuestionScope) -> None:
        self.scope = scope
        self._show_choices()

    @in_group("choose")
    async def action_model(self) -> None:
        """Choose the provider and its model."""
        choices, now = self._provider.choices(), self._provider.choice
        hint = "Type a part of a name"
        dialog = ChoiceDialog("Who answers", choices, now, hint)
        chosen = await self.app.push_screen_wait(dialog)
        if chosen == SERVERS:
            await self._choose_served()
        elif chosen is not None:
            self._provider.choose(chosen)
            self._show_choices()

    async def _choose_served(self) -> None:
        """Find the model servers of this computer, and store which model answers."""
        offered = await asyncio.to_thread(lambda: offers(running_servers()))
        if not offered:
            self.toast(NO_SERVER, severe=True)
            return
        choices = [
            Choice(formatting.one_line(f"{model.name} · {server.kind}"), offer, facts)
            for offer in offered
            for server, model in [offer]
            for facts in [described(model)]
        ]
        dialog = ChoiceDialog("Models of your servers", choices, None, "Type a part")
        if (chosen := await self.app.push_screen_wait(dialog)) is not None:
            await asyncio.to_thread(store_choice, chosen)
            self._provider.use(chosen)
            self._show_choices()

    def action_deep(self) -> None:
        """Let the model search by itself, several times, or not."""
        self._is_deep = not self._is_deep
        self._show_choices()

    # --- conversations ---

    @in_group("choose")
    async def action_chats(self) -> None:
        """List the saved conversations."""
        from ragtui_tui.dialogs.conversation_list import ConversationsDialog

        current = self.conversation.id
        dialog = ConversationsDialog(self._vault, current)
        chosen = await self.app.push_screen_wait(dialog)
        if chosen and chosen != current:
            self.scope = WHOLE_VAULT
            self._load(chosen)
        elif current:
            if await self.conversation.still_exists():
                self._show_choices()
            else:
                await self.action_begin()

    def _load(self, conversation_id: str) -> None:
        self.conversation.is_loaded.clear()
        self.in_loop(partial(self._load_conversation, conversation_id), "open")

    async def _load_conversation(self, conversation_id: str) -> None:
        try:
            await self.conversation.load(conversation_id)
        except RagtuiError as error:
            self.toast(str(error), severe=True)
        finally:
            self._show_choices()
            self.refresh_bindings()

    async def action_begin(self) -> None:
        """Begin a new conversation about the whole vault; the old one stays saved."""
        self.action_stop()
        self.scope = WHOLE_VAULT
        self._view.close()
        self._stop_editing()
        self.conversation.forget()
        await self._history.clear()
        self.take_focus()

    # --- asking ---

    async def ask(self, question: str, scope: QuestionScope) -> None:
        """Begin a conversation about what another view shows, perhaps with a question.

        An answer under way is stopped.
        """
        await self.action_begin()
        self._set_scope(scope)
        if question:
            self._box.remember([*self._box.questions, question])
            self._send(question)

    @on(QuestionBox.Sent)
    def _sent(self, event: QuestionBox.Sent) -> None:
        event.stop()
        if self._edited:
            self._send(event.question, instead_of=self._edited)
        else:
            self._send_in_turn(event.question)

    def _send_in_turn(self, question: str) -> None:
        """Send a question, once the answer under way is complete."""
        if not self.is_answering:
            self._send(question)
            return
        self._waiting.append(question)
        self.notify("Asked when this answer is complete; Esc stops it.", timeout=3)

    def _send(
        self,
        question: str,
        instead_of: Exchange | None = None,
        *,
        rewrite: bool = True,
        dates: bool = True,
    ) -> None:
        self._stop_editing()
        ways = {"rewrite": rewrite, "dates": dates}
        play = partial(self._play_all, question, instead_of, ways)
        self._answering = self.in_loop(play, "ask")

    async def _play_all(
        self, question: str, instead_of: Exchange | None, ways: dict[str, bool]
    ) -> None:
        """Answer a question, then those that were sent meanwhile.

        If it is stopped, they are what the user may change and send again.
        """
        try:
            await self._play(question, instead_of, ways)
            while self._waiting:
                await self._play(self._waiting.pop(0), None, {})
        except asyncio.CancelledError:
            if self._waiting and not self._box.text:
                self._box.fill("\n".join(self._waiting))
            self._waiting = []
            raise

    async def _play(
        self, question: str, instead_of: Exchange | None, ways: dict[str, bool]
    ) -> None:
        await self.conversation.is_loaded.wait()
        turns = await self.conversation.cut(instead_of) if instead_of else None
        exchange = await self._history.begin(question)
        self.refresh_bindings()
        conversation = self.conversation.id
        turns = turns if conversation else None
        deep = self._is_deep
        options = ask_options(self.scope, conversation, turns, deep=deep, **ways)
        try:
            asked = self._provider.vault.ask(question, options)
            async with aclosing(asked) as events:
                async for event in events:
                    if isinstance(event, Done) and event.chat:
                        self._keep(exchange, event.chat)
                    await exchange.take(event)
        except RagtuiError as error:
            await exchange.add_notice(str(error), severe=True)
            await exchange.end(FAILED)
        except asyncio.CancelledError:
            if exchange.text and exchange.conversation:
                self._keep(exchange, exchange.conversation)
            await exchange.end("stopped · Ctrl+R asks again")
            raise
        finally:
            self._history.settle(exchange)
            self.refresh_bindings()

    def _keep(self, exchange: Exchange, conversation_id: str) -> None:
        self.conversation.keep(exchange, conversation_id)
        self._show_choices()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions that do not apply now."""
        if action == "stop":
            return self.is_answering
        if action == "plain":
            return bool(self._history.chosen and self._history.chosen.is_rewritten)
        if action == "deep":
            return self._provider.choice.provider != ProviderName.EXTRACTIVE
        if action == "undated":
            return bool(self._history.chosen and self._history.chosen.has_time)
        if action in NEED_AN_EXCHANGE:
            return bool(self._history.exchanges)
        if action == "next_quotation":
            chosen = self._history.chosen
            return bool(chosen and chosen.quotations)
        return True

    def action_stop(self) -> None:
        """Stop the answer; the received text stays."""
        if self._answering:
            self._answering.cancel()

    def action_retry(self) -> None:
        """Put the last question again; its answer replaces the last one."""
        last = self._history.exchanges[-1]
        self._send(last.question, instead_of=last)

    def action_plain(self) -> None:
        """Ask again, and search for the question's own words alone."""
        if chosen := self._history.chosen:
            self._send(chosen.question, instead_of=chosen, rewrite=False)

    def action_undated(self) -> None:
        """Ask again, and search documents of all dates."""
        if chosen := self._history.chosen:
            self._send(chosen.question, instead_of=chosen, dates=False)

    def action_edit(self) -> None:
        """Change a question; the new answer replaces all from there on."""
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

    def action_leave(self) -> None:
        """Give up editing, close the quotation, or go back."""
        if self._edited:
            self._stop_editing()
            self._box.fill("")
        elif self._view.display:
            self._view.close()
            self._box.focus()
        else:
            super().action_leave()

    # --- looking at answers ---

    @on(PassageList.Chosen)
    def _show_chosen_passage(self, event: PassageList.Chosen) -> None:
        """Show a passage: if asked to, or if it fits beside the answer."""
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
        """Copy the answer with its quotations, which can be checked again."""
        from ragtui_core.answer import answer_as_note

        if chosen := self._history.chosen:
            self.app.copy_to_clipboard(answer_as_note(chosen.events))
            self.notify("Copied.", timeout=2)

    def action_scroll(self, motion: str) -> None:
        """Scroll the conversation, wherever the focus is."""
        getattr(self._history, f"scroll_{motion}")(animate=False)


def _after(rows: Sequence[Row], shown: Row | None) -> Row:
    """The row after the one that is shown; the first after the last, or if none is."""
    texts = [row.text for row in rows]
    index = texts.index(shown.text) + 1 if shown and shown.text in texts else 0
    return rows[index % len(rows)]
