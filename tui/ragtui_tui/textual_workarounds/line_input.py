"""A line to type in, whose Enter key is told in the footer."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


class LineInput(Input):
    """An input; Enter submits it."""

    virtual_size = Reactive(Size(0, 0))
    """As of every widget, but a key does not lay out the whole screen anew."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Submit")]

    def __init__(self, placeholder: str, enter: str, *, id: str) -> None:  # noqa: A002 - Textual's own name
        """Say what to type, and what Enter does with it."""
        super().__init__(placeholder=placeholder, id=id)
        keys = self._bindings.key_to_bindings
        keys["enter"] = [Binding("enter", "submit", enter)]
        # It finds and filters wherever it means something; here it would delete.
        keys.pop("ctrl+f", None)
