"""An empty home, in which one sees all that a program writes, and for whom."""

import stat
from collections.abc import Sequence
from pathlib import Path

from ragtui_core.telemetry import SWITCHES
from support.commands import environment

_OWN = (Path(".local/share/ragtui"), Path(".config/ragtui"))

_DROPPED = ("RAGTUI_", "XDG_", "ANTHROPIC_", "HF_")


class QuietHome:
    """A home, a folder for temporary files, and an environment that names no other."""

    def __init__(self, folder: Path) -> None:
        """Make both in `folder`."""
        self.home = folder / "quiet-home"
        self._temporary = folder / "temporary"
        self.home.mkdir()
        self._temporary.mkdir()

    def environment(self) -> dict[str, str]:
        """Without any switch or setting: ragtui itself has to set what is needed."""
        kept = {
            name: value
            for name, value in environment().items()
            if name not in SWITCHES
            and (name.startswith("RAGTUI_TEST_") or not name.startswith(_DROPPED))
        }
        return kept | {"HOME": str(self.home), "TMPDIR": str(self._temporary)}

    def around(self, command: Sequence[str]) -> list[str]:
        """The command line that runs `command` in that environment alone."""
        variables = [f"{name}={value}" for name, value in self.environment().items()]
        return ["env", "-i", *variables, *command]

    def strangers(self) -> list[str]:
        """Files outside ragtui's own directories."""
        files = [path for path in self.home.rglob("*") if not path.is_dir()]
        own = [path for root in self._own for path in root.rglob("*")]
        left = [path for path in files if path not in own]
        return [str(path) for path in (*left, *self._temporary.iterdir())]

    def open_to_others(self) -> list[str]:
        """What others than the owner have any right to, of ragtui's directories."""
        return [
            f"{stat.S_IMODE(path.stat().st_mode):o} {path}"
            for root in self._own
            for path in (root, *root.rglob("*"))
            if path.stat().st_mode & 0o077
        ]

    def written(self) -> set[str]:
        """The names of ragtui's own files."""
        return {each.name for root in self._own for each in root.rglob("*")}

    @property
    def _own(self) -> list[Path]:
        return [self.home / own for own in _OWN if (self.home / own).exists()]
