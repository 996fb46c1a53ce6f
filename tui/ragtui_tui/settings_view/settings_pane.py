"""What can be set: each setting with its value, where that comes from, and a change."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input, Static

from ragtui_core import SettingsError, Vault
from ragtui_core.settings import (
    SettingItem,
    SettingKey,
    SourceKind,
    as_text,
    config_path,
    parse_value,
    settings_catalogue,
    validated,
)
from ragtui_tui import formatting
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.pane import Pane
from ragtui_tui.settings_writer import write_and_report
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput
from ragtui_tui.widgets.list_table import ListTable, cell

TITLE = "Settings"

HEADS = ("Setting", "Value", "From")


class SettingsPane(Pane):
    """Lists all settings, and changes them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "change", "Change", show=False),
        Binding("d,delete", "default", "Default"),
        Binding("ctrl+f", "filter", "Filter"),
        Binding("escape", "leave", "Back"),
    ]

    def __init__(self, vault: Vault, _: IndexingProgress) -> None:
        super().__init__(id="settings")
        self._vault = vault
        self._items: dict[str, SettingItem] = {}

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield LineInput(
            "Filter by name or description", "To the list", id="setting-filter"
        )
        with Container(id="setting-body"):
            table = ListTable(*HEADS, enter="Change", id="setting-list", fills=HEADS[1])
            table.border_title = "Settings"
            yield table
            yield Static(id="setting-about", markup=False)

    @property
    def _table(self) -> ListTable:
        return self.query_one(ListTable)

    @property
    def _chosen(self) -> SettingItem | None:
        return self._items.get(self._table.chosen or "")

    def take_focus(self) -> None:
        """Focus the list, and read the files again."""
        self._table.focus()
        self._read()

    def remember(self) -> dict[str, Any]:
        """What is filtered for."""
        return {"filter": self.query_one(LineInput).value}

    def restore(self, state: dict[str, Any]) -> None:
        """Filter for it again."""
        self.query_one(LineInput).value = str(state.get("filter", ""))

    def _read(self) -> None:
        read = partial(settings_catalogue, self._vault.root)
        self.load(read, self._show_items, "settings", title=TITLE)

    def _show_items(self, items: Sequence[SettingItem]) -> None:
        self._items = {item.setting.key: item for item in items}
        self._show()

    @on(Input.Changed, "#setting-filter")
    def _filtered(self, event: Input.Changed) -> None:
        event.stop()
        self._show()

    def _show(self) -> None:
        words = self.query_one(LineInput).value.lower().split()
        shown = [
            item
            for item in self._items.values()
            if all(
                word in f"{item.setting.key} {item.setting.description}".lower()
                for word in words
            )
        ]
        self._table.show([(item.setting.key, _row(item)) for item in shown])
        self._tell()

    @on(ListTable.RowHighlighted)
    def _highlighted(self) -> None:
        self._tell()

    def _tell(self) -> None:
        about = self.query_one("#setting-about", Static)
        item = self._chosen
        about.border_title = item.setting.key if item else ""
        about.update(_about(item) if item else Content("Nothing so named."))

    # --- changing ---

    @on(Input.Submitted, "#setting-filter")
    def _to_list(self, event: Input.Submitted) -> None:
        event.stop()
        self._table.focus()

    @on(ListTable.RowSelected)
    def _selected(self, event: ListTable.RowSelected) -> None:
        event.stop()
        self.action_change()

    def action_filter(self) -> None:
        """Type what to filter for."""
        line = self.query_one(LineInput)
        line.focus()
        line.select_all()

    def action_change(self) -> None:
        """Change the chosen setting."""
        item = self._chosen
        if item is None:
            return
        if item.setting.secret:
            self.toast(_secret(item), title=TITLE, severe=True)
        elif item.setting.choices:
            from ragtui_tui.dialogs.choice_list import Choice, ChoiceDialog

            choices = [
                Choice(formatting.one_line(choice), choice)
                for choice in item.setting.choices
            ]
            screen = ChoiceDialog(item.setting.key, choices, as_text(item.value))
            self.app.push_screen(screen, partial(self._entered, item))
        else:
            from ragtui_tui.dialogs.dialog import LineEntryDialog

            about = _entry_text(item)
            fault = partial(_fault, item.setting.key)
            now = as_text(item.value)
            entry = LineEntryDialog(item.setting.key, about, now, "writes", fault)
            self.app.push_screen(entry, partial(self._entered, item))

    def _entered(self, item: SettingItem, text: str | None) -> None:
        if text is not None and text != as_text(item.value):
            self._write(item.setting.key, parse_value(item.setting.key, text))

    def action_default(self) -> None:
        """Take the chosen setting out of `config.toml`."""
        item = self._chosen
        if item is None or item.setting.secret:
            return
        if item.source is SourceKind.USER:
            self._write(item.setting.key, None)
        else:
            self.toast(f"{config_path()} does not set {item.setting.key}.")

    def _write(self, key: str, value: Any) -> None:
        work = partial(write_and_report, self._vault, {key: value}, self.post_message)
        self.in_thread(work, f"write {key}")

    def settings_changed(self, keys: tuple[str, ...]) -> None:
        """Say what was written, and when it shows, to who is here."""
        for key in keys if self.display else ():
            item = self._items.get(key)
            self.toast(_written(key, item, config_path()), title=TITLE)
        self._read()

    def action_leave(self) -> None:
        """Show all settings again, else go back."""
        line = self.query_one(LineInput)
        if line.value or line.has_focus:
            line.clear()
            self._table.focus()
        else:
            super().action_leave()


def _row(item: SettingItem) -> tuple[Text, Text, Text]:
    changed = item.source is not SourceKind.DEFAULT
    value = cell(_value(item), "bold" if changed else "")
    return cell(item.setting.key), value, cell(item.source.value if changed else "")


def _fault(key: str, text: str) -> str:
    """What is wrong with a text as a value; empty if nothing is."""
    try:
        validated({key: parse_value(key, text)}, "this line")
    except SettingsError as error:
        return str(error).removeprefix("this line: ")
    return ""


_MUTED = "$foreground 70%"


def _value(item: SettingItem) -> str:
    """The value as the list shows it; a secret is never shown."""
    if item.setting.secret:
        is_set = item.source is not SourceKind.DEFAULT
        return "set, and not shown" if is_set else "not set"
    return as_text(item.value) or "(empty)"


def _about(item: SettingItem) -> Content:
    """A few lines: what it is for, what it may be, where its value comes from."""
    lines = [
        Content(item.setting.description.replace("`", "")),
        Content.styled(_accepted(item.setting), _MUTED),
        Content.styled(_from(item), _MUTED),
    ]
    if item.setting.secret:
        lines.append(Content.styled(_secret(item), "$text-warning"))
    else:
        lines.append(Content.styled(f"Takes effect {item.setting.effect}.", _MUTED))
    return Content("\n").join(lines)


def _accepted(setting: SettingKey) -> str:
    """The accepted values, and the default."""
    if setting.secret:
        return "Text."
    if setting.choices:
        kind = "One of " + ", ".join(setting.choices)
    elif setting.kind is tuple:
        kind = "A list, comma-separated"
    else:
        kind = {int: "A whole number", float: "A number", str: "Text"}[setting.kind]
    span = f", {setting.range}" if setting.range else ""
    return f"{kind}{span}. Default: {as_text(setting.default) or 'none'}."


def _from(item: SettingItem) -> str:
    if item.source is SourceKind.DEFAULT:
        return "This is the default."
    return f"Set by {formatting.one_line(item.source_name)}."


def _entry_text(item: SettingItem) -> str:
    """The text above the line in which a value is typed."""
    parts = [item.setting.description, _accepted(item.setting)]
    if item.is_overridden:
        parts.append(_overridden(item))
    return "\n".join(parts)


def _overridden(item: SettingItem) -> str:
    """Why a value in `config.toml` does not count."""
    name = formatting.one_line(item.source_name)
    return f"{name} also sets it, and has priority over config.toml."


def _secret(item: SettingItem) -> str:
    """How to set what ragtui neither shows nor writes."""
    return (
        f"Keys are neither shown nor written here: set {item.setting.variable} instead."
    )


def _written(key: str, item: SettingItem | None, file: Path) -> str:
    """What was done, and when it shows."""
    text = f"{key} is written to {formatting.one_line(str(file))}."
    if item is None:
        return text
    if item.is_overridden:
        return f"{text} But {_overridden(item)}"
    return f"{text} It takes effect {item.setting.effect}."
