"""The last line: what keys do where the focus is.

One widget with one line. Textual's footer makes a widget for every key, again each time
the focus moves, and keeps those of before in memory.
"""

from typing import Any

from textual.binding import Binding
from textual.content import Content
from textual.events import Leave, MouseMove
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget

ALWAYS = "f1", "ctrl+p"
"""What lead to all others: they are shown in every width."""

Key = tuple[Binding, bool]
"""What a key does, and whether it can be done now."""


class KeyFooter(Widget, can_focus=False):
    """Shows as many keys as fit; a click on one presses it."""

    ALLOW_SELECT = False

    pointed: reactive[str] = reactive("")
    """The key below the mouse."""

    keys: reactive[tuple[Key, ...]] = reactive(())
    """All that could be shown, in order."""

    def on_mount(self) -> None:
        """Follow the focus."""
        self.auto_links = False  # Their style would hide the colours of keys.
        self.screen.bindings_updated_signal.subscribe(self, self._read)

    def _read(self, screen: Screen[Any]) -> None:
        """Take what keys do now; those of one action are one."""
        by_action: dict[str, Key] = {}
        for _, binding, enabled, _ in screen.active_bindings.values():
            if binding.show or binding.key in ALWAYS:
                by_action.setdefault(binding.action, (binding, enabled))
        if screen.app.app_focus:
            self.keys = tuple(by_action.values())

    def render(self) -> Content:
        """Keys and words; the way to all keys at the right."""
        drawn = [(key[0].key in ALWAYS, self._key(*key)) for key in self.keys]
        last = Content.assemble(
            ("▏", "$foreground 30%"), *(part for is_last, part in drawn if is_last)
        )
        available = self.size.width - last.cell_length
        shown = Content("")
        for is_last, part in drawn:
            if not is_last and shown.cell_length + part.cell_length <= available:
                shown += part
        return shown.pad_right(max(0, available - shown.cell_length)) + last

    def _key(self, binding: Binding, enabled: bool) -> Content:
        sign = self.app.get_key_display(binding)
        words = Content.assemble(
            (f" {sign} ", "bold $text-accent"), f"{binding.description} "
        )
        if not enabled:
            return words.stylize("dim")
        if binding.key == self.pointed:
            words = words.stylize("on $foreground 20%")
        press: Any = Style.from_meta(
            {"@click": f"app.simulate_key({binding.key!r})", "key": binding.key}
        )
        return words.stylize(press)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Show what a click would press."""
        self.pointed = event.style.meta.get("key", "")

    def on_leave(self, event: Leave) -> None:
        """Nothing would be pressed."""
        self.pointed = ""
