"""The command palette's commands, of all places."""

from textual.system_commands import SystemCommandsProvider

from ragtui_tui.screens.main import MainScreen


class CommandProvider(SystemCommandsProvider):
    """Textual's, which asks the app for its commands once all places have them."""

    async def startup(self) -> None:
        """Have all panes, since each brings commands; the palette is open meanwhile."""
        if isinstance(self.screen, MainScreen):
            await self.screen.shelf.complete()
