"""What all dialogs are: a box in the middle that tells its keys; Esc closes it."""

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

T = TypeVar("T")

LAST = "Esc closes"


class Dialog(ModalScreen[T], Generic[T]):
    """Closes with what was decided, or with None; subclasses fill the box."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Close"),
    ]

    def __init__(self, title: str, *keys: str) -> None:
        """Prepare.

        Args:
            title: Above the box; a text of ragtui's own.
            keys: What keys do here, such as `Enter opens`.
        """
        super().__init__()
        self._title = title
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            yield from self.body()

    def on_resize(self) -> None:
        """Tell the keys that there is room for; the help tells all."""
        box = self.query_one(".dialog")
        keys = [*self._keys, LAST]
        while len(" · ".join(keys)) > box.size.width and len(keys) > 1:
            del keys[-2]
        box.border_subtitle = " · ".join(keys)

    @abstractmethod
    def body(self) -> ComposeResult:
        """What stands in the box."""
