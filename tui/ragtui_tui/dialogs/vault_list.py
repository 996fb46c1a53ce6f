"""Another vault: one of those that were opened before, or a folder by its path."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ragtui_core import Vault, open_vault, recent_vaults
from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import Dialog
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput

PATH = "Path of a folder"


class VaultsDialog(Dialog[Vault | None], BackgroundWork):
    """Lists vaults; typing names a folder. Closes with the vault that was opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('cursor_up')", "Previous vault", show=False),
        Binding("down", "move('cursor_down')", "Next vault", show=False),
    ]

    def __init__(self, vault: Vault) -> None:
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
        read = partial(recent_vaults, self._vault.data_directory)
        self.load(read, self._show, "vaults")

    def _show(self, vaults: Sequence[Path]) -> None:
        self._vaults = [path for path in vaults if path != self._vault.root]
        listed = self.query_one(OptionList)
        listed.add_options(map(_option, self._vaults))
        listed.display = bool(self._vaults)
        listed.highlighted = 0 if self._vaults else None
        if self._vaults:
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
        self.load(partial(open_vault, path), self._opened, "open", failed=self._fail)

    def _fail(self, reason: str) -> None:
        words = self.query_one("#fault", Static)
        words.update(formatting.one_line(reason))
        words.display = True

    def _opened(self, vault: Vault) -> None:
        self.dismiss(vault if vault.root != self._vault.root else None)


def _option(path: Path) -> Option:
    """The folder's name, and its location."""
    name = Content.styled(formatting.one_line(path.name), "bold")
    where = Content.styled(f"  {formatting.folder(path.parent)}", "$foreground 70%")
    return Option(name + where)
