"""Another vault: one of those that were opened before, or a folder by its path."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ragtui_core import RagtuiError, Vault, open_vault, recent_vaults
from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import Dialog
from ragtui_tui.messages import OpenVault
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput

PATH = "Path of a folder"


class VaultsDialog(Dialog[None]):
    """Lists vaults; typing names a folder that is not among them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('cursor_up')", "Previous vault", show=False),
        Binding("down", "move('cursor_down')", "Next vault", show=False),
    ]

    @dataclass
    class Known(Message, bubble=False):
        """The list was read."""

        vaults: list[Path]

    def __init__(self, vault: Vault) -> None:
        """Begin in `vault`."""
        super().__init__("Open another vault", "Enter opens")
        self._vault = vault
        self._vaults: list[Path] = []

    def body(self) -> ComposeResult:
        """Lay out."""
        yield LineInput(PATH, "Open", id="vault-path")
        yield Static(id="fault", markup=False)
        yield OptionList(id="vault-list", markup=False)

    def on_mount(self) -> None:
        """Read the list."""
        self.query_one(LineInput).focus()
        self.run_worker(self._read, thread=True, group="vaults", exit_on_error=False)

    def _read(self) -> None:
        known = recent_vaults(self._vault.data_directory)
        others = [path for path in known if path != self._vault.root]
        self.post_message(self.Known(others))

    @on(Known)
    def _show(self, message: Known) -> None:
        self._vaults = message.vaults
        listed = self.query_one(OptionList)
        listed.add_options(_option(path) for path in message.vaults)
        listed.display = bool(message.vaults)
        listed.highlighted = 0 if message.vaults else None
        if message.vaults:
            self.query_one(LineInput).placeholder = f"{PATH}, or choose below"

    def action_move(self, action: str) -> None:
        """Move in the list while typing."""
        getattr(self.query_one(OptionList), f"action_{action}")()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        listed = self.query_one(OptionList)
        if event.value.strip():
            self._open(Path(event.value.strip()))
        elif listed.highlighted is not None:
            self._open(self._vaults[listed.highlighted])

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._open(self._vaults[event.option_index])

    def _open(self, path: Path) -> None:
        work = partial(self._try, path)
        self.run_worker(work, thread=True, group="open", exclusive=True)

    def _try(self, path: Path) -> None:
        try:
            vault = open_vault(path)
        except RagtuiError as error:
            self.app.call_from_thread(self._fail, formatting.one_line(str(error)))
        else:
            self.app.call_from_thread(self._opened, vault)

    def _fail(self, reason: str) -> None:
        words = self.query_one("#fault", Static)
        words.update(reason)
        words.display = True

    def _opened(self, vault: Vault) -> None:
        self.dismiss()
        if vault.root != self._vault.root:
            self.app.post_message(OpenVault(vault))


def _option(path: Path) -> Option:
    """The folder's name, and its location."""
    name = Content.styled(formatting.one_line(path.name), "bold")
    where = Content.styled(f"  {formatting.folder(path.parent)}", "$foreground 70%")
    return Option(name + where)
