"""Settings files that are edited while a vault is open."""

from collections.abc import Callable
from pathlib import Path

from ragtui_core.errors import SettingsError
from ragtui_core.indexing.events import (
    IndexListener,
    IndexNotice,
    IndexNoticeKind,
    SettingsRead,
)
from ragtui_core.settings.loading import VAULT_FILE, config_path
from ragtui_core.settings.schema import Settings
from ragtui_core.settings.setting_keys import changed_keys


class SettingsEdits:
    """Notices that the settings files of a vault were edited, and reads them again."""

    def __init__(
        self, root: Path, settings: Settings, load: Callable[[], Settings]
    ) -> None:
        self._files = root / VAULT_FILE, config_path()
        self._load = load
        self._read = self._state()
        self.settings = settings
        """The settings that were valid when read last."""

    @property
    def are_waiting(self) -> bool:
        """Whether a file has changed since it was read."""
        return self._state() != self._read

    def read(self, listener: IndexListener) -> None:
        """Use the settings as they are now; report other values, or what is wrong."""
        self._read = self._state()
        try:
            settings = self._load()
        except SettingsError as error:
            message = f"{error}; the previous settings stay in use"
            listener(IndexNotice(IndexNoticeKind.SETTINGS_WRONG, message))
            return
        before, self.settings = self.settings, settings
        if keys := changed_keys(before, settings):
            listener(SettingsRead(keys))

    def _state(self) -> list[tuple[int, ...]]:
        return [_state(file) for file in self._files]


def _state(path: Path) -> tuple[int, ...]:
    """Size, times and inode of a file; empty if it is missing."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
