"""The colours one can choose from: a TOML file for each theme, as the user's own are.

Every one of ragtui keeps text at a contrast of 4.5:1 or more on every background, the
quiet text of `$foreground 60%` included (WCAG 2.1, level AA); a test looks at each
view of the app in each of them.
"""

import tomllib
from pathlib import Path

from textual.color import Color, ColorParseError
from textual.theme import Theme

from ragtui_core import SettingsError

_FOLDER = Path(__file__).with_name("styles") / "themes"


def own_themes() -> list[Theme]:
    """Dark and light ones, by name; `app.theme` names one."""
    return [*map(_read, sorted(_FOLDER.glob("*.toml")))]


def _read(file: Path) -> Theme:
    return Theme(file.stem, **tomllib.loads(file.read_text("utf-8")))


def read_theme(file: Path) -> Theme:
    """A theme of the user: a TOML file with the colours of Textual's `Theme`.

    Raises:
        SettingsError: It cannot be read, or a name or colour in it is wrong.
    """
    try:
        theme = _read(file)
        theme.to_color_system().generate()
        for colour in theme.variables.values():
            Color.parse(colour)
    except (OSError, ValueError, TypeError, AttributeError, ColorParseError) as error:
        raise SettingsError(f"{file} is not a theme: {error}") from error
    return theme
