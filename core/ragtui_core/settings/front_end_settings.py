"""The tables of `config.toml` that only front ends read."""

from dataclasses import dataclass

from ragtui_core.settings.setting_fields import setting, vault_setting


@dataclass(frozen=True, slots=True)
class AppSettings:
    """Table `[app]`: the full-screen app."""

    theme: str = setting(
        "ragtui-dark",
        "Colours: one of the app, or a file's name in the folder `themes` beside this.",
    )
    keys: tuple[str, ...] = setting(
        (),
        "Other keys of commands, such as `search.filters=ctrl+e`: the view (`app` for "
        "those of all), what the help calls the command with hyphens, and the keys.",
    )


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """Table `[editor]`: what the language server does without being asked."""

    index: bool = setting(
        True,
        "Whether the language server indexes and watches if no other process does.",
    )
    diagnostics: bool = setting(
        True,
        "Whether broken links and citations are reported as diagnostics.",
    )


@dataclass(frozen=True, slots=True)
class DailySettings:
    """Table `[daily]`: the note of a day."""

    folder: str = vault_setting(
        "",
        "Folder of daily notes in the vault; `.` is the vault's own. Empty, with the "
        "default pattern: as Obsidian's settings say, or else that of the last note "
        "named by its day (`2026-11-03`, `2026_11_03`).",
    )
    pattern: str = vault_setting(
        "%Y-%m-%d",
        "Path of a daily note in that folder, without `.md`; `%Y`, `%m`, `%d` and the "
        "other codes of strftime are replaced.",
    )


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Table `[serve]`: the HTTP server (`ragtui serve`)."""

    token: str = setting(
        "",
        "Token that clients of `ragtui serve` send; empty: a new one at each start.",
        secret=True,
    )


@dataclass(frozen=True, slots=True)
class TelegramSettings:
    """Table `[telegram]`: the bot that `ragtui telegram` runs.

    A vault's own file cannot set any of it: those who may write to the bot can read the
    vault.
    """

    chats: tuple[str, ...] = setting(
        (),
        "Ids of the chats that the bot answers; a group's id is negative. Everyone in "
        "these chats can read the vault.",
    )
    token: str = setting(
        "",
        "Token of the bot, from @BotFather.",
        secret=True,
    )
    base_url: str = setting(
        "https://api.telegram.org",
        "Address of the Bot API server; another one if you run your own.",
    )
