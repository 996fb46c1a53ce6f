"""Input, option list and footer that cost less than Textual's own."""

import re
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.cache import FIFOCache
from textual.content import Content
from textual.events import Leave, MouseMove
from textual.geometry import Size
from textual.reactive import Reactive, reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, OptionList

from ragtui_tui.textual_workarounds.private_hooks import act_in_turn

_LINE_ENDS = re.compile(r" *[\r\n]\s*")


class LineInput(Input):
    """An input; Enter submits it, and the footer shows what that does."""

    virtual_size = Reactive(Size(0, 0))
    """Textual's, but without `layout=True`: keys do not lay out the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Submit"),
    ]

    def __init__(self, placeholder: str, enter: str, *, id: str) -> None:  # noqa: A002 - Textual's own name
        """Say what to type, and what Enter does with it."""
        # The next key would replace what was typed, which only some expect.
        super().__init__(placeholder=placeholder, select_on_focus=False, id=id)
        self.cursor_blink = False  # It would be drawn twice a second, also when idle.
        keys = self._bindings.key_to_bindings
        keys["enter"] = [Binding("enter", "submit", enter)]
        # Elsewhere the key finds or filters; here it would delete.
        keys.pop("ctrl+f", None)

    async def _on_key(self, event: events.Key) -> None:
        """Edit in the order of the keys, also of many that arrive at once."""
        await act_in_turn(self, event)

    def _on_paste(self, event: events.Paste) -> None:
        """Paste all lines as one; Textual's input takes the first alone."""
        event.stop()
        event.prevent_default()
        text = event.text.strip("\r\n").replace("\t", " ")
        if line := _LINE_ENDS.sub(" ", text):
            self.replace(line, *self.selection)


class FastOptionList(OptionList):
    """A list whose options are often replaced as a whole.

    It must always have its scroll bar, so that nothing beside it ever moves.
    """

    virtual_size = Reactive(Size(0, 0))
    """Textual's, but new options do not lay out the whole screen again."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)
        # Textual's own cache leaves a reference cycle behind when it is cleared, and
        # with it every line that was drawn, until a garbage collection.
        self._option_render_cache = FIFOCache(2048)  # type: ignore[assignment]


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
