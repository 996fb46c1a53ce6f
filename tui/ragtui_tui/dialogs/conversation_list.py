"""The kept conversations: open, rename, delete, export."""

import asyncio
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ragtui_core import RagtuiError, Vault
from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import ConfirmDialog, Dialog, LineEntryDialog
from ragtui_tui.pane import BackgroundWork, in_group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragtui_core.history import ConversationSummary


NONE = "No conversation has been stored yet."


class ConversationsDialog(Dialog[str | None], BackgroundWork):
    """Closes with the id of the conversation to open, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor('down')", "Next conversation", show=False),
        Binding("k", "cursor('up')", "Previous conversation", show=False),
        Binding("r", "rename", "Rename"),
        Binding("d,delete", "delete", "Delete"),
        Binding("e", "export", "Export"),
    ]

    def __init__(self, vault: Vault, current: str) -> None:
        """List what the vault keeps, the one that is open now marked."""
        keys = ("Enter opens", "r renames", "d deletes", "e exports")
        super().__init__("Conversations", *keys)
        self._vault = vault
        self._current = current
        self._conversations: Sequence[ConversationSummary] = ()

    def body(self) -> ComposeResult:
        """Lay out."""
        yield OptionList(markup=False)

    def on_mount(self) -> None:
        """Read the list."""
        self.in_loop(self._list, "chats")

    async def _list(self) -> None:
        try:
            self._conversations = await asyncio.to_thread(self._vault.chats.list)
        except RagtuiError as error:
            self.toast(str(error), severe=True)
        listed = self.query_one(OptionList)
        index = listed.highlighted or 0
        listed.clear_options()
        if not self._conversations:
            listed.add_option(Option(NONE, disabled=True))
            return
        listed.add_options(map(self._option, self._conversations))
        listed.highlighted = min(index, len(self._conversations) - 1)

    def _option(self, conversation: "ConversationSummary") -> Option:
        here = conversation.id == self._current
        updated = datetime.fromisoformat(conversation.updated).astimezone()
        day = f"{updated:%Y-%m-%d %H:%M}"
        text = Content.assemble(
            ("● " if here else "  ", "$text-success"),
            (f"{day}  {conversation.turns:>3}  ", "$foreground 60%"),
            formatting.one_line(conversation.title),
        )
        return Option(text)

    @property
    def _chosen(self) -> "ConversationSummary | None":
        index = self.query_one(OptionList).highlighted
        return (
            None
            if index is None or not self._conversations
            else self._conversations[index]
        )

    @on(OptionList.OptionSelected)
    def _open(self) -> None:
        if conversation := self._chosen:
            self.dismiss(conversation.id)

    def action_cursor(self, motion: str) -> None:
        """Move as the arrows do."""
        getattr(self.query_one(OptionList), f"action_cursor_{motion}")()

    @in_group("chats")
    async def action_rename(self) -> None:
        """Give the conversation another title."""
        if conversation := self._chosen:
            now = formatting.one_line(conversation.title)
            entry = LineEntryDialog(
                "Rename", "The conversation's title.", now, "renames"
            )
            if title := await self.app.push_screen_wait(entry):
                await self._apply(
                    self._vault.chats.rename, conversation.id, title.strip()
                )

    @in_group("chats")
    async def action_delete(self) -> None:
        """Delete the conversation permanently."""
        if conversation := self._chosen:
            asked = f"Delete “{formatting.one_line(conversation.title)}” permanently?"
            if await self.app.push_screen_wait(
                ConfirmDialog("Delete", asked, "Delete")
            ):
                await self._apply(self._vault.chats.delete, conversation.id)

    async def _apply(self, change: Callable[..., object], *args: str) -> None:
        try:
            await asyncio.to_thread(change, *args)
        except RagtuiError as error:
            self.toast(str(error), severe=True)
        await self._list()

    @in_group("chats")
    async def action_export(self) -> None:
        """Write the conversation as Markdown, as `ragtui chats export` does."""
        conversation = self._chosen
        if conversation is None:
            return
        offered = str(Path.cwd() / f"{_file_name(conversation.title)}.md")
        about = "The file to write the conversation to, as Markdown."
        entry = LineEntryDialog("Export to", about, offered, "exports")
        entered = await self.app.push_screen_wait(entry)
        if not entered:
            return
        file = Path(entered.strip()).expanduser()
        try:
            saved = await asyncio.to_thread(
                self._save, conversation.id, file, overwrite=False
            )
            asked = f"{formatting.one_line(str(file))} exists. Overwrite it?"
            if not saved and await self.app.push_screen_wait(
                ConfirmDialog("Overwrite", asked, "Overwrite")
            ):
                saved = await asyncio.to_thread(
                    self._save, conversation.id, file, overwrite=True
                )
        except RagtuiError as error:
            self.toast(str(error), severe=True)
            return
        if saved:
            self.toast(f"Exported to {file}")

    def _save(self, conversation_id: str, file: Path, *, overwrite: bool) -> bool:
        from ragtui_core.history import conversation_as_markdown, save_export

        text = conversation_as_markdown(self._vault.chats.read(conversation_id))
        return save_export(file, text, overwrite=overwrite)


def _file_name(title: str) -> str:
    """A title as the name of a file."""
    return "-".join(re.findall(r"\w+", title.casefold()))[:60] or "chat"
