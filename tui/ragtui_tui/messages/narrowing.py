"""Someone wants a search to be another one."""

from textual.message import Message

from ragtui_core.search.language import Clause
from ragtui_core.search.saved import SavedSearch


class FilterToggled(Message):
    """A filter shall be added to the query line, or taken out if it is there."""

    def __init__(self, clause: Clause) -> None:
        """Name the filter."""
        super().__init__()
        self.clause = clause
        """As it stands in the line, or would."""


class SavedChosen(Message):
    """A saved search shall be run."""

    def __init__(self, saved: SavedSearch) -> None:
        """Name it."""
        super().__init__()
        self.saved = saved
        """With its query, mode and order."""


class SavedDeleted(Message):
    """A saved search shall be forgotten."""

    def __init__(self, name: str) -> None:
        """Name it."""
        super().__init__()
        self.name = name
        """As it was given."""
