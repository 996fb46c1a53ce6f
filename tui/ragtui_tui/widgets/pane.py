"""What every place of the app is: a pane with work behind it and a memory."""

from collections.abc import Sequence
from typing import Any

from textual.containers import Vertical

from ragtui_tui.scope import Scope
from ragtui_tui.widgets.background import Background


class Pane(Vertical, Background):
    """Fills the screen when its place is shown; its id is the place's."""

    def take_focus(self) -> None:
        """Give the focus to what the person is most likely to use."""
        self.focus()

    def offers(self) -> Sequence[Scope]:
        """What this place shows that a question could be put to, the nearest first."""
        return ()

    def remember(self) -> dict[str, Any]:
        """What shall be the same when the app opens this vault again, as JSON."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        """Be as one was.

        Args:
            state: What `remember` told, perhaps of an older ragtui: a key may be
                missing or hold something else than expected.
        """
