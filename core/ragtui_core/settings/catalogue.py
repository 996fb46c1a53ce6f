"""Every setting with its value, where that comes from, and what it may be."""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from ragtui_core.settings.loading import (
    SourceKind,
    known_keys,
    sources,
    type_of,
)
from ragtui_core.settings.schema import Effect


@dataclasses.dataclass(frozen=True, slots=True)
class SettingItem:
    """A setting as a person is told of it."""

    key: str
    description: str
    kind: type
    """bool, int, float, str, tuple or a StrEnum."""
    default: Any
    value: Any
    """None if it is secret: whether there is one tells `source`."""
    source: SourceKind
    source_name: str
    """The file, or the variable, that sets it; empty for the default."""
    secret: bool
    effect: Effect
    low: float | None = None
    high: float | None = None

    @property
    def table(self) -> str:
        """The part of the key before the last dot; empty at the top."""
        return self.key.rpartition(".")[0]

    @property
    def choices(self) -> tuple[str, ...]:
        """What it may be, if that can be listed."""
        if self.kind is bool:
            return ("true", "false")
        return tuple(self.kind) if issubclass(self.kind, StrEnum) else ()

    @property
    def is_overruled(self) -> bool:
        """Whether `config.toml` could say what it likes."""
        return self.source not in {SourceKind.DEFAULT, SourceKind.USER}

    @property
    def range(self) -> str:
        """`0 to 1`, `at least 1`, or empty."""
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"at least {self.low:g}"
        return f"at most {self.high:g}" if self.high is not None else ""


def settings_catalogue(
    vault: Path | None = None, *, environ: Mapping[str, str] | None = None
) -> tuple[SettingItem, ...]:
    """Every setting, in the schema's order, as it counts for `vault`.

    Raises:
        SettingsError: A file or variable sets something wrong.
    """
    found: dict[str, tuple[Any, SourceKind, str]] = {}
    for source in sources(vault, environ=environ):
        for key, value in source.values.items():
            found[key] = value, source.kind, source.name
    return tuple(_item(key, field, found) for key, field in known_keys().items())


def _item(
    key: str,
    field: dataclasses.Field[Any],
    found: Mapping[str, tuple[Any, SourceKind, str]],
) -> SettingItem:
    unset = field.default, SourceKind.DEFAULT, ""
    value, kind, name = found.get(key, unset)
    about = field.metadata
    of = type_of(key)
    return SettingItem(
        key=key,
        description=about["description"],
        kind=about["choices"] or (of if isinstance(of, type) else tuple),
        default=field.default,
        value=None if about["secret"] else value,
        source=kind,
        source_name=name,
        secret=about["secret"],
        effect=about["effect"],
        low=about["low"],
        high=about["high"],
    )


def as_text(value: Any) -> str:
    """A value as `parse_value` reads it: lists parted by commas."""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(value) if isinstance(value, tuple) else str(value)
