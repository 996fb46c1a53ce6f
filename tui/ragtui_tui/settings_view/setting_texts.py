"""Texts about a setting."""

from pathlib import Path

from textual.content import Content

from ragtui_core.settings import Effect, SettingItem, SourceKind, as_text
from ragtui_tui import formatting

_MUTED = "$foreground 70%"


def value(item: SettingItem) -> str:
    """The value as the list shows it; a secret is never shown."""
    if item.secret:
        is_set = item.source is not SourceKind.DEFAULT
        return "set, and not shown" if is_set else "not set"
    return as_text(item.value) or "(empty)"


def about(item: SettingItem) -> Content:
    """A few lines: what it is for, what it may be, where its value comes from."""
    lines = [
        Content.styled(item.key, "bold $text-primary"),
        Content(item.description),
        Content.styled(_may_be(item), _MUTED),
        Content.styled(_from(item), _MUTED),
    ]
    if item.secret:
        lines.append(Content.styled(secret(item), "$text-warning"))
    else:
        lines.append(Content.styled(f"Takes effect {item.effect}.", _MUTED))
    return Content("\n").join(lines)


def _may_be(item: SettingItem) -> str:
    if item.secret:
        return "Text."
    if item.choices:
        kind = "One of " + ", ".join(item.choices)
    elif item.kind is tuple:
        kind = "A list, comma-separated"
    else:
        kind = {int: "A whole number", float: "A number", str: "Text"}[item.kind]
    span = f", {item.range}" if item.range else ""
    return f"{kind}{span}. Default: {as_text(item.default) or 'none'}."


def _from(item: SettingItem) -> str:
    if item.source is SourceKind.DEFAULT:
        return "This is the default."
    return f"Set by {formatting.one_line(item.source_name)}."


def entry(item: SettingItem) -> str:
    """The text above the line in which a value is typed."""
    parts = [item.description, _may_be(item)]
    if item.is_overruled:
        parts.append(overruled(item))
    return "\n".join(parts)


def overruled(item: SettingItem) -> str:
    """Why a value in `config.toml` does not count."""
    name = formatting.one_line(item.source_name)
    return f"{name} also sets it, and has priority over config.toml."


def secret(item: SettingItem) -> str:
    """How to set what ragtui neither shows nor writes."""
    variable = f"RAGTUI_{item.key.replace('.', '_').upper()}"
    return f"Keys are neither shown nor written here: set {variable} instead."


def written(key: str, item: SettingItem | None, file: Path) -> str:
    """What was done, and when it shows."""
    text = f"{key} is written to {formatting.one_line(str(file))}."
    if item is None:
        return text
    if item.is_overruled:
        return f"{text} But {overruled(item)}"
    if item.effect is Effect.NOW:
        return f"{text} It takes effect now."
    return f"{text} It takes effect {item.effect}."
