"""An input and an option list that do not lay out the screen with every change."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.cache import FIFOCache
from textual.events import Resize
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input, OptionList


class LineInput(Input):
    """An input; Enter submits it, and the footer shows what that does."""

    virtual_size = Reactive(Size(0, 0))
    """As of every widget, but without `layout=True`: keys do not lay out the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Submit")]

    def __init__(self, placeholder: str, enter: str, *, id: str) -> None:  # noqa: A002 - Textual's own name
        """Say what to type, and what Enter does with it."""
        super().__init__(placeholder=placeholder, id=id)
        keys = self._bindings.key_to_bindings
        keys["enter"] = [Binding("enter", "submit", enter)]
        # It finds and filters wherever it means something; here it would delete.
        keys.pop("ctrl+f", None)


class FastOptionList(OptionList):
    """A list whose options are often replaced as a whole.

    It must always have its scroll bar, so that nothing beside it ever moves.
    """

    virtual_size = Reactive(Size(0, 0))
    """As of every widget, but new options do not lay out the whole screen again."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        """Start empty."""
        super().__init__(id=id, markup=False)
        # Textual's own cache leaves a reference cycle behind when it is cleared, and
        # with it every line that was drawn, until a garbage collection.
        self._option_render_cache = FIFOCache(2048)  # type: ignore[assignment]
        self._wrapped_width = 0

    def _on_resize(self, event: Resize) -> None:  # type: ignore[override]
        """Keep what is drawn if only the height is another."""
        if event.size.width == self._wrapped_width:
            event.prevent_default()
            self.refresh()
        self._wrapped_width = event.size.width
