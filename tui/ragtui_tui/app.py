"""The app: a vault on a screen. Behaviour is in the screens and in the core."""

from asyncio import to_thread
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.command import Provider
from textual.events import Event, InputEvent, Paste
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme
from textual.types import CSSPathType

from ragtui_core import (
    RagtuiError,
    SettingsError,
    Vault,
    open_vault,
    recent_vaults,
)
from ragtui_core.settings import Settings, config_path, named_nearest
from ragtui_tui import formatting
from ragtui_tui.command_names import keymap_of
from ragtui_tui.header import Header
from ragtui_tui.main_screen import MainScreen
from ragtui_tui.messages import SettingsFilesRead
from ragtui_tui.pane_manager import VIEWS
from ragtui_tui.screen_filters import AsciiFilter, ScreenFilter
from ragtui_tui.textual_workarounds.idle_gc import CHECK_SECONDS, IdleScheduler
from ragtui_tui.textual_workarounds.private_hooks import (
    allow_switch_from,
    exit_with_message,
    patch_continuing,
    patch_strips,
)
from ragtui_tui.themes import own_themes, read_theme

if TYPE_CHECKING:
    from ragtui_tui.key_commands import CommandProvider

TEXTUAL_COMMANDS = "Theme", "Screenshot"
"""The palette has the others as commands with keys, or they mean nothing here."""

patch_strips()
patch_continuing()


def _command_provider() -> "type[CommandProvider]":
    from ragtui_tui.key_commands import CommandProvider

    return CommandProvider


MAX_PASTED = 20_000
"""Characters of a paste; a text of megabytes would stop the app for minutes."""


class RagtuiApp(App[None]):
    """Search, read and ask, full screen."""

    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {
        _command_provider
    }

    TITLE = "ragtui"
    CSS_PATH: ClassVar[CSSPathType | None] = [
        "styles/main.tcss",
        "styles/search.tcss",
        "styles/reader.tcss",
        "styles/chat.tcss",
        "styles/vault.tcss",
        "styles/dialogs.tcss",
    ]

    def __init__(self, vault: Vault, *, ascii_only: bool = False) -> None:
        """Open `vault`, which the caller closes."""
        super().__init__()
        self._vault = vault
        self._idle_scheduler = IdleScheduler()
        ascii_last = [AsciiFilter()] if ascii_only else []
        self._line_filters: list[LineFilter] = [ScreenFilter(), *ascii_last]
        for name in [*self.available_themes]:
            self.unregister_theme(name)
        self._problems = [*self._offer_themes(vault.settings)]
        known, wanted = self.available_themes, vault.settings.app.theme
        self.set_reactive(App.theme, wanted if wanted in known else next(iter(known)))
        self.stylesheet.set_variables(self.get_css_variables())
        self._styled_for = self.theme

    def get_default_screen(self) -> Screen[None]:
        """The main screen."""
        return MainScreen(self._vault, self._idle_scheduler)

    def on_mount(self) -> None:
        """Remember the theme from the next choice on."""
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        for problem in (*self._problems, *self._vault.settings.unknown):
            self._warn(problem)
        if self._vault.settings.app.keys:
            self._use_keys(self._vault.settings)
        self.call_after_refresh(self._idle_scheduler.start)
        self.set_interval(CHECK_SECONDS, self._idle_scheduler.collect_if_idle)

    def on_unmount(self) -> None:
        """Restore Python's settings."""
        self._idle_scheduler.stop()

    async def on_event(self, event: Event) -> None:
        """Record that the user is active; cut a paste that is too long."""
        if isinstance(event, InputEvent):
            self._idle_scheduler.note_input()
        if isinstance(event, Paste) and len(event.text) > MAX_PASTED:
            event = Paste(event.text[:MAX_PASTED])
            words = f"The pasted text is too long: the first {MAX_PASTED:,} characters"
            self.notify(f"{words} are used.", severity="warning", markup=False)
        await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The same objects each time: a drawn line keeps what each made of it."""
        return [*super().get_line_filters(), *self._line_filters]

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the styles again, unless the theme is the one they were applied for.

        Textual asks for it as soon as the app is mounted, which is the first paint's.
        """
        if self.theme != self._styled_for:
            self._styled_for = self.theme
            super().refresh_css(animate)

    @property
    def main(self) -> MainScreen:
        """The screen below all others."""
        main = self.screen_stack[0]
        assert isinstance(main, MainScreen)
        return main

    async def on_exit_app(self) -> None:
        """Create no more panes."""
        await self.main.panes.end()

    def action_help_quit(self) -> None:
        """Say how to quit, where Ctrl+C has nothing to stop."""
        self.notify("Ctrl+Q quits.", markup=False)

    async def action_quit(self) -> None:
        """Quit, and save the state."""
        await self.main.leave()
        await super().action_quit()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every action with a key, and those of Textual's commands that have none."""
        from ragtui_tui.key_commands import commands_of

        yield from commands_of(screen)
        for command in super().get_system_commands(screen):
            if command.title in TEXTUAL_COMMANDS:
                yield command

    # --- settings ---

    def _keep_theme(self, theme: Theme) -> None:
        """Save the theme that the user chose."""
        if theme.name != self._vault.settings.app.theme:
            work = partial(self._write_theme, theme.name)
            self.run_worker(work, thread=True, group="theme", exit_on_error=False)

    def _write_theme(self, name: str) -> None:
        from ragtui_core.settings import write_settings

        try:
            write_settings(config_path(), {"app.theme": name})
        except SettingsError as error:
            reason = formatting.one_line(str(error))
            self.notify(reason, title="Not written", severity="error", markup=False)

    def _offer_themes(self, settings: Settings) -> Iterator[str]:
        """Offer ragtui's themes and the user's own; yields what is wrong with them."""
        for theme in own_themes():
            self.register_theme(theme)
        for file in sorted(config_path().with_name("themes").glob("*.toml")):
            try:
                self.register_theme(read_theme(file))
            except SettingsError as error:
                yield str(error)
        if settings.app.theme not in self.available_themes:
            nearest = named_nearest(settings.app.theme, self.available_themes)
            yield f"`app.theme`: there is no theme {nearest}"

    @on(SettingsFilesRead)
    def _follow_settings_files(self) -> None:
        self._look_like(self._vault.settings)

    def _use_keys(self, settings: Settings) -> None:
        """Let commands have the keys that the user gave them."""
        try:
            self.set_keymap(keymap := keymap_of(settings.app.keys))
            for header in self.main.query(Header):
                header.fit()
        except SettingsError as error:
            self._warn(str(error))
            return
        if keymap:
            check = partial(self._check_commands, [*keymap])
            self.run_worker(check, thread=True, group="keys", exit_on_error=False)

    def _check_commands(self, names: Sequence[str]) -> None:
        """Tell which of the names in `app.keys` are those of no command; blocks."""
        kinds: list[Any] = [MainScreen, *(view.load() for view in VIEWS)]
        bindings = [binding for kind in kinds for binding in kind.BINDINGS]
        known = {binding.id for binding in bindings if isinstance(binding, Binding)}
        for name in names:
            if name not in known:
                nearest = named_nearest(name, [*filter(None, known)])
                self._warn(f"`app.keys`: there is no command {nearest}")

    def _warn(self, words: str) -> None:
        shown = formatting.one_line(words)
        self.notify(shown, title="Settings", severity="warning", markup=False)

    def _look_like(self, settings: Settings) -> None:
        for problem in (*self._offer_themes(settings), *settings.unknown):
            self._warn(problem)
        if settings.app.theme in self.available_themes:
            self.theme = settings.app.theme  # Textual acts if it is another one.
        self._use_keys(settings)
        self.refresh(layout=True)

    # --- vaults ---

    async def action_switch_vault(self) -> None:
        """Choose another folder of notes: one that was open before, or by its path."""
        from ragtui_tui.dialogs.choice_list import Choice, ChoiceDialog

        paths = await to_thread(recent_vaults, self._vault.data_directory)
        choices = [
            Choice(formatting.one_line(path.name), path, formatting.folder(path.parent))
            for path in paths
            if path != self._vault.root
        ]
        hint = "Path of a folder, or letters of a vault's name"
        self.push_screen(
            ChoiceDialog("Open another vault", choices, None, hint, Path),
            self._open_vault,
        )

    async def _open_vault(self, path: Path | None) -> None:
        """Switch to the vault in a folder; this one's thread ends meanwhile."""
        try:
            vault = await to_thread(open_vault, path) if path else self._vault
        except RagtuiError as error:
            self.notify(formatting.one_line(str(error)), severity="error", markup=False)
            return
        if vault.root == self._vault.root:
            return
        await self.main.leave()
        self._vault = vault
        allow_switch_from(self.main)
        self.switch_screen(MainScreen(vault, self._idle_scheduler))
        self._look_like(vault.settings)

    # --- the end ---

    def _fatal_error(self) -> None:
        """Textual's hook for an unhandled error: write a report, print no traceback."""
        exit_with_message(self, self._crash_message())

    def _crash_message(self) -> str:
        from ragtui_tui.crash_report import write_report

        error = self._exception or RuntimeError("unknown")
        report = write_report(error, self._vault.data_directory)
        where = (
            f"A crash report is in {report}; it contains nothing from your notes."
            if report
            else "No crash report could be written."
        )
        return (
            f"ragtui crashed ({type(error).__name__}). Your notes and the index were "
            f"not changed. {where}\nStart it again with `ragtui`; if it happens again, "
            "please send the crash report with a bug report."
        )
