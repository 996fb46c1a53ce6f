"""The app: a vault on a screen. Behaviour lives in the screens and in the core."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.screen import Screen
from textual.types import CSSPathType

from ragtui_core.vault import Vault
from ragtui_tui.commands.palette import commands_of
from ragtui_tui.screens.main import MainScreen


class RagtuiApp(App[None]):
    """Search, read and ask, full screen."""

    TITLE = "ragtui"
    CSS_PATH: ClassVar[CSSPathType | None] = [
        "styles/main.tcss",
        "styles/search.tcss",
        "styles/reader.tcss",
        "styles/chat.tcss",
    ]

    def __init__(self, vault: Vault) -> None:
        """Open on `vault`, which stays the caller's to close."""
        super().__init__()
        self._vault = vault

    def get_default_screen(self) -> Screen[None]:
        """The main screen."""
        return MainScreen(self._vault)

    async def action_quit(self) -> None:
        """End, and remember how things were."""
        main = self.screen_stack[0]
        if isinstance(main, MainScreen):
            main.remember()
        await super().action_quit()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Everything that has a key, and what Textual itself offers."""
        yield from commands_of(screen)
        yield from super().get_system_commands(screen)
