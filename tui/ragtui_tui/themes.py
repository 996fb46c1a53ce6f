"""The colours one can choose from.

Every one of ragtui keeps text at a contrast of 4.5:1 or more on every background, the
quiet text of `$foreground 60%` included (WCAG 2.1, level AA); a test looks at each
view of the app in each of them. The user's own are files.
"""

import tomllib
from pathlib import Path

from textual.color import Color, ColorParseError
from textual.theme import Theme

from ragtui_core import SettingsError

THEMES = (
    Theme(
        "ragtui-dark",
        primary="#0178D4",
        secondary="#4f7fa8",
        accent="#ffa62b",
        warning="#ffa62b",
        error="#ba3c5b",
        success="#4EBF71",
        foreground="#f4f4f4",
        background="#121212",
        surface="#1e1e1e",
        panel="#242f38",
        variables={"text-primary": "#66AEE5", "text-error": "#e3a3b3"},
    ),
    Theme(
        "ragtui-light",
        primary="#4a9fe0",
        secondary="#3f7cac",
        accent="#b5651d",
        warning="#f0a030",
        error="#c2304f",
        success="#3d9a5a",
        foreground="#090909",
        background="#fbfbfa",
        surface="#f1f1ef",
        panel="#e3e7ea",
        dark=False,
        variables={
            "text-primary": "#23527a",
            "text-secondary": "#2F5E82",
            "text-accent": "#7d430f",
            "text-success": "#245c35",
            "text-warning": "#6f4a14",
            "text-error": "#9c223d",
        },
    ),
    Theme(
        "flexoki",
        primary="#205EA6",
        secondary="#24837B",
        accent="#9B76C8",
        warning="#AD8301",
        error="#AF3029",
        success="#66800B",
        foreground="#FFFCF0",
        background="#100F0F",
        surface="#1C1B1A",
        panel="#282726",
        variables={
            "text-primary": "#7ea5d0",
            "text-accent": "#b294d6",
            "text-success": "#95a955",
            "text-warning": "#c4a23a",
            "text-error": "#d99490",
        },
    ),
    Theme(
        "midnight",
        primary="#5f7bd6",
        secondary="#4fa3b8",
        accent="#f0a77a",
        warning="#d9a64e",
        error="#e0607e",
        success="#86b85a",
        foreground="#f2f4ff",
        background="#10121c",
        surface="#171a28",
        panel="#212539",
        variables={
            "text-primary": "#9aabe8",
            "text-warning": "#e0b468",
            "text-error": "#ec9cae",
        },
    ),
    Theme(
        "paper",
        primary="#d0a860",
        secondary="#6c8f7a",
        accent="#a05a2c",
        warning="#e0a040",
        error="#b03a2e",
        success="#6f8f3a",
        foreground="#0d0b08",
        background="#fdf8ec",
        surface="#f5eedd",
        panel="#eae1cb",
        dark=False,
        variables={
            "text-primary": "#66522d",
            "text-secondary": "#4A6254",
            "text-accent": "#7f461f",
            "text-success": "#465c24",
            "text-warning": "#6f4f1e",
            "text-error": "#983026",
        },
    ),
    Theme(
        "contrast",
        primary="#3a6ea5",
        secondary="#99aabb",
        accent="#ffd75f",
        warning="#d7af00",
        error="#ff5f5f",
        success="#5fd75f",
        foreground="#ffffff",
        background="#000000",
        surface="#0a0a0a",
        panel="#1c1c1c",
        variables={"text-primary": "#8fb3d9"},
    ),
)
"""Dark and light ones; `app.theme` names one."""


def read_theme(file: Path) -> Theme:
    """A theme of the user: a TOML file with the colours of Textual's `Theme`.

    Raises:
        SettingsError: It cannot be read, or a name or colour in it is wrong.
    """
    try:
        theme = Theme(file.stem, **tomllib.loads(file.read_text("utf-8")))
        theme.to_color_system().generate()
        for colour in theme.variables.values():
            Color.parse(colour)
    except (OSError, ValueError, TypeError, AttributeError, ColorParseError) as error:
        raise SettingsError(f"{file} is not a theme: {error}") from error
    return theme
