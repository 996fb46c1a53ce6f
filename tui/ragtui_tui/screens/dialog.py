"""What all dialogs are: a box in the middle that tells its keys; Esc closes it."""

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

T = TypeVar("T")


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
        self._keys = " · ".join((*keys, "Esc closes"))

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            box.border_subtitle = self._keys
            yield from self.body()

    @abstractmethod
    def body(self) -> ComposeResult:
        """What stands in the box."""
