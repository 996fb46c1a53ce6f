"""A list whose options are often replaced as a whole."""

from textual.cache import FIFOCache
from textual.events import Resize
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import OptionList


class FastOptionList(OptionList):
    """Textual's list, with the cost of new options kept low.

    It must always have its scroll bar, so that nothing beside it ever moves.
    """

    virtual_size = Reactive(Size(0, 0))
    """As of every widget, but new options do not lay out the whole screen anew."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        """Start empty."""
        super().__init__(id=id, markup=False)
        # What Textual has here leaves a ring of lists behind when it is cleared, and
        # with it every line that was drawn, for Python's search for garbage.
        self._option_render_cache = FIFOCache(2048)  # type: ignore[assignment]
        self._wrapped_width = 0

    def _on_resize(self, event: Resize) -> None:  # type: ignore[override]
        """What is drawn holds for another height."""
        if event.size.width == self._wrapped_width:
            event.prevent_default()
            self.refresh()
        self._wrapped_width = event.size.width
