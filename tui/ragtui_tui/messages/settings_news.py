"""What came of writing settings."""

from textual.message import Message

from ragtui_core.settings import Settings


class SettingsChanged(Message):
    """`config.toml` was written."""

    def __init__(self, keys: tuple[str, ...], settings: Settings) -> None:
        """Tell what is new."""
        super().__init__()
        self.keys = keys
        """The dotted settings that were set, or taken out."""
        self.settings = settings
        """All of them as they count now, whatever sets them."""


class SettingsRefused(Message):
    """`config.toml` was left as it was."""

    def __init__(self, reason: str) -> None:
        """Say why."""
        super().__init__()
        self.reason = reason
        """What is wrong, and where."""
